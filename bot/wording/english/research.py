"""Traces, comparisons and strategy trees on the command line, in English."""

from bot.wording.english.nouns import count


class EnglishResearch:
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
