"""A game as a value: who guesses which secret, what was answered, and how it ended.

Players are opaque names here. A `Board` is one secret with the guesses made at it. A `Game` is one secret and the
boards at it: one for everybody, one for its starter alone, or one for each player of a race.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self, TypeAlias

from core.game.codes import Code
from core.game.errors import GameOver, NotYourGame
from core.game.feedback import Turn, score
from core.game.rules import Rules

Player: TypeAlias = str

DEFAULT_TRIES = 12
NO_LIMIT = 0
MAX_TRIES = 99


class Outcome(StrEnum):
    """How a game, or one player's part in it, ended."""

    SOLVED = "solved"
    OUT_OF_TRIES = "out_of_tries"
    GAVE_UP = "gave_up"


class Who(StrEnum):
    """Who may guess."""

    EVERYONE = "everyone"
    ME = "me"
    RACE = "race"


@dataclass(frozen=True, slots=True)
class Board:
    """One secret and the guesses made at it, by `guesser` alone or, where that is None, by anybody.

    `assisted` says that somebody was given a hint. The secret is left out of `repr`, so that no log line can hold it.
    """

    rules: Rules
    secret: Code = field(repr=False)
    tries: int = DEFAULT_TRIES
    guesser: Player | None = None
    turns: tuple[Turn, ...] = ()
    given_up: bool = False
    assisted: bool = False

    def guess(self, code: Code, by: Player) -> Self:
        """The board after one more guess.

        Raises:
            GameOver: nothing more can be guessed here.
        """
        if self.outcome is not None:
            raise GameOver
        return replace(self, turns=(*self.turns, Turn(code, score(self.secret, code), by)))

    def give_up(self) -> Self:
        """The board, given up.

        Raises:
            GameOver: it has ended already.
        """
        if self.outcome is not None:
            raise GameOver
        return replace(self, given_up=True)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, None while it has not."""
        if self.turns and self.turns[-1].feedback.hits == self.rules.positions:
            return Outcome.SOLVED
        if self.given_up:
            return Outcome.GAVE_UP
        return Outcome.OUT_OF_TRIES if self.tries_left == 0 else None

    @property
    def tries_left(self) -> int | None:
        """Guesses still to be had, None without a limit."""
        return None if self.tries == NO_LIMIT else self.tries - len(self.turns)

    def without_secret(self, *, guesses: bool) -> Self:
        """The board with its secret removed, and unless `guesses` what was guessed as well."""
        turns = self.turns if guesses else tuple(turn._replace(guess=()) for turn in self.turns)
        return replace(self, secret=(), turns=turns)


@dataclass(frozen=True, slots=True)
class Game:
    """One secret, guessed by everyone together, by its `starter` alone, or by each player for themselves in a race.

    `tries` is the number of guesses allowed on each board, 0 for no limit.
    """

    rules: Rules
    secret: Code = field(repr=False)
    starter: Player
    who: Who = Who.EVERYONE
    tries: int = DEFAULT_TRIES
    boards: tuple[Board, ...] = ()

    def guess(self, code: Code, by: Player) -> Self:
        """The game after a guess by one player.

        Raises:
            GameOver: the game, or this player's part in a race, has ended.
            NotYourGame: it is the starter's alone.
        """
        return self._with(self._open_board(by).guess(code, by))

    def give_up(self, by: Player) -> Self:
        """The game after one player gave up: the end of it, or in a race of that player's part.

        Raises:
            GameOver: as for a guess.
            NotYourGame: `by` neither started it nor has guessed.
        """
        if by != self.starter and by not in self.players:
            raise NotYourGame
        return self._with(self._open_board(by).give_up())

    def assist(self, by: Player) -> Self:
        """The game after one player was given a hint.

        Raises:
            GameOver: as for a guess.
            NotYourGame: as for a guess.
        """
        return self._with(replace(self._open_board(by), assisted=True))

    def board(self, player: Player) -> Board:
        """The board that `player` guesses on, an empty one before their first guess."""
        guesser = None if self.who is Who.EVERYONE else self.starter if self.who is Who.ME else player
        empty = Board(self.rules, self.secret, self.tries, guesser)
        return next((board for board in self.boards if board.guesser == guesser), empty)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while anybody can go on: a race ends when it is won or all in it have stopped."""
        outcomes = [board.outcome for board in self.boards]
        if Outcome.SOLVED in outcomes:
            return Outcome.SOLVED
        if not outcomes or None in outcomes:
            return None
        return Outcome.OUT_OF_TRIES if Outcome.OUT_OF_TRIES in outcomes else Outcome.GAVE_UP

    @property
    def winner(self) -> Player | None:
        """Who made the winning guess, None if nobody did."""
        return next((board.turns[-1].by for board in self.boards if board.outcome is Outcome.SOLVED), None)

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody who has guessed, in the order of their first guess on each board."""
        return tuple(dict.fromkeys(turn.by for board in self.boards for turn in board.turns))

    def seen_by(self, player: Player) -> Self:
        """What `player` may know: no secret and, in a race, only their own guesses, until the game has ended."""
        if self.outcome is not None:
            return self
        racing = self.who is Who.RACE
        boards = tuple(board.without_secret(guesses=not racing or board.guesser == player) for board in self.boards)
        return replace(self, secret=(), boards=boards)

    def _open_board(self, player: Player) -> Board:
        if self.outcome is not None:
            raise GameOver
        if self.who is Who.ME and player != self.starter:
            raise NotYourGame
        return self.board(player)

    def _with(self, board: Board) -> Self:
        """The game with `board` in the place of the same guesser's, or after all others; places never change."""
        if board.guesser not in {other.guesser for other in self.boards}:
            return replace(self, boards=(*self.boards, board))
        return replace(self, boards=tuple(board if old.guesser == board.guesser else old for old in self.boards))
