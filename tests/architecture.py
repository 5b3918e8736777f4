"""The arrows of the architecture, read from the imports. Anything not drawn here is forbidden."""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("core", "bot", "migrations")
MAX_LINES = 430


@dataclass(frozen=True)
class Layer:
    """A module or package with all in it, and what it may import besides itself and the standard library.

    `parts` are names of layers; `libraries` are top-level names of others' packages, None for any that
    `LIBRARIES_AT_HOME` does not keep elsewhere. A module belongs to the layer with the longest name that fits it.
    """

    name: str
    parts: tuple[str, ...] = ()
    libraries: tuple[str, ...] | None = ()


GAME = ("core",)
SOLVER = ("core.solver", *GAME)
MODEL = ("bot.model", *SOLVER)
SERVICES = ("bot.services", *MODEL)
COMMANDS = ("bot.commands", "bot.locales", *SERVICES)
PRESENTERS = ("bot.presenters", *COMMANDS)
HANDLERS = ("bot.handlers", *PRESENTERS)
SETTINGS = ("bot.settings", "bot.setting_errors")
COMMON = ("bot.platforms.common", *SETTINGS, *HANDLERS)
OBSERVABILITY = ("bot.observability", *COMMON)
PLATFORMS = ("bot.platforms.console", "bot.platforms.discord", "bot.platforms.slack", *COMMON)
STORAGE = ("bot.persistence", "migrations")
EVERYTHING = ("bot", "bot.app", "bot.serving", "bot.books", "bot.solving", *STORAGE, *PLATFORMS, *OBSERVABILITY)

LAYERS = (
    Layer("core"),
    Layer("core.solver", GAME),
    Layer("bot"),
    Layer("bot.model", ("bot.locales", *SOLVER), ("msgspec",)),
    Layer("bot.services", ("bot.persistence", *MODEL), ("cachetools", "msgspec", "openskill")),
    Layer("bot.solving", SERVICES, ("msgspec",)),
    Layer("bot.persistence", MODEL, ("aiosqlite", "alembic", "asyncpg", "msgspec", "platformdirs", "sqlalchemy")),
    Layer("migrations", ("bot.persistence", "bot.settings", "core", "core.solver"), ("alembic", "sqlalchemy")),
    Layer("bot.books", SOLVER, None),
    Layer("bot.locales", GAME, None),
    Layer("bot.commands", ("bot.locales", *SERVICES), None),
    Layer("bot.presenters", COMMANDS, None),
    Layer("bot.handlers", PRESENTERS, None),
    Layer("bot.platforms"),
    Layer("bot.platforms.common", HANDLERS, None),
    Layer("bot.platforms.console", COMMON, None),
    Layer("bot.platforms.discord", COMMON, None),
    Layer("bot.platforms.slack", COMMON, None),
    Layer("bot.observability", COMMON, ("aiohttp", "prometheus_client", "structlog")),
    Layer("bot.settings", ("bot.setting_errors",), None),
    Layer("bot.setting_errors"),
    Layer("bot.app", EVERYTHING, None),
    Layer("bot.serving", EVERYTHING, None),
    Layer("bot.cli", EVERYTHING, None),
    Layer("bot.__main__", ("bot.cli",)),
)

LIBRARIES_AT_HOME = {
    "discord": ("bot.platforms.discord",),
    "slack_bolt": ("bot.platforms.slack",),
    "slack_sdk": ("bot.platforms.slack",),
    "sqlalchemy": (
        "bot.persistence",
        "migrations",
        "bot.app",
        "bot.platforms.slack.oauth",
    ),  # whose store is of slack_sdk
    "alembic": ("bot.persistence", "migrations", "bot.app"),
    "resvg_py": ("bot.presenters.images",),
    "openskill": ("bot.services.ratings",),
    "prometheus_client": ("bot.observability.monitoring",),
    "structlog": ("bot.observability.logs",),
    "numpy": ("bot.books",),
    "dask": ("bot.books",),
    "distributed": ("bot.books",),
}

WORLDLY = (
    *("asyncio", "concurrent", "multiprocessing", "threading"),
    *("datetime", "time", "secrets"),
    *("logging", "os", "socket", "sqlite3", "subprocess", "sys", "tempfile", "urllib"),
)
"""What `core` does without though Python brings it: clocks, chance nobody passed in, input and output, waiting."""

JAPANESE = re.compile("[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f]")
JAPANESE_AT_HOME = (
    "bot.locales",  # what Japanese does with names and numbers
    "core.game.clues",  # names of items
    "core.game.codes",  # separators
    "core.game.feedback",  # words for hits and blows
    "core.game.history",  # separators
)


@dataclass(frozen=True)
class Module:
    """A file of ours; `imports` are the full names of what it imports, however and wherever in it."""

    name: str
    path: str
    text: str
    is_package: bool

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(ast.parse(self.text, self.path)))

    @property
    def statements(self) -> int:
        """The number of statements, without docstrings."""
        return sum(isinstance(node, ast.stmt) and not _is_docstring(node) for node in self.nodes)

    def imports(self) -> Iterator[str]:
        for node in self.nodes:
            match node:
                case ast.Import():
                    yield from (alias.name for alias in node.names)
                case ast.ImportFrom():
                    source = self._source(node)
                    yield from (f"{source}.{alias.name}" for alias in node.names)
                case ast.Call(
                    func=ast.Attribute(attr="import_module") | ast.Name(id="import_module" | "__import__"),
                    args=[ast.Constant(value=str(name)), *_],
                ):
                    yield name

    def _source(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        package = self.name.split(".")
        package = package[: len(package) - node.level + self.is_package]
        return ".".join([*package, *filter(None, [node.module])])


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def statements_by_package(tree: list[Module]) -> dict[str, int]:
    """The statements of each package of `bot`, by its folder; those of its own modules by `bot`."""
    found: Counter[str] = Counter()
    for module in tree:
        folders = module.path.split("/")[:-1]
        if folders[:1] == ["bot"]:
            found["/".join(folders[: 3 if folders[1:2] == ["platforms"] else 2])] += module.statements
    return dict(found)


def modules(root: Path) -> list[Module]:
    """Every module under `root`, by path."""
    found = []
    for package in PACKAGES:
        for file in sorted((root / package).rglob("*.py")):
            path = file.relative_to(root)
            name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
            found.append(Module(name, path.as_posix(), file.read_text("utf-8"), file.name == "__init__.py"))
    return found


def is_in(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


@cache
def layer_of(name: str) -> Layer | None:
    """The layer a module is in, None if nobody has drawn it; `bot` is only the package itself."""
    fits = [layer for layer in LAYERS if is_in(name, layer.name) and (layer.name != "bot" or name == "bot")]
    return max(fits, key=lambda layer: len(layer.name), default=None)


def homeless(tree: list[Module]) -> list[str]:
    return [f"{module.path} is in no layer of the table." for module in tree if layer_of(module.name) is None]


def forbidden_imports(tree: list[Module]) -> list[str]:
    """A sentence for each import that is not drawn."""
    known = {module.name for module in tree}
    sentences = (
        f"{module.path} imports {target}: {reason}."
        for module in tree
        for target in (_target(imported, known) for imported in module.imports())
        if (layer := layer_of(module.name)) and (reason := _reason(module.name, layer, target))
    )
    return list(dict.fromkeys(sentences))


def _target(imported: str, known: set[str]) -> str:
    """The module that `imported`, a module or something in one, leads to; of others' only the library."""
    if imported.partition(".")[0] not in PACKAGES:
        return imported.partition(".")[0]
    package = imported.rpartition(".")[0]
    return package if imported not in known and package in known else imported


def _reason(name: str, layer: Layer, target: str) -> str | None:
    """Why a module may not import `target`, None if it may."""
    if target.partition(".")[0] in PACKAGES:
        home = layer_of(target)
        if home is None or home.name in {layer.name, *layer.parts}:
            return None
        return f"no arrow leads from {layer.name} to {home.name}"
    if target in sys.stdlib_module_names or target == "typing_extensions":  # what later versions of typing have
        return None
    homes = LIBRARIES_AT_HOME.get(target)
    if homes and not any(is_in(name, home) for home in homes):
        return f"{target} is used only in {' and '.join(homes)}"
    if layer.libraries is not None and target not in layer.libraries:
        return f"{layer.name} uses only {', '.join(('the standard library', *layer.libraries))}"
    return None


def import_cycle(tree: list[Module]) -> list[str]:
    """A sentence for the first cycle of imports that is found, imports for type checking included."""
    known = {module.name for module in tree}
    imports = {
        module.name: {_target(imported, known) for imported in module.imports()} - {module.name} for module in tree
    }
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return [f"Modules import one another in a cycle: {' <- '.join(error.args[1])}."]
    return []


def worldly_core(tree: list[Module]) -> list[str]:
    """A sentence for each thing in `core` by which the same call could answer differently, or wait."""
    return [
        f"{module.path} {deed} in line {node.lineno}; core has no clock, no chance of its own and no input or output."
        for module in tree
        if is_in(module.name, "core")
        for node in module.nodes
        if isinstance(node, ast.stmt | ast.expr) and (deed := _worldly(node))
    ]


def _worldly(node: ast.stmt | ast.expr) -> str | None:
    deed = None
    match node:
        case ast.Import(names=names) if used := {alias.name.partition(".")[0] for alias in names} & set(WORLDLY):
            deed = f"imports {', '.join(sorted(used))}"
        case ast.ImportFrom(module=str(source)) if source.partition(".")[0] in WORLDLY:
            deed = f"imports {source}"
        case ast.ImportFrom(module="random", names=names) if {alias.name for alias in names} != {"Random"}:
            deed = "imports the global random numbers"
        case ast.Attribute(value=ast.Name(id="random"), attr=attr) if attr != "Random":
            deed = f"calls random.{attr}"
        case ast.Call(func=ast.Name(id="open" | "print" | "input" as name)):
            deed = f"calls {name}"
        case ast.AsyncFunctionDef(name=name):
            deed = f"makes {name} asynchronous"
    return deed


def misplaced_japanese(tree: list[Module]) -> list[str]:
    return [
        f"{module.path} has Japanese text in line {number}; translations belong into bot.locales."
        for module in tree
        if not any(is_in(module.name, home) for home in JAPANESE_AT_HOME)
        for number, line in enumerate(module.text.splitlines(), 1)
        if JAPANESE.search(line)
    ]


def mutable_structs(tree: list[Module]) -> list[str]:
    return [
        f"{module.path} has a struct that may change after it was made in line {node.lineno}."
        for module in tree
        for node in module.nodes
        if isinstance(node, ast.ClassDef) and not _is_immutable(node)
    ]


def _is_immutable(node: ast.ClassDef) -> bool:
    given = [ast.unparse(option.value) for option in node.keywords if option.arg == "frozen"]
    is_struct = any(isinstance(base, ast.Name) and base.id == "Struct" for base in node.bases)
    return given == ["True"] or not (is_struct or given)


def long_files(tree: list[Module]) -> list[str]:
    return [
        f"{module.path} has {lines} lines, more than {MAX_LINES}."
        for module in tree
        if (lines := len(module.text.splitlines())) > MAX_LINES
    ]
