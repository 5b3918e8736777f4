"""The expected errors of the services and of the storage.

As in `core.errors`, an error carries data; `bot.presenters.refusals` turns it into a sentence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from core.errors import CoreError

if TYPE_CHECKING:
    from bot.model.room_settings import Activity, Permission
    from core.game.advice import HintEffect
    from core.game.rules import Rules


class ServiceError(CoreError):
    """Base class of the expected errors of services and storage."""


class NoGameHere(ServiceError):
    """No game runs here; `ended` is the id of the room's last game, None if there was none."""

    ended: str | None = None


class GameRunning(ServiceError):
    """The game with the id `game` has not ended.

    Args:
        game: its id.
        is_own: whether it is the caller's own rather than shared.
        is_stuck: whether nobody has moved for so long that anybody may vote to end it.
        rules: its rules.
        tries_left: the guesses that are left to all together, None for no limit.
    """

    game: str
    is_own: bool = False
    is_stuck: bool = False
    rules: Rules | None = None
    tries_left: int | None = None


class NoSuchGame(ServiceError):
    """No game of this room has the id `read`."""

    read: str


class NoSuchPlayer(ServiceError):
    """No player of this workspace has `read` as user id or name."""

    read: str


class AmbiguousPlayer(ServiceError):
    """Several players of this workspace are called `read`; `choices` are their names and user ids."""

    read: str
    choices: tuple[tuple[str, str], ...]


class HiddenPlayer(ServiceError):
    """The player with this name is hidden, and is not the caller."""

    name: str


class TurnTaken(ServiceError):
    """The guess is for a turn that was made meanwhile."""


class SeveralDuels(ServiceError):
    """The caller plays in the duels with the ids `games`, so one has to be named."""

    games: tuple[str, ...]


class SeveralGames(ServiceError):
    """The games with the ids `games` are the caller's, so the one to give up has to be named."""

    games: tuple[str, ...]


class NotARace(ServiceError):
    """The game is not a race, so nobody can give a signal for it."""


class CannotBeChallenged(ServiceError):
    """The caller has challenged themselves or another bot."""


class AlreadyChallenged(ServiceError):
    """The two players already have a running duel here or an open challenge anywhere, with the id `game`."""

    game: str


class GameAndHintEffect(Struct, frozen=True):
    """The id of a running game, and what a hint does to the caller's result there."""

    game: str
    effect: HintEffect


class HintNeedsConfirmation(ServiceError):
    """The advice would count as a hint in running games of the caller, who has not confirmed that."""

    hints: tuple[GameAndHintEffect, ...]


class FeedbackOfRunningGame(ServiceError):
    """The feedback that the caller gives the bot is that of their running game with the id `game`."""

    game: str


class TooManyChallenges(ServiceError):
    """The caller's challenges with the ids `games` are open, and nobody may have more."""

    games: tuple[str, ...]


class ChallengesUnwanted(ServiceError):
    """The caller has challenged the player `name`, who wants no challenges."""

    name: str


class AlreadyAccepted(ServiceError):
    """The player `name` has accepted the challenge to anyone before the caller."""

    name: str


class NoCoachConversation(ServiceError):
    """The caller has no conversation with the coach in this room, or one that the command does not fit."""


class InvalidForConversationRules(ServiceError):
    """What was typed is wrong by the rules of the caller's conversation with the coach, which they did not name.

    Args:
        error: what is wrong.
        rules: the rules of the conversation.
    """

    error: CoreError
    rules: Rules


class NoSuchCorrection(ServiceError):
    """No correction has the chosen number; there are `corrections`, numbered from 1."""

    corrections: int


class GameStillRunning(ServiceError):
    """The game with the id `game` cannot be reviewed before it has ended."""

    game: str


class NothingToReview(ServiceError):
    """The game ended without a guess, or the caller has finished none."""


class ReviewNotShareable(ServiceError):
    """A review cannot be shared here: its game was played elsewhere, or it is a daily whose day has not ended."""


class NothingStored(ServiceError):
    """Nothing is stored about the caller."""


class NotAManager(ServiceError):
    """Only those who manage the server or workspace may change its settings."""


class NotPermitted(ServiceError):
    """The settings permit `activity` here only to `permission`, which excludes the caller."""

    activity: Activity
    permission: Permission


class CannotStartInChannel(ServiceError):
    """Games may start only in the channels with the ids `channels`."""

    channels: tuple[str, ...]


class SolverUnavailable(ServiceError):
    """The solver does not answer now. What the caller entered is stored."""


class SolverBusy(SolverUnavailable):
    """Too many questions wait for the solver."""


class SolverTooSlow(SolverUnavailable):
    """The solver has not answered in time, or its process has ended twice."""


class StorageError(ServiceError):
    """The database cannot be used. `where` is its file, or its address without the password.

    The text of the error, which is meant for the log, includes the cause.
    """

    where: str

    @property
    def cause(self) -> str | None:
        """The driver's message, None if this program found the fault itself. It contains no stored values."""
        error = self.__cause__
        if error is None:
            return None
        error = getattr(error, "orig", None) or error
        text = next(iter(str(error).splitlines()), "")
        return f"{type(error).__name__}: {text}" if text else type(error).__name__

    def __str__(self) -> str:
        """For log lines."""
        return f"{super().__str__()}, {self.cause}" if self.cause else super().__str__()


class StorageUnreachable(StorageError):
    """The database cannot be opened or connected to."""


class StorageFolderMissing(StorageError):
    """The folder of the file does not exist: the address may be mistyped, or a disk not mounted."""


class StorageReadOnly(StorageError):
    """This user may not write to the database or to the folder of its file."""


class StorageCopyUnfinished(StorageError):
    """The database is an unfinished copy."""


class StorageReplaced(StorageError):
    """The file was deleted or replaced while it was open, so changes would be lost."""


class StorageTooNew(StorageError):
    """A newer version of this program has migrated the database."""


class StorageTooOldToMigrate(StorageError):
    """The database is too old to be migrated by this version.

    Args:
        commit: the commit of this program that migrates it.
    """

    commit: str = ""


class StorageBusy(StorageError):
    """Another process kept the database locked for too long."""


class StorageFull(StorageError):
    """The disk is full, or this user's quota is."""


class StorageDamaged(StorageError):
    """The file is damaged or is not a database."""


class StorageDiskFault(StorageError):
    """The disk cannot be read or written."""


class StorageForeign(StorageError):
    """The database belongs to another program, or has no tables yet although they are needed."""


class StorageAddressInvalid(StorageError):
    """`where` is not an address of a database."""


class StorageDriverMissing(StorageError):
    """The library for this kind of database is not installed."""


class CopyError(ServiceError):
    """The copy cannot be made. `where` is the file or the address, without its password, at fault."""

    where: str


class CopySourceOutdated(CopyError):
    """The source at `where` has to be upgraded first."""


class CopyNotEmpty(CopyError):
    """The target has rows, or is a file that already exists."""


class CopyDiffers(CopyError):
    """The rows of some tables differ.

    `tables` has, for each of them, its name and its numbers of rows in the source and in the target.
    """

    tables: tuple[tuple[str, int, int], ...]
