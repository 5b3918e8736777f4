"""Hosted games, in which a person hides the secret that the others guess together.

The host either tells the bot the secret, which then gives the feedback, or keeps it in their head and gives the
feedback to one guess after the other. Guesses wait for it in the order in which they were made.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from typing_extensions import override

from core.game.any_game import AnyGame, End, GameKind
from core.game.boards import DEFAULT_TRIES, Board, Player
from core.game.codes import Code
from core.game.errors import GameOver, HostMayNotGuess, NoPendingGuess, NotTheHost, TooManyPendingGuesses
from core.game.feedback import Feedback, PendingGuess, Turn, require_possible
from core.game.games import Game
from core.game.rules import Rules

MAX_PENDING = 10
"""Guesses that may wait for feedback at the same time."""


@dataclass(frozen=True)  # `slots=True` would create the class twice, and `super()` would refer to the first one
class HostedGame(Game):
    """A secret that one person, the starter, has hidden for all others.

    Every method that gives or changes feedback raises `GameOver` if the game has ended, `NotTheHost` if `by` is not the
    host, and `NoPendingGuess` if the game gives the feedback itself or there is nothing to give or change.

    Args:
        in_head: whether the host keeps the secret in their head. Then `secret` is empty.
        withheld: feedback to the oldest pending guess that contradicts the turns. It is not shown until the host has
            corrected the contradiction.
    """

    in_head: bool = False
    withheld: Feedback | None = None
    is_between_people: ClassVar[bool] = True
    is_same_for_all: ClassVar[bool] = False
    needs_solver: ClassVar[bool] = True
    SHOWN = (*Game.SHOWN, "in_head")

    @classmethod
    def start(cls, rules: Rules, secret: Code | None, host: Player, tries: int = DEFAULT_TRIES) -> Self:
        """A new game; without a secret the host keeps it in their head."""
        return cls(rules, secret or (), host, tries=tries, in_head=secret is None)

    @override
    def guess(self, code: Code, by: Player) -> Self:
        """The game after a guess, which is pending if the host gives the feedback.

        Raises:
            HostMayNotGuess: `by` is the host.
            TooManyPendingGuesses: no further guess can wait for feedback.
        """
        self.require_not_host(by)
        board = self.shared_board
        if not self.in_head:
            return super().guess(code, by)
        if len(board.pending) >= MAX_PENDING or board.tries_left == 0:
            raise TooManyPendingGuesses
        return self._with_board(replace(board, pending=(*board.pending, PendingGuess(code, by))))

    @override
    def record_hint(self, by: Player) -> Self:
        """The game after a player got a hint.

        Raises:
            HostMayNotGuess: `by` is the host, who gets no hints either.
            NotPlaying: `by` has not guessed.
        """
        self.require_not_host(by)
        return super().record_hint(by)

    @property
    @override
    def kind(self) -> GameKind:
        return GameKind.HOSTED

    @property
    @override
    def players_told_of_end(self) -> frozenset[Player]:
        return frozenset((*self.players, self.starter))

    @property
    @override
    def counted_results(self) -> Iterator[End]:
        """Those who guessed and the host, without those whose game a moderator ended; nobody if nobody guessed."""
        board = self.shared_board
        guessers = dict.fromkeys(turn.by for turn in board.turns)
        for player in (*guessers, self.starter) if guessers else ():
            if player == board.given_up_by or not self.was_ended_by_moderator(board):
                yield player, board, self.outcome_of(board)

    @override
    def is_host(self, player: Player) -> bool:
        return player == self.starter

    @override
    def cannot_go_on_without(self, player: Player) -> bool:
        return player == self.starter

    @override
    def secret_of(self, player: Player) -> Code | None:
        return self.secret or None if player == self.starter else None

    @override
    def commitment_opening(self, game: str, nonce: str) -> str | None:
        return None if self.in_head else super().commitment_opening(game, nonce)

    @override
    @override
    def require_not_host(self, by: Player) -> None:
        """Check that a player may guess and get hints.

        Raises:
            HostMayNotGuess: `by` is the host.
        """
        if self.outcome is not None:
            raise GameOver
        if by == self.starter:
            raise HostMayNotGuess

    def give_feedback(self, feedback: Feedback, by: Player) -> Self:
        """The game after the host gave feedback to the oldest pending guess.

        Raises:
            ImpossibleFeedback: no guess can get this feedback.
        """
        board = self._require_pending(by)
        require_possible(feedback, self.rules)
        oldest, *others = board.pending
        turns = (*board.turns, Turn(oldest.guess, feedback, oldest.by))
        return replace(self._with_board(replace(board, turns=turns, pending=tuple(others))), withheld=None)

    def withhold_feedback(self, feedback: Feedback, by: Player) -> Self:
        """The game after the host gave feedback that contradicts the turns, so that it is not shown.

        Raises:
            ImpossibleFeedback: no guess can get this feedback.
        """
        self._require_pending(by)
        require_possible(feedback, self.rules)
        return replace(self, withheld=feedback)

    def correct_feedback(self, changes: Mapping[int, Feedback], by: Player) -> Self:
        """The game after the host corrected contradictory feedback, so that nothing is withheld any more.

        If an earlier guess turns out to be the secret, the guesses after it are dropped.

        Args:
            changes: the right feedback by the numbers, from 1, of `jointly_contradictory_turns`.
            by: the host.

        Raises:
            ImpossibleFeedback: no guess can get this feedback.
        """
        board = self._require_pending(by)
        if self.withheld is None:
            raise NoPendingGuess
        turns: list[Turn] = []
        for number, turn in enumerate(self.jointly_contradictory_turns, 1):
            feedback = changes.get(number, turn.feedback)
            require_possible(feedback, self.rules)
            turns.append(turn._replace(feedback=feedback))
            if feedback.hits == self.rules.positions:
                break
        return replace(self._with_board(replace(board, turns=tuple(turns), pending=board.pending[1:])), withheld=None)

    def undo_feedback(self, by: Player) -> Self:
        """The game with the host's last feedback withdrawn, so that its guess is pending again."""
        board = self._require_host(by)
        if self.withheld is not None:
            return replace(self, withheld=None)
        if not board.turns:
            raise NoPendingGuess
        *kept, undone = board.turns
        pending = (PendingGuess(undone.guess, undone.by), *board.pending)
        return self._with_board(replace(board, turns=tuple(kept), pending=pending))

    @override
    def seen_by(self, player: Player) -> Self:
        """What `player` may see: until the game ends, only the host sees the secret and what is withheld."""
        if player == self.starter or self.outcome is not None:
            return self
        return super().seen_by(player)

    @property
    @override
    def awaited_player(self) -> Player | None:
        """The host, if a guess waits for their feedback."""
        return self.starter if self.outcome is None and self.shared_board.pending else None

    @property
    @override
    def jointly_contradictory_turns(self) -> tuple[Turn, ...]:
        """The turns and the one with the withheld feedback, which no secret fits; empty if nothing is withheld."""
        board = self.shared_board
        if self.withheld is None or not board.pending or self.outcome is not None:
            return ()
        return (*board.turns, Turn(board.pending[0].guess, self.withheld, board.pending[0].by))

    @property
    @override
    def number_awaiting_feedback(self) -> int:
        return len(self.shared_board.turns) + 1

    @override
    def is_awaiting_same_move(self, other: AnyGame) -> bool:
        """Whether the host has given the same feedback in both, and the same guess is the oldest pending one."""
        if not isinstance(other, HostedGame):
            return False
        one, another = self.shared_board, other.shared_board
        return (one.turns, one.pending[:1], self.withheld) == (another.turns, another.pending[:1], other.withheld)

    @property
    def shared_board(self) -> Board:
        """The board on which everybody guesses."""
        return self.board(self.starter)

    def _require_pending(self, by: Player) -> Board:
        board = self._require_host(by)
        if not board.pending:
            raise NoPendingGuess
        return board

    def _require_host(self, by: Player) -> Board:
        """The board, after checking that `by` is the host and gives the feedback.

        Raises:
            NoPendingGuess: the game knows the secret, so it gives the feedback itself.
        """
        board = self._open_board(by)
        if by != self.starter:
            raise NotTheHost
        if not self.in_head:
            raise NoPendingGuess
        return board
