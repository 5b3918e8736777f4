"""What every game says about itself. A mode is a class that answers differently where it differs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Self, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from core.game.boards import Board, Outcome, Player
    from core.game.codes import Code
    from core.game.feedback import Turn
    from core.game.items import Entry, ItemSet, UsedItem
    from core.game.rules import Rules
    from core.game.sides import Level, OutcomeForSide

End: TypeAlias = "tuple[Player, Board, Outcome | OutcomeForSide]"
"""A player with the board and the outcome that count for them."""


class Who(StrEnum):
    """Who may guess."""

    EVERYONE = "everyone"
    ME = "me"
    """One player, or each of the two in a duel on a board of their own."""
    RACE = "race"


class GameKind(StrEnum):
    """The kinds of games, each of which has a record of its own. Dailies have one too, but are not stored as games."""

    SOLO = "solo"
    TOGETHER = "together"
    RACE = "race"
    DUEL = "duel"
    """Between two people."""
    VERSUS = "versus"
    """Against the bot."""
    HOSTED = "hosted"


class AnyGame(ABC):
    """A game of any mode, with what holds for most modes.

    Every move raises a `GameError` if the game does not allow it: `GameOver` once it has ended.

    Attributes:
        rules: rules of the game.
        starter: the player who started it.
        tries: number of guesses allowed on each board, or `NO_LIMIT`.
        level: how well the bot plays, None if it does not.
        items: the items of both sides, None without items.
        uses: the uses of items so far, oldest first.
        pending_guess: the guess of a side that waits for feedback, if any.
        hidden: whether players may not see one another's guesses, because the game was started so.
        minutes: the time limit in minutes, or 0.
        is_waiting: whether nobody may guess before a signal.
        has_begun: whether guesses can be made.
        has_own_boards: whether players guess on boards of their own.
        is_claimable: whether a player may claim the game if the other takes too long.
        is_same_for_all: whether everybody sees the same while it runs.
        needs_solver: whether the bot may have to move, or to correct feedback, after a move.
        asks_before_repeating: whether a player is asked before a guess that repeats a turn costs a try.
    """

    __slots__ = ()

    rules: Rules
    starter: Player
    tries: int
    level: Level | None = None
    items: ItemSet | None = None
    uses: tuple[UsedItem, ...] = ()
    pending_guess: Code | None = None
    hidden: bool = False
    minutes: int = 0
    is_waiting: bool = False
    has_begun: ClassVar[bool] = True
    has_own_boards: ClassVar[bool] = False
    is_claimable: ClassVar[bool] = False
    is_same_for_all: ClassVar[bool] = False
    needs_solver: ClassVar[bool] = False
    asks_before_repeating: ClassVar[bool] = False

    @property
    @abstractmethod
    def who(self) -> Who:
        """Who may guess."""

    @property
    @abstractmethod
    def kind(self) -> GameKind:
        """What the game counts as."""

    @property
    @abstractmethod
    def boards(self) -> tuple[Board, ...]:
        """The boards with guesses."""

    @property
    @abstractmethod
    def outcome(self) -> StrEnum | None:
        """How the game ended, or None while it runs."""

    @property
    @abstractmethod
    def players(self) -> tuple[Player, ...]:
        """The people who play."""

    @property
    @abstractmethod
    def quitters(self) -> tuple[Player, ...]:
        """Everyone who gave it up or voted for that, or the moderator who ended it."""

    @property
    @abstractmethod
    def named_players(self) -> frozenset[Player]:
        """Everyone whose name is shown."""

    @abstractmethod
    def guess(self, code: Code, by: Player) -> AnyGame:
        """The game after a player's guess."""

    @abstractmethod
    def record_hint(self, by: Player) -> AnyGame:
        """The game after a player got a hint."""

    @abstractmethod
    def give_up(
        self,
        by: Player,
        *,
        is_moderator: bool = False,
        is_stuck: bool = False,
        former: Collection[Player] = frozenset(),
    ) -> AnyGame:
        """The game after a player gave up; see `Game.give_up` for games that several share."""

    @abstractmethod
    def expire(self) -> Self:
        """The game after it expired because nobody moved for too long."""

    def time_out(self) -> Self:
        """The game after its time limit has passed."""
        return self.expire()

    @abstractmethod
    def seen_by(self, player: Player) -> Self:
        """What `player` may see."""

    @abstractmethod
    def board(self, player: Player) -> Board:
        """The board on which `player` guesses."""

    @property
    @abstractmethod
    def secret_to_find(self) -> Code:
        """The secret that the starter or, in a hosted game, everybody else has to find; empty if it is not known."""

    @property
    def is_between_people(self) -> bool:
        """Whether a person hides a secret for another."""
        return False

    @property
    def is_duel_between_people(self) -> bool:
        """Whether two people hide secrets for each other."""
        return False

    @property
    def is_solo(self) -> bool:
        """Whether one person alone guesses the bot's secret."""
        return False

    @property
    def is_played_alone(self) -> bool:
        """Whether only one person plays it, alone or against the bot."""
        return self.kind in {GameKind.SOLO, GameKind.VERSUS}

    @property
    def may_only_players_end(self) -> bool:
        """Whether nobody else ends it, not even a moderator, who could take out a bad result.

        These are games that one person plays, duels that have begun, and races in which two have guessed.
        """
        is_contest = self.kind is GameKind.DUEL or (self.kind is GameKind.RACE and len(self.players) > 1)
        return self.is_played_alone or (is_contest and self.has_begun)

    @property
    def in_head(self) -> bool:
        """Whether a person keeps a secret in their head and gives the feedback."""
        return False

    @property
    def winner(self) -> Player | None:
        """The player who won; None while the game runs and if nobody did."""
        return None

    @property
    def hinted(self) -> tuple[Player, ...]:
        """The players who got a hint."""
        return ()

    @property
    def awaited_player(self) -> Player | None:
        """The only player who can continue the game, None if there are others or it has ended."""
        return None

    @property
    def number_awaiting_feedback(self) -> int:
        """The number of the guess that waits for the feedback of a host, from 1; 0 in other games."""
        return 0

    @property
    def jointly_contradictory_turns(self) -> tuple[Turn, ...]:
        """The turns that no secret fits, because a host gave contradictory feedback."""
        return ()

    @property
    def giveup_votes(self) -> tuple[Player, ...]:
        """The votes to give the game up."""
        return ()

    @property
    def players_told_of_end(self) -> frozenset[Player]:
        """The people for whom the end of the game is news if it concerns several."""
        return frozenset(self.players)

    @property
    def race_places(self) -> Mapping[Player, int]:
        """The places of a race, from 1; empty in other games."""
        return {}

    @property
    def counted_results(self) -> Iterator[End]:
        """The players for whom an ended game counts, each with their board and outcome."""
        return iter(())

    def giveup_votes_needed(self, former: Collection[Player] = frozenset()) -> int:
        """How many votes end the game; `former` are the players who have deleted their data."""
        raise NotImplementedError

    def history(self, player: Player) -> tuple[Entry, ...]:
        """What a player knows: the turns on their board and, with items, clues."""
        return self.board(player).turns

    def boards_seen_by(self, player: Player) -> Sequence[Board]:
        """The boards that `player` sees: their own or, in a duel, both."""
        return (self.board(player),)

    def secret_of(self, player: Player) -> Code | None:  # noqa: ARG002  # players hide none
        """The secret of a player now. None if they have not hidden one, or keep it in their head."""
        return None

    def is_host(self, player: Player) -> bool:  # noqa: ARG002  # nobody is
        """Whether `player` has hidden the secret for all others."""
        return False

    def cannot_go_on_without(self, player: Player) -> bool:  # noqa: ARG002  # whoever plays
        """Whether the running game cannot go on without one of its players."""
        return True

    def needs_secret_of(self, player: Player) -> bool:  # noqa: ARG002  # nobody has to hide one
        """Whether `player` has to hide a secret before the game begins."""
        return False

    def require_not_host(self, by: Player) -> None:  # noqa: B027  # most games have no host
        """Check that a player does not give the feedback."""

    def earlier_winner_with_code(self, code: Code, player: Player) -> Player | None:  # noqa: ARG002  # nobody is late
        """Who has won with this code before `player` guessed it, None if nobody has."""
        return None

    def is_awaiting_same_move(self, other: AnyGame) -> bool:
        """Whether the same person has to make the same move in both; the caller compares `awaited_player`."""
        return type(self) is type(other)

    @abstractmethod
    def commitment(self, game: str, nonce: str) -> str:
        """The hash that is shown while the game with this id runs; see `core.game.commitment`."""

    @abstractmethod
    def commitment_opening(self, game: str, nonce: str) -> str | None:
        """The text whose hash is the commitment, None if there is none to verify."""
