"""The last games of a player in a room, to choose one to review."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.model.games import StoredGame
from bot.persistence.unit_of_work import UnitOfWork
from core.game.rules import Rules

MOST_LAST_GAMES = 9
"""The number of games that are listed. Each has a number of one digit."""


@dataclass(frozen=True, slots=True)
class LastGame:
    """An ended game in which a player guessed.

    Args:
        game: the id of the game.
        rules: rules of the game.
        guesses: the number of guesses on the player's board.
        ended_at: when the game ended.
    """

    game: str
    rules: Rules
    guesses: int
    ended_at: datetime


async def last_games(unit: UnitOfWork, room: str, player: str) -> Sequence[LastGame]:
    """The last games of a room in which a player guessed, newest first, at most `MOST_LAST_GAMES`."""
    games = await unit.games.ended(room, player, 2 * MOST_LAST_GAMES)
    return [_last_game(stored, player) for stored in games if player in stored.game.players][:MOST_LAST_GAMES]


def _last_game(stored: StoredGame, player: str) -> LastGame:
    ended_at = stored.ended_at or stored.started_at
    return LastGame(stored.id, stored.game.rules, len(stored.game.board(player).turns), ended_at)
