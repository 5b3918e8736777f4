"""The values that services and storage exchange."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Self, TypeAlias

from core.game.codes import Code
from core.game.commitment import commit
from core.game.feedback import Turn
from core.game.games import Game, Outcome, Who
from core.game.rules import Rules
from core.game.versus import Level, Verdict, Versus
from core.solver.mistakes import Repair

AnyGame: TypeAlias = Game | Versus

MAX_NAME = 100


@dataclass(frozen=True, slots=True)
class RoomKey:
    """Where something happens, in the platform's own ids: a channel, thread or direct message within a workspace."""

    platform: str
    workspace: str
    channel: str


@dataclass(frozen=True, slots=True)
class PlayerKey:
    """Somebody, in the platform's own ids. The same person in two workspaces is two players."""

    platform: str
    workspace: str
    user: str


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks for something, where, and in which event, so that an event delivered twice counts once.

    `name` is what to call them, at most `MAX_NAME` characters of it.
    """

    room: RoomKey
    player: PlayerKey
    name: str
    event: str


@dataclass(frozen=True, slots=True)
class Room:
    """A room that has been used."""

    id: str
    key: RoomKey


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who has played; `name` is what they were called when last seen, `language` what they have chosen."""

    id: str
    key: PlayerKey
    name: str
    language: str | None = None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with its place and time. The nonce, like the secret, is left out of `repr`."""

    id: str
    room: str
    game: AnyGame
    nonce: str = field(repr=False)
    started_at: datetime
    ended_at: datetime | None = None

    @property
    def slot(self) -> str:
        """What may run only once at a time in a room: the shared game, or one player's own."""
        alone = isinstance(self.game, Versus) or self.game.who is Who.ME
        return self.game.starter if alone else ""

    @property
    def commitment(self) -> str:
        """The hash shown at the start."""
        return commit(self.id, self.game.rules, self.game.secret, self.nonce)

    def after(self, game: AnyGame, now: datetime) -> Self:
        """This game after a transition, ended now if that ended it."""
        return replace(self, game=game, ended_at=now if game.outcome else None)

    def results(self) -> tuple["Result", ...]:
        """What each player's record keeps of an ended game.

        A board guessed by one person is a solo result; one guessed by several is everybody's, but says nothing about
        how good any of them is. Whoever never guessed has no result.
        """
        if self.ended_at is None or self.game.outcome is None:
            return ()
        versus = self.game if isinstance(self.game, Versus) else None
        boards = self.game.boards[:1] if versus else self.game.boards
        return tuple(
            Result(
                game=self.id,
                room=self.room,
                player=player,
                rules=str(self.game.rules),
                outcome=self.game.outcome if versus else board.outcome or Outcome.OUT_OF_TRIES,  # beaten in a race
                guesses=len(board.turns),
                tries=board.tries,
                solo=len({turn.by for turn in board.turns}) == 1,
                ended_at=self.ended_at,
                assisted=board.assisted,
                level=versus.level if versus else None,
            )
            for board in boards
            for player in dict.fromkeys(turn.by for turn in board.turns)
        )


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended for one player.

    Args:
        game: its id.
        room: where.
        player: whose result.
        rules: their notation.
        outcome: of the player's board or, against the opponent, of the game.
        guesses: on the board, the winning one included.
        tries: that were allowed, 0 for no limit.
        solo: whether the player alone guessed on the board.
        assisted: whether there were hints.
        level: of the opponent, None without one.
        ended_at: when.
    """

    game: str
    room: str
    player: str
    rules: str
    outcome: Outcome | Verdict
    guesses: int
    tries: int
    solo: bool
    ended_at: datetime
    assisted: bool = False
    level: Level | None = None

    @property
    def ranked(self) -> bool:
        """Whether it says how well the player guesses: alone, without hints, against nobody."""
        return self.solo and not self.assisted and self.level is None


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as one player may see it, and as everybody may.

    No view of a running game holds its secret: `game` and `public` are what `seen_by` leaves of it.

    Args:
        id: of the game.
        game: as the viewer may see it.
        public: as everybody may see it; differs from `game` only in a race and in a game against the opponent.
        viewer: the player it is shown to, who need not take part.
        names: of the viewer and everybody who takes part, by player.
        commitment: the hash shown at the start.
        nonce: that opens the commitment, None while the game runs.
        repairs: in a game against the opponent, where the player's feedback contradicts itself: the corrections that
            would make it consistent, likeliest first. Empty if there are none; None if nothing is contradictory.
    """

    id: str
    game: AnyGame
    public: AnyGame
    viewer: str
    names: Mapping[str, str]
    commitment: str
    nonce: str | None
    repairs: Sequence[Repair] | None = None


@dataclass(frozen=True, slots=True)
class Conversation:
    """What somebody has told the coach in a room: a game being played elsewhere.

    Args:
        room: where.
        player: who.
        rules: of the game elsewhere.
        strategy: whose advice is wanted, by name.
        lies: how many answers may be wrong, 0 or 1.
        turns: so far.
        suggested: the guess that was advised last and waits for its answer, None if there is none to give.
        updated_at: when something was last said.
    """

    room: str
    player: str
    rules: Rules
    strategy: str
    lies: int
    turns: tuple[Turn, ...]
    suggested: Code | None
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class MessageKey:
    """A message, by the platform's own ids."""

    channel: str
    message: str
