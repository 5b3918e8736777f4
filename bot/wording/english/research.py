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

    def lost_games(self) -> str:
        """The label of games that took more guesses than allowed, in a column."""
        return "lost"

    def games_lost(self, lost: int, games: int, tries: int) -> str:
        """How many games a strategy loses that may make `tries` guesses in each."""
        return (
            f"With at most {count(tries, 'guess')}, {lost:,} of {games:,} games are lost ({lost / max(1, games):.1%})."
        )

    def plot_title(self, strategy: str, rules: str) -> str:
        """The title of a chart of the numbers of guesses that a strategy needs."""
        return f"{strategy} at {rules}"

    def plot_summary(self, figures: Figures) -> str:
        """The line below the title of a chart: guesses on average, at most, and the number of games."""
        return f"{figures.average:.4f} guesses on average, at most {figures.worst}, {count(figures.games, 'game')}"

    def plot_axes(self) -> tuple[str, str]:
        """The titles of the axes of a chart: across, the guesses in a game; upwards, the number of games."""
        return ("guesses", "games")

    def plot_bar(self, guesses: int, games: int) -> str:
        """A bar of a chart in words: the number of games with a number of guesses."""
        return f"{count(guesses, 'guess')}: {count(games, 'game')}"

    def plot_last_bar(self, guesses: int, games: int) -> str:
        """The last bar of a chart in words: the number of games with `guesses` guesses or more."""
        return f"{guesses} or more guesses: {count(games, 'game')}"

    def plot_lost(self, games: int) -> str:
        """The bar of the lost games in words."""
        return f"lost: {count(games, 'game')}"

    def time_left(self, time: str) -> str:
        """The estimated time to the end of long work, such as 0:42 or 1:05:00, beside its progress bar."""
        return f"{time} left"

    def verifying_books(self) -> str:
        """The label of the progress bar while books are verified."""
        return "verifying books"

    def strategy_option_unknown(self, read: str) -> str:
        """A part of a strategy such as `entropy,pool=candidates` is not an option with a value."""
        return (
            f"{quote(read)} is not an option of a strategy. Options are `pool=all`, `pool=candidates`, "
            "`ties=consistent`, `ties=lowest`, `ties=random`, `win-bonus=2` and `opening=0123`."
        )

    def tree_summary(self, rules: str, figures: Figures) -> str:
        """A strategy tree is complete; its guesses over all games: in total, on average, and at most."""
        games, total, average, worst = figures
        needs = f"{total:,} guesses in {games:,} games, {average:.4f} on average, at most {worst}"
        return f"Complete strategy for {rules}: {needs}."

    def book_not_shipped(self, rules: str) -> str:
        """There is no book for some rules."""
        return f"hitblow has no such book for {rules}. Build one with `hitblow book build {rules}`."

    def book_file_damaged(self, file: str) -> str:
        """A file begins like a book, but its content is wrong."""
        return f"{file} is a damaged book."

    def file_not_readable(self, file: str) -> str:
        """A file cannot be read."""
        return f"Cannot read {file}."

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
