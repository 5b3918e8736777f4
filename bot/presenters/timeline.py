"""Skill and luck over time, as a picture."""

from collections.abc import Iterator, Sequence

from bot.presenters.marks import mean_marks
from bot.presenters.pictures import BLUE, FAINT_INK, INK, LINE, ORANGE, PAPER, Picture, Text, document, heading
from bot.services.marks import MarkedMonth
from bot.wording import Words
from core.solver.review import MAX_MARK

_MARGIN = 24
_LEFT, _TOP, _BOTTOM = 72, 120, 48
"""The space around the lines, in pixels: for the axis of marks, the title with the key, and the axis of months."""

_WIDTH, _HEIGHT = 560, 220
"""The size of the plot, in pixels."""

_MOST_MONTHS = 12
"""Months that are drawn, the last ones."""

_GRID = (0, 25, 50, 75, 99)
SKILL_MARKER = f'<circle r="6" fill="{BLUE}"/>'
LUCK_MARKER = f'<rect x="-6" y="-6" width="12" height="12" fill="{PAPER}" stroke="{ORANGE}" stroke-width="3"/>'
"""Discs on a line, and hollow squares on a dashed one, differ without colours too."""


def marks_picture(title: str, months: Sequence[MarkedMonth], words: Words, name: str) -> Picture:
    """Skill and luck of months, at least two. Months without games have no point, and lines pass over them.

    Args:
        title: without names.
        months: in their order.
        words: the language.
        name: of the picture.
    """
    shown = months[-_MOST_MONTHS:]
    drawn = [
        heading(title, words.picture_of_marks(MAX_MARK), _MARGIN, _WIDTH),
        marks_key(_LEFT + 8, 86, words),
        *_grid(),
    ]
    places = _places(shown)
    means = [mean_marks(month.marks) for month in shown]
    drawn += _curve([(x, mean[0]) for x, mean in zip(places, means, strict=True)], BLUE, "", SKILL_MARKER, -12)
    drawn += _curve([(x, mean[1]) for x, mean in zip(places, means, strict=True)], ORANGE, "6 4", LUCK_MARKER, 22)
    bottom = _TOP + _HEIGHT
    labels = [f"{month.first_day:%Y-%m}" for month in shown]
    drawn += [Text(label, x, bottom + 26, 13, FAINT_INK, "middle").svg() for label, x in _labels(labels, places)]
    said = (
        f"{label}: {words.picture_marks(_said(mean[0]), _said(mean[1]))}"
        for label, mean in zip(labels, means, strict=True)
    )
    alternative = "\n".join((title, words.picture_of_marks(MAX_MARK), *said))
    return Picture(document(_LEFT + _WIDTH + _MARGIN, bottom + _BOTTOM, "".join(drawn)), alternative, name)


def _said(mark: float | None) -> str:
    return "-" if mark is None else f"{mark:.0f}"


def _places(months: Sequence[MarkedMonth]) -> list[float]:
    """Where months are, in pixels from the left, with equal distances for equal times."""
    numbers = [month.first_day.year * 12 + month.first_day.month for month in months]
    inset, span = 32, max(1, numbers[-1] - numbers[0])
    return [_LEFT + inset + (number - numbers[0]) / span * (_WIDTH - 2 * inset) for number in numbers]


def _labels(labels: Sequence[str], places: Sequence[float]) -> Iterator[tuple[str, float]]:
    """The labels that do not overlap the one before."""
    free = 0.0
    for label, x in zip(labels, places, strict=True):
        if x >= free:
            yield label, x
            free = x + 64


def _y(mark: float) -> float:
    return _TOP + _HEIGHT * (1 - mark / MAX_MARK)


def _curve(
    points: Sequence[tuple[float, float | None]], colour: str, dashes: str, marker: str, offset: float
) -> Iterator[str]:
    """A line through points with a marker and a number each; points without a mark are left out."""
    known = [(x, mark) for x, mark in points if mark is not None]
    if not known:
        return
    path = "L".join(f"{x:.1f} {_y(mark):.1f}" for x, mark in known)
    yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dashes or "none"}"/>'
    for x, mark in known:
        yield placed(marker, x, _y(mark))
        yield Text(f"{mark:.0f}", x, _y(mark) + offset, 13, INK, "middle").svg()


def _grid() -> Iterator[str]:
    for mark in _GRID:
        yield f'<path d="M{_LEFT} {_y(mark):.1f}h{_WIDTH}" stroke="{LINE if mark else INK}"/>'
        yield Text(str(mark), _LEFT - 8, _y(mark) + 4, 12, FAINT_INK, "end").svg()


def marks_key(left: float, y: float, words: Words) -> str:
    """What the two markers mean, as SVG elements."""
    parts = []
    for marker, figure, x in ((SKILL_MARKER, "skill", left), (LUCK_MARKER, "luck", left + 120)):
        parts += [placed(marker, x, y), Text(words.FIGURES[figure], x + 14, y + 5).svg()]
    return "".join(parts)


def placed(marker: str, x: float, y: float) -> str:
    """A marker with its middle at a place, in pixels."""
    return f'<g transform="translate({x:.1f} {y:.1f})">{marker}</g>'
