"""Which method of the wording makes the sentence for which error."""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, final

from core.errors import CoreError

Error = TypeVar("Error", bound=CoreError)
Sentence: TypeAlias = Callable[[Any, Error], str]
"""A method that makes a sentence of an error."""

_METHODS: dict[type[CoreError], str] = {}
_METHODS_WITHOUT_BUTTONS: dict[type[CoreError], str] = {}


def explains(kind: type[Error], *, has_buttons: bool = True) -> Callable[[Sentence[Error]], Sentence[Error]]:
    """Mark the method of the base language that explains errors of one kind. Other languages only override it.

    Args:
        kind: of the errors.
        has_buttons: False for a second method, for platforms without buttons, where the first one mentions some.
    """

    def register(method: Sentence[Error]) -> Sentence[Error]:
        (_METHODS if has_buttons else _METHODS_WITHOUT_BUTTONS)[kind] = method.__name__
        return method

    return register


class Refusals:
    """Explains errors by the methods marked with `explains`."""

    @final
    def refusal(self, error: CoreError, *, has_buttons: bool = True) -> str:
        """The sentence for an error: what was read, what was expected, and an example."""
        kind = type(error)
        method = _METHODS[kind] if has_buttons else _METHODS_WITHOUT_BUTTONS.get(kind, _METHODS[kind])
        sentence: str = getattr(self, method)(error)
        return sentence
