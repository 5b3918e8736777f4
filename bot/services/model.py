"""The values that the services and the storage exchange."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Self, TypeAlias

from core.game.boards import Outcome
from core.game.challenges import Challenge
from core.game.commitment import commit, digest, duel_opening
from core.game.duels import Duel
from core.game.games import Game, Who
from core.game.hosting import HostedGame
from core.solver.mistakes import Repair

AnyGame: TypeAlias = Game | Duel | Challenge
MAX_NAME = 100
"""Characters of a player's name that are stored."""


@dataclass(frozen=True, slots=True)
class RoomKey:
    """A channel, thread or direct message within a workspace, by the platform's own ids."""

    platform: str
    workspace: str
    channel: str


@dataclass(frozen=True, slots=True)
class PlayerKey:
    """A user of a workspace, by the platform's own ids. The same person in two workspaces is two players."""

    platform: str
    workspace: str
    user: str


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls a use case, and where.

    Args:
        room: where the caller is.
        player: the caller.
        name: to show for the caller; cut to `MAX_NAME` characters.
        event: the id of the event that brought the call, so that an event delivered twice counts once.
        is_moderator: whether the platform lets the caller moderate the room.
        is_manager: whether the platform lets the caller manage the server or workspace.
        parent: id of the channel that the room is a thread of, None if it is no thread.
    """

    room: RoomKey
    player: PlayerKey
    name: str
    event: str
    is_moderator: bool = False
    is_manager: bool = False
    parent: str | None = None

    @property
    def settings_room(self) -> RoomKey:
        """The room whose settings apply: of a thread, its channel."""
        return self.room if self.parent is None else replace(self.room, channel=self.parent)


@dataclass(frozen=True, slots=True)
class Room:
    """A room in which the bot has been used."""

    id: str
    key: RoomKey


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who has used the bot.

    Args:
        id: within the storage.
        key: on the platform.
        name: when last seen.
        language: that they have chosen, None to follow the platform's.
        warnings: whether they are asked before they make a guess that cannot be the secret.
        mentions: whether they may be mentioned.
        hidden: whether leaderboards and summaries leave them out.
        introduced: whether they were told what hits and blows are.
    """

    id: str
    key: PlayerKey
    name: str
    language: str | None = None
    warnings: bool = True
    mentions: bool = True
    hidden: bool = False
    introduced: bool = False


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with its room and times. The nonce, like the secret, is left out of `repr`.

    `moved_at` is when the last move was made or, in a challenge or duel, since when it waits for the same player: an
    offer of a draw must not prolong a turn.
    `check_at` is when to look next whether its time has run out; None once it has ended. The time limit of a running
    race ends it at `time_ends_at`. `reminded` is whether the player whom the others wait for has been reminded.
    """

    id: str
    room: str
    game: AnyGame
    nonce: str = field(repr=False)
    started_at: datetime
    ended_at: datetime | None = None
    revision: int = 0
    moved_at: datetime | None = None
    check_at: datetime | None = None
    time_ends_at: datetime | None = None
    reminded: bool = False

    @property
    def waits_for(self) -> str | None:
        """The id of the only person who can go on with a challenge, duel or hosted game; None where others can."""
        game = self.game
        if isinstance(game, Challenge | HostedGame) or (isinstance(game, Duel) and game.is_between_people):
            return game.waits_for
        return None

    def is_same_turn_as(self, before: Self) -> bool:
        """Whether the game still waits for the same player to do the same."""
        if self.waits_for is None or self.waits_for != before.waits_for or type(self.game) is not type(before.game):
            return False
        if isinstance(self.game, HostedGame) and isinstance(before.game, HostedGame):
            return before.game.is_at_same_turn(self.game)
        return True

    @property
    def slot(self) -> str:
        """What only one game of a room can occupy while it runs.

        That is "" for the shared game, a player's id for a game of their own, and "#" with its own id for a duel
        between people, of which any number can run.
        """
        if isinstance(self.game, Challenge) or (isinstance(self.game, Duel) and self.game.is_between_people):
            return f"#{self.id}"
        alone = isinstance(self.game, Duel) or self.game.who is Who.ME
        return self.game.starter if alone else ""

    @property
    def commitment(self) -> str:
        """The hash that is shown while the game runs; see `core.game.commitment`."""
        game = self.game
        if isinstance(game, Challenge):
            return digest(self.nonce)
        if isinstance(game, Game):
            return commit(self.id, game.rules, game.secret, self.nonce)
        to_find, own = (board.secret for board in game.boards)
        if not game.is_between_people:
            return commit(self.id, game.rules, to_find, self.nonce)
        return digest(duel_opening(self.id, game.rules, own, to_find, self.nonce))

    @property
    def was_ended_by_moderator(self) -> bool:
        """Whether somebody gave it up who neither started it nor guessed in it."""
        return self.ended_at is not None and not {self.game.starter, *self.game.players} >= {*self.game.quitters}

    @property
    def has_news(self) -> bool:
        """Whether its end is news for people other than the one who ended it."""
        if self.ended_at is None:
            return False
        involved = {*self.game.players, *((self.game.starter,) if isinstance(self.game, HostedGame) else ())}
        is_shared = not isinstance(self.game, Challenge) and len(involved) > 1
        return is_shared or self.was_ended_by_moderator or self.game.outcome is Outcome.OUT_OF_TIME

    def after(self, game: AnyGame, now: datetime) -> Self:
        """The stored game after a move, which may have ended it at `now`. Every move makes a new revision."""
        revision = self.revision + 1
        if game.outcome:
            return replace(
                self, game=game, revision=revision, ended_at=now, moved_at=now, check_at=None, time_ends_at=None
            )
        after = replace(self, game=game, revision=revision, ended_at=None, moved_at=now, reminded=False)
        if after.is_same_turn_as(self):  # an offered draw gives nobody more time
            return replace(after, moved_at=self.moved_at, reminded=self.reminded)
        return after


@dataclass(frozen=True, slots=True)
class Average:
    """How many guesses a player needs on average by some rules.

    Args:
        guesses: the average over all ranked games.
        games: how many.
    """

    guesses: float
    games: int


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as one player may see it, and as everybody may.

    No view of a running game holds its secret: `game` and `public` are what `seen_by` leaves of it.

    Args:
        id: of the game.
        game: as the viewer may see it.
        public: as everybody may see it; differs from `game` only in a race and in a duel.
        viewer: the id of the player it is shown to, who need not take part.
        names: of the viewer and of everybody who takes part, by the player's id.
        commitment: the hash shown while the game runs.
        nonce: that opens the commitment, None while the game runs.
        repairs: where the player's feedback to the opponent, or the feedback of a host who is the viewer, contradicts
            itself: the corrections that would make it consistent, likeliest first. Empty if there are none; None if
            nothing is contradictory.
        revision: counts the moves, so that an older view can be told from a newer one.
        has_news: whether its end is news for others than the one who ended it.
        time_ends_at: when the time limit of a race ends it, None without one and before the start.
        turn_limit: how long people may wait for one player, None in games in which they do not.
        winner_average: of the winner by these rules, this game included; None if this is no ranked game, or their first
            one, or if they do not want to be shown.
        is_first: whether the viewer has begun it, is to give feedback in it, and has to be told what that means.
    """

    id: str
    game: AnyGame
    public: AnyGame
    viewer: str
    names: Mapping[str, str]
    commitment: str
    nonce: str | None
    repairs: Sequence[Repair] | None = None
    revision: int = 0
    has_news: bool = False
    time_ends_at: datetime | None = None
    turn_limit: timedelta | None = None
    winner_average: Average | None = None
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class MessageKey:
    """A message, by the platform's own ids."""

    channel: str
    message: str


class Claim(Enum):
    """Whether a process may post the message of a game, or tell its end."""

    NEW = auto()  # it may
    RENEWED = auto()  # it may, but an earlier post has failed or its outcome is unknown
    TAKEN = auto()  # another process is posting it, or has done so


@dataclass(frozen=True, slots=True)
class OutdatedBoard:
    """A board whose message shows an older revision than the storage holds.

    Args:
        game: the id of the game.
        room: where it is played.
        message: its message, None if it was never posted.
        revision: the stored revision.
        language: of the message or, without one, of the workspace; None if neither is known.
        ended_at: when the game ended, None while it runs.
        is_edit_only: whether its message is edited if it still exists, and no new one is posted.
    """

    game: str
    room: RoomKey
    message: MessageKey | None
    revision: int
    language: str | None
    ended_at: datetime | None = None
    is_edit_only: bool = False
