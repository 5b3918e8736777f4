"""Games in which people guess a secret.

A `Board` is a secret with the guesses made at it. A `Game` is a secret with its boards: one for everyone or one for the
player who started the game; `core.game.races` adds one for each player. Players are opaque strings here.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self, TypeAlias

from core.game.codes import Code
from core.game.errors import AlreadyVoted, GameOver, NotPlaying, NotYourGame
from core.game.feedback import PendingGuess, Turn, compute_feedback
from core.game.rules import Rules

Player: TypeAlias = str

DEFAULT_TRIES = 12
MAX_TRIES = 99
NO_LIMIT = 0
"""The value of `tries` for an unlimited number of guesses."""


class Outcome(StrEnum):
    """How a game, or one player's part in it, ended."""

    SOLVED = "solved"
    OUT_OF_TRIES = "out_of_tries"
    OUT_OF_TIME = "out_of_time"  # of a race, never of one board
    GAVE_UP = "gave_up"
    EXPIRED = "expired"  # without a result; never of one board


class Who(StrEnum):
    """Who may guess."""

    EVERYONE = "everyone"
    ME = "me"
    RACE = "race"


@dataclass(frozen=True, slots=True)
class Board:
    """A secret with the guesses made at it.

    Args:
        rules: rules of the game.
        secret: the secret; left out of `repr` to keep it out of logs.
        tries: number of guesses allowed, or `NO_LIMIT`.
        guesser: the only player who guesses here, or None if everyone does.
        turns: the guesses so far.
        given_up: whether it was given up.
        given_up_by: who gave it up, as the last one of a vote, or the moderator who ended it; None if nobody did, or if
            it is not known.
        giveup_votes: the players who want to give it up, in the order of their votes.
        hinted: the players who got a hint.
        pending: the guesses that wait for the feedback of a host, oldest first.
    """

    rules: Rules
    secret: Code = field(repr=False)
    tries: int = DEFAULT_TRIES
    guesser: Player | None = None
    turns: tuple[Turn, ...] = ()
    given_up: bool = False
    given_up_by: Player | None = None
    giveup_votes: tuple[Player, ...] = ()
    hinted: tuple[Player, ...] = ()
    pending: tuple[PendingGuess, ...] = ()

    def guess(self, code: Code, by: Player) -> Self:
        """The board after one more guess.

        Raises:
            GameOver: the board is finished.
        """
        if self.outcome is not None:
            raise GameOver
        return replace(self, turns=(*self.turns, Turn(code, compute_feedback(self.secret, code), by)))

    def give_up(self, by: Player) -> Self:
        """The board after somebody gave it up who can do so alone.

        Raises:
            GameOver: the board is finished.
        """
        if self.outcome is not None:
            raise GameOver
        votes = tuple(player for player in self.giveup_votes if player != by)
        return replace(self, given_up=True, given_up_by=by, giveup_votes=votes)

    def vote(self, by: Player) -> Self:
        """The board after a player voted to give it up, which ends it if most of its players have done so.

        Raises:
            GameOver: the board is finished.
            AlreadyVoted: the player has voted before.
        """
        if self.outcome is not None:
            raise GameOver
        if by in self.giveup_votes:
            raise AlreadyVoted(len(self.giveup_votes), self.votes_needed)
        votes = (*self.giveup_votes, by)
        is_enough = len(votes) >= self.votes_needed
        return replace(self, giveup_votes=votes, given_up=is_enough, given_up_by=by if is_enough else None)

    @property
    def players(self) -> tuple[Player, ...]:
        """Everyone who has guessed here, without duplicates, in the order of their first guesses."""
        return tuple(dict.fromkeys((*(turn.by for turn in self.turns), *(guess.by for guess in self.pending))))

    @property
    def votes_needed(self) -> int:
        """How many players have to vote to give the board up: more than half."""
        return len(self.players) // 2 + 1

    @property
    def quitters(self) -> tuple[Player, ...]:
        """Who gave the board up: the players who voted for it, or the one who could end it alone."""
        if self.given_up_by is None:
            return ()
        return self.giveup_votes if self.given_up_by in self.giveup_votes else (self.given_up_by,)

    @property
    def outcome(self) -> Outcome | None:
        """How the board ended, or None while it is open."""
        if self.turns and self.turns[-1].feedback.hits == self.rules.positions:
            return Outcome.SOLVED
        if self.given_up:
            return Outcome.GAVE_UP
        return Outcome.OUT_OF_TRIES if self.tries_left == 0 and not self.pending else None

    @property
    def tries_left(self) -> int | None:
        """The number of guesses left, or None if there is no limit."""
        return None if self.tries == NO_LIMIT else self.tries - len(self.turns) - len(self.pending)

    def refuting_turn(self, code: Code) -> int | None:
        """The number of a turn, from 1, after which a code cannot be the secret; None if it fits every turn.

        If the code was guessed before, it is that turn. A pending guess has the number that its turn will have.
        """
        refuting = [
            (turn.guess != code, number)
            for number, turn in enumerate(self.turns, 1)
            if turn.guess and compute_feedback(code, turn.guess) != turn.feedback
        ]
        pending = enumerate(self.pending, len(self.turns) + 1)
        refuting += [(False, number) for number, (guess, _) in pending if guess == code]
        return min(refuting)[1] if refuting else None

    def without_secret(self, *, guesses: bool) -> Self:
        """The board without its secret and, if `guesses` is false, without the codes that were guessed."""
        turns = self.turns if guesses else tuple(turn._replace(guess=()) for turn in self.turns)
        return replace(self, secret=(), turns=turns)


@dataclass(frozen=True, slots=True)
class Game:
    """A secret that everyone guesses together or one player guesses alone.

    Args:
        rules: rules of the game.
        secret: the secret; left out of `repr` to keep it out of logs.
        starter: the player who started the game.
        who: who may guess.
        tries: number of guesses allowed on each board, or `NO_LIMIT`.
        boards: the boards with at least one guess, in the order of their first one.
    """

    rules: Rules
    secret: Code = field(repr=False)
    starter: Player
    who: Who = Who.EVERYONE
    tries: int = DEFAULT_TRIES
    boards: tuple[Board, ...] = ()

    def guess(self, code: Code, by: Player) -> Self:
        """The game after a player's guess.

        Raises:
            GameOver: the game has ended.
            NotYourGame: only the starter may guess, and `by` is someone else.
        """
        return self._with_board(self._open_board(by).guess(code, by))

    def give_up(self, by: Player, *, is_moderator: bool = False) -> Self:
        """The game after a player gave up.

        A board that several players share is given up by the starter, by a moderator or by a vote of most of its
        players.

        Raises:
            GameOver: the game has ended.
            NotYourGame: only the starter may guess, and `by` is someone else.
            NotPlaying: `by` neither started the game nor made a guess.
            AlreadyVoted: the vote of `by` was counted before.
        """
        if is_moderator and self.outcome is None and self._is_ended_by_moderator(by):
            return self._end(by)
        self._require_player(by)
        board = self._open_board(by)
        is_alone = by == self.starter or board.guesser is not None or board.players == (by,)
        return self._with_board(board.give_up(by) if is_alone else board.vote(by))

    def assist(self, by: Player) -> Self:
        """The game after a player got a hint.

        Raises:
            GameOver: the game has ended.
            NotYourGame: only the starter may guess, and `by` is someone else.
            NotPlaying: `by` neither started the game nor made a guess.
        """
        self._require_player(by)
        board = self._open_board(by)
        if board.outcome is not None:
            raise GameOver
        return self._with_board(replace(board, hinted=tuple(dict.fromkeys((*board.hinted, by)))))

    def board(self, player: Player) -> Board:
        """The board on which `player` guesses; an empty one before the first guess."""
        guesser = self._guesser(player)
        empty = Board(self.rules, self.secret, self.tries, guesser)
        return next((board for board in self.boards if board.guesser == guesser), empty)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while someone can still guess."""
        return self.boards[0].outcome if self.boards else None

    @property
    def winner(self) -> Player | None:
        """The player who found the secret, or None."""
        return next((board.turns[-1].by for board in self.boards if board.outcome is Outcome.SOLVED), None)

    @property
    def hinted(self) -> tuple[Player, ...]:
        """The players who got a hint, board by board."""
        return tuple(player for board in self.boards for player in board.hinted)

    @property
    def players(self) -> tuple[Player, ...]:
        """Everyone who has guessed, without duplicates, board by board."""
        return tuple(dict.fromkeys(player for board in self.boards for player in board.players))

    @property
    def quitters(self) -> tuple[Player, ...]:
        """Who gave it up, or the moderator who ended it; without duplicates."""
        return tuple(dict.fromkeys(player for board in self.boards for player in board.quitters))

    @property
    def named_players(self) -> frozenset[Player]:
        """Everyone whose name a board shows."""
        voters = (player for board in self.boards for player in board.giveup_votes)
        return frozenset((self.starter, *self.players, *self.hinted, *self.quitters, *voters))

    def seen_by(self, player: Player) -> Self:
        """What `player` may see: until the game ends, no secret."""
        if self.outcome is not None:
            return self
        boards = tuple(board.without_secret(guesses=self._shows_guesses(board, player)) for board in self.boards)
        return replace(self, secret=(), boards=boards)

    def _guesser(self, player: Player) -> Player | None:  # noqa: ARG002  # a race depends on them
        """The only player who guesses on the board of `player`, None if everyone does."""
        return self.starter if self.who is Who.ME else None

    def _shows_guesses(self, board: Board, player: Player) -> bool:  # noqa: ARG002  # as above
        """Whether `player` may see the codes that were guessed on a board of the running game."""
        return True

    def _is_ended_by_moderator(self, by: Player) -> bool:  # noqa: ARG002  # as above
        """Whether the game ends at once when a moderator gives up."""
        return True

    def _end(self, by: Player) -> Self:
        """The game with every open board given up by a moderator."""
        boards = self.boards or (self.board(self.starter),)
        return replace(self, boards=tuple(board if board.outcome else board.give_up(by) for board in boards))

    def _require_player(self, player: Player) -> None:
        if self.outcome is not None:
            raise GameOver
        if self.who is Who.ME and player != self.starter:
            raise NotYourGame
        if player != self.starter and player not in self.players:
            raise NotPlaying

    def _open_board(self, player: Player) -> Board:
        if self.outcome is not None:
            raise GameOver
        if self.who is Who.ME and player != self.starter:
            raise NotYourGame
        return self.board(player)

    def _with_board(self, board: Board) -> Self:
        """The game with the board of this guesser replaced or, if there is none yet, appended."""
        if board.guesser not in {other.guesser for other in self.boards}:
            return replace(self, boards=(*self.boards, board))
        return replace(self, boards=tuple(board if old.guesser == board.guesser else old for old in self.boards))
