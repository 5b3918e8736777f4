"""The repository of guesses that players were asked to confirm."""

from sqlalchemy import bindparam, delete, select
from typing_extensions import override

from bot.persistence.repositories.base import Repository
from bot.persistence.repositories.codes import pack, unpack
from bot.persistence.tables.games import doubtful_guesses
from bot.services import ports
from core.game.codes import Code

_OF_PLAYER_IN_GAME = (
    doubtful_guesses.c.game_id == bindparam("game"),
    doubtful_guesses.c.player_id == bindparam("player"),
)
_DOUBTFUL_GUESS = select(doubtful_guesses.c.guess).where(*_OF_PLAYER_IN_GAME)
_REMOVE_DOUBTFUL_GUESS = delete(doubtful_guesses).where(*_OF_PLAYER_IN_GAME)


class SqlDoubtfulGuesses(Repository, ports.DoubtfulGuesses):
    """The guesses that players were asked about in a table."""

    @override
    async def get(self, game: str, player: str) -> Code | None:
        row = await self._connection.fetch_one(_DOUBTFUL_GUESS, {"game": game, "player": player})
        return unpack(row.guess) if row else None

    @override
    async def save(self, game: str, player: str, guess: Code) -> None:
        await self._upsert(doubtful_guesses, game_id=game, player_id=player, guess=pack(guess))

    @override
    async def remove(self, game: str, player: str) -> None:
        await self._connection.execute(_REMOVE_DOUBTFUL_GUESS, {"game": game, "player": player})
