"""The trees of errors in docstrings show every error, below its base."""

import importlib
import inspect
import re

import pytest

MODULES = ("bot.commands.errors", "bot.platforms.common.errors")
ENTRY = re.compile(r"^(?P<indent>[│ ]*)[├└]── (?P<name>\w+)", re.MULTILINE)


@pytest.mark.parametrize("name", MODULES)
def test_the_tree_shows_every_error_below_its_base(name: str) -> None:
    module = importlib.import_module(name)
    defined = [each for _, each in inspect.getmembers(module, inspect.isclass) if each.__module__ == name]
    bases = {each.__name__: each.__base__.__name__ for each in defined if issubclass(each, Exception) and each.__base__}
    tree = module.__doc__ or ""
    root = re.search(r"^```\n(\w+)", tree, re.MULTILINE)
    assert root is not None
    shown = bases_in(tree, root[1])
    assert {error: base for error, base in bases.items() if shown.get(error) != base and error != root[1]} == {}


def bases_in(tree: str, root: str) -> dict[str, str]:
    """The base of each error in a tree, by the error's name."""
    bases, above = {}, [root]
    for entry in ENTRY.finditer(tree):
        depth = len(entry["indent"]) // 4
        above[depth + 1 :] = [entry["name"]]
        bases[entry["name"]] = above[depth]
    return bases
