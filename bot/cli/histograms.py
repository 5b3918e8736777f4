"""Distributions of games as histograms: coloured bars on a terminal, plain lines elsewhere."""

import sys
from dataclasses import dataclass

import click
from rich.bar import Bar
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bot.locales import Words
from bot.platforms.console.plain_text import ascii_form, prefers_ascii
from bot.presenters import phrases
from bot.presenters.chart import bars
from core.solver.evaluate import Evaluation

_WON, _LOST = "blue", "red"
_MAX_COLUMNS = 100
_NARROWEST_BAR = 1 / 250
"""The shortest bar, as a part of the longest one, so that a single game among thousands is visible."""


@dataclass(frozen=True, slots=True)
class Histogram:
    """The games of a strategy by their number of guesses.

    Args:
        evaluation: the games.
        tries: the number of guesses after which a game counts as lost, or None if no game is lost.
    """

    evaluation: Evaluation
    tries: int | None = None

    @property
    def won(self) -> tuple[int, ...]:
        """The number of games won with 1, 2, 3 ... guesses."""
        return self.evaluation.distribution[: self.tries]

    @property
    def lost(self) -> int:
        """The number of games that need more guesses than there are tries."""
        return self.evaluation.games - sum(self.won)

    @property
    def most(self) -> int:
        """The games of the longest bar."""
        return max((*self.won, self.lost))


def is_drawn_in_colour() -> bool:
    """Whether stdout is a terminal that shows colours and pictures."""
    console = Console()
    return console.is_terminal and not console.is_dumb_terminal and not prefers_ascii(sys.stdout.encoding)


def print_histogram(histogram: Histogram, words: Words, most: int | None = None) -> None:
    """Print a histogram with a line for each number of guesses, and one for lost games.

    Args:
        histogram: what to print.
        words: the language.
        most: the number of games whose bar has the full length on a terminal; by default that of the longest bar.
    """
    if is_drawn_in_colour():
        console = Console(highlight=False, markup=False)
        console.print(_table(histogram, words, most or histogram.most), width=min(console.width, _MAX_COLUMNS))
        return
    lines = bars(dict(enumerate(histogram.won, 1)), histogram.lost, phrases.lost_games(words))
    plain = map(ascii_form, lines) if prefers_ascii(sys.stdout.encoding) else lines
    click.echo("\n".join(plain))


def _table(histogram: Histogram, words: Words, most: int) -> Table:
    """Number of guesses, games, share of all games, and a bar."""
    table = Table.grid(padding=(0, 1), expand=True)
    for _ in range(3):
        table.add_column(justify="right", no_wrap=True)
    table.add_column(ratio=1)
    rows = [(str(guesses), games, _WON) for guesses, games in enumerate(histogram.won, 1)]
    if histogram.lost:
        rows.append((phrases.lost_games(words), histogram.lost, _LOST))
    for label, games, colour in rows:
        end = max(games, most * _NARROWEST_BAR) if games else 0
        share = f"{games / histogram.evaluation.games:.1%}"
        table.add_row(label, f"{games:,}", Text(share, "dim"), Bar(most, 0, end, color=colour))
    return table
