"""Challenges: invitations to a duel, open until both players have hidden a secret.

The opponent accepts by hiding a secret. The challenger may hide theirs before or after that. A challenge to anyone has
no opponent until the first other player accepts.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import ClassVar, Self

from typing_extensions import override

from core.game.any_game import AnyGame, GameKind, Who
from core.game.boards import NO_LIMIT, Board, Player
from core.game.codes import Code
from core.game.commitment import digest
from core.game.duels import Duel
from core.game.errors import DuelNotStarted, GameOver, NotPossibleNow, NotYourGame
from core.game.items import ItemSet
from core.game.rules import Rules
from core.game.sides import Side


class ChallengeEnding(StrEnum):
    """Why a challenge did not lead to a duel."""

    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    """One of the players withdrew after hiding a secret, or the challenger did before."""
    STOPPED = "stopped"
    """A moderator ended it."""
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Challenge(AnyGame):
    """An invitation to a duel.

    Args:
        rules: rules of both secrets.
        starter: the player who challenges.
        opponent: the player who is challenged, None in a challenge to anyone.
        tries: number of guesses allowed for each side, or `NO_LIMIT`.
        hidden: whether each player sees only their own guesses until the duel ends.
        first_mover: the player who makes the first guess, None if the commitment decides.
        starter_secret: what the challenger has hidden, if anything; left out of `repr`.
        opponent_secret: what the opponent has hidden, if anything; left out of `repr`.
        ended_by: who declined, withdrew or stopped it, if anybody did.
        outcome: how it ended, None while it is open.
        items: the items that both sides will have, None without items.
    """

    rules: Rules
    starter: Player
    opponent: Player | None
    tries: int = NO_LIMIT
    hidden: bool = False
    first_mover: Player | None = None
    starter_secret: Code | None = field(default=None, repr=False)
    opponent_secret: Code | None = field(default=None, repr=False)
    ended_by: Player | None = None
    outcome: ChallengeEnding | None = None
    items: ItemSet | None = None
    has_begun: ClassVar[bool] = False
    is_between_people: ClassVar[bool] = True
    is_duel_between_people: ClassVar[bool] = True
    who: ClassVar[Who] = Who.ME

    @property
    @override
    def kind(self) -> GameKind:
        return GameKind.DUEL

    def hide_secret(self, secret: Code, by: Player) -> Self:
        """The challenge after a player hid their secret.

        Raises:
            NotYourGame: `by` is neither of the two players, and somebody is challenged.
            NotPossibleNow: `by` has hidden a secret before.
        """
        self.require_can_hide_secret(by)
        if by == self.starter:
            return replace(self, starter_secret=secret)
        return replace(self, opponent=by, opponent_secret=secret)

    def require_can_hide_secret(self, by: Player) -> None:
        """Check that a player can hide a secret; raises what `hide_secret` raises."""
        self._require_player(by if self.opponent else self.starter)
        if self.has_hidden_secret(by):
            raise NotPossibleNow

    def has_hidden_secret(self, player: Player) -> bool:
        """Whether a player has hidden their secret."""
        return (self.starter_secret if player == self.starter else self.opponent_secret) is not None

    @override
    def needs_secret_of(self, player: Player) -> bool:
        return not self.has_hidden_secret(player)

    @property
    @override
    def awaited_player(self) -> Player | None:
        """The player who has to hide a secret first: the opponent, then the challenger; None if neither has to."""
        if self.outcome is not None:
            return None
        return next((player for player in reversed(self.players) if not self.has_hidden_secret(player)), None)

    @property
    def is_ready(self) -> bool:
        """Whether both secrets are there, so that the duel can start."""
        return self.starter_secret is not None and self.opponent_secret is not None

    def start_duel(self, first: Player) -> Duel:
        """The duel in which `first` makes the first guess; the challenge must be ready."""
        starter, opponent = map(Side, self.players, (self.starter_secret, self.opponent_secret))
        sides = (starter, opponent) if first == self.starter else (opponent, starter)
        return Duel(self.rules, sides, self.starter, tries=self.tries, hidden=self.hidden, items=self.items)

    @override
    def guess(self, _code: Code, by: Player) -> Self:
        """Nobody can guess before the duel starts, so this always raises.

        Raises:
            NotYourGame: `by` is neither of the two players.
            DuelNotStarted: it is open.
        """
        self._require_player(by)
        raise DuelNotStarted

    @override
    def record_hint(self, by: Player) -> Self:
        """Nobody gets a hint before the duel starts, so this always raises, like `guess`."""
        return self.guess((), by)

    @override
    def give_up(self, by: Player, *, is_moderator: bool = False, **_shared: object) -> Self:
        """The challenge after it was declined, withdrawn or, by a moderator, stopped.

        Raises:
            NotYourGame: `by` is neither of the two players nor a moderator.
        """
        plays = by in self.players
        self._require_player(self.starter if is_moderator and not plays else by)
        if not plays:
            return replace(self, ended_by=by, outcome=ChallengeEnding.STOPPED)
        declines = by == self.opponent and not self.has_hidden_secret(by)
        return replace(self, ended_by=by, outcome=ChallengeEnding.DECLINED if declines else ChallengeEnding.WITHDRAWN)

    @override
    def expire(self) -> Self:
        """The challenge after its time ran out."""
        self._require_player(self.starter)
        return replace(self, outcome=ChallengeEnding.EXPIRED)

    @override
    def seen_by(self, player: Player) -> Self:
        """What `player` may see: that secrets are hidden, but none except their own."""
        starter_secret, opponent_secret = self.starter_secret, self.opponent_secret
        if player != self.starter and starter_secret is not None:
            starter_secret = ()
        if player != self.opponent and opponent_secret is not None:
            opponent_secret = ()
        terms = (self.rules, self.starter, self.opponent, self.tries, self.hidden, self.first_mover)
        return type(self)(*terms, starter_secret, opponent_secret, self.ended_by, self.outcome, self.items)

    @property
    @override
    def boards(self) -> tuple[Board, ...]:
        """Always empty, because nobody has guessed."""
        return ()

    @override
    def board(self, player: Player) -> Board:
        """An empty board."""
        return Board(self.rules, (), self.tries, player)

    @property
    @override
    def players(self) -> tuple[Player, ...]:
        """The challenger and the opponent, if there is one."""
        return (self.starter,) if self.opponent is None else (self.starter, self.opponent)

    @property
    @override
    def quitters(self) -> tuple[Player, ...]:
        """Who declined, withdrew or stopped it."""
        return () if self.ended_by is None else (self.ended_by,)

    @property
    @override
    def named_players(self) -> frozenset[Player]:
        """Everyone whose name is shown."""
        return frozenset((*self.players, *self.quitters))

    @property
    @override
    def players_told_of_end(self) -> frozenset[Player]:
        return frozenset()

    @property
    @override
    def secret_to_find(self) -> Code:
        return self.opponent_secret or ()

    @override
    def commitment(self, game: str, nonce: str) -> str:
        return digest(nonce)

    @override
    def commitment_opening(self, game: str, nonce: str) -> None:
        return None

    def _require_player(self, by: Player) -> None:
        if self.outcome is not None:
            raise GameOver
        if by not in self.players:
            raise NotYourGame
