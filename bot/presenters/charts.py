"""Charts: histograms of guesses, and skill, luck and ratings over months."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil, log10
from typing import Self

from bot.locales import Words
from bot.locales.columns import align
from bot.model.marks import MarkedMonth
from bot.model.ratings import BASE, RatedMonth
from bot.presenters import phrases
from bot.presenters.images import BLUE, FAINT_INK, HATCH, INK, LINE, ORANGE, PAPER, Image, Text, document, heading
from core.solver.review import MAX_MARK

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
    def from_distribution(cls, title: str, summary: str, distribution: Mapping[int, int], lost: int) -> Self:
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


def charts_image(charts: Sequence[Chart], words: Words, name: str = "chart") -> Image:
    """Histograms one below the other, with the same scales, as an image with this name."""
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
    return Image(document(_LEFT + columns * column + _RIGHT, height * len(charts), HATCH + panels), alternative, name)


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


_MONTHS_LEFT, _MONTHS_TOP, _MONTHS_BOTTOM = 72, 120, 48
"""The space around the lines, in pixels: for the axis of marks, the title with the key, and the axis of months."""

_MONTHS_WIDTH, _MONTHS_HEIGHT = 560, 220
"""The size of the plot, in pixels."""

_SHOWN_MONTHS = 12
"""Months that are drawn, the last ones."""

_STEPS = (25, 50, 100, 200, 500)
"""Points between two lines of the grid of a chart of ratings."""

SKILL_MARKER = f'<circle r="6" fill="{BLUE}"/>'
LUCK_MARKER = f'<rect x="-6" y="-6" width="12" height="12" fill="{PAPER}" stroke="{ORANGE}" stroke-width="3"/>'
"""Markers: discs on a solid line, and hollow squares on a dashed one, which differ without colours too."""


@dataclass(frozen=True, slots=True)
class _Axis:
    """The values of the lines of the grid, from the lowest to the highest."""

    ticks: Sequence[int]

    def y(self, value: float) -> float:
        """The place of a value, in pixels from the top."""
        low, high = self.ticks[0], self.ticks[-1]
        return _MONTHS_TOP + _MONTHS_HEIGHT * (high - value) / (high - low)

    def grid(self) -> Iterator[str]:
        """The lines with their values; the lowest one is the axis of months."""
        for value in self.ticks:
            y = self.y(value)
            colour = INK if value == self.ticks[0] else LINE
            yield f'<path d="M{_MONTHS_LEFT} {y:.1f}h{_MONTHS_WIDTH}" stroke="{colour}"/>'
            yield Text(str(value), _MONTHS_LEFT - 8, y + 4, 12, FAINT_INK, "end").svg()


_MARKS = _Axis((0, 25, 50, 75, MAX_MARK))


def marks_image(title: str, months: Sequence[MarkedMonth], words: Words, name: str) -> Image:
    """Skill and luck of months, at least two. Months without games have no point, and lines pass over them.

    Args:
        title: without names.
        months: in their order.
        words: the language.
        name: of the image.
    """
    shown = months[-_SHOWN_MONTHS:]
    days, means = [month.first_day for month in shown], [phrases.mean_marks(month.marks) for month in shown]
    places, summary = _places(days), words("Skill and luck by month, from 0 to {best}", best=MAX_MARK)
    skill = [(x, mean[0]) for x, mean in zip(places, means, strict=True)]
    luck = [(x, mean[1]) for x, mean in zip(places, means, strict=True)]
    drawn = [
        marks_key(_MONTHS_LEFT + 8, 86, words),
        *_MARKS.grid(),
        *_curve(_MARKS, skill, BLUE, "none", SKILL_MARKER, -12),
        *_curve(_MARKS, luck, ORANGE, "6 4", LUCK_MARKER, 22),
    ]
    said = [phrases.skill_and_luck(phrases.mark_text(mean[0]), phrases.mark_text(mean[1]), words) for mean in means]
    return _image(title, summary, drawn, dict(zip(days, said, strict=True)), name)


def ratings_image(title: str, months: Sequence[RatedMonth], words: Words, name: str) -> Image:
    """The ratings at the end of months, at least two, with lines as long as their uncertainty.

    Args:
        title: without names.
        months: in their order.
        words: the language.
        name: of the image.
    """
    shown = months[-_SHOWN_MONTHS:]
    days, ratings = [month.first_day for month in shown], [month.rating for month in shown]
    places = _places(days)
    reach = [(rating.points - rating.uncertainty, rating.points + rating.uncertainty) for rating in ratings]
    axis = _axis(min(low for low, _ in reach), max(high for _, high in reach))
    bars = (
        f'<path d="M{x:.1f} {axis.y(low):.1f}V{axis.y(high):.1f}" stroke="{BLUE}" stroke-width="2"/>'
        for x, (low, high) in zip(places, reach, strict=True)
    )
    points = [(x, rating.points) for x, rating in zip(places, ratings, strict=True)]
    numbers = (
        Text(str(value), x, axis.y(high) - 6, 13, anchor="middle").svg()
        for (x, value), (_, high) in zip(points, reach, strict=True)
    )
    curve = _curve(axis, points, BLUE, "none", SKILL_MARKER, None)
    said = [f"{rating.points} ± {rating.uncertainty}" for rating in ratings]
    drawn = [*axis.grid(), *bars, *curve, *numbers]
    return _image(
        title,
        words("Rating at the end of each month, and its uncertainty"),
        drawn,
        dict(zip(days, said, strict=True)),
        name,
    )


def _axis(low: int, high: int) -> _Axis:
    """An axis of ratings with few round numbers, among them the rating that everybody starts with if it is near."""
    low, high = min(low, BASE), max(high, BASE)
    step = next((step for step in _STEPS if (high - low) / step <= _TICKS), _STEPS[-1])
    return _Axis(range(low // step * step, -(-high // step) * step + 1, step))


def _image(title: str, summary: str, drawn: Sequence[str], said: Mapping[date, str], name: str) -> Image:
    """An image with its months; `said` is what the text alternative says of each of them."""
    bottom, days, labels = _MONTHS_TOP + _MONTHS_HEIGHT, list(said), [f"{day:%Y-%m}" for day in said]
    parts = [heading(title, summary, _MARGIN, _MONTHS_WIDTH), *drawn]
    for label, x in _labels(labels, _places(days)):
        parts.append(Text(label, x, bottom + 26, 13, FAINT_INK, "middle").svg())
    lines = (f"{label}: {text}" for label, text in zip(labels, said.values(), strict=True))
    drawing = document(_MONTHS_LEFT + _MONTHS_WIDTH + _MARGIN, bottom + _MONTHS_BOTTOM, "".join(parts))
    return Image(drawing, "\n".join((title, summary, *lines)), name)


def _places(days: Sequence[date]) -> list[float]:
    """Where months are, in pixels from the left, with equal distances for equal times."""
    numbers = [day.year * 12 + day.month for day in days]
    inset, span = 32, max(1, numbers[-1] - numbers[0])
    return [_MONTHS_LEFT + inset + (number - numbers[0]) / span * (_MONTHS_WIDTH - 2 * inset) for number in numbers]


def _labels(labels: Sequence[str], places: Sequence[float]) -> Iterator[tuple[str, float]]:
    """The labels that do not overlap the one before."""
    free = 0.0
    for label, x in zip(labels, places, strict=True):
        if x >= free:
            yield label, x
            free = x + 64


def _curve(  # noqa: PLR0913, PLR0917  # the look of one line
    axis: _Axis,
    points: Sequence[tuple[float, float | None]],
    colour: str,
    dashes: str,
    marker: str,
    offset: float | None,
) -> Iterator[str]:
    """A line through points with a marker each; points without a value are left out.

    The values are written `offset` pixels below the points, or not at all.
    """
    known = [(x, value) for x, value in points if value is not None]
    if not known:
        return
    path = "L".join(f"{x:.1f} {axis.y(value):.1f}" for x, value in known)
    yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dashes}"/>'
    for x, value in known:
        yield placed(marker, x, axis.y(value))
        if offset is not None:
            yield Text(f"{value:.0f}", x, axis.y(value) + offset, 13, INK, "middle").svg()


def marks_key(left: float, y: float, words: Words) -> str:
    """What the two markers mean, as SVG elements."""
    parts = []
    for marker, figure, x in ((SKILL_MARKER, words("Skill"), left), (LUCK_MARKER, words("Luck"), left + 120)):
        parts += [placed(marker, x, y), Text(figure, x + 14, y + 5).svg()]
    return "".join(parts)


def placed(marker: str, x: float, y: float) -> str:
    """A marker with its middle at a place, in pixels."""
    return f'<g transform="translate({x:.1f} {y:.1f})">{marker}</g>'
