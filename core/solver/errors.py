"""Errors of the solver."""

from core.errors import CoreError
from core.game.rules import Rules


class SolverError(CoreError):
    """The solver cannot do what was requested."""


class UnknownStrategy(SolverError):
    """`read` is not the name of a strategy."""

    read: str


class UnreadableBonus(SolverError):
    """`read` is neither a number such as `2` nor a factor such as `x0.95`."""

    read: str


class BookUnusable(SolverError):
    """The book for `rules` cannot be used.

    `fault` is "missing", "foreign" (not a book for these rules), "checksum" or "content".
    """

    rules: Rules
    fault: str


class UnreadableTree(SolverError):
    """A file is not a strategy tree.

    `where` is the number of a line or, in JSON, "JSON", "rules" or the feedback that leads to the place. `error` is the
    error found there, or None if something else was expected.
    """

    where: str
    error: CoreError | None


class IncompleteTree(SolverError):
    """A strategy tree has no guess after `history`, such as "0123 0H2B", although `candidate_count` codes are left."""

    history: str
    candidate_count: int
