"""Charts: histograms of guesses, and skill, luck and ratings over months."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Self, TypeVar

from bot.locales import Words
from bot.locales.columns import align
from bot.model.marks import MarkedMonth
from bot.model.ratings import BASE, RatedMonth
from bot.presenters import phrases
from bot.presenters.images import (
    BLUE,
    FAINT_INK,
    GROUND,
    HATCH,
    HEAD_HEIGHT,
    INK,
    LINE,
    MARGIN,
    ORANGE,
    SMALL,
    WIDTH,
    Image,
    Text,
    document,
    heading,
    placed,
    width_of,
)
from core.solver.review import MAX_MARK

_BAR = "▇"
_UNSOLVED = "-"
_MAX_BAR_WIDTH = 24

_LABEL_END, _BAR_LEFT = 98, 114
"""Where the numbers of guesses end and the bars start, in pixels from the left."""

_TOP, _LAST = HEAD_HEIGHT + 36, 20
"""The space above the bars, for the title and the heads, and below them, in pixels."""

_ROW = 42
_LEAST_BAR = 3
"""The height of a row and the length of the shortest bar, in pixels."""

_MAX_COLUMNS = 16
"""The most numbers of guesses in a chart of people's games; more are counted in the last one."""

_TICKS = 5
"""The most spaces between the lines of a grid."""

Shown = TypeVar("Shown")


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

    def rows(self, words: Words) -> Sequence[tuple[str, int]]:
        """The label and the games of each bar."""
        last = len(self.won)
        heads = (f"{number}{'+' * (self.is_open and number == last)}" for number in range(1, last + 1))
        won = zip(heads, self.won, strict=True)
        return [*won, *([(phrases.lost_games(words), self.lost)] if self.lost else [])]


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
    """Histograms one below the other, with bars of the same scale, as an image with this name."""
    wide = max(width_of(text, SMALL) for chart in charts for text in (chart.title, chart.summary))
    width = max(WIDTH, wide + 2 * MARGIN)
    most = max(1, *(chart.most for chart in charts))
    scale = (width - MARGIN - _BAR_LEFT - width_of(f"{most:,}", SMALL) - 10) / most
    drawn, top = [HATCH], 0.0
    for chart in charts:
        drawn.append(placed("".join(_panel(chart, scale, width, words)), 0, top))
        top += _TOP + len(chart.rows(words)) * _ROW + _LAST
    alternative = "\n\n".join("\n".join(_said(chart, words)) for chart in charts)
    return Image(document(top, drawn, width), alternative, name)


def _panel(chart: Chart, scale: float, width: float, words: Words) -> Iterator[str]:
    """The elements of a histogram, with a bar of `scale` pixels for each game."""
    guesses, counted = axes(words)
    yield heading(chart.title, chart.summary, width=width)
    yield Text(guesses, MARGIN, _TOP - 8, colour=FAINT_INK).svg()
    yield Text(counted, width - MARGIN, _TOP - 8, colour=FAINT_INK, anchor="end").svg()
    rows = chart.rows(words)
    for place, (label, games) in enumerate(rows):
        is_lost = bool(chart.lost) and place == len(rows) - 1
        y = _TOP + place * _ROW
        line = y + _ROW / 2 + SMALL * 0.36
        yield Text(label, _LABEL_END, line, anchor="end").svg()
        length = max(games * scale, _LEAST_BAR if games else 0)
        if games:
            yield bar(_BAR_LEFT, y + 4, length, _ROW - 8, "url(#lost)" if is_lost else BLUE)
        yield Text(f"{games:,}", _BAR_LEFT + length + 10, line, colour=INK if games else FAINT_INK).svg()


def bar(x: float, y: float, width: float, height: float, fill: str) -> str:
    """A bar from its upper left corner, in pixels."""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="3" fill="{fill}"/>'


def axes(words: Words) -> tuple[str, str]:
    """What the numbers before and after the bars count: guesses in a game, and games."""
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


_MONTHS_LEFT, _MONTHS_TOP, _MONTHS_BOTTOM = 96, 176, 92
"""The space around the lines, in pixels: for the axis of marks, the title with the key, and the axis of months."""

_MONTHS_WIDTH, _MONTHS_HEIGHT = WIDTH - MARGIN - 96, 300
"""The size of the plot, in pixels."""

_SHOWN_MONTHS = 12
"""Months that are drawn, the last ones."""

_STEPS = (25, 50, 100, 200, 500)
"""Points between two lines of the grid of a chart of ratings."""

SKILL_MARKER = f'<circle r="9" fill="{BLUE}"/>'
LUCK_MARKER = f'<rect x="-8" y="-8" width="16" height="16" fill="{GROUND}" stroke="{ORANGE}" stroke-width="4"/>'
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
            yield Text(str(value), _MONTHS_LEFT - 12, y + 8, SMALL, FAINT_INK, "end").svg()


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
        marks_key(MARGIN + 12, 136, words),
        *_MARKS.grid(),
        *_curve(_MARKS, skill, BLUE, "none", SKILL_MARKER, -18),
        *_curve(_MARKS, luck, ORANGE, "10 7", LUCK_MARKER, 36),
    ]
    said = [phrases.skill_and_luck(phrases.mark_text(mean[0]), phrases.mark_text(mean[1]), words) for mean in means]
    return _image(title, summary, drawn, dict(zip(days, said, strict=True)), name, words)


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
        f'<path d="M{x:.1f} {axis.y(low):.1f}V{axis.y(high):.1f}" stroke="{BLUE}" stroke-width="4"/>'
        for x, (low, high) in zip(places, reach, strict=True)
    )
    points = [(x, rating.points) for x, rating in zip(places, ratings, strict=True)]
    highest = {x: high for x, (_, high) in zip(places, reach, strict=True)}
    numbers = (Text(str(value), x, axis.y(highest[x]) - 12, anchor="middle").svg() for x, value in _apart(points, 64))
    curve = _curve(axis, points, BLUE, "none", SKILL_MARKER, None)
    said = [f"{rating.points} ± {rating.uncertainty}" for rating in ratings]
    drawn = [*axis.grid(), *bars, *curve, *numbers]
    return _image(
        title,
        words("Rating at the end of each month, and its uncertainty"),
        drawn,
        dict(zip(days, said, strict=True)),
        name,
        words,
    )


def _axis(low: int, high: int) -> _Axis:
    """An axis of ratings with few round numbers, among them the rating that everybody starts with if it is near."""
    low, high = min(low, BASE), max(high, BASE)
    step = next((step for step in _STEPS if (high - low) / step <= _TICKS), _STEPS[-1])
    return _Axis(range(low // step * step, -(-high // step) * step + 1, step))


def _image(  # noqa: PLR0913, PLR0917  # what a chart has
    title: str, summary: str, drawn: Sequence[str], said: Mapping[date, str], name: str, words: Words
) -> Image:
    """An image with its months; `said` is what the text alternative says of each of them."""
    bottom, places = _MONTHS_TOP + _MONTHS_HEIGHT, _places(list(said))
    months = [(x, words.month(day)) for x, day in zip(places, said, strict=True)]
    years = {day.year: x for x, day in reversed(list(zip(places, said, strict=True)))}  # its first month
    parts = [heading(title, summary), *drawn]
    for y, labels in (
        (34, _apart(months, 54)),
        (64, _apart([(x, str(year)) for year, x in sorted(years.items())], 64)),
    ):
        parts += (Text(label, x, bottom + y, colour=FAINT_INK, anchor="middle").svg() for x, label in labels)
    lines = (f"{words('{month} {year}', month=words.month(day), year=day.year)}: {text}" for day, text in said.items())
    drawing = document(bottom + _MONTHS_BOTTOM, parts)
    return Image(drawing, "\n".join((title, summary, *lines)), name)


def _places(days: Sequence[date]) -> list[float]:
    """Where months are, in pixels from the left, with equal distances for equal times."""
    numbers = [day.year * 12 + day.month for day in days]
    inset, span = 44, max(1, numbers[-1] - numbers[0])
    return [_MONTHS_LEFT + inset + (number - numbers[0]) / span * (_MONTHS_WIDTH - 2 * inset) for number in numbers]


def _apart(values: Sequence[tuple[float, Shown]], distance: float) -> list[tuple[float, Shown]]:
    """The last value, and those before it that are at least so many pixels apart from the next one."""
    kept: list[tuple[float, Shown]] = []
    for x, value in reversed(values):
        if not kept or kept[-1][0] - x >= distance:
            kept.append((x, value))
    return kept


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
    yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="4" stroke-dasharray="{dashes}"/>'
    yield from (placed(marker, x, axis.y(value)) for x, value in known)
    for x, value in _apart(known, 36) if offset is not None else ():
        y = axis.y(value) + (offset or 0)
        is_free = y < _MONTHS_TOP + _MONTHS_HEIGHT - 4
        yield Text(f"{value:.0f}", x, y if is_free else axis.y(value) - 18, anchor="middle").svg()


def marks_key(left: float, y: float, words: Words) -> str:
    """What the two markers mean, as SVG elements."""
    parts = []
    for marker, figure, x in ((SKILL_MARKER, words("Skill"), left), (LUCK_MARKER, words("Luck"), left + 150)):
        parts += [placed(marker, x, y), Text(figure, x + 20, y + 8).svg()]
    return "".join(parts)
