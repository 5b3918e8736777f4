"""What the services need from outside, and what each of these promises."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from types import TracebackType
from typing import Protocol, Self, TypeAlias

from bot.services.model import Conversation, MessageKey, Player, PlayerKey, Result, Room, RoomKey, StoredGame
from core.game.codes import Code
from core.game.rules import Rules


class Rooms(Protocol):
    """The rooms that have been used."""

    async def ensure(self, key: RoomKey) -> Room:
        """The room with this key, made if it is new."""
        ...


class Workspaces(Protocol):
    """Discord servers, Slack teams."""

    async def language(self, platform: str, workspace: str, first: str) -> str:
        """The language spoken in public there; `first`, from now on, if none is known yet."""
        ...


class Players(Protocol):
    """Everybody who has played."""

    async def ensure(self, key: PlayerKey, name: str) -> Player:
        """The player with this key, made if new; their name is kept up to date."""
        ...

    async def choose_language(self, player: str, language: str | None) -> None:
        """Keep the language a player has chosen, None for the platform's."""
        ...

    async def find(self, platform: str, workspace: str, name: str) -> Player | None:
        """Whoever in this workspace has this user id or, failing that, was last seen under this name."""
        ...

    async def by_id(self, ids: Iterable[str]) -> Mapping[str, Player]:
        """These players, by id; ids nobody has are left out."""
        ...


class Games(Protocol):
    """Every game, running or ended."""

    async def add(self, game: StoredGame) -> bool:
        """Keep a new game; False, and nothing kept, if its slot in the room is taken by one that runs."""
        ...

    async def save(self, game: StoredGame) -> None:
        """Keep what has happened in a game since it was read in this unit of work."""
        ...

    async def running(self, room: str, slot: str) -> StoredGame | None:
        """The game running in this slot, held against other units of work until this one ends."""
        ...

    async def playing(self, room: str, player: str) -> StoredGame | None:
        """The running game that the player guesses in: their own or else the shared one, held like a running one."""
        ...

    async def get(self, room: str, game: str) -> StoredGame | None:
        """The game of this id if it is this room's, held like a running one."""
        ...

    async def latest(self, room: str, player: str) -> StoredGame | None:
        """The room's last game begun that this player may look at: theirs alone, or a shared one."""
        ...

    async def ended(self, room: str, player: str, most: int) -> Sequence[StoredGame]:
        """The room's games that have ended and that this player may look at, newest first."""
        ...

    async def of(self, player: str, most: int) -> Sequence[StoredGame]:
        """The player's running games in whichever room, newest first: those they have begun or guessed in."""
        ...


class Messages(Protocol):
    """The message that shows each game."""

    async def get(self, game: str) -> MessageKey | None:
        """The message of a game."""
        ...

    async def save(self, game: str, message: MessageKey) -> None:
        """Store the message of a game; it replaces the previous one."""
        ...

    async def game_at(self, message: MessageKey) -> str | None:
        """The id of the game that a message shows."""
        ...


class PublishedCommands(Protocol):
    """The commands that each application has published."""

    async def get(self, application: str) -> str | None:
        """The digest of the commands published last."""
        ...

    async def save(self, application: str, digest: str) -> None:
        """Store a digest; it replaces the previous one."""
        ...


class Results(Protocol):
    """How games ended, one row for each player."""

    async def add(self, results: Iterable[Result]) -> None:
        """Keep the results of a game that has just ended."""
        ...

    async def of(self, player: str) -> Sequence[Result]:
        """Everything a player has ended, oldest first."""
        ...

    async def within(
        self, platform: str, workspace: str | None, room: str | None, rules: str, since: datetime | None
    ) -> Sequence[Result]:
        """Ranked results of a platform under `rules`, oldest first; of one workspace, of one room, since a time."""
        ...


class Conversations(Protocol):
    """What people have told the coach; one conversation for each player in each room."""

    async def get(self, room: str, player: str) -> Conversation | None:
        """The player's conversation in the room, held like a running game."""
        ...

    async def save(self, conversation: Conversation) -> None:
        """Keep it in the place of the one before."""
        ...


class Events(Protocol):
    """Which events have been dealt with."""

    async def claim(self, event: str, now: datetime) -> bool:
        """Whether this event is new; it is not, from here on, for anybody else, if the unit of work is committed."""
        ...


class UnitOfWork(Protocol):
    """A set of changes kept together or not at all.

    Entered, it offers the repositories; left without `commit`, or by an error, it has changed nothing. Two units of
    work that touch the same game follow one another.

    Raises:
        StorageError: from any method, when the storage fails.
    """

    @property
    def rooms(self) -> Rooms:
        """The rooms."""
        ...

    @property
    def workspaces(self) -> Workspaces:
        """The workspaces."""
        ...

    @property
    def players(self) -> Players:
        """The players."""
        ...

    @property
    def games(self) -> Games:
        """The games."""
        ...

    @property
    def results(self) -> Results:
        """The results."""
        ...

    @property
    def messages(self) -> Messages:
        """The messages of games."""
        ...

    @property
    def published_commands(self) -> PublishedCommands:
        """The published commands."""
        ...

    @property
    def conversations(self) -> Conversations:
        """The conversations."""
        ...

    @property
    def events(self) -> Events:
        """The events."""
        ...

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    async def commit(self) -> None:
        """Keep the changes; when this returns they survive the end of the process."""
        ...


UnitOfWorkFactory: TypeAlias = Callable[[], UnitOfWork]

Clock: TypeAlias = Callable[[], datetime]
"""The time now, in UTC."""


class RandomSource(Protocol):
    """Everything drawn at random."""

    def code(self, rules: Rules) -> Code:
        """A secret, every code equally likely and none predictable."""
        ...

    def nonce(self) -> str:
        """256 bits in hexadecimal."""
        ...

    def coin(self) -> bool:
        """Heads or tails."""
        ...

    def seed(self) -> int:
        """A seed for something that need not be secret."""
        ...

    def name(self) -> str:
        """A short id for people to read and type, unlikely to have been drawn before."""
        ...
