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
from core.game.errors import GameOver, ImpossibleFeedback, NothingToAnswer, NotYourGame, NotYourTurn
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
        told: the player's secret, None if it is kept in their head.
        mine: the player's guesses.
        theirs: the opponent's guesses that have been answered.
        asked: the opponent's guess that waits for an answer.
        resigned: whether the player gave up.
    """

    rules: Rules
    secret: Code = field(repr=False)
    starter: Player
    level: Level
    opponent_begins: bool
    told: Code | None = field(default=None, repr=False)
    mine: tuple[Turn, ...] = ()
    theirs: tuple[Turn, ...] = ()
    asked: Code | None = None
    resigned: bool = False

    def guess(self, code: Code, by: Player) -> Self:
        """The game after the player's guess.

        Raises:
            GameOver: it has ended.
            NotYourGame: `by` is somebody else.
            NotYourTurn: the opponent is to guess, or waits for an answer.
        """
        self._require_player(by)
        if self.opponent_to_move or self.asked is not None:
            raise NotYourTurn
        return replace(self, mine=(*self.mine, Turn(code, score(self.secret, code), by)))

    def propose(self, code: Code) -> Self:
        """The game after the opponent's guess: answered if the secret was told, else waiting for its answer.

        Raises:
            GameOver: it has ended.
            NotYourTurn: the player is to guess.
        """
        if self.outcome is not None:
            raise GameOver
        if not self.opponent_to_move:
            raise NotYourTurn
        if self.told is None:
            return replace(self, asked=code)
        return replace(self, theirs=(*self.theirs, Turn(code, score(self.told, code), OPPONENT)))

    def answer(self, feedback: Feedback, by: Player) -> Self:
        """The game after the player has answered the opponent's guess.

        Raises:
            GameOver: it has ended.
            NotYourGame: `by` is somebody else.
            NothingToAnswer: no guess waits.
            ImpossibleFeedback: no guess can get that answer.
        """
        self._require_player(by)
        if self.asked is None:
            raise NothingToAnswer
        self._require_possible(feedback)
        return replace(self, theirs=(*self.theirs, Turn(self.asked, feedback, OPPONENT)), asked=None)

    def amend(self, number: int, feedback: Feedback, by: Player) -> Self:
        """The game with the player's answer to the opponent's guess `number`, from 1, put right.

        Raises:
            GameOver: it has ended.
            NotYourGame: `by` is somebody else.
            NothingToAnswer: the secret was told, or there is no such guess.
            ImpossibleFeedback: no guess can get that answer.
        """
        self._require_player(by)
        if self.told is not None or not 1 <= number <= len(self.theirs):
            raise NothingToAnswer
        self._require_possible(feedback)
        right = self.theirs[number - 1]._replace(feedback=feedback)
        return replace(self, theirs=(*self.theirs[: number - 1], right, *self.theirs[number:]))

    def take_back(self, by: Player) -> Self:
        """The game with the player's last answer taken back, so that its guess waits for another.

        A guess of the opponent's that relied on it and waits itself is forgotten.

        Raises:
            GameOver: it has ended.
            NotYourGame: `by` is somebody else.
            NothingToAnswer: the secret was told, or nothing has been answered.
        """
        self._require_player(by)
        if self.told is not None or not self.theirs:
            raise NothingToAnswer
        return replace(self, theirs=self.theirs[:-1], asked=self.theirs[-1].guess)

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
        told = None if self.told is None else self.told if player == self.starter else ()
        return replace(self, secret=(), told=told)

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
        if self.outcome is not None or self.asked is not None:
            return False
        ahead = len(self.theirs) - len(self.mine)
        return ahead < 0 or (ahead == 0 and self.opponent_begins)

    @property
    def outcome(self) -> Verdict | None:
        """How it ended for the player, None while it has not: a code found ends it when both have guessed as often."""
        if self.resigned:
            return Verdict.RESIGNED
        found, lost = (bool(turns) and self._wins(turns[-1]) for turns in (self.mine, self.theirs))
        if not (found or lost) or self.asked is not None or len(self.mine) != len(self.theirs):
            return None
        return Verdict.DRAWN if found and lost else Verdict.WON if found else Verdict.LOST

    @property
    def boards(self) -> tuple[Board, Board]:
        """The player's board and the opponent's."""
        return (
            Board(self.rules, self.secret, NO_LIMIT, self.starter, self.mine),
            Board(self.rules, self.told or (), NO_LIMIT, OPPONENT, self.theirs),
        )

    def board(self, player: Player) -> Board:
        """The board that `player` guesses on; anybody but the opponent looks on at the player's."""
        return self.boards[1 if player == OPPONENT else 0]

    @property
    def players(self) -> tuple[Player, ...]:
        """The player, once they have guessed."""
        return (self.starter,) if self.mine else ()

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
