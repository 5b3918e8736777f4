"""The interfaces of the storage and the clock that the services use.

The interface of a repository is named after what it stores. It begins with `Stored` if a service has the plain name.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import Enum, auto
from types import TracebackType
from typing import Protocol, Self

from bot.model.admission import StoredAdmission
from bot.model.conversations import Conversations
from bot.model.daily_games import DailyChains, DailyGames, StreakDays
from bot.model.due_games import DueGames
from bot.model.games import StoredGame
from bot.model.marks import StoredMarks
from bot.model.news import StoredNews
from bot.model.operations import StoredOperations
from bot.model.personal_data import PersonalData, StoredDepartures
from bot.model.processes import StoredLeases, StoredLimits, StoredProfileVersions, StoredPublishedCommands
from bot.model.room_settings import StoredRoomSettings
from bot.model.rooms import Caller, Player, PlayerKey, Room, RoomKey
from bot.model.summary_plans import SummaryPlans
from bot.services.messages.message_ports import StoredMessages
from bot.services.records.ports import Leaderboards, Ratings, Results


class Rooms(Protocol):
    """The rooms in which the bot has been used."""

    async def find(self, key: RoomKey) -> Room | None:
        """The room with this key, None if the bot was never used in it."""
        ...

    async def by_id(self, room: str) -> Room | None:
        """The room with this id, None if there is none."""
        ...

    async def ensure(self, key: RoomKey, parent: str | None = None) -> Room:
        """The room with this key, added if it is new; `parent` is the id of the channel that it is a thread of."""
        ...

    async def enter(self, caller: Caller) -> tuple[Room, Player]:
        """A caller's room and the caller as a player, as `ensure` of rooms and of players return them."""
        ...

    async def lock(self, room: str) -> None:
        """Lock a room until this unit of work ends, after waiting for others that have locked it."""
        ...


class Workspaces(Protocol):
    """Discord servers and Slack teams."""

    async def language(self, platform: str, workspace: str, first: str) -> str:
        """The language of public messages in a workspace. If none is stored yet, `first` is stored."""
        ...


class Players(Protocol):
    """Everybody who has used the bot."""

    async def ensure(self, key: PlayerKey, name: str) -> Player:
        """The player with this key, added if new; their name is updated."""
        ...

    async def choose_language(self, player: str, language: str | None) -> None:
        """Store the language that a player has chosen, None to follow the platform's."""
        ...

    async def choose_warnings(self, player: str, *, warnings: bool) -> None:
        """Store whether a player is asked before guesses that repeat a turn."""
        ...

    async def choose_mentions(self, player: str, *, mentions: bool) -> None:
        """Store whether a player may be mentioned."""
        ...

    async def choose_hidden(self, player: str, *, hidden: bool) -> None:
        """Store whether leaderboards and summaries leave a player out."""
        ...

    async def introduce(self, player: str) -> None:
        """Store that a player was told what hits and blows are."""
        ...

    async def find(self, platform: str, workspace: str, name: str) -> Player | None:
        """The player of a workspace with this user id or, if there is none, with this name."""
        ...

    async def names(self, platform: str, workspace: str, most: int) -> Sequence[str]:
        """The first `most` names of a workspace's players who are not hidden, in their order."""
        ...

    async def by_id(self, ids: Iterable[str]) -> Mapping[str, Player]:
        """The players with these ids, by id; unknown ids are left out."""
        ...


class Games(Protocol):
    """All games, running and ended.

    A game that is read by `in_slot`, `for_player` or `get` is locked: other units of work that read it in this way
    wait until this one ends.
    """

    async def add(self, game: StoredGame) -> bool:
        """Store a new game.

        Returns:
            Whether it was stored. It is not if its id or its slot in the room is taken.
        """
        ...

    async def save(self, game: StoredGame) -> None:
        """Store a game that was read or added in this unit of work and has changed since."""
        ...

    async def remove(self, game: StoredGame) -> None:
        """Remove a running game and everything that is stored about it, except news."""
        ...

    async def in_slot(self, room: str, slot: str) -> StoredGame | None:
        """The running game in a slot of a room, None if the slot is free."""
        ...

    async def for_player(self, room: str, player: str) -> StoredGame | None:
        """The running game of a room in which a player guesses: their own, else the shared one, else None."""
        ...

    async def duels_of(self, room: str, player: str) -> Sequence[StoredGame]:
        """The running duels between people, and open challenges, of a player in a room, oldest first."""
        ...

    async def get(self, room: str, game: str) -> StoredGame | None:
        """The game of a room with this id, None if there is none."""
        ...

    async def by_id(self, game: str) -> StoredGame | None:
        """The game with this id in any room, None if there is none. It is not locked, so do not change it."""
        ...

    async def latest(self, room: str, player: str) -> StoredGame | None:
        """The game of a room that was begun last, among the shared ones, the player's own and their duels."""
        ...

    async def ended(self, room: str, player: str, most: int) -> Sequence[StoredGame]:
        """The ended games of a room, shared or the player's own, newest first, at most `most`."""
        ...

    async def running_with(self, player: str, most: int) -> Sequence[StoredGame]:
        """The running games that a player began or guessed in, in every room, newest first, at most `most`."""
        ...


class Events(Protocol):
    """The events that have been handled."""

    async def claim(self, event: str, now: datetime) -> bool:
        """Mark an event as handled when the unit of work is committed; returns whether it is new."""
        ...

    async def prune(self, before: datetime, most: int) -> int:
        """Remove at most `most` events that were handled before a time, the oldest first; returns their number."""
        ...


class Access(Enum):
    """What a unit of work does with the storage."""

    CHANGE = auto()
    """It changes a few rows."""

    READ = auto()
    """It reads a few rows by their keys. It never waits for other units of work."""

    LONG_READ = auto()
    """It may read many rows. Other units of work do not wait for it."""

    LONG_CHANGE = auto()
    """It may change many rows. Other changes may have to wait for it, but the event loop does not."""

    LEASE = auto()
    """It changes leases, and does not wait for a connection that other units of work use."""


class UnitOfWork(Protocol):
    """A set of changes that are stored together or not at all.

    The repositories are available once it is entered. If it is left without `commit`, or by an error, it has changed
    nothing. Two units of work that change the same game run one after the other. One that only reads sees the storage
    as it was when it was entered.

    While it is entered, nothing but the storage may be awaited, because other units of work may have to wait for it.

    Raises:
        StorageError: from any method, when the storage fails.
    """

    rooms: Rooms
    workspaces: Workspaces
    room_settings: StoredRoomSettings
    players: Players
    personal_data: PersonalData
    departures: StoredDepartures
    games: Games
    due_games: DueGames
    results: Results
    ratings: Ratings
    marks: StoredMarks
    leaderboards: Leaderboards
    messages: StoredMessages
    news: StoredNews
    published_commands: StoredPublishedCommands
    conversations: Conversations
    daily_chains: DailyChains
    daily_games: DailyGames
    streak_days: StreakDays
    summary_plans: SummaryPlans
    events: Events
    admission: StoredAdmission
    operations: StoredOperations
    leases: StoredLeases
    shared_limits: StoredLimits
    profile_versions: StoredProfileVersions

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    async def commit(self) -> None:
        """Store the changes. Once this returns, they survive the end of the process."""
        ...


class UnitOfWorkFactory(Protocol):
    """Makes units of work."""

    def __call__(self, access: Access = Access.CHANGE, room: RoomKey | None = None) -> UnitOfWork:
        """A new unit of work, not entered yet.

        Args:
            access: what it does with the storage.
            room: the room in which it makes a move, if it does. Units of work of one room are entered a few at a time
                or one after the other, in their order; so none may be entered within another.
        """
        ...
