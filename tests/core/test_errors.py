import copy
import pickle
from collections.abc import Iterator
from typing import get_type_hints

import pytest

from core.errors import CoreError
from core.game import errors as game_errors, rules
from core.game.errors import GameOver, UnsafeCodeText, WrongLength
from core.game.rules import Rules
from core.solver import errors as solver_errors
from tests.core.generators import CLASSIC, CONFUSING_TEXTS

MODULES = {module.__name__ for module in (rules, game_errors, solver_errors)}

SAMPLES = {
    str: "01\u202e23",
    int: 3,
    tuple[str, ...]: ("01\u202e23",),
    Rules: CLASSIC,
    CoreError | None: WrongLength("012", 3, CLASSIC),
}
"""A value for each type of field that an error has."""


def children(error: type[CoreError]) -> list[type[CoreError]]:
    """The direct subclasses in `core`."""
    return [child for child in error.__subclasses__() if child.__module__ in MODULES]


def leaves(error: type[CoreError] = CoreError) -> Iterator[type[CoreError]]:
    """The errors that are raised: those that are not the base of another."""
    for child in children(error):
        yield from leaves(child)
    if not children(error):
        yield error


def sample(error: type[CoreError]) -> CoreError:
    types = get_type_hints(error)
    return error(*(SAMPLES[types[name]] for name in error.names))


EVERY = list(map(sample, leaves()))

every_error = pytest.mark.parametrize("error", EVERY, ids=lambda error: type(error).__name__)


@every_error
def test_an_error_survives_pickling_and_copying(error: CoreError) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(twin) is type(error)
        assert repr(twin) == repr(error)


@every_error
def test_an_error_shows_its_name_and_its_data(error: CoreError) -> None:
    assert str(error) == repr(error)
    assert repr(error).startswith(f"{type(error).__name__}(")
    assert all(f"{name}={value!r}" in repr(error) for name, value in vars(error).items())


@pytest.mark.parametrize("read", CONFUSING_TEXTS.values(), ids=CONFUSING_TEXTS)
def test_an_error_escapes_the_text_that_was_typed(read: str) -> None:
    shown = str(UnsafeCodeText(read, CLASSIC))
    assert shown.isprintable()
    assert shown.encode()


def test_two_errors_with_the_same_data_are_not_equal() -> None:
    assert GameOver() != GameOver()
    assert len({GameOver(), GameOver()}) == 2


@pytest.mark.parametrize(
    ("values", "named"),
    [(("012",), {}), (("012", 3, CLASSIC, 4), {}), (("012", 3), {"read": "012"}), ((), {"text": "012"})],
    ids=["missing", "too many", "twice", "unknown"],
)
def test_an_error_takes_each_of_its_data_once(values: tuple[object, ...], named: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        WrongLength(*values, **named)  # type: ignore[arg-type]  # what is refused
