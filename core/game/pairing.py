"""Two sides that guess each other's secret in turn."""

from dataclasses import dataclass, replace
from typing import Self

from core.game.boards import Player
from core.game.errors import NotYourGame
from core.game.rules import Rules
from core.game.sides import BOT, Side


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays whom, and what each side has guessed.

    Args:
        rules: rules of both secrets.
        sides: the two sides; the first one starts.
        starter: the player who started the game or challenged the other.
    """

    rules: Rules
    sides: tuple[Side, Side]
    starter: Player

    def side(self, player: Player) -> Side:
        """The side of a player; `NotYourGame` is raised for others."""
        return self.sides[self._index(player)]

    def opponent_of(self, player: Player) -> Side:
        """The side that plays against a player; `NotYourGame` is raised for others."""
        return self.sides[1 - self._index(player)]

    @property
    def side_to_move(self) -> Side:
        """The side whose guess comes next, or is pending."""
        first, second = self.sides
        return first if first.guesses <= second.guesses else second  # fewer after `undo_feedback`

    @property
    def players(self) -> tuple[Player, ...]:
        """The people who play."""
        return tuple(side.player for side in self.sides if side.player != BOT)

    def _index(self, player: Player) -> int:
        for index, side in enumerate(self.sides):
            if side.player == player:
                return index
        raise NotYourGame

    def _with_side(self, side: Side) -> Self:
        first, second = (side if old.player == side.player else old for old in self.sides)
        return replace(self, sides=(first, second))
