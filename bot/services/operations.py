"""The operator's use cases: listing and ending games, removing data, announcements, and void days."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import date, timedelta

from msgspec.structs import replace

from bot.model import operations
from bot.model.errors import NoSuchGame, NothingStored
from bot.model.rooms import OPERATOR, Caller, NewsKey, NewsKind, PendingNews, Room, RoomKey
from bot.persistence.unit_of_work import Access, UnitOfWork, UnitOfWorkFactory
from bot.services.admission import CACHE_SECONDS
from bot.services.context import Service
from bot.services.games.moves import store_move
from bot.services.privacy import KEPT_AFTER_REMOVAL, LeftWorkspaceDeletion, Privacy

OPERATOR_NAME = "operator"

BLOCKING_SECONDS = CACHE_SECONDS + 12.0
"""Seconds after blocking a server until none of its requests can change anything.

By then cached decisions have expired, and requests that were admitted before have ended, which takes up to 12 seconds.
"""

_ROOMS_AT_ONCE = 100


async def _scrub_nothing() -> None:
    """The default of `scrub_deleted`, for storage without files."""


class Operations(Service):
    """The use cases of the operator.

    Args:
        units: starts a unit of work.
        clock: the time.
        sleep: waits for a number of seconds.
        scrub_deleted: removes deleted rows from the files of the database, too.
    """

    def __init__(
        self,
        units: UnitOfWorkFactory,
        clock: operations.Clock,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        scrub_deleted: Callable[[], Awaitable[None]] = _scrub_nothing,
    ) -> None:
        super().__init__(units, clock)
        self._sleep = sleep
        self._scrub_deleted = scrub_deleted

    async def running_games(
        self, platform: str = "", workspace: str = "", most: int = 100
    ) -> Sequence[operations.RunningGameEntry]:
        """At most `most` running games, those that have waited longest for a move first.

        An empty `platform` or `workspace` stands for all.
        """
        async with self._units(Access.LONG_READ) as unit:
            return await unit.operations.running_games(platform, workspace, most)

    async def end_game(self, game: str) -> None:
        """End a game as a moderator would. Its board is brought up to date by the processes that run.

        Raises:
            NoSuchGame: no game has this id.
            GameOver: it has ended.
        """
        async with self._change() as unit:
            found = await unit.games.by_id(game)
            stored = await unit.games.get(found.room, game) if found else None
            if stored is None:
                raise NoSuchGame(game)
            room = await unit.rooms.key_of(stored.room)
            operator = await unit.players.get_or_add(room.player_key(OPERATOR), room.workspace, OPERATOR_NAME)
            await store_move(unit, stored, stored.game.give_up(operator.id, is_moderator=True), self._clock())

    async def delete_users(self, platform: str, user: str) -> None:
        """Delete everybody with a user id as `privacy delete` does. Several Slack workspaces can have the same id.

        Raises:
            NothingStored: nothing is stored about them.
        """
        async with self._units(Access.LONG_READ) as unit:
            people = await unit.operations.player_keys_of(platform, user)
        if not people:
            raise NothingStored
        privacy = Privacy(self._units, self._clock)
        for key in people:
            await privacy.delete(Caller(RoomKey(platform, "", ""), key, "", f"delete:{secrets.token_hex(8)}"))
        await self._scrub_deleted()

    async def delete_server(self, platform: str, workspace: str) -> None:
        """Remove what is stored about a server or workspace. People who have used the bot elsewhere keep their results.

        It is blocked meanwhile, so that no request in progress stores anything again. If the process ends before it is
        done, the server stays blocked.
        """
        long_ago = self._clock() - KEPT_AFTER_REMOVAL - timedelta(days=1)
        left = LeftWorkspaceDeletion(self._units, self._clock)
        async with self._blocked(
            operations.AdmissionListEntryKey(platform, operations.AdmissionSubjectKind.SERVER, workspace)
        ):
            await self._sleep(BLOCKING_SECONDS)
            async with self._change() as unit:
                await unit.bot_workspaces.record_left(platform, workspace, long_ago)
            while await left.run_step():
                pass
        await self._scrub_deleted()

    @asynccontextmanager
    async def _blocked(self, key: operations.AdmissionListEntryKey) -> AsyncIterator[None]:
        """Block a server or person, and restore the decision before at the end. After an error they stay blocked."""
        async with self._change() as unit:
            before = [entry for entry in await unit.admission.entries() if entry.key == key]
            await unit.admission.save(
                operations.AdmissionListEntry(key, operations.AdmissionListKind.BLOCK, self._clock())
            )
        yield
        async with self._change() as unit:
            await unit.admission.remove(key)
            for entry in before:
                await unit.admission.save(entry)

    async def add_void_day(self, day: date) -> bool:
        """Make a day void, because the bot was down for long; returns False if it was void before.

        Missing a void day ends no streak.
        """
        async with self._change() as unit:
            return await unit.streak_days.add_void(day)

    async def remove_void_day(self, day: date) -> bool:
        """Make a void day ordinary again; returns False if it was not void."""
        async with self._change() as unit:
            return await unit.streak_days.remove_void(day)

    async def announce(self, english: str, japanese: str | None, platforms: Sequence[str]) -> int:
        """Announce something in the rooms of some platforms where a game runs.

        A server with a channel for announcements gets the announcement once, in that channel. The running processes
        post the announcement within a day; later it is dropped.

        Args:
            english: the text.
            japanese: the text in Japanese, None if Japanese rooms get the English text.
            platforms: the platforms.

        Returns:
            The number of channels.
        """
        announcement = operations.OperatorAnnouncement(secrets.token_hex(8), english, japanese)
        async with self._change() as unit:
            await unit.operations.add_announcement(announcement, self._clock())
        return sum([await self._announce_on(platform, announcement) for platform in platforms])

    async def _announce_on(self, platform: str, announcement: operations.OperatorAnnouncement) -> int:
        told: set[str] = set()
        after = ""
        while rooms := await self._rooms(platform, after):
            async with self._change() as unit:
                for room in rooms:
                    where = await _place_to_announce(unit, room)
                    key = NewsKey(f"{announcement.id}:{where.id}", NewsKind.OPERATOR)
                    await unit.news.add(key, where.id, None, self._clock())
                    told.add(where.id)
            after = rooms[-1].id
        return len(told)

    async def announcement(self, news: PendingNews) -> operations.OperatorAnnouncement | None:
        """The announcement that pending news is about, None if it has been removed."""
        async with self._units(Access.READ) as unit:
            return await unit.operations.announcement(news.key.subject.partition(":")[0])

    async def _rooms(self, platform: str, after: str) -> Sequence[Room]:
        """The next rooms of a platform, by id, in which a game runs."""
        async with self._units(Access.LONG_READ) as unit:
            return await unit.operations.rooms_with_games(platform, after, _ROOMS_AT_ONCE)


async def _place_to_announce(unit: UnitOfWork, room: Room) -> Room:
    """The channel for announcements of the room's server or, without one, the room."""
    settings = await unit.room_settings.get(replace(room.key, channel=""))
    if settings.announcements is None:
        return room
    return await unit.rooms.get_or_add(replace(room.key, channel=settings.announcements))
