"""Running the tests against a sample of mutants, in a copy of the project."""

import ast
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.mutation.mutants import Mutant, mutants_of

_COPIED = ("bot", "core", "migrations", "tests", "benchmarks", "pyproject.toml")
_PLATFORMS = ("tests/platforms/common", "tests/platforms/discord", "tests/platforms/slack", "tests/platforms/console")
_USERS = {
    "core/game": ("tests/core/solver",),
    "core/solver": ("tests/solving", "tests/services"),
    "bot/model": ("tests/services", "tests/persistence", "tests/presenters"),
    "bot/services": ("tests/services", "tests/handlers", "tests/platforms/common"),
    "bot/persistence": ("tests/services", "tests/platforms/slack"),
    "bot/solving": ("tests/platforms/slack",),
    "bot/commands": ("tests/handlers", "tests/presenters", *_PLATFORMS),
    "bot/locales": ("tests/locales", "tests/presenters", "tests/handlers", *_PLATFORMS, "tests/cli"),
    "bot/presenters": ("tests/handlers", *_PLATFORMS),
    "bot/handlers": _PLATFORMS,
    "bot/platforms/common": _PLATFORMS,
}
"""Tests of those who use a layer."""


def sample(root: Path, targets: Iterable[str], size: int, seed: int) -> list[tuple[Mutant, ast.Module]]:
    """Mutants of these modules and folders, chosen by `seed`, each with the tree it was found in."""
    folders = [file for target in targets for file in (root / target).rglob("*.py")]
    files = sorted({*folders, *(root / target for target in targets if target.endswith(".py"))})
    trees = {file.relative_to(root): ast.parse(file.read_text("utf-8")) for file in files}
    found = [(mutant, tree) for path, tree in trees.items() for mutant in mutants_of(path, tree)]
    return random.Random(seed).sample(found, min(size, len(found)))


def covering_tests(root: Path, module: Path) -> list[list[str]]:
    """The tests that cover a module, to be run one group after the other: its folder's and those of its users.

    In the first group, the tests that have the module's name come first.
    """
    folder = Path("tests", *module.parts[module.parts[0] == "bot" : -1])
    while not (root / folder).exists():
        folder = folder.parent
    own = folder / f"test_{module.stem}.py"
    users = [test for layer, tests in _USERS.items() if module.as_posix().startswith(layer) for test in tests]
    others = [test for test in users if test != str(folder) and (root / test).exists()]
    return [[str(own)] * (root / own).exists() + [str(folder)], *([test] for test in others)]


@dataclass
class Runner:
    """Runs tests in a copy of a project.

    Args:
        project: the copy.
        say: takes lines of the report.
    """

    project: Path
    say: Callable[[str], None]
    _seconds: dict[str, float] = field(default_factory=dict)

    def run(self, chosen: Sequence[tuple[Mutant, ast.Module]], log: Path) -> int:
        """Run the tests of each mutant, except for those whose results are in `log`; how many survived."""
        killed: dict[str, bool] = {
            line["mutant"]: line["killed"] for line in map(json.loads, log.read_text("utf-8").splitlines())
        }
        for mutant, tree in chosen:
            if str(mutant) not in killed:
                killed[str(mutant)] = self.kills(mutant, tree)
                with log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"mutant": str(mutant), "killed": killed[str(mutant)]}) + "\n")
            self.say(f"{'killed  ' if killed[str(mutant)] else 'SURVIVED'} {mutant}")
        tally = Counter((_layer(mutant), killed[str(mutant)]) for mutant, _ in chosen)
        for layer in sorted({layer for layer, _ in tally}):
            self.say(f"{layer}: {tally[layer, True]} of {tally[layer, True] + tally[layer, False]} killed")
        return sum(number for (_, is_killed), number in tally.items() if not is_killed)

    def kills(self, mutant: Mutant, tree: ast.Module) -> bool:
        """Whether the tests that cover a mutant fail, or take far longer than without it."""
        return any(self._notices(tests, mutant, tree) for tests in covering_tests(self.project, mutant.path))

    def _notices(self, tests: list[str], mutant: Mutant, tree: ast.Module) -> bool:
        limit = 30 + 3 * self._seconds_of(tests[-1])
        file = self.project / mutant.path
        before = file.read_text("utf-8")
        file.write_text(mutant.source(tree), "utf-8")
        try:
            return not self._pass(tests, limit)
        finally:
            file.write_text(before, "utf-8")

    def _seconds_of(self, tests: str) -> float:
        """How long tests take without any change; they must pass then."""
        if tests not in self._seconds:
            started = time.monotonic()
            if not self._pass([tests], limit=3600):
                msg = f"without any change, there are failures in {tests}"
                raise SystemExit(msg)
            self._seconds[tests] = time.monotonic() - started
        return self._seconds[tests]

    def _pass(self, tests: list[str], limit: float) -> bool:
        variables = {**os.environ, "PYTHONPATH": str(self.project), "PYTHONDONTWRITEBYTECODE": "1"}
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-x", "-q", *tests],
            cwd=self.project,
            env=variables,
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            return process.wait(limit) == os.EX_OK
        except subprocess.TimeoutExpired:
            return False
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # with whatever a mutant has left running
            process.wait()


@contextmanager
def copied(root: Path) -> Iterator[Path]:
    """A copy of a project's code and tests."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        for name in _COPIED:
            if (root / name).is_dir():
                shutil.copytree(root / name, Path(folder, name), ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(root / name, folder)
        yield Path(folder)


def _layer(mutant: Mutant) -> str:
    return "/".join(mutant.path.parts[: 3 if mutant.path.parts[1] == "platforms" else 2])
