"""The plots and the table of strategies in the documentation of the solver.

`HITBLOW_REWRITE=1 pytest -m 'slow or not slow' tests/docs/test_plots.py` draws them again.
"""

import json
import re
from collections.abc import Callable
from functools import partial

import pytest
from click.testing import CliRunner

from bot.cli.main import main
from bot.presenters import fonts
from tests.docs import plots
from tests.docs.documents import replace
from tests.docs.tables import table
from tests.pictures.approved import check_drawing
from tests.pictures.shapes import SANS
from tests.support.snapshots import REWRITING

COMPARISON = plots.PAGES / "comparison.md"
COMMAND = re.compile(r"`hitblow (compare 4x10 [^`]+)`")
TABLE = re.compile(r"<!-- strategies -->\n(?P<text>.*?)\n<!-- /strategies -->", re.DOTALL)
HEADS = ("strategy", "total", "average", "worst case", "games at it")


@pytest.mark.slow
def test_the_table_of_strategies_is_what_the_command_finds() -> None:
    text = COMPARISON.read_text("utf-8")
    found = COMMAND.search(text)
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
        ("records", partial(plots.records, repeats=False)),
        ("records-repeats", partial(plots.records, repeats=True)),
        ("strategies", plots.strategies),
    ],
    ids=["records", "records-repeats", "strategies"],
)
def test_a_plot_shows_the_table_beside_it(name: str, draw: Callable[[], str]) -> None:
    check_drawing(name, "en", draw().replace(f'font-family="{fonts.MAIN}"', f'font-family="{SANS}"'))
