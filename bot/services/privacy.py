"""The use cases of personal data: export, hiding and deleting."""

from contextlib import suppress
from datetime import datetime, timedelta

from msgspec import Struct
from typing_extensions import override

from bot.model.errors import NothingStored
from bot.model.games import StoredGame
from bot.model.rooms import Caller, Exported, NewsKey, NewsKind, Player, PlayerDeletion, RoomKey
from bot.persistence.unit_of_work import Access, UnitOfWork
from bot.services.background import ScheduledStorageWork
from bot.services.context import Service
from bot.services.games.moves import store_move
from bot.services.processes import record_language_change
from bot.services.summaries import start_of_next_minute
from core.game.errors import GameError

KEPT_AFTER_REMOVAL = timedelta(days=30)
"""How long the data of a workspace is kept after it removed the bot."""

MOST_RUNNING = 1_000
"""The largest number of running games that are ended when a player is deleted."""

_GAMES_AT_ONCE = 100
"""Games that are changed in one unit of work, so that nobody waits for long."""

_ROWS_AT_ONCE = 100
"""Rows of each table that are removed in one unit of work, so that nobody waits for long."""

_PEOPLE_AT_ONCE = 10
"""People who are deleted in one step of removing a workspace."""

DELETION_TIMEOUT = timedelta(minutes=5)
"""How long after a deletion was started other processes may finish it."""


class Export(Struct, frozen=True):
    """Everything that is stored about a player.

    Args:
        name: the player's name.
        exported_at: when the data was exported.
        tables: the rows about the player.
    """

    name: str
    exported_at: datetime
    tables: Exported

    @property
    def games(self) -> int:
        """The number of ended games with a result of the player."""
        return len(self.tables.get("results", ()))

    @property
    def rows(self) -> int:
        """The number of rows."""
        return sum(map(len, self.tables.values()))


class Privacy(Service):
    """The use cases of a player's own data. Unlike other use cases, they never add the caller as a new player.

    Every method raises `NothingStored` if nothing is stored about the caller.
    """

    async def export(self, caller: Caller) -> Export:
        """Everything about the caller, without secrets of running games and names of others."""
        async with self._units(Access.LONG_READ) as unit:
            player = await _known(unit, caller)
            return Export(player.name, self._clock(), await unit.personal_data.export(player.id))

    async def is_hidden(self, caller: Caller) -> bool:
        """Whether leaderboards and summaries leave the caller out."""
        async with self._units(Access.READ) as unit:
            return (await _known(unit, caller)).hidden

    async def set_hidden(self, caller: Caller, *, hidden: bool) -> None:
        """Store whether leaderboards and summaries leave the caller out."""
        async with self._change() as unit:
            player = await _known(unit, caller)
            await unit.leaderboards.set_hidden(player.id, hidden=hidden)
            await _let_cards_change(unit, player, self._clock())

    async def delete(self, caller: Caller) -> None:
        """Delete the caller, and the games that they alone have played, with what is kept of their direct messages.

        Running games that need the caller are ended. In games with others, an anonymous player replaces the caller.

        An event that was delivered before changes nothing. The first unit of work ends the games, hides the player and
        stores the deletion. Each of the others changes some games, so that nobody waits for long, and the last one
        deletes everything else. If the process ends before it is done, `DeletionFinisher` continues.
        """
        async with self._change() as unit:
            player = await _known(unit, caller)
            if not await unit.events.claim(caller.event, self._clock()):
                return
            await self._end_games(unit, player)
            await _let_cards_change(unit, player, self._clock())
            deletion = await unit.personal_data.start_deletion(player.id, self._clock())
        await DeletionFinisher(self._units, self._clock).finish(deletion)

    async def _end_games(self, unit: UnitOfWork, player: Player) -> None:
        """End the running games that cannot go on without the player."""
        for stored in await unit.games.running_with(player.id, MOST_RUNNING):
            locked = await unit.games.get(stored.room, stored.id)
            if locked is not None and locked.game.cannot_go_on_without(player.id):
                await _end(unit, locked, player.id, self._clock())


async def _let_cards_change(unit: UnitOfWork, player: Player, now: datetime) -> None:
    """Let the cards of dailies show or leave out a player."""
    await unit.summary_plans.schedule_card_checks(player.id, now.date() - timedelta(days=1), start_of_next_minute(now))


class DeletionFinisher(ScheduledStorageWork):
    """Finishes deletions whose process ended before they were done."""

    name = "deleting players"
    pause = 60.0

    @override
    async def run_step(self) -> bool:
        async with self._units(Access.READ) as unit:
            found = await unit.personal_data.unfinished_deletions(self._clock() - DELETION_TIMEOUT, 1)
        for deletion in found:
            await self.finish(deletion)
        return bool(found)

    async def finish(self, deletion: PlayerDeletion) -> None:
        """Carry out a deletion or the rest of it. Several processes may do this at the same time."""
        while True:
            async with self._units(Access.LONG_READ) as unit:
                games = list(await unit.personal_data.games_of(deletion.player))
            if not games:
                break
            for start in range(0, len(games), _GAMES_AT_ONCE):
                async with self._change(Access.LONG_CHANGE) as unit:
                    some = games[start : start + _GAMES_AT_ONCE]
                    await unit.personal_data.replace_in_games(deletion.player, deletion.successor, some, self._clock())
        is_done = False
        while not is_done:
            async with self._change(Access.LONG_CHANGE) as unit:
                is_done = await unit.personal_data.delete_some_rows(deletion.player, _ROWS_AT_ONCE) == 0
        async with self._change(Access.LONG_CHANGE) as unit:
            await unit.personal_data.delete_player(deletion.player, deletion.successor)
            await record_language_change(unit, self._clock())


class FormerGameDeleter(ScheduledStorageWork):
    """Removes the games of deleted players alone, once no message shows their names any more."""

    name = "removing games of former players"
    pause = 60.0

    @override
    async def run_step(self) -> bool:
        async with self._change(Access.LONG_CHANGE) as unit:
            looked_at = await unit.personal_data.delete_edited_games_of_former_players(self._clock(), _GAMES_AT_ONCE)
        return looked_at > 0


class LeftWorkspaceDeletion(ScheduledStorageWork):
    """Removes what is stored about workspaces that removed the bot more than `KEPT_AFTER_REMOVAL` ago.

    People who have used the bot elsewhere keep their games and results.
    """

    name = "deleting workspaces without the bot"
    pause = 3600.0

    @override
    async def run_step(self) -> bool:
        async with self._change(Access.LONG_CHANGE) as unit:
            step = await unit.bot_workspaces.delete_left(self._clock() - KEPT_AFTER_REMOVAL, _ROWS_AT_ONCE)
            leaving = step.players[:_PEOPLE_AT_ONCE]  # the others are in the next step
            deletions = [await unit.personal_data.start_deletion(player, self._clock()) for player in leaving]
            if step.rows:
                await record_language_change(unit, self._clock())
        for deletion in deletions:
            await DeletionFinisher(self._units, self._clock).finish(deletion)
        return step.rows > 0


class BotWorkspaceRecorder(Service):
    """The use cases of recording which workspaces have the bot."""

    async def record_present(self, platform: str, workspaces: set[str]) -> None:
        """Record which workspaces of a platform have the bot now.

        The data of workspaces that had it before is removed after `KEPT_AFTER_REMOVAL`, unless they add the bot again.
        """
        async with self._change() as unit:
            await unit.bot_workspaces.record_present(platform, workspaces, self._clock())

    async def record_left(self, platform: str, workspace: str) -> None:
        """Record that a workspace has removed the bot."""
        async with self._change() as unit:
            await unit.bot_workspaces.record_left(platform, workspace, self._clock())

    async def record_joined(self, room: RoomKey, language: str) -> None:
        """Record that a workspace has added the bot. If nothing is stored about it yet, let it be greeted in a room.

        Args:
            room: one of the workspace.
            language: of the greeting and other public messages.
        """
        async with self._change() as unit:
            if await unit.bot_workspaces.add_if_new(room.platform, room.workspace):
                await unit.workspace_languages.get_or_set_language(room.platform, room.workspace, language)
                place = await unit.rooms.get_or_add(room)
                await unit.news.add(NewsKey(room.workspace, NewsKind.WELCOME), place.id, None, self._clock())


async def _known(unit: UnitOfWork, caller: Caller) -> Player:
    player = await unit.players.find_by_key(caller.player, caller.room.workspace)
    if player is None:
        raise NothingStored
    return player


async def _end(unit: UnitOfWork, stored: StoredGame, player: str, now: datetime) -> None:
    """Give up a game, or a player's part of it, for the player."""
    with suppress(GameError):  # the player may have no part in it that could be given up
        await store_move(unit, stored, stored.game.give_up(player), now)
