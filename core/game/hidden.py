"""Values that are never shown by accident: converted to text, in messages and in logs, they are only `<hidden>`.

Otherwise they behave like the plain values: they are equal to them and have the same hash. Code that has to show the
characters of a `HiddenText` calls `reveal`.
"""

from typing_extensions import override

HIDDEN = "<hidden>"


class HiddenCode(tuple[int, ...]):
    """A code that is not shown by accident: the secret of a game."""

    __slots__ = ()

    @override
    def __repr__(self) -> str:
        return HIDDEN

    @override
    def __str__(self) -> str:
        return HIDDEN


class HiddenText(str):
    """A text that is not shown by accident: the nonce of a game, or the key of a day."""

    __slots__ = ()

    @override
    def __repr__(self) -> str:
        return HIDDEN

    @override
    def __str__(self) -> str:
        return HIDDEN

    @override
    def __format__(self, format_spec: str) -> str:
        return HIDDEN


def reveal(text: str) -> str:
    """The characters of a text, whether or not it is hidden."""
    return str.__str__(text)
