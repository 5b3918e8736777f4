"""What the guesser knows at one moment of a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from core.game.codes import Code
from core.game.feedback import Feedback, Turn, compute_feedback
from core.game.rules import Rules
from core.solver.partition import SymbolMasks, cell_masks, cell_number, select_codes


@dataclass(frozen=True)
class State:
    """The guesses made so far, and the candidates they leave.

    Args:
        rules: rules of the game.
        guesses: the guesses so far; their feedback follows from the candidates.
        candidates: the codes consistent with all feedback, in lexicographic order, at least one.
    """

    rules: Rules
    guesses: tuple[Code, ...]
    candidates: Sequence[Code]

    @cached_property
    def masks(self) -> SymbolMasks:
        """Where each symbol occurs in the candidates."""
        return SymbolMasks(self.candidates, self.rules)

    @cached_property
    def absent(self) -> frozenset[int]:
        """The symbols that occur in no candidate."""
        return frozenset(symbol for symbol in range(self.rules.symbols) if not self.masks.at_least[symbol][1])

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The history. All candidates give the same feedback, so it is computed from the first one."""
        secret = self.candidates[0]
        return tuple(Turn(guess, compute_feedback(secret, guess)) for guess in self.guesses)

    @property
    def winning_cell(self) -> int:
        """The number of the cell that contains the guess itself."""
        return self.rules.positions * (self.rules.positions + 1)

    def cells(self, guess: Code) -> dict[int, int]:
        """The cells of a guess that are not empty, as masks by cell number; see `core.solver.partition`."""
        return cell_masks(guess, self.masks)

    def successors(self, guess: Code) -> dict[int, "State"]:
        """The states that a guess can lead to, by cell number, without the winning cell."""
        guesses = (*self.guesses, guess)
        return {
            number: State(self.rules, guesses, select_codes(self.candidates, cell))
            for number, cell in self.cells(guess).items()
            if number != self.winning_cell
        }

    def successor(self, guess: Code, feedback: Feedback) -> "State":
        """The state after a guess with feedback that is correct for at least one candidate."""
        cell = self.cells(guess)[cell_number(feedback, self.rules)]
        return State(self.rules, (*self.guesses, guess), select_codes(self.candidates, cell))

    def splitter(self) -> Code | None:
        """The first candidate whose cells all have size 1, or None if there is none.

        No guess is better: it is right at once for one candidate and identifies every other.
        """
        possible_feedbacks = (self.rules.positions + 1) * (self.rules.positions + 2) // 2 - 1
        if len(self.candidates) > possible_feedbacks:
            return None
        return next((code for code in self.candidates if len(self.cells(code)) == len(self.candidates)), None)
