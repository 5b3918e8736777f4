"""A game against the opponent as a value: two secrets, turn about.

One player guesses the opponent's secret while the opponent guesses theirs. Who begins is decided before; whoever does
not always gets a last guess, so both have the same number and a draw is possible.

The player's secret may be told, and then answers by itself, or kept in their head: then each of the opponent's guesses
waits for an answer.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self

from core.game.codes import Code
from core.game.errors import GameOver, ImpossibleFeedback, NoPendingGuess, NotYourGame, NotYourTurn
from core.game.feedback import Feedback, Turn, score
from core.game.games import NO_LIMIT, Board, Player
from core.game.rules import Rules

OPPONENT: Player = ""
"""Who made a turn that no player made."""


class Level(StrEnum):
    """How well the opponent plays, weakest first."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    EXPERT = "expert"


class Verdict(StrEnum):
    """How a game against the opponent ended for the player."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Versus:
    """One player against the opponent.

    Args:
        rules: of both secrets.
        secret: the opponent's.
        starter: the player.
        level: how well the opponent plays.
        opponent_begins: who makes the first guess.
        player_secret: the player's secret, None if it is kept in their head.
        player_turns: the player's guesses.
        opponent_turns: the opponent's guesses that have been answered.
        pending_guess: the opponent's guess that waits for an answer.
        resigned: whether the player gave up.
    """

    rules: Rules
    secret: Code = field(repr=False)
    starter: Player
    level: Level
    opponent_begins: bool
    player_secret: Code | None = field(default=None, repr=False)
    player_turns: tuple[Turn, ...] = ()
    opponent_turns: tuple[Turn, ...] = ()
    pending_guess: Code | None = None
    resigned: bool = False

    def guess(self, code: Code, by: Player) -> Self:
        """The game after the player's guess.

        Raises:
            GameOver: it has ended.
            NotYourGame: `by` is somebody else.
            NotYourTurn: the opponent is to guess, or waits for an answer.
        """
        self._require_player(by)
        if self.opponent_to_move or self.pending_guess is not None:
            raise NotYourTurn
        return replace(self, player_turns=(*self.player_turns, Turn(code, score(self.secret, code), by)))

    def opponent_guess(self, code: Code) -> Self:
        """The game after the opponent's guess: answered if the secret was told, else waiting for its answer.

        Raises:
            GameOver: it has ended.
            NotYourTurn: the player is to guess.
        """
        if self.outcome is not None:
            raise GameOver
        if not self.opponent_to_move:
            raise NotYourTurn
        if self.player_secret is None:
            return replace(self, pending_guess=code)
        return replace(
            self, opponent_turns=(*self.opponent_turns, Turn(code, score(self.player_secret, code), OPPONENT))
        )

    def give_feedback(self, feedback: Feedback, by: Player) -> Self:
        """The game after the player has answered the opponent's guess.

        Raises:
            GameOver: it has ended.
            NotYourGame: `by` is somebody else.
            NoPendingGuess: no guess waits.
            ImpossibleFeedback: no guess can get that answer.
        """
        self._require_player(by)
        if self.pending_guess is None:
            raise NoPendingGuess
        self._require_possible(feedback)
        return replace(
            self,
            opponent_turns=(*self.opponent_turns, Turn(self.pending_guess, feedback, OPPONENT)),
            pending_guess=None,
        )

    def correct_feedback(self, number: int, feedback: Feedback, by: Player) -> Self:
        """The game with the player's answer to the opponent's guess `number`, from 1, put right.

        Raises:
            GameOver: it has ended.
            NotYourGame: `by` is somebody else.
            NoPendingGuess: the secret was told, or there is no such guess.
            ImpossibleFeedback: no guess can get that answer.
        """
        self._require_player(by)
        if self.player_secret is not None or not 1 <= number <= len(self.opponent_turns):
            raise NoPendingGuess
        self._require_possible(feedback)
        right = self.opponent_turns[number - 1]._replace(feedback=feedback)
        return replace(self, opponent_turns=(*self.opponent_turns[: number - 1], right, *self.opponent_turns[number:]))

    def undo_feedback(self, by: Player) -> Self:
        """The game with the player's last answer taken back, so that its guess waits for another.

        A guess of the opponent's that relied on it and waits itself is forgotten.

        Raises:
            GameOver: it has ended.
            NotYourGame: `by` is somebody else.
            NoPendingGuess: the secret was told, or nothing has been answered.
        """
        self._require_player(by)
        if self.player_secret is not None or not self.opponent_turns:
            raise NoPendingGuess
        return replace(self, opponent_turns=self.opponent_turns[:-1], pending_guess=self.opponent_turns[-1].guess)

    def give_up(self, by: Player) -> Self:
        """The game, resigned.

        Raises:
            GameOver: it has ended.
            NotYourGame: `by` is somebody else.
        """
        self._require_player(by)
        return replace(self, resigned=True)

    def seen_by(self, player: Player) -> Self:
        """What `player` may know: everything once it has ended; before, no secret but their own."""
        if self.outcome is not None:
            return self
        told = None if self.player_secret is None else self.player_secret if player == self.starter else ()
        return replace(self, secret=(), player_secret=told)

    def assist(self, by: Player) -> Self:
        """The game after the player was given a hint; games against the opponent are not ranked anyway.

        Raises:
            GameOver: it has ended.
            NotYourGame: `by` is somebody else.
        """
        self._require_player(by)
        return self

    @property
    def opponent_to_move(self) -> bool:
        """Whether the opponent is to guess now."""
        if self.outcome is not None or self.pending_guess is not None:
            return False
        ahead = len(self.opponent_turns) - len(self.player_turns)
        return ahead < 0 or (ahead == 0 and self.opponent_begins)

    @property
    def outcome(self) -> Verdict | None:
        """How it ended for the player, None while it has not: a code found ends it when both have guessed as often."""
        if self.resigned:
            return Verdict.RESIGNED
        found, lost = (bool(turns) and self._wins(turns[-1]) for turns in (self.player_turns, self.opponent_turns))
        if not (found or lost) or self.pending_guess is not None or len(self.player_turns) != len(self.opponent_turns):
            return None
        return Verdict.DRAWN if found and lost else Verdict.WON if found else Verdict.LOST

    @property
    def boards(self) -> tuple[Board, Board]:
        """The player's board and the opponent's."""
        return (
            Board(self.rules, self.secret, NO_LIMIT, self.starter, self.player_turns),
            Board(self.rules, self.player_secret or (), NO_LIMIT, OPPONENT, self.opponent_turns),
        )

    def board(self, player: Player) -> Board:
        """The board that `player` guesses on; anybody but the opponent looks on at the player's."""
        return self.boards[1 if player == OPPONENT else 0]

    @property
    def players(self) -> tuple[Player, ...]:
        """The player, once they have guessed."""
        return (self.starter,) if self.player_turns else ()

    def _wins(self, turn: Turn) -> bool:
        return turn.feedback.hits == self.rules.positions

    def _require_player(self, by: Player) -> None:
        if self.outcome is not None:
            raise GameOver
        if by != self.starter:
            raise NotYourGame

    def _require_possible(self, feedback: Feedback) -> None:
        if not self.rules.allows(*feedback):
            raise ImpossibleFeedback(*feedback, self.rules)
