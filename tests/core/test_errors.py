import copy
import pickle
import re
from collections.abc import Iterator

import pytest

import core.errors
from core import errors
from core.errors import CoreError
from tests.core.spaces import CLASSIC, STRANGE

EVERY = [
    errors.UnknownRules("5 by 5"),
    errors.RulesOutOfRange("positions", 11, 1, 10),
    errors.UnreadableCode("\u202e3210", CLASSIC),
    errors.WrongLength("012", 3, CLASSIC),
    errors.UnknownSymbol("012x", "X", CLASSIC),
    errors.RepeatedSymbol("0120", "0", CLASSIC),
    errors.UnreadableFeedback("two hits", CLASSIC),
    errors.ImpossibleFeedback(3, 1, CLASSIC),
    errors.UnreadableTurn(2, "0123", None, CLASSIC),
    errors.UnreadableTurn(2, "012 0H", errors.WrongLength("012", 3, CLASSIC), CLASSIC),
    errors.Contradiction(4),
    errors.GameOver(),
    errors.NotYourTurn(),
    errors.NotYourGame(),
]

every_error = pytest.mark.parametrize("error", EVERY, ids=lambda error: type(error).__name__)


def drawn() -> list[tuple[str, str | None]]:
    """The tree in the module's docstring: each class with the class above it."""
    above: dict[int, str] = {}
    edges = []
    for line in (core.errors.__doc__ or "").split("```")[1].strip().splitlines():
        if found := re.match(r"([│├└─ ]*)(\w+)", line):
            depth = len(found[1]) // 4
            above[depth] = found[2]
            edges.append((found[2], above[depth - 1] if depth else None))
    return edges


def defined(error: type[CoreError] = CoreError) -> Iterator[tuple[str, str | None]]:
    """The classes of the module, each with its base, base first."""
    yield error.__name__, None if error is CoreError else error.__mro__[1].__name__
    for child in error.__subclasses__():
        if child.__module__ == core.errors.__name__:
            yield from defined(child)


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes() -> None:
    assert drawn() == list(defined())


def test_every_error_with_data_is_tried_here() -> None:
    leaves = {name for name, _ in defined()} - {base for _, base in defined()}
    assert {type(error).__name__ for error in EVERY} == leaves


@every_error
def test_an_error_survives_pickling_and_copying(error: CoreError) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):  # noqa: S301  # its own
        assert type(twin) is type(error)
        assert repr(twin) == repr(error)


@every_error
def test_an_error_shows_its_name_and_its_data(error: CoreError) -> None:
    assert str(error) == repr(error)
    assert repr(error).startswith(f"{type(error).__name__}(")
    assert all(f"{name}={value!r}" in repr(error) for name, value in vars(error).items())


@pytest.mark.parametrize("read", STRANGE.values(), ids=STRANGE)
def test_an_error_shows_what_was_typed_without_its_tricks(read: str) -> None:
    shown = str(errors.UnreadableCode(read, CLASSIC))
    assert shown.isprintable()
    assert shown.encode()


def test_two_errors_with_the_same_data_are_two_events() -> None:
    assert errors.GameOver() != errors.GameOver()
    assert len({errors.GameOver(), errors.GameOver()}) == 2
