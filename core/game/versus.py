"""A game of one player against the bot, in which each guesses the other's secret.

The two guess in turn. Whoever begins is decided in advance, and the other always gets a last guess, so both have the
same number of guesses and a draw is possible.

A player who enters their secret leaves the feedback to the program. A player who keeps it in their head gives the
feedback themselves, and the opponent's guess is pending until they do.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self

from core.game.codes import Code
from core.game.errors import GameOver, ImpossibleFeedback, NoPendingGuess, NotYourGame, NotYourTurn
from core.game.feedback import Feedback, Turn, compute_feedback
from core.game.games import NO_LIMIT, Board, Player
from core.game.rules import Rules

OPPONENT: Player = ""
"""The player name under which the opponent's turns are recorded."""


class Level(StrEnum):
    """How well the opponent plays, weakest first."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    EXPERT = "expert"


class VersusOutcome(StrEnum):
    """How the game ended for the player."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Versus:
    """A game of one player against the opponent.

    Args:
        rules: rules of both secrets.
        secret: the opponent's secret; left out of `repr` to keep it out of logs.
        starter: the player.
        level: how well the opponent plays.
        opponent_begins: whether the opponent makes the first guess.
        player_secret: the player's secret, or None if they keep it in their head; left out of `repr`.
        player_turns: the player's guesses.
        opponent_turns: the opponent's guesses that have got their feedback.
        pending_guess: the opponent's guess that waits for feedback, if any.
        resigned: whether the player gave up, or a moderator ended the game.
        resigned_by: who did; None if nobody did, or if it is not known.
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
    resigned_by: Player | None = None

    def guess(self, code: Code, by: Player) -> Self:
        """The game after the player's guess.

        Raises:
            GameOver: the game has ended.
            NotYourGame: `by` is not the player of this game.
            NotYourTurn: the opponent moves first, or waits for feedback.
        """
        self._require_player(by)
        if self.opponent_to_move or self.pending_guess is not None:
            raise NotYourTurn
        return replace(self, player_turns=(*self.player_turns, Turn(code, compute_feedback(self.secret, code), by)))

    def opponent_guess(self, code: Code) -> Self:
        """The game after the opponent's guess, which is pending if the player keeps their secret in their head.

        Raises:
            GameOver: the game has ended.
            NotYourTurn: the player moves first.
        """
        if self.outcome is not None:
            raise GameOver
        if not self.opponent_to_move:
            raise NotYourTurn
        if self.player_secret is None:
            return replace(self, pending_guess=code)
        turn = Turn(code, compute_feedback(self.player_secret, code), OPPONENT)
        return replace(self, opponent_turns=(*self.opponent_turns, turn))

    def give_feedback(self, feedback: Feedback, by: Player) -> Self:
        """The game after the player gave feedback to the pending guess.

        Raises:
            GameOver: the game has ended.
            NotYourGame: `by` is not the player of this game.
            NoPendingGuess: no guess is pending.
            ImpossibleFeedback: no guess can get this feedback.
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
        """The game with other feedback to the opponent's guess `number`, counted from 1.

        Raises:
            GameOver: the game has ended.
            NotYourGame: `by` is not the player of this game.
            NoPendingGuess: the player entered their secret, or there is no guess with this number.
            ImpossibleFeedback: no guess can get this feedback.
        """
        self._require_player(by)
        if self.player_secret is not None or not 1 <= number <= len(self.opponent_turns):
            raise NoPendingGuess
        self._require_possible(feedback)
        turns = list(self.opponent_turns)
        turns[number - 1] = turns[number - 1]._replace(feedback=feedback)
        return replace(self, opponent_turns=tuple(turns))

    def undo_feedback(self, by: Player) -> Self:
        """The game with the player's last feedback withdrawn, so that its guess is pending again.

        A later guess that is pending now is dropped, because it was based on that feedback.

        Raises:
            GameOver: the game has ended.
            NotYourGame: `by` is not the player of this game.
            NoPendingGuess: the player entered their secret, or has not given any feedback.
        """
        self._require_player(by)
        if self.player_secret is not None or not self.opponent_turns:
            raise NoPendingGuess
        return replace(self, opponent_turns=self.opponent_turns[:-1], pending_guess=self.opponent_turns[-1].guess)

    def give_up(self, by: Player, *, is_moderator: bool = False) -> Self:
        """The game after the player gave up, or after a moderator ended it.

        Raises:
            GameOver: the game has ended.
            NotYourGame: `by` is neither the player of this game nor a moderator.
        """
        self._require_player(self.starter if is_moderator else by)
        return replace(self, resigned=True, resigned_by=by)

    def seen_by(self, player: Player) -> Self:
        """What `player` may see: until the game ends, no secret except their own."""
        if self.outcome is not None:
            return self
        hidden = self.player_secret is not None and player != self.starter
        return replace(self, secret=(), player_secret=() if hidden else self.player_secret)

    def assist(self, by: Player) -> Self:
        """The game after the player got a hint. Nothing changes, because these games are never ranked.

        Raises:
            GameOver: the game has ended.
            NotYourGame: `by` is not the player of this game.
        """
        self._require_player(by)
        return self

    @property
    def opponent_to_move(self) -> bool:
        """Whether the opponent makes the next guess."""
        if self.outcome is not None or self.pending_guess is not None:
            return False
        ahead = len(self.opponent_turns) - len(self.player_turns)
        return ahead < 0 or (ahead == 0 and self.opponent_begins)

    @property
    def outcome(self) -> VersusOutcome | None:
        """How the game ended for the player, or None while it goes on.

        The game ends when a secret has been found and both sides have made the same number of guesses.
        """
        if self.resigned:
            return VersusOutcome.RESIGNED
        player_found = self._found_secret(self.player_turns)
        opponent_found = self._found_secret(self.opponent_turns)
        even = self.pending_guess is None and len(self.player_turns) == len(self.opponent_turns)
        if not even or not (player_found or opponent_found):
            return None
        if player_found and opponent_found:
            return VersusOutcome.DRAWN
        return VersusOutcome.WON if player_found else VersusOutcome.LOST

    @property
    def boards(self) -> tuple[Board, Board]:
        """The boards on which the player and the opponent guess."""
        return (
            Board(self.rules, self.secret, NO_LIMIT, self.starter, self.player_turns),
            Board(self.rules, self.player_secret or (), NO_LIMIT, OPPONENT, self.opponent_turns),
        )

    def board(self, player: Player) -> Board:
        """The board on which `player` guesses; the player's board for anyone who is not in the game."""
        return self.boards[1 if player == OPPONENT else 0]

    @property
    def players(self) -> tuple[Player, ...]:
        """The player, once they have made a guess."""
        return (self.starter,) if self.player_turns else ()

    @property
    def quitters(self) -> tuple[Player, ...]:
        """Who gave up, or the moderator who ended the game."""
        return () if self.resigned_by is None else (self.resigned_by,)

    @property
    def named_players(self) -> frozenset[Player]:
        """Everyone whose name the boards show, except the opponent."""
        return frozenset((self.starter, *self.quitters))

    def _found_secret(self, turns: tuple[Turn, ...]) -> bool:
        return bool(turns) and turns[-1].feedback.hits == self.rules.positions

    def _require_player(self, by: Player) -> None:
        if self.outcome is not None:
            raise GameOver
        if by != self.starter:
            raise NotYourGame

    def _require_possible(self, feedback: Feedback) -> None:
        if not self.rules.allows(*feedback):
            raise ImpossibleFeedback(*feedback, self.rules)
