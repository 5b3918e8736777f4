"""What the services refuse, and what can be wrong with the storage.

```
ServiceError
├── NoGameHere          nothing is being played in this room
├── GameRunning         something is, so nothing new can begin
├── NoSuchPlayer        nobody of that name has played here
├── NoConversation      the coach has not been asked, or waits for no such answer
├── GameStillRunning    what was asked for is for ended games only
├── NothingToReview     nobody has guessed in that game
└── StorageError
    ├── StorageUnreachable   it cannot be opened at all
    ├── StorageReadOnly      it can be read only
    ├── StorageNewer         a newer hitblow made it
    ├── StorageBusy          another process holds it
    └── StorageBroken        it is no database, is damaged, or its disk is full
```

As in `core.errors`, an error carries data; sentences are made by the adapters.
"""

from dataclasses import dataclass

from core.errors import CoreError


class ServiceError(CoreError):
    """Base of what the services refuse."""


@dataclass(eq=False)
class NoGameHere(ServiceError):
    """Nothing is being played; `ended` is the room's last game, if there was one."""

    ended: str | None = None


@dataclass(eq=False)
class GameRunning(ServiceError):
    """Game `game` has not ended yet."""

    game: str


@dataclass(eq=False)
class NoSuchPlayer(ServiceError):
    """Nobody called `name` has played in this workspace."""

    name: str


@dataclass(eq=False)
class NoConversation(ServiceError):
    """The caller has no conversation with the coach here or, if it has `begun`, it waits for nothing of this kind."""

    begun: bool = False


@dataclass(eq=False)
class GameStillRunning(ServiceError):
    """Game `game` has not ended, so its turns are not to be talked about yet."""

    game: str


@dataclass(eq=False)
class NothingToReview(ServiceError):
    """Nobody guessed in game `game`."""

    game: str


@dataclass(eq=False)
class StorageError(ServiceError):
    """The database at `where` (never with its password)."""

    where: str


@dataclass(eq=False)
class StorageUnreachable(StorageError):
    """It cannot be opened or connected to."""


class StorageReadOnly(StorageError):
    """It, or the folder it is in, cannot be written."""


class StorageNewer(StorageError):
    """It was migrated by a newer version of this program."""


class StorageBusy(StorageError):
    """Another process kept it locked for too long."""


class StorageBroken(StorageError):
    """It is not a database, is damaged, or cannot grow."""
