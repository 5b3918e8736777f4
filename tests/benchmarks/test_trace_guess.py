"""The way of a guess does not become longer."""

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.trace_guess import TRACES

MOST = {
    "Discord": (119, 37, 146),
    "Slack": (140, 44, 179),  # a form may say in which channel to post; a room may have two shared games
    "terminal": (103, 31, 144),  # a room may have two shared games
}
"""The most functions, files and entries of a guess, by platform. Lower them after a change that makes it shorter.

A turn of a board is code and text in one line, which platforms render apart.
"""


@pytest.mark.slow
@pytest.mark.parametrize("platform", TRACES)
async def test_a_guess_enters_no_more_functions_than_before(platform: str, tmp_path: Path) -> None:
    trace = await TRACES[platform](tmp_path)
    figures = (trace.functions, trace.files, len(trace.entries))
    assert all(figure <= most for figure, most in zip(figures, MOST[platform], strict=True)), (figures, trace.entries)


@pytest.mark.slow
@pytest.mark.parametrize("platform", TRACES)
async def test_the_trace_of_a_guess_is_the_same_each_time(platform: str, tmp_path: Path) -> None:
    traces = []
    for name in ("one", "another"):
        (folder := tmp_path / name).mkdir()
        traces.append(Counter((await TRACES[platform](folder)).entries))  # threads may take turns in another order
    assert traces[0] == traces[1]
