"""Traces, comparisons and strategy trees on the command line, in English."""

from bot.locales.safe import quote
from bot.wording.english.cli import Figures
from bot.wording.english.nouns import count
from bot.wording.refusals import Refusals, explains
from core.solver.errors import IncompleteTree, UnreadableTree


class EnglishResearch(Refusals):
    """The output of `hitblow trace`, `hitblow compare`, `hitblow book export` and `hitblow book check`."""

    def trace_columns(self) -> tuple[str, str, str, str, str, str, str]:
        """Column heads: number, guess, feedback, candidates before, candidates after, score of the guess, luck."""
        return ("", "guess", "feedback", "before", "after", "score", "luck")

    def comparison_columns(self) -> tuple[str, str, str]:
        """Column heads: strategy, guesses per game, guesses in all games. Numbers of guesses per game follow."""
        return ("strategy", "average", "total")

    def games_lost(self, lost: int, games: int, tries: int) -> str:
        """How many games a strategy loses that may make `tries` guesses in each."""
        return (
            f"With at most {count(tries, 'guess')}, {lost:,} of {games:,} games are lost ({lost / max(1, games):.1%})."
        )

    def plot_axes(self) -> tuple[str, str]:
        """The titles of the axes of a chart: across, the guesses in a game; upwards, the number of games."""
        return ("guesses", "games")

    def plot_bar(self, guesses: int, games: int) -> str:
        """A bar of a chart in words: the number of games with a number of guesses."""
        return f"{count(guesses, 'guess')}: {count(games, 'game')}"

    def tree_summary(self, rules: str, figures: Figures) -> str:
        """A strategy tree is complete; its guesses over all games: in total, on average, and at most."""
        games, total, average, worst = figures
        needs = f"{total:,} guesses in {games:,} games, {average:.4f} on average, at most {worst}"
        return f"Complete strategy for {rules}: {needs}."

    @explains(UnreadableTree)
    def tree_unreadable(self, error: UnreadableTree) -> str:
        """A file is not a strategy tree: line `where`, or the feedback that leads to the place, and why."""
        if error.error is not None:
            return f"The strategy tree is wrong at {quote(error.where)}: {self.refusal(error.error)}"
        return (
            f"This is not a strategy tree, or it is wrong at {quote(error.where)}. "
            "`hitblow book export 3x7` prints an example."
        )

    @explains(IncompleteTree)
    def tree_incomplete(self, error: IncompleteTree) -> str:
        """A strategy tree has no guess after a history that leaves a number of codes."""
        codes = "1 code is" if error.candidate_count == 1 else f"{error.candidate_count:,} codes are"
        return f"The strategy tree is not complete: after {error.history} it has no guess, but {codes} left."
