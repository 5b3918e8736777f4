"""Skill and luck, and ratings, over time, as pictures."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from bot.locales import Words
from bot.model.marks import MarkedMonth
from bot.model.ratings import BASE, RatedMonth
from bot.presenters.cards import mark_text, mean_marks, skill_and_luck
from bot.presenters.pictures import BLUE, FAINT_INK, INK, LINE, ORANGE, PAPER, Picture, Text, document, heading
from core.solver.review import MAX_MARK

_MARGIN = 24
_LEFT, _TOP, _BOTTOM = 72, 120, 48
"""The space around the lines, in pixels: for the axis of marks, the title with the key, and the axis of months."""

_WIDTH, _HEIGHT = 560, 220
"""The size of the plot, in pixels."""

_SHOWN_MONTHS = 12
"""Months that are drawn, the last ones."""

_TICKS = 5
_STEPS = (25, 50, 100, 200, 500)
"""Points between two lines of the grid of a chart of ratings."""

SKILL_MARKER = f'<circle r="6" fill="{BLUE}"/>'
LUCK_MARKER = f'<rect x="-6" y="-6" width="12" height="12" fill="{PAPER}" stroke="{ORANGE}" stroke-width="3"/>'
"""Discs on a line, and hollow squares on a dashed one, differ without colours too."""


@dataclass(frozen=True, slots=True)
class _Axis:
    """The values of the lines of the grid, from the lowest to the highest."""

    ticks: Sequence[int]

    def y(self, value: float) -> float:
        """The place of a value, in pixels from the top."""
        low, high = self.ticks[0], self.ticks[-1]
        return _TOP + _HEIGHT * (high - value) / (high - low)

    def grid(self) -> Iterator[str]:
        """The lines with their values; the lowest one is the axis of months."""
        for value in self.ticks:
            y = self.y(value)
            yield f'<path d="M{_LEFT} {y:.1f}h{_WIDTH}" stroke="{INK if value == self.ticks[0] else LINE}"/>'
            yield Text(str(value), _LEFT - 8, y + 4, 12, FAINT_INK, "end").svg()


_MARKS = _Axis((0, 25, 50, 75, MAX_MARK))


def marks_picture(title: str, months: Sequence[MarkedMonth], words: Words, name: str) -> Picture:
    """Skill and luck of months, at least two. Months without games have no point, and lines pass over them.

    Args:
        title: without names.
        months: in their order.
        words: the language.
        name: of the picture.
    """
    shown = months[-_SHOWN_MONTHS:]
    days, means = [month.first_day for month in shown], [mean_marks(month.marks) for month in shown]
    places, summary = _places(days), words("Skill and luck by month, from 0 to {best}", best=MAX_MARK)
    skill = [(x, mean[0]) for x, mean in zip(places, means, strict=True)]
    luck = [(x, mean[1]) for x, mean in zip(places, means, strict=True)]
    drawn = [
        marks_key(_LEFT + 8, 86, words),
        *_MARKS.grid(),
        *_curve(_MARKS, skill, BLUE, "none", SKILL_MARKER, -12),
        *_curve(_MARKS, luck, ORANGE, "6 4", LUCK_MARKER, 22),
    ]
    said = [skill_and_luck(mark_text(mean[0]), mark_text(mean[1]), words) for mean in means]
    return _picture(title, summary, drawn, dict(zip(days, said, strict=True)), name)


def ratings_picture(title: str, months: Sequence[RatedMonth], words: Words, name: str) -> Picture:
    """The ratings at the end of months, at least two, with lines as long as their uncertainty.

    Args:
        title: without names.
        months: in their order.
        words: the language.
        name: of the picture.
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
    return _picture(
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


def _picture(title: str, summary: str, drawn: Sequence[str], said: Mapping[date, str], name: str) -> Picture:
    """A picture with its months; `said` is what the text alternative says of each of them."""
    bottom, days, labels = _TOP + _HEIGHT, list(said), [f"{day:%Y-%m}" for day in said]
    parts = [heading(title, summary, _MARGIN, _WIDTH), *drawn]
    for label, x in _labels(labels, _places(days)):
        parts.append(Text(label, x, bottom + 26, 13, FAINT_INK, "middle").svg())
    lines = (f"{label}: {text}" for label, text in zip(labels, said.values(), strict=True))
    drawing = document(_LEFT + _WIDTH + _MARGIN, bottom + _BOTTOM, "".join(parts))
    return Picture(drawing, "\n".join((title, summary, *lines)), name)


def _places(days: Sequence[date]) -> list[float]:
    """Where months are, in pixels from the left, with equal distances for equal times."""
    numbers = [day.year * 12 + day.month for day in days]
    inset, span = 32, max(1, numbers[-1] - numbers[0])
    return [_LEFT + inset + (number - numbers[0]) / span * (_WIDTH - 2 * inset) for number in numbers]


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
