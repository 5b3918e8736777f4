"""Values that are not shown by accident: as text, in messages and in logs they are only `<hidden>`.

They are equal to, hash like and can be used as the plain values, so that who has reason to show one says so with
`reveal`.
"""

from typing_extensions import override

HIDDEN = "<hidden>"


class HiddenCode(tuple[int, ...]):
    """The secret of a game."""

    __slots__ = ()

    @override
    def __repr__(self) -> str:
        return HIDDEN

    @override
    def __str__(self) -> str:
        return HIDDEN


class HiddenText(str):
    """A nonce, or the key of a day."""

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
