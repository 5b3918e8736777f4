"""What the guesser knows at one moment of a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress

from core.game.codes import Code
from core.game.feedback import Feedback, Turn, compute_feedback
from core.game.rules import Rules
from core.solver.partition import Partitioner, cell_number


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
    def _partitioner(self) -> Partitioner:
        return Partitioner(self.candidates, self.rules)

    @cached_property
    def absent(self) -> frozenset[int]:
        """The symbols that occur in no candidate."""
        return frozenset(range(self.rules.symbols)) - self._partitioner.symbols()

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The history. All candidates give the same feedback, so it is computed from the first one."""
        secret = self.candidates[0]
        return tuple(Turn(guess, compute_feedback(secret, guess)) for guess in self.guesses)

    @property
    def winning_cell(self) -> int:
        """The number of the cell that contains the guess itself."""
        return self.rules.positions * (self.rules.positions + 1)

    def cell_numbers(self, guess: Code) -> bytes:
        """The cell number of every candidate; see `core.solver.partition`."""
        return self._partitioner.cell_numbers(guess)

    def cell_sizes(self, guess: Code) -> dict[int, int]:
        """The sizes of the cells that are not empty, by cell number."""
        return self._partitioner.cell_sizes(guess)

    def successors(self, guess: Code) -> dict[int, "State"]:
        """The states that a guess can lead to, by cell number, without the winning cell."""
        cells: dict[int, list[Code]] = {}
        for number, code in zip(self.cell_numbers(guess), self.candidates, strict=True):
            cells.setdefault(number, []).append(code)
        cells.pop(self.winning_cell, None)
        guesses = (*self.guesses, guess)
        return {number: State(self.rules, guesses, cell) for number, cell in cells.items()}

    def successor(self, guess: Code, feedback: Feedback) -> "State":
        """The state after a guess with feedback that is correct for at least one candidate."""
        cell = cell_number(feedback, self.rules)
        selectors = (number == cell for number in self.cell_numbers(guess))
        return State(self.rules, (*self.guesses, guess), list(compress(self.candidates, selectors)))

    def splitter(self) -> Code | None:
        """The first candidate whose cells all have size 1, or None if there is none.

        No guess is better: it is right at once for one candidate and identifies every other.
        """
        count = len(self.candidates)
        if count <= 2:  # noqa: PLR2004  # right at once, or the other one
            return self.candidates[0]
        possible_feedbacks = (self.rules.positions + 1) * (self.rules.positions + 2) // 2 - 1
        if count > possible_feedbacks:
            return None
        return next((code for code in self.candidates if len(set(self.cell_numbers(code))) == count), None)
