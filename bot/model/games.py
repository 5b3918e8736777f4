"""Stored games, games as players see them, and conversations with the coach."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Generic, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bot.model.rooms import Room
from core.game.any_game import AnyGame, Who
from core.game.boards import Outcome, RepeatedGuess
from core.game.codes import Code
from core.game.commitment import changed_opening
from core.game.feedback import Turn
from core.game.hidden import HiddenText
from core.game.items import Entry
from core.game.rules import Rules
from core.game.sides import UnratedReason
from core.solver.corrections import Correction

SHARED_SLOT, LONG_SLOT, DUEL_SLOT = "", "+", "#"
"""The slot of the game that a room shares, that of one beside which a second was started, and what the slots of duels
between people start with."""

IDLE = timedelta(days=7)
"""How long after the last move a game expires, unless the room shares it and its settings say otherwise."""


class UnacceptedChallenge(Struct, frozen=True):
    """A challenge that has not led to a duel yet.

    Args:
        game: its id.
        starter: who challenged.
        opponent: who was challenged, None for anyone.
    """

    game: str
    starter: str
    opponent: str | None


class StoredGame(Struct, frozen=True):
    """A game with its room and times.

    Args:
        id: the game's id.
        room: the id of the room where it is played.
        game: the game itself.
        nonce: the nonce of its commitment.
        started_at: when the game was started.
        ended_at: when the game ended, None while it runs.
        revision: the number of moves so far. A higher revision is a later state.
        moved_at: when the last move was made, None before the first. While the game waits for one person, it is when
            their turn began, because an offer of a draw must not prolong a turn. A vote to give up is no move.
        check_at: when to check next whether the game's time has run out, None once it has ended.
        time_ends_at: when the time limit of a running race ends it, None without one.
        reminded: whether the player whom the others wait for has been reminded.
        turn_ends_at: when the time of the person for whom the game waits ends, or that to accept a challenge. It is
            fixed when their turn begins. None if the game has not waited for anybody yet, or has ended.
        timed_turn: the number of the last guess for which a host got time to give feedback. Feedback that is taken back
            gives them no more time. 0 in other games.
        turn: the time for a turn of a duel, or of a host. It is fixed when the game starts.
        idle: how long after the last move the game expires. It is fixed when the game starts; only that of a game that
            the room shares depends on the settings.
        is_beside: whether the room shares it, and a second game was started because it took so long.
    """

    id: str
    room: str
    game: AnyGame
    nonce: HiddenText
    started_at: datetime
    ended_at: datetime | None = None
    revision: int = 0
    moved_at: datetime | None = None
    check_at: datetime | None = None
    time_ends_at: datetime | None = None
    reminded: bool = False
    turn_ends_at: datetime | None = None
    timed_turn: int = 0
    turn: timedelta = timedelta(hours=48)
    idle: timedelta = IDLE
    is_beside: bool = False

    @property
    def waits_for(self) -> str | None:
        """The id of the only person who can continue a challenge, duel or hosted game; None if others can too."""
        return self.game.awaited_player if self.game.is_between_people else None

    def is_same_turn_as(self, before: Self) -> bool:
        """Whether the game still waits for the same person to make the same move."""
        is_same_person = self.waits_for is not None and self.waits_for == before.waits_for
        return is_same_person and before.game.is_awaiting_same_move(self.game)

    @property
    def slot(self) -> str:
        """The slot of the room that the game occupies. At most one running game occupies each slot.

        The slot is `SHARED_SLOT` or `LONG_SLOT` for a shared game and the player's id for a game that one player plays
        alone. A duel between people has a slot of its own, `DUEL_SLOT` and the id of the game, because any number of
        them can run.
        """
        if self.game.who is not Who.ME:
            return LONG_SLOT if self.is_beside else SHARED_SLOT
        return f"{DUEL_SLOT}{self.id}" if self.game.is_duel_between_people else self.game.starter

    @property
    def commitment(self) -> str:
        """The hash that is shown while the game runs; see `core.game.commitment`."""
        return self.game.commitment(self.id, self.nonce)

    @property
    def change_commitment_openings(self) -> tuple[str, ...]:
        """The openings of the numbers after each SHUFFLE and CHANGE of a duel, in order."""
        numbers = (used.number for used in self.game.uses if used.number is not None)
        return tuple(
            changed_opening(self.id, self.game.rules, number, self.nonce, change)
            for change, number in enumerate(numbers, 1)
        )

    @property
    def was_ended_by_others(self) -> bool:
        """Whether somebody gave it up, or voted for that, who neither started it nor guessed in it."""
        return self.ended_at is not None and not {self.game.starter, *self.game.players} >= {*self.game.quitters}

    @property
    def end_concerns_others(self) -> bool:
        """Whether its end is news for people other than the one who ended it."""
        if self.ended_at is None:
            return False
        is_shared = len(self.game.players_told_of_end) > 1
        return is_shared or self.was_ended_by_others or self.game.outcome is Outcome.OUT_OF_TIME

    def after(self, game: AnyGame, now: datetime, *, is_vote: bool = False) -> Self:
        """The stored game after a move, which may have ended it at `now`. Every move makes a new revision.

        A vote to give up makes one too, but changes no time.
        """
        revision = self.revision + 1
        if game.outcome:
            ended = replace(self, game=game, revision=revision, ended_at=now, moved_at=now)
            return replace(ended, check_at=None, time_ends_at=None, turn_ends_at=None)
        if not is_vote and not game.is_between_people:
            return replace(self, game=game, revision=revision, ended_at=None, moved_at=now, reminded=False)
        after = replace(self, game=game, revision=revision, ended_at=None)
        if is_vote:
            return after
        if after.waits_for is None:
            return replace(after, moved_at=now, reminded=False)
        if _continues_turn(self, after):
            return after
        return replace(after, moved_at=now, reminded=False, timed_turn=game.number_awaiting_feedback, turn_ends_at=None)


def _continues_turn(before: StoredGame, after: StoredGame) -> bool:
    """Whether the same time limit still runs: only a new guess or visible feedback gives a host another one."""
    if (number := after.game.number_awaiting_feedback) > 0:
        return number <= before.timed_turn
    return after.is_same_turn_as(before)


class ShownGame(Struct, frozen=True):
    """A game as one player may see it, and as everybody may.

    Neither holds the secret of a running game: `game` and `public` are results of `seen_by`.

    Args:
        id: the game's id.
        game: the game as the viewer may see it.
        public: the game as everybody may see it. It differs from `game` only in a race and in a duel.
        viewer: the id of the player to whom the game is shown. The viewer need not take part in it.
        names: the names of the viewer and of everybody who takes part, by player id.
        commitment: the hash that is shown while the game runs.
        nonce: the nonce that opens the commitment, None while the game runs.
        corrections: make contradictory feedback consistent, likeliest first. Only the player who gave the feedback gets
            them: the bot's opponent or the host. Empty if there are none; None if the feedback
            is not contradictory.
        revision: the number of moves, which tells an older view from a newer one.
        has_news: whether people other than the one who ended the game are to be told of its end.
        time_ends_at: when the time limit of a race ends it, None without a limit and before the start.
        turn_limit: the time limit of the present turn, None in games in which nobody waits for a single player.
        turn_ends_at: when that limit ends.
        is_late: whether it has ended, so that the other player of a duel can claim the win.
        turn_time: the time for a turn of a duel, or of a host.
        idle: how long after the last move the game expires.
        unrated: why an ended race or duel is not rated, None if it is and for other games.
        is_best: whether a solo game took fewer guesses than all others of its player, of which there are ten.
        called: the platform's id of the person who has yet to accept a challenge, if they may be mentioned; else None.
        needs_introduction: whether the viewer has to be told what feedback means, because they will give it for the
            first time.
        changes: the commitments to the numbers of a duel after each SHUFFLE and CHANGE, in order.
        change_commitment_openings: the texts of these, none while the game runs.
    """

    id: str
    game: AnyGame
    public: AnyGame
    viewer: str
    names: Mapping[str, str]
    commitment: str
    nonce: str | None
    corrections: Sequence[Correction] | None = None
    revision: int = 0
    has_news: bool = False
    time_ends_at: datetime | None = None
    turn_limit: timedelta | None = None
    turn_ends_at: datetime | None = None
    turn_time: timedelta = timedelta(hours=48)
    idle: timedelta = IDLE
    is_late: bool = False
    unrated: UnratedReason | None = None
    is_best: bool = False
    called: str | None = None
    needs_introduction: bool = False
    changes: tuple[str, ...] = ()
    change_commitment_openings: tuple[str, ...] = ()

    @property
    def deleted_players(self) -> frozenset[str]:
        """Those who take part and have deleted their data."""
        return frozenset(player for player, name in self.names.items() if not name)

    def name_of(self, player: str | None) -> str:
        """The name of a player; empty if they have deleted their data, and for None."""
        return self.names.get(player or "", "")


_Shown = TypeVar("_Shown")


class GuessResult(Struct, Generic[_Shown], frozen=True):
    """The result of a guess, in a game or in the daily.

    Args:
        view: the game after the guess.
        turn: the new turn, None if the guess was counted before, waits for the feedback of a host, or has to be
            confirmed.
        repetition: the turn that the guess repeats, if it has to be confirmed first; None if the guess was made.
        needs_introduction: whether to explain feedback to the player, who has never guessed before.
    """

    view: _Shown
    turn: Turn | None = None
    repetition: RepeatedGuess | None = None
    needs_introduction: bool = False


class DueGame(Struct, frozen=True):
    """The id of a running game whose time may have run out, and its room."""

    room: Room
    game: str


class UntimedGameCheck(Struct, frozen=True):
    """When a running game in which nobody's time runs is checked; see `StoredGame`."""

    id: str
    check_at: datetime
    started_at: datetime
    moved_at: datetime | None
    idle: timedelta


class CoachConversation(Struct, frozen=True):
    """A player's conversation with the coach about a game played elsewhere.

    Args:
        room: the id of the room.
        player: the id of the player.
        rules: rules of the game played elsewhere.
        strategy: the name of the strategy that gives the advice.
        lies: the number of turns that may have wrong feedback, 0 or 1.
        turns: the turns and clues of that game, without players.
        suggested: the guess that was advised last and waits for feedback, None if none does.
        expires_at: when the conversation ends unless the player continues it.
    """

    room: str
    player: str
    rules: Rules
    strategy: str
    lies: int
    turns: tuple[Entry, ...]
    suggested: Code | None
    expires_at: datetime
