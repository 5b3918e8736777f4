"""A conversation with the coach, as it is stored."""

from dataclasses import dataclass
from datetime import datetime

from core.game.codes import Code
from core.game.feedback import Turn
from core.game.rules import Rules


@dataclass(frozen=True, slots=True)
class Conversation:
    """A player's conversation with the coach about a game played elsewhere.

    Args:
        room: the id of the room.
        player: the id of the player.
        rules: rules of the game played elsewhere.
        strategy: the name of the strategy that gives the advice.
        lies: the number of turns that may have wrong feedback, 0 or 1.
        turns: the turns of that game, without players.
        suggested: the guess that was advised last and waits for feedback, None if none does.
        expires_at: when the conversation ends unless the player continues it.
    """

    room: str
    player: str
    rules: Rules
    strategy: str
    lies: int
    turns: tuple[Turn, ...]
    suggested: Code | None
    expires_at: datetime
