"""Histograms of guesses, as text and as pictures."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, log10
from typing import Self

from bot.locales import Words
from bot.locales.columns import align
from bot.presenters import phrases
from bot.presenters.pictures import BLUE, FAINT_INK, HATCH, INK, LINE, Picture, Text, document, heading

_BAR = "▇"
_UNSOLVED = "-"
_MAX_BAR_WIDTH = 24

_MARGIN = 24
_LEFT, _RIGHT, _TOP, _BOTTOM = 96, _MARGIN, 96, 64
"""The space around the bars, in pixels: for the axis of games, nothing, the title, and the axis of guesses."""

_PLOT_HEIGHT = 240
_MIN_PLOT_WIDTH = 480
_MIN_COLUMN = 40
_DIGIT_WIDTH = 8
"""The width of a digit of the numbers above the bars, in pixels."""

_BAR_SHARE = 0.8
"""The part of its column that a bar takes."""

_MAX_COLUMNS = 16
"""The most numbers of guesses in a chart of people's games; more are counted in the last column."""

_TICKS = 5


@dataclass(frozen=True, slots=True)
class Chart:
    """What a histogram shows.

    Args:
        title: its title.
        summary: a line below the title.
        won: the number of games won with 1, 2, 3 ... guesses.
        lost: the number of games that were not won.
        is_open: whether the last number of `won` also counts all games with more guesses.
    """

    title: str
    summary: str
    won: Sequence[int]
    lost: int = 0
    is_open: bool = False

    @classmethod
    def of(cls, title: str, summary: str, distribution: Mapping[int, int], lost: int) -> Self:
        """The chart of a distribution of games by their guesses, with at most `_MAX_COLUMNS` columns."""
        numbers = range(1, min(max(distribution, default=1), _MAX_COLUMNS) + 1)
        won = [distribution.get(number, 0) for number in numbers]
        beyond = sum(games for guesses, games in distribution.items() if guesses > _MAX_COLUMNS)
        won[-1] += beyond
        return cls(title, summary, won, lost, bool(beyond))

    @property
    def most(self) -> int:
        """The number of games of the highest bar."""
        return max((*self.won, self.lost))


def bars(distribution: Mapping[int, int], unsolved: int = 0, unsolved_label: str = _UNSOLVED) -> tuple[str, ...]:
    """A distribution of games as a bar chart: a line for each number of guesses, then one for unsolved games."""
    games = {}
    if distribution:
        numbers = range(min(distribution), max(distribution) + 1)
        games = {str(number): distribution.get(number, 0) for number in numbers}
    if unsolved:
        games[unsolved_label] = unsolved
    scale = min(1.0, _MAX_BAR_WIDTH / max(games.values(), default=1))
    rows = [(number, str(count), _BAR * round(count * scale)) for number, count in games.items()]
    return align(rows, right=[0, 1]) if rows else ()


def charts_picture(charts: Sequence[Chart], words: Words, name: str = "chart") -> Picture:
    """Histograms one below the other, with the same scales, as a picture with this name."""
    columns = max(len(chart.won) + bool(chart.lost) for chart in charts)
    most = max(1, *(chart.most for chart in charts))
    column = max(_MIN_PLOT_WIDTH / columns, _MIN_COLUMN, _DIGIT_WIDTH * len(f"{most:,}") + _DIGIT_WIDTH)
    height = _TOP + _PLOT_HEIGHT + _BOTTOM
    scale = _Scale(most, column, columns)
    panels = "".join(
        f'<g transform="translate(0 {place * height})">{"".join(_panel(chart, scale, words))}</g>'
        for place, chart in enumerate(charts)
    )
    alternative = "\n\n".join("\n".join(_said(chart, words)) for chart in charts)
    return Picture(document(_LEFT + columns * column + _RIGHT, height * len(charts), HATCH + panels), alternative, name)


@dataclass(frozen=True, slots=True)
class _Scale:
    """The games of the highest bar, the width of a column in pixels, and the number of columns."""

    most: int
    column: float
    columns: int

    @property
    def step(self) -> int:
        """The games between two ticks: 1, 2 or 5 times a power of ten, so that there are at most five ticks."""
        power = int(10 ** int(log10(max(1, self.most / _TICKS))))
        return next(factor * power for factor in (1, 2, 5, 10, 20) if factor * power * _TICKS >= self.most)

    @property
    def top(self) -> int:
        """The games at the top of the axis: the first tick that no bar exceeds."""
        return ceil(self.most / self.step) * self.step

    def height(self, games: int) -> float:
        """The height of a number of games, in pixels; a single game is visible."""
        return max(games / self.top * _PLOT_HEIGHT, 1.5) if games else 0

    def middle(self, place: int) -> float:
        """The middle of a column, numbered from 0."""
        return _LEFT + (place + 0.5) * self.column


def _panel(chart: Chart, scale: _Scale, words: Words) -> Iterator[str]:
    """The elements of a histogram."""
    across, upwards = axes(words)
    bottom = _TOP + _PLOT_HEIGHT
    yield heading(chart.title, chart.summary, _MARGIN, scale.columns * scale.column)
    yield Text(upwards, _LEFT - 8, _TOP - 16, 13, FAINT_INK, "end").svg()
    yield from _grid(scale)
    for place, games in enumerate(chart.won):
        yield from _bar(scale, place, games, BLUE)
        number = f"{place + 1}{'+' * (chart.is_open and place + 1 == len(chart.won))}"
        yield Text(number, scale.middle(place), bottom + 20, anchor="middle").svg()
    if chart.lost:
        yield from _bar(scale, len(chart.won), chart.lost, "url(#lost)")
        yield Text(phrases.lost_games(words), scale.middle(len(chart.won)), bottom + 20, anchor="middle").svg()
    yield Text(across, _LEFT + scale.columns * scale.column / 2, bottom + 44, 13, FAINT_INK, "middle").svg()


def _grid(scale: _Scale) -> Iterator[str]:
    """Horizontal lines with their numbers of games; the lowest one is the axis."""
    right = _LEFT + scale.columns * scale.column
    for games in range(0, scale.top + 1, scale.step):
        y = _TOP + _PLOT_HEIGHT * (1 - games / scale.top)
        yield f'<path d="M{_LEFT} {y:.1f}H{right:.1f}" stroke="{LINE if games else INK}"/>'
        yield Text(f"{games:,}", _LEFT - 8, y + 4, 12, FAINT_INK, "end").svg()


def _bar(scale: _Scale, place: int, games: int, fill: str) -> Iterator[str]:
    """A bar with its number of games above."""
    broad, height = scale.column * _BAR_SHARE, scale.height(games)
    left, top = scale.middle(place) - broad / 2, _TOP + _PLOT_HEIGHT - height
    yield f'<rect x="{left:.1f}" y="{top:.1f}" width="{broad:.1f}" height="{height:.1f}" fill="{fill}"/>'
    yield Text(f"{games:,}", scale.middle(place), top - 6, 13, anchor="middle").svg()


def axes(words: Words) -> tuple[str, str]:
    """The titles of the axes: across, the guesses in a game; upwards, the number of games."""
    return words("guesses"), words("games")


def bar_in_words(guesses: int, games: int, words: Words) -> str:
    """The number of games with a number of guesses."""
    counted = phrases.guess_count(words, guesses)
    return words.plural("{guesses}: {n:,} game", "{guesses}: {n:,} games", games, guesses=counted)


def _said(chart: Chart, words: Words) -> Iterator[str]:
    """A histogram in words."""
    yield f"{chart.title}: {chart.summary}"
    closed = chart.won[:-1] if chart.is_open else chart.won
    yield from (bar_in_words(guesses, games, words) for guesses, games in enumerate(closed, 1))
    if chart.is_open:
        yield words.plural(
            "{guesses} or more guesses: {n:,} game",
            "{guesses} or more guesses: {n:,} games",
            chart.won[-1],
            guesses=len(chart.won),
        )
    if chart.lost:
        yield words.plural("lost: {n:,} game", "lost: {n:,} games", chart.lost)
