"""Whose turn it is, for those who are told so."""

from dataclasses import dataclass

from bot.services.context import spectator_view
from bot.services.model import GameView, Player
from bot.services.news_ports import PendingNews
from bot.services.ports import Access, UnitOfWorkFactory


@dataclass(frozen=True, slots=True)
class Call:
    """A player to be told that it is their turn.

    Args:
        player: to be mentioned.
        view: the game as everybody may see it.
    """

    player: Player
    view: GameView


class Turns:
    """The use cases of telling players that it is their turn. Every method raises `StorageError` when that fails."""

    def __init__(self, units: UnitOfWorkFactory) -> None:
        self._units = units

    async def call(self, news: PendingNews) -> Call | None:
        """Whom to tell by news of a turn; None if nobody waits for them any more, or mentions are switched off."""
        async with self._units(Access.READ) as unit:
            stored = await unit.games.by_id(news.game or "")
            if stored is None or stored.waits_for is None:
                return None
            player = (await unit.players.by_id({stored.waits_for})).get(stored.waits_for)
            settings = await unit.room_settings.of(news.room)
            if player is None or not (player.mentions and settings.mentions):
                return None
            return Call(player, await spectator_view(unit, stored))
