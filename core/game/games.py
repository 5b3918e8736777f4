"""Games in which people guess a secret.

A `Game` is a secret with its boards: one for everyone or one for the player who started the game. `core.game.races`
adds one for each player.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from typing_extensions import override

from core.game.any_game import AnyGame, End, GameKind, Who
from core.game.boards import DEFAULT_TRIES, Board, Outcome, Player
from core.game.codes import Code
from core.game.commitment import commit, opening
from core.game.errors import AlreadyVoted, GameOver, NotPlaying, NotYourGame, OnlyPlayersGiveUp
from core.game.rules import Rules


@dataclass(frozen=True, slots=True)
class Game(AnyGame):
    """A secret that everyone guesses together or one player guesses alone.

    Args:
        rules: rules of the game.
        secret: the secret; left out of `repr` to keep it out of logs.
        starter: the player who started the game.
        who: who may guess.
        tries: number of guesses allowed on each board, or `NO_LIMIT`.
        boards: the boards with at least one guess, in the order of their first one.
        is_expired: whether it ended without a result because nobody moved for too long.
    """

    rules: Rules
    secret: Code = field(repr=False)
    starter: Player
    who: Who = Who.EVERYONE
    tries: int = DEFAULT_TRIES
    boards: tuple[Board, ...] = ()
    is_expired: bool = False
    is_between_people: ClassVar[bool] = False
    is_same_for_all: ClassVar[bool] = True
    asks_before_repeating: ClassVar[bool] = True
    SHOWN: ClassVar[tuple[str, ...]] = ("rules", "starter", "who", "tries", "is_expired")
    """The fields that `seen_by` leaves as they are."""

    @override
    def guess(self, code: Code, by: Player) -> Self:
        """The game after a player's guess.

        Raises:
            NotYourGame: only the starter may guess, and `by` is someone else.
        """
        return self._with_board(self._open_board(by).guess(code, by))

    @override
    def give_up(
        self,
        by: Player,
        *,
        is_moderator: bool = False,
        is_stuck: bool = False,
        former: Collection[Player] = frozenset(),
    ) -> Self:
        """The game after a player gave up.

        A board that several players share is given up by the starter, by a moderator or by a vote of most of its
        players. In a race, players give up their part of it; a moderator who does not play ends the whole race.

        Args:
            by: who gives up.
            is_moderator: whether they are a moderator.
            is_stuck: whether nobody has moved for so long that anybody may vote to end a shared game or a race.
            former: the players who have deleted their data. They have no votes, and do not count as players.

        Raises:
            PartOfRaceOver: the part of `by` in a race has.
            NotYourGame: only the starter may guess, and `by` is someone else.
            OnlyPlayersGiveUp: `by` neither started the game nor made a guess.
            AlreadyVoted: the vote of `by` was counted before.
        """
        if is_moderator and self.outcome is None and self._is_ended_by_moderator(by):
            return self._end(by)
        plays = by in {self.starter, *self.players}
        if is_stuck and self._is_outsider(by):
            return self._vote(by, former)
        board = self._open_board(by)
        if not plays:
            raise OnlyPlayersGiveUp
        if by == self.starter or board.guesser is not None or board.players_who_guessed == (by,):
            return self._with_board(board.give_up(by))
        if set(board.players_who_guessed).difference(former) == {by}:
            return self._with_board(board.end_by_votes((by,)))
        return self._vote(by, former)

    @override
    def giveup_votes_needed(self, former: Collection[Player] = frozenset()) -> int:
        """How many votes end the game: those of more than half of its players without `former`, and at least two."""
        return max(2, len(set(self.players).difference(former)) // 2 + 1)

    @override
    def record_hint(self, by: Player) -> Self:
        """The game after a player got a hint.

        Raises:
            NotYourGame: only the starter may guess, and `by` is someone else.
            NotPlaying: `by` neither started the game nor made a guess.
        """
        self._require_player(by)
        board = self._open_board(by)
        if board.outcome is not None:
            raise GameOver
        return self._with_board(replace(board, hinted=tuple(dict.fromkeys((*board.hinted, by)))))

    @override
    def expire(self) -> Self:
        """The game after it expired because nobody moved for too long."""
        if self.outcome is not None:
            raise GameOver
        return replace(self, is_expired=True)

    @override
    def board(self, player: Player) -> Board:
        """The board on which `player` guesses; an empty one before the first guess."""
        guesser = player if self.has_own_boards else self.starter if self.who is Who.ME else None
        for board in self.boards:
            if board.guesser == guesser:
                return board
        return Board(self.rules, self.secret, self.tries, guesser)

    @property
    @override
    def kind(self) -> GameKind:
        return GameKind.SOLO if self.is_solo else GameKind.TOGETHER

    @property
    @override
    def is_solo(self) -> bool:
        return self.who is Who.ME

    @property
    @override
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while someone can still guess."""
        if self.is_expired:
            return Outcome.EXPIRED
        return self.boards[0].outcome if self.boards else None

    @property
    @override
    def winner(self) -> Player | None:
        """The player who found the secret, or None."""
        return next((board.turns[-1].by for board in self.boards if board.outcome is Outcome.SOLVED), None)

    @property
    @override
    def hinted(self) -> tuple[Player, ...]:
        """The players who got a hint, board by board."""
        return tuple(player for board in self.boards for player in board.hinted)

    @property
    @override
    def players(self) -> tuple[Player, ...]:
        """Everyone who has guessed, without duplicates, board by board."""
        if len(self.boards) == 1:  # the usual case
            return self.boards[0].players_who_guessed
        return tuple(dict.fromkeys(player for board in self.boards for player in board.players_who_guessed))

    @property
    @override
    def quitters(self) -> tuple[Player, ...]:
        """Everyone who gave it up or voted for that, or the moderator who ended it, without duplicates."""
        return tuple(dict.fromkeys(player for board in self.boards for player in board.quitters))

    @property
    @override
    def named_players(self) -> frozenset[Player]:
        """Who started it, and everyone who has guessed, got a hint, voted to give it up or gave it up."""
        named = {self.starter}
        for board in self.boards:
            quitters = () if board.given_up_by is None else (board.given_up_by,)
            made = (turn.by for turn in board.turns)
            named.update(made, (guess.by for guess in board.pending), board.hinted, board.giveup_votes, quitters)
        return frozenset(named)

    def was_ended_by_moderator(self, board: Board) -> bool:
        """Whether a moderator ended this board of the game while others played on it."""
        by = board.given_up_by
        if by is None or by in board.giveup_votes:
            return False
        return (
            by != board.guesser
            if board.guesser is not None
            else by != self.starter and board.players_who_guessed != (by,)
        )

    @property
    @override
    def counted_results(self) -> Iterator[End]:
        """Everybody who guessed, their boards and outcomes, without those whose board a moderator ended."""
        for board in self.boards:
            for player in board.players_who_guessed:
                if player == board.given_up_by or not self.was_ended_by_moderator(board):
                    yield player, board, self.outcome_of(board)

    def outcome_of(self, board: Board) -> Outcome:
        """How a board ended, which can still be open where the game has expired or somebody else has won the race."""
        return board.outcome or (Outcome.GAVE_UP if self.outcome is Outcome.EXPIRED else Outcome.OUT_OF_TRIES)

    @override
    def cannot_go_on_without(self, player: Player) -> bool:
        return {self.starter, *self.players} == {player}

    @property
    @override
    def secret_to_find(self) -> Code:
        return self.secret

    @override
    def commitment(self, game: str, nonce: str) -> str:
        return commit(game, self.rules, self.secret, nonce)

    @override
    def commitment_opening(self, game: str, nonce: str) -> str | None:
        return opening(game, self.rules, self.secret, nonce)

    @override
    def seen_by(self, player: Player) -> Self:
        """What `player` may see: until the game ends, no secret."""
        if self.outcome is not None:
            return self
        is_shared = not self.has_own_boards
        boards = tuple(
            board.without_secret(keeps_guesses=is_shared or board.guesser == player) for board in self.boards
        )
        return type(self)(secret=(), boards=boards, **{name: getattr(self, name) for name in self.SHOWN})

    def _is_ended_by_moderator(self, by: Player) -> bool:
        """Whether the game ends at once when a moderator gives up: always, or in a race if they do not play."""
        return not self.has_own_boards or by not in {self.starter, *self.players}

    def _end(self, by: Player) -> Self:
        """The game with every open board given up by a moderator."""
        boards = self.boards or (self.board(self.starter),)
        return replace(self, boards=tuple(board if board.outcome else board.give_up(by) for board in boards))

    @property
    @override
    def giveup_votes(self) -> tuple[Player, ...]:
        return self.board_with_giveup_votes.giveup_votes

    @property
    def board_with_giveup_votes(self) -> Board:
        """The board that holds the votes to give the game up."""
        return self.board(self.starter)

    def _vote(self, by: Player, former: Collection[Player]) -> Self:
        """The game after a vote to end it, which ends every open board if there are enough votes."""
        votes, needed = (
            [voter for voter in self.board_with_giveup_votes.giveup_votes if voter not in former],
            self.giveup_votes_needed(former),
        )
        if by in votes and len(votes) < needed:
            raise AlreadyVoted(len(votes), needed)
        votes = list(dict.fromkeys((*votes, by)))
        voted = self._with_board(replace(self.board_with_giveup_votes, giveup_votes=tuple(votes)))
        if len(votes) < needed:
            return voted
        boards = (board if board.outcome else board.end_by_votes(tuple(votes)) for board in voted.boards)
        return replace(voted, boards=tuple(boards))

    def _is_outsider(self, player: Player) -> bool:
        """Whether a player has no open part in a running game that others may vote to end."""
        is_shared = self.who is Who.EVERYONE and player not in {self.starter, *self.players}
        return self.outcome is None and is_shared

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
        boards = {old.guesser: old for old in self.boards}
        boards[board.guesser] = board
        return replace(self, boards=tuple(boards.values()))
