import ast
from pathlib import Path
from textwrap import dedent

import pytest

from benchmarks.mutation.mutants import mutants_of


def changed(source: str) -> set[str]:
    """The sources of all mutants."""
    tree = ast.parse(dedent(source))
    before = ast.unparse(tree)
    found = [mutant.source(tree) for mutant in mutants_of(Path("module.py"), tree)]
    assert ast.unparse(tree) == before
    assert before not in found
    return set(found)


@pytest.mark.parametrize(
    ("source", "mutants"),
    [
        ("a == b", {"a != b", "pass"}),
        ("x = a < b", {"x = a <= b"}),
        ("x = a and b", {"x = a or b", "x = a", "x = b"}),
        ("x = not a", {"x = a"}),
        ("x = a + b", {"x = a - b"}),
        ("x = True", {"x = False"}),
        ("x = 7", {"x = 8"}),
        ("x = 'a'", {"x = 'a~'"}),
        ("x = {a, b}", {"x = {a}", "x = {b}"}),
        ("x = a if b else c", {"x = a if not b else c"}),
        ("x = [a for a in b if c]", {"x = [a for a in b]"}),
        ("x = f(a, b)", {"x = f(a)"}),
        ("x = f(a=b)", {"x = f()"}),
        ("x = f(a).where(b, c)", {"x = f(a)", "x = f(a).where(b)", "x = f(a).where(c)"}),
        ("x.y = a", {"pass"}),
        ("x += y", {"x -= y", "pass"}),
        ("await a", {"pass"}),
        ("raise a", {"pass"}),
        ("while a:\n    break", {"while not a:\n    break", "while a:\n    continue"}),
        ("log.error(a)", {"pass"}),
    ],
)
def test_a_change_is_small(source: str, mutants: set[str]) -> None:
    assert changed(source) == mutants


@pytest.mark.parametrize(
    "source",
    [
        "'''A docstring.'''",
        "import a",
        "if TYPE_CHECKING:\n    import a",
        "X: TypeAlias = 'a'",
        "__all__ = ['a', 'b']",
        "T = TypeVar('T')",
        "log = logging.getLogger('a')",
        "log.info('a', b)",
        "def f(a: 'b') -> 'c':\n    return a",
        "x: 'a' = b",
        "@dataclass(frozen=True)\nclass A(B):\n    pass",
    ],
)
def test_what_no_test_can_see_is_left_alone(source: str) -> None:
    assert changed(source) == set()


def test_a_mutant_says_where_it_is_and_what_it_changes() -> None:
    tree = ast.parse("a = 1\nb = c == d\n")
    assert [str(mutant) for mutant in mutants_of(Path("bot/module.py"), tree)] == [
        "bot/module.py:1 #0 1 -> False",
        "bot/module.py:2 #1 c == d -> NotEq",
    ]
