"""The plots and the table of strategies in the documentation of the solver.

A plot has a row for each line of a table, with a mark at its average.
`HITBLOW_REWRITE=1 pytest -m 'slow or not slow' tests/docs/test_plots.py` draws them again.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count, takewhile
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from bot.cli.main import main
from bot.presenters import fonts
from bot.presenters.images import (
    BLUE,
    FAINT_INK,
    HEAD_HEIGHT,
    LINE,
    MARGIN,
    ORANGE,
    SMALL,
    WIDTH,
    TextLine,
    heading_svg,
    move_svg,
    svg_document,
    width_of,
)
from core.game.rules import Rules
from tests.docs.documents import ROOT, replace
from tests.docs.test_tables import table
from tests.pictures.approved import check_drawing
from tests.pictures.shapes import SANS
from tests.support.snapshots import REWRITING

PAGES = ROOT / "docs" / "research"

_ROW = 42
_BELOW = 56
"""The height of a row, and of the axis below the rows, in pixels."""

_MARKER = f'<circle r="9" fill="{BLUE}"/>'
_OPEN_MARKER = f'<rect x="-8" y="-8" width="16" height="16" fill="none" stroke="{ORANGE}" stroke-width="4"/>'
_BOOK = re.compile(r"^\| (\d+x\d+r?) \| [\d,]+ \| ([\d.]+) \| \d+ \| [\d,]+ \| ([\d,]+) \| (yes|no) \|", re.MULTILINE)
_STRATEGY = re.compile(r"^\| `(\S+)` \| [\d,]+ \| ([\d.]+) \| \d+ \|", re.MULTILINE)


class Row(NamedTuple):
    """A line of a plot.

    Args:
        label: what the row is about.
        average: the number of guesses per game.
        least: a lower bound of what is possible, the average itself if that is proven to be the least.
    """

    label: str
    average: float
    least: float


def records(*, repeats: bool) -> str:
    """The averages of the books whose symbols may repeat or not."""
    rows = (
        Row(notation, float(average), float(average) if proven == "yes" else _average(notation, bound))
        for notation, average, bound, proven in _BOOK.findall((PAGES / "records.md").read_text("utf-8"))
        if notation.endswith("r") == repeats
    )
    title = "Repeated symbols" if repeats else "Distinct symbols"
    summary = "Guesses: ● least, □ best known, ├ lower bound"
    return _plot(title, summary, sorted(rows, key=lambda row: row.average), 0.5)


def strategies() -> str:
    """The averages of strategies at 4x10. The last one is optimal."""
    text = (PAGES / "comparison.md").read_text("utf-8")
    found = [(name, float(average)) for name, average in _STRATEGY.findall(text)]
    rows = [Row(name, average, found[-1][1]) for name, average in found]
    return _plot("Strategies at 4x10", "Guesses per game, and what is above the least", rows, 0.1)


def _average(notation: str, total: str) -> float:
    return int(total.replace(",", "")) / Rules.parse(notation).code_count


def _plot(title: str, summary: str, rows: Sequence[Row], step: float) -> str:
    """A drawing of rows, with a line of the grid at every multiple of `step`."""
    left = MARGIN + max(width_of(row.label, SMALL) for row in rows) + 28
    right = WIDTH - MARGIN - width_of("0.0000", SMALL) - 28
    low, high = (step * (end // step) for end in (min(row.least for row in rows), max(row.average for row in rows)))
    scale = (right - left) / (high + step - low)
    ticks = takewhile(lambda tick: tick <= high + step * 1.01, (low + step * number for number in count()))
    bottom, drawn = HEAD_HEIGHT + 16 + len(rows) * _ROW, [heading_svg(title, summary)]
    for tick in ticks:
        x = left + (tick - low) * scale
        drawn += [
            f'<path d="M{x:.1f} {HEAD_HEIGHT + 8}V{bottom}" stroke="{LINE}"/>',
            TextLine(f"{tick:.1f}", x, bottom + 34, colour=FAINT_INK, anchor="middle").svg(),
        ]
    for place, row in enumerate(rows):
        y = HEAD_HEIGHT + 16 + (place + 0.5) * _ROW
        drawn += _row(row, y, left + (row.least - low) * scale, left + (row.average - low) * scale)
    return svg_document(bottom + _BELOW, drawn) + "\n"


def _row(row: Row, y: float, least: float, average: float) -> Iterator[str]:
    """The elements of a row at a height; a line joins what is least and the average."""
    line = y + SMALL * 0.36
    yield TextLine(row.label, MARGIN, line).svg()
    yield TextLine(f"{row.average:.4f}", WIDTH - MARGIN, line, anchor="end").svg()
    if row.least < row.average:
        yield f'<path d="M{least:.1f} {y - 8:.1f}v16m0 -8H{average - 10:.1f}" stroke="{BLUE}" stroke-width="4"/>'
    yield move_svg(_OPEN_MARKER if row.least < row.average else _MARKER, average, y)


COMPARISON = PAGES / "comparison.md"
COMMAND = re.compile(r"`hitblow (compare 4x10 [^`]+)`")
TABLE = re.compile(r"<!-- strategies -->\n(?P<text>.*?)\n<!-- /strategies -->", re.DOTALL)
HEADS = ("strategy", "total", "average", "worst case", "games at it")


@pytest.mark.slow
def test_the_table_of_strategies_is_what_the_command_finds() -> None:
    found = COMMAND.search(COMPARISON.read_text("utf-8"))
    assert found
    printed = json.loads(CliRunner().invoke(main, [*found[1].split(), "--json"]).stdout)["strategies"]
    rows = (
        (f"`{name}`", f"{each['total']:,}", f"{each['average']:.4f}", str(each["worst"]), str(each["distribution"][-1]))
        for name, each in zip(found[1].split()[2:], printed, strict=True)
    )
    wanted = table(HEADS, *rows)
    if REWRITING:
        replace(COMPARISON, TABLE, 0, wanted)
    assert TABLE.findall(COMPARISON.read_text("utf-8")) == [wanted]


@pytest.mark.parametrize(
    ("name", "draw"),
    [
        ("records", partial(records, repeats=False)),
        ("records-repeats", partial(records, repeats=True)),
        ("strategies", strategies),
    ],
    ids=["records", "records-repeats", "strategies"],
)
def test_a_plot_shows_the_table_beside_it(name: str, draw: Callable[[], str]) -> None:
    check_drawing(name, "en", draw().replace(f'font-family="{fonts.MAIN}"', f'font-family="{SANS}"'))
