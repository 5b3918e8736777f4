"""How a game stands for whoever guesses: the rules, the guesses made, and the codes that may be the secret."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress

from core.game.codes import Code
from core.game.feedback import Feedback, Turn, score
from core.game.rules import Rules
from core.solver.masks import Masks, flags
from core.solver.partition import cell_number, cells_of


@dataclass(frozen=True)
class State:
    """One moment of a game.

    Args:
        rules: of the game.
        guesses: made so far; what they were answered is in the candidates.
        candidates: codes consistent with every answer, lowest first, at least one.
    """

    rules: Rules
    guesses: tuple[Code, ...]
    candidates: Sequence[Code]

    @cached_property
    def masks(self) -> Masks:
        """Where every symbol stands in the candidates."""
        return Masks(self.candidates, self.rules)

    @cached_property
    def absent(self) -> frozenset[int]:
        """The symbols that no candidate holds."""
        return frozenset(symbol for symbol in range(self.rules.symbols) if not self.masks.least[symbol][1])

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The history, its answers read off a candidate."""
        secret = self.candidates[0]
        return tuple(Turn(guess, score(secret, guess)) for guess in self.guesses)

    def cells(self, guess: Code) -> dict[int, int]:
        """The masks of the cells of a guess by number; see `core.solver.partition`."""
        return cells_of(guess, self.masks)

    def after(self, guess: Code) -> dict[int, "State"]:
        """How the game stands after each possible answer to a guess, by the number of the cell, without the win."""
        guesses = (*self.guesses, guess)
        return {
            number: State(self.rules, guesses, self._chosen(cell))
            for number, cell in self.cells(guess).items()
            if number != self.winning_cell
        }

    def answered(self, guess: Code, feedback: Feedback) -> "State":
        """How the game stands after one answer to a guess, one that some candidate gives."""
        cell = self.cells(guess)[cell_number(feedback, self.rules)]
        return State(self.rules, (*self.guesses, guess), self._chosen(cell))

    @property
    def winning_cell(self) -> int:
        """The number of the cell of the guess itself."""
        return self.rules.positions * (self.rules.positions + 1)

    def _chosen(self, cell: int) -> list[Code]:
        return list(compress(self.candidates, flags(cell, len(self.candidates))))
