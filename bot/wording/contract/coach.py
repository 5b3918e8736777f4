"""Advice, mistakes, checks and reviews."""

from collections.abc import Sequence
from typing import Protocol


class CoachWords(Protocol):
    """Advice, mistakes, checks and reviews."""

    def coach_title(self, rules: str, lies: int) -> str:
        """What stands above a conversation with the coach."""
        ...

    def advised(self, guess: str, expected: str, candidates: int, *, exact: bool) -> str:
        """The best guess, how many guesses are to be expected, and how many codes are left."""
        ...

    def would_leave(self, fewest: int, most: int, average: float) -> str:
        """How many codes the best guess would leave, if it is not the secret."""
        ...

    def not_possible(self, guess: str) -> str:
        """That the best guess cannot be the secret itself."""
        ...

    def nearly_as_good(self, others: Sequence[tuple[str, str]]) -> str:
        """Other guesses, each with the guesses it costs more."""
        ...

    def left_are(self, codes: Sequence[str]) -> str:
        """The codes that are left."""
        ...

    def what_answer(self, guess: str) -> str:
        """Asks what the guess was answered."""
        ...

    def found(self, code: str, guesses: int) -> str:
        """That the code has been found."""
        ...

    def contradiction(self, turns: int, changes: int) -> str:
        """That no code fits, and how many answers must be wrong."""
        ...

    def beyond_repair(self, turns: int) -> str:
        """That no one or two changes would make the answers fit."""
        ...

    def turn_number(self, number: int) -> str:
        """A turn by its number."""
        ...

    def swapped(self) -> str:
        """That hits and blows were probably exchanged."""
        ...

    def leaves(self, codes: int) -> str:
        """How many codes a repair would leave."""
        ...

    def repair_button(self, choice: int) -> str:
        """What stands on the button for a repair."""
        ...

    def fits(self, guess: str, candidates: int) -> str:
        """That a guess can be the secret, as one of so many codes."""
        ...

    def does_not_fit(self, guess: str) -> str:
        """That a guess cannot be the secret."""
        ...

    def costs(self, expected: str, best: str, loss: str, *, exact: bool) -> str:
        """What a guess costs against the best one."""
        ...

    def none_better(self, expected: str, *, exact: bool) -> str:
        """That no guess is better."""
        ...

    def answers_leave(self) -> str:
        """What stands above the answers a guess could get and what each would leave."""
        ...

    def hint(self, guess: str, expected: str, *, exact: bool) -> str:
        """One good guess, and that the game counts as assisted."""
        ...

    def review_title(self, game: str, player: str | None) -> str:
        """Whose turns of which game are reviewed; None for several people's."""
        ...

    def review_heads(self) -> tuple[str, str, str, str, str, str, str, str]:
        """The heads of the columns: number, guess, answer, before, after, skill, luck, bar."""
        ...

    def review_totals(self, skill: int | None, luck: int | None) -> str:
        """The totals, and a kind word."""
        ...

    def review_costliest(self, number: int, better: str, loss: str, *, exact: bool) -> str:
        """Which turn cost most, and what would have been better."""
        ...

    def review_flawless(self) -> str:
        """That no turn could have been better."""
        ...
