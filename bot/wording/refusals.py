"""Which method of the wording makes the sentence for which error."""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, final

from core.errors import CoreError

Error = TypeVar("Error", bound=CoreError)
Sentence: TypeAlias = Callable[[Any, Error], str]
"""A method that makes a sentence of an error."""

_METHODS: dict[type[CoreError], str] = {}


def explains(kind: type[Error]) -> Callable[[Sentence[Error]], Sentence[Error]]:
    """Mark the method of the base language that explains errors of one kind. Other languages only override it."""

    def register(method: Sentence[Error]) -> Sentence[Error]:
        _METHODS[kind] = method.__name__
        return method

    return register


class Refusals:
    """Explains errors by the methods marked with `explains`."""

    @final
    def refusal(self, error: CoreError) -> str:
        """The sentence for an error: what was read, what was expected, and an example."""
        sentence: str = getattr(self, _METHODS[type(error)])(error)
        return sentence
