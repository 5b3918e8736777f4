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
from core.game.races import Race
from core.solver.mistakes import Repair

AnyGame: TypeAlias = Game | Duel | Challenge
MAX_NAME = 100
SHARED_SLOT, DUEL_SLOT = "", "#"
"""The slot of the game that a room shares, and what the slots of duels between people begin with."""

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
        room: the room where the caller is.
        player: the caller.
        name: the caller's display name; it is cut to `MAX_NAME` characters when stored.
        event: the id of the event that caused the call, so that an event delivered twice counts once.
        is_moderator: whether the platform lets the caller moderate the room.
        is_manager: whether the platform lets the caller manage the server or workspace.
        parent: the id of the channel that the room is a thread of, None if it is not a thread.
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
        """The room whose settings apply: the channel of a thread, otherwise the room itself."""
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
        id: the player's id in the storage.
        key: the player's ids on the platform.
        name: the display name when the player was last seen.
        language: the language that the player has chosen, None to follow the platform's.
        warnings: whether the player is asked before making a guess that repeats a turn.
        mentions: whether the player may be mentioned.
        hidden: whether leaderboards and summaries leave the player out.
        introduced: whether the player was told what hits and blows are.
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
    """A game with its room and times.

    Args:
        id: the game's id.
        room: the id of the room where it is played.
        game: the game itself.
        nonce: the nonce of its commitment; left out of `repr`, like the secret.
        started_at: when the game was begun.
        ended_at: when the game ended, None while it runs.
        revision: the number of moves so far. A higher revision is a later state.
        moved_at: when the last move was made, None before the first. In a challenge or duel it is when the game began
            to wait for the present player, because an offer of a draw must not prolong a turn.
        check_at: when to check next whether the game's time has run out, None once it has ended.
        time_ends_at: when the time limit of a running race ends it, None without one.
        reminded: whether the player whom the others wait for has been reminded.
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
        """The id of the only person who can continue a challenge, duel or hosted game; None if others can too."""
        game = self.game
        if isinstance(game, Challenge | HostedGame) or (isinstance(game, Duel) and game.is_between_people):
            return game.waits_for
        return None

    def is_same_turn_as(self, before: Self) -> bool:
        """Whether the game still waits for the same player to make the same move."""
        if self.waits_for is None or self.waits_for != before.waits_for or type(self.game) is not type(before.game):
            return False
        if isinstance(self.game, HostedGame) and isinstance(before.game, HostedGame):
            return before.game.is_at_same_turn(self.game)
        return True

    @property
    def slot(self) -> str:
        """The slot of the room that the game occupies. At most one running game occupies each slot.

        The slot is `SHARED_SLOT` for the shared game and the player's id for a game that one player plays alone. A duel
        between people has a slot of its own, `DUEL_SLOT` and the id of the game, because any number of them can run.
        """
        if isinstance(self.game, Challenge) or (isinstance(self.game, Duel) and self.game.is_between_people):
            return f"{DUEL_SLOT}{self.id}"
        alone = isinstance(self.game, Duel) or self.game.who is Who.ME
        return self.game.starter if alone else SHARED_SLOT

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
        involved = {*self.game.players, *((self.game.starter,) if isinstance(self.game, HostedGame | Race) else ())}
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
        if after.waits_for is not None and after.is_same_turn_as(self):  # an offered draw gives nobody more time
            return replace(after, moved_at=self.moved_at, reminded=self.reminded)
        return after


@dataclass(frozen=True, slots=True)
class Average:
    """How many guesses a player needs on average under some rules.

    Args:
        guesses: the average over all ranked games.
        games: the number of ranked games.
    """

    guesses: float
    games: int


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as one player may see it, and as everybody may.

    No view of a running game holds its secret: `game` and `public` are what `seen_by` leaves of it.

    Args:
        id: the game's id.
        game: the game as the viewer may see it.
        public: the game as everybody may see it. It differs from `game` only in a race and in a duel.
        viewer: the id of the player to whom the game is shown. The viewer need not take part in it.
        names: the names of the viewer and of everybody who takes part, by player id.
        commitment: the hash that is shown while the game runs.
        nonce: the nonce that opens the commitment, None while the game runs.
        repairs: the corrections that would make contradictory feedback consistent, likeliest first. Only the player who
            gave the feedback gets them: the bot's opponent or the host. Empty if there are none; None if the feedback
            is not contradictory.
        revision: the number of moves, which tells an older view from a newer one.
        has_news: whether people other than the one who ended the game are to be told of its end.
        time_ends_at: when the time limit of a race ends it, None without a limit and before the start.
        turn_limit: how long people may have to wait for one player, None in games where nobody waits.
        winner_average: the winner's average under these rules, this game included. None if the game is not ranked, is
            the winner's first one, or the winner is hidden.
        needs_introduction: whether the viewer has to be told what feedback means, because they will give it for the
            first time.
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
    needs_introduction: bool = False

    def name_of(self, player: str | None) -> str:
        """The name of a player; empty if they have deleted their data, and for None."""
        return self.names.get(player or "", "")


@dataclass(frozen=True, slots=True)
class MessageKey:
    """A message, by the platform's own ids."""

    channel: str
    message: str


class Claim(Enum):
    """The result of claiming to post the message of a game, or to tell news: whether the process may do so."""

    NEW = auto()  # it may
    RENEWED = auto()  # it may, but an earlier post has failed or its outcome is unknown
    TAKEN = auto()  # another process is posting it, or has done so


@dataclass(frozen=True, slots=True)
class OutdatedBoard:
    """A board whose message shows an older revision than the stored one.

    Args:
        game: the id of the game.
        room: the room where it is played.
        message: the message that shows the board, None if it was never posted.
        revision: the stored revision.
        language: the language of the message or, without one, of the workspace; None if neither is known.
        ended_at: when the game ended, None while it runs.
        is_edit_only: whether an existing message is edited, but no new message is posted.
    """

    game: str
    room: RoomKey
    message: MessageKey | None
    revision: int
    language: str | None
    ended_at: datetime | None = None
    is_edit_only: bool = False
