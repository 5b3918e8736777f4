"""Notices to players that it is their turn, and the games that wait for them."""

from dataclasses import dataclass

from bot.model.games import GameView, StoredGame
from bot.model.messages import MessageKey
from bot.model.news import PendingNews
from bot.model.rooms import Caller, Player, RoomKey
from bot.persistence.unit_of_work import Access, UnitOfWork, UnitOfWorkFactory
from bot.services.context import game_view, known_player
from core.game.duels import Duel


@dataclass(frozen=True, slots=True)
class TurnNotice:
    """A notice to a player that it is their turn.

    Args:
        player: the player, who is mentioned.
        view: the game as everybody may see it.
    """

    player: Player
    view: GameView


@dataclass(frozen=True, slots=True)
class RunningGame:
    """One of a player's running games.

    Args:
        view: the game as the player may see it.
        room: the room where it is played.
        message: the message that shows it, None if it was never posted.
        is_awaited: whether the game waits for the player.
    """

    view: GameView
    room: RoomKey
    message: MessageKey | None
    is_awaited: bool


class TurnNotices:
    """The use cases of telling players about their turn. Every method raises `StorageError` when the storage fails."""

    def __init__(self, units: UnitOfWorkFactory) -> None:
        self._units = units

    async def notice(self, news: PendingNews) -> TurnNotice | None:
        """The notice for news of a turn; None if it is no longer their turn, or mentions are switched off."""
        async with self._units(Access.READ) as unit:
            stored = await unit.games.by_id(news.game or "")
            if stored is None or stored.waits_for is None:
                return None
            player = (await unit.players.by_id({stored.waits_for})).get(stored.waits_for)
            settings = await unit.room_settings.of(news.room)
            if player is None or not (player.mentions and settings.mentions):
                return None
            return TurnNotice(player, await game_view(unit, stored))

    async def games_of(self, caller: Caller, most: int = 10) -> list[RunningGame]:
        """The caller's running games in all rooms of the workspace, at most `most`.

        Those that wait for the caller come first; otherwise the newest come first.
        """
        async with self._units(Access.READ) as unit:
            player = await known_player(unit, caller)
            if player is None:
                return []
            running = await unit.games.running_with(player.id, most)
            games = [await _running_game(unit, player, stored) for stored in running]
            return sorted(games, key=lambda game: not game.is_awaited)


async def _running_game(unit: UnitOfWork, player: Player, stored: StoredGame) -> RunningGame:
    room = await unit.rooms.by_id(stored.room)
    if room is None:
        raise LookupError(stored.room)
    view = await game_view(unit, stored, player)
    waits_for = stored.game.waits_for if isinstance(stored.game, Duel) else stored.waits_for
    return RunningGame(view, room.key, await unit.messages.get(stored.id), waits_for == player.id)
