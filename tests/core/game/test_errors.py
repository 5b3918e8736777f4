import copy
import pickle
import re
from collections.abc import Iterator
from inspect import signature

import pytest

import core.game.errors
from core.game import errors
from core.game.errors import CoreError
from tests.core.spaces import CLASSIC, STRANGE

SAMPLES = {str: "01\u202e23", int: 3, "Rules": CLASSIC, CoreError | None: errors.WrongLength("012", 3, CLASSIC)}
"""Something for each type of data that an error carries."""


def leaves(error: type[CoreError] = CoreError) -> Iterator[type[CoreError]]:
    """The errors that are raised: those that are no base of another in the module."""
    children = [child for child in error.__subclasses__() if child.__module__ == core.game.errors.__name__]
    for child in children:
        yield from leaves(child)
    if not children:
        yield error


def sample(error: type[CoreError]) -> CoreError:
    return error(*(SAMPLES[parameter.annotation] for parameter in signature(error).parameters.values()))


EVERY = list(map(sample, leaves()))

every_error = pytest.mark.parametrize("error", EVERY, ids=lambda error: type(error).__name__)


def drawn() -> list[tuple[str, str | None]]:
    """The tree in the module's docstring: each class with the class above it."""
    above: dict[int, str] = {}
    edges = []
    for line in (core.game.errors.__doc__ or "").split("```")[1].strip().splitlines():
        if found := re.match(r"([│├└─ ]*)(\w+)", line):
            depth = len(found[1]) // 4
            above[depth] = found[2]
            edges.append((found[2], above[depth - 1] if depth else None))
    return edges


def defined(error: type[CoreError] = CoreError) -> Iterator[tuple[str, str | None]]:
    """The classes of the module, each with its base, base first."""
    yield error.__name__, None if error is CoreError else error.__mro__[1].__name__
    for child in error.__subclasses__():
        if child.__module__ == core.game.errors.__name__:
            yield from defined(child)


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes() -> None:
    assert drawn() == list(defined())


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
