"""Errors of the solver; `core.errors` shows the whole tree."""

from dataclasses import dataclass

from core.errors import CoreError
from core.game.rules import Rules


class SolverError(CoreError):
    """The solver cannot do what was requested."""


@dataclass(eq=False)
class UnknownStrategy(SolverError):
    """`read` is not the name of a strategy."""

    read: str


@dataclass(eq=False)
class UnknownBonus(SolverError):
    """`read` is neither a number such as `2` nor a factor such as `x0.95`."""

    read: str


@dataclass(eq=False)
class BookDamaged(SolverError):
    """The book for `rules` cannot be used.

    `fault` is "missing", "foreign" (not a book for these rules), "checksum" or "content".
    """

    rules: Rules
    fault: str
