"""Rows to the fields and pending guesses of hosted games, and back."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.model.games import AnyGame
from bot.persistence.connection import Row
from bot.persistence.repositories.codes import Values, pack, unpack
from core.game.feedback import Feedback, PendingGuess
from core.game.hosting import HostedGame

_BOT, _HEAD = "bot", "head"


def hosting_fields(row: Row) -> Mapping[str, Any]:
    """The fields that only hosted games have, from a row of `games`."""
    return {"in_head": row.secret_keeper == _HEAD, "withheld": _feedback_from(row.withheld)}


def hosted_values(game: AnyGame) -> Values:
    """The columns of `games` that only hosted games use."""
    if not isinstance(game, HostedGame):
        return {"secret_keeper": None, "withheld": None}
    return {"secret_keeper": _HEAD if game.in_head else _BOT, "withheld": _feedback_text(game.withheld)}


def pack_pending(pending: Sequence[PendingGuess]) -> str:
    """Pending guesses as text: `0123:a,...`."""
    return ",".join(f"{pack(waiting.guess)}:{waiting.by}" for waiting in pending)


def unpack_pending(text: str) -> tuple[PendingGuess, ...]:
    """Pending guesses from text."""
    pairs = (pair.split(":", maxsplit=1) for pair in text.split(",") if pair)
    return tuple(PendingGuess(unpack(guess), player) for guess, player in pairs)


def _feedback_text(feedback: Feedback | None) -> str | None:
    return f"{feedback.hits}:{feedback.blows}" if feedback else None


def _feedback_from(text: str | None) -> Feedback | None:
    return Feedback(*map(int, text.split(":"))) if text else None
