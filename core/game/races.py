"""Races: games in which every player has a board of their own, and the first to find the secret wins."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from typing_extensions import override

from core.game.any_game import GameKind, Who
from core.game.boards import DEFAULT_TRIES, Board, Outcome, Player
from core.game.codes import Code
from core.game.errors import GameOver, NotPossibleNow, PartOfRaceOver, RaceNotStarted
from core.game.feedback import Feedback
from core.game.games import Game
from core.game.rules import Rules

NO_TIME_LIMIT = 0
MAX_MINUTES = 1440
"""The longest time limit of a race: a day."""


@dataclass(frozen=True)  # `slots=True` would create the class twice, and `super()` would refer to the first one
class Race(Game):
    """A secret that several players guess, each on a board of their own.

    It ends when one player has found the secret, when everybody who has guessed is finished, or when its time is up.
    Until then anybody may join by guessing.

    Args:
        who: always `Who.RACE`.
        minutes: the time limit in minutes, counted from the start, or `NO_TIME_LIMIT`.
        is_waiting: whether nobody may guess yet, because the starter has not given the signal.
        is_time_up: whether the time limit ended the race.
    """

    who: Who = Who.RACE
    minutes: int = NO_TIME_LIMIT
    is_waiting: bool = False
    is_time_up: bool = False
    has_own_boards: ClassVar[bool] = True
    is_same_for_all: ClassVar[bool] = False
    SHOWN = (*Game.SHOWN, "minutes", "is_waiting", "is_time_up")

    @override
    def guess(self, code: Code, by: Player) -> Self:
        """The race after a player's guess.

        The starter may take part too: as soon as anybody guesses, they have a board. The race does not wait for their
        first guess.

        Raises:
            PartOfRaceOver: this player's part of it has.
            RaceNotStarted: the starter has not given the signal.
        """
        self._require_started()
        return super().guess(code, by)

    @override
    def record_hint(self, by: Player) -> Self:
        """The race after a player got a hint.

        Raises:
            PartOfRaceOver: this player's part of it has.
            RaceNotStarted: the starter has not given the signal.
            NotPlaying: `by` neither started the race nor made a guess.
        """
        self._require_started()
        return super().record_hint(by)

    def start(self, by: Player, *, is_moderator: bool = False) -> Self:
        """The race after the signal.

        Raises:
            NotPossibleNow: the race does not wait for a signal.
            RaceNotStarted: `by` neither created the race nor is a moderator.
        """
        if self.outcome is not None:
            raise GameOver
        if not self.is_waiting:
            raise NotPossibleNow
        if by != self.starter and not is_moderator:
            raise RaceNotStarted
        return replace(self, is_waiting=False)

    @override
    def time_out(self) -> Self:
        """The race after its time limit has passed."""
        if self.outcome is not None:
            raise GameOver
        return replace(self, is_time_up=True)

    @property
    @override
    def kind(self) -> GameKind:
        return GameKind.RACE

    @property
    @override
    def players_told_of_end(self) -> frozenset[Player]:
        return frozenset((*self.players, self.starter))

    @property
    @override
    def race_places(self) -> Mapping[Player, int]:
        """The places of those who have guessed, from 1; empty if fewer than two have.

        Equal boards share a place. Those who got a hint share the last one.
        """
        boards = {player: board for board in self.standings for player in board.players_who_guessed}
        if len(boards) < 2:  # noqa: PLR2004  # nobody races alone
            return {}
        fair = [standing_sort_key(board) for player, board in boards.items() if player not in board.hinted]
        return {
            player: len(boards) if player in board.hinted else 1 + fair.index(standing_sort_key(board))
            for player, board in boards.items()
        }

    @override
    def cannot_go_on_without(self, player: Player) -> bool:
        return True

    @override
    def earlier_winner_with_code(self, code: Code, player: Player) -> Player | None:
        return self.winner if code == self.secret and self.winner != player else None

    @property
    @override
    def outcome(self) -> Outcome | None:
        """How the race ended, or None while someone can still guess."""
        if self.is_expired:
            return Outcome.EXPIRED
        outcomes = [board.outcome for board in self.boards if board.turns or board.outcome is not None]
        if Outcome.SOLVED in outcomes:
            return Outcome.SOLVED
        if self.is_time_up:
            return Outcome.OUT_OF_TIME
        if not outcomes or None in outcomes:
            return None
        return Outcome.OUT_OF_TRIES if Outcome.OUT_OF_TRIES in outcomes else Outcome.GAVE_UP

    @property
    def standings(self) -> tuple[Board, ...]:
        """The boards, best first: by most hits, most blows, fewest guesses and earliest first guess, in this order.

        The winner's board is therefore the first.
        """
        return tuple(sorted(self.boards, key=standing_sort_key))

    @override
    def _is_outsider(self, player: Player) -> bool:
        plays = player in {self.starter, *self.players} and self.board(player).outcome is None
        return self.outcome is None and not plays

    @override
    def _open_board(self, player: Player) -> Board:
        board = super()._open_board(player)
        if board.outcome is not None:
            raise PartOfRaceOver
        return board

    @override
    def _with_board(self, board: Board) -> Self:
        """The race with this board and, if there is none yet, an empty one for the starter."""
        race = super()._with_board(board)
        if self.starter in {each.guesser for each in race.boards}:
            return race
        return replace(race, boards=(*race.boards, race.board(self.starter)))

    def _require_started(self) -> None:
        if self.outcome is None and self.is_waiting:
            raise RaceNotStarted


MODES: Mapping[Who, type[Game]] = {Who.EVERYONE: Game, Who.ME: Game, Who.RACE: Race}
"""The modes of games against the bot's secret, by who may guess."""


def create_game(
    rules: Rules, secret: Code, starter: Player, who: Who = Who.EVERYONE, tries: int = DEFAULT_TRIES
) -> Game:
    """A new game of the mode in which these may guess."""
    return MODES[who](rules, secret, starter, who, tries)


def best_feedback(board: Board) -> Feedback | None:
    """The feedback with most hits and, among those, most blows; None before the first guess."""
    return max((turn.feedback for turn in board.turns), default=None)


def standing_sort_key(board: Board) -> tuple[int, int, int]:
    """What boards of a race are sorted by, best first: most hits, most blows, fewest guesses."""
    hits, blows = best_feedback(board) or (-1, -1)
    return -hits, -blows, len(board.turns)
