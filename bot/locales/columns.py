"""Aligned columns in a monospaced font, in which Japanese characters and emoji are two cells wide."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

PHONE_CELLS = 34
"""The width of a line that phones do not wrap."""

_REMEMBERED_TEXTS, _REMEMBERED_LAYOUTS = 500, 200


@lru_cache(_REMEMBERED_TEXTS)
def width(text: str) -> int:
    """The width of a text, in cells."""
    if re.fullmatch("[ -~●○·]*", text):  # ASCII and the marks of feedback
        return len(text)
    from wcwidth import wcswidth  # noqa: PLC0415  # slow to load, 2 MB, and seldom needed

    return max(0, wcswidth(text))


def align(rows: Iterable[Sequence[str]], right: Iterable[int] = (), gap: int = 2) -> tuple[str, ...]:
    """Rows of texts as lines with aligned columns.

    Args:
        rows: texts, as many in each row.
        right: numbers of columns, from 0, that are aligned on the right.
        gap: spaces between two columns.
    """
    return align_within((tuple(rows),), right, gaps=(gap,))


@lru_cache(_REMEMBERED_LAYOUTS)
def _layout(widths: tuple[int, ...], on_right: frozenset[int], gap: int) -> tuple[tuple[int, ...], frozenset[int], int]:
    """The layout of a line: the same object each time, because the lines that are remembered refer to theirs."""
    return widths, on_right, gap


@lru_cache(_REMEMBERED_TEXTS)
def _line(row: Sequence[str], layout: tuple[tuple[int, ...], frozenset[int], int]) -> str:
    """A row with its cells padded to their widths."""
    widths, on_right, gap = layout
    padding = [" " * (cells - width(text)) for text, cells in zip(row, widths, strict=True)]
    cells = [padding[place] + text if place in on_right else text + padding[place] for place, text in enumerate(row)]
    return (" " * gap).join(cells).rstrip()


def align_within(
    versions: Iterable[Sequence[Sequence[str]]],
    right: Iterable[int] = (),
    cells: int = PHONE_CELLS,
    gaps: Sequence[int] = (2, 1),
) -> tuple[str, ...]:
    """The first version of some rows that fits into a width, as lines with aligned columns.

    Args:
        versions: the rows, each version narrower than the one before. If none fits, the last one is taken.
        right: numbers of columns, from 0, that are aligned on the right.
        cells: the width.
        gaps: the spaces between two columns, from more to fewer.
    """
    lines: tuple[str, ...] = ()
    on_right = frozenset(right)
    for rows in versions:
        shown = [tuple(row) for row in rows]
        widths = tuple(map(max, zip(*(map(width, row) for row in shown), strict=True)))
        for gap in gaps:
            layout = _layout(widths, on_right, gap)
            lines = tuple([_line(row, layout) for row in shown])
            # Lines may be shorter than their columns.
            if sum(widths) + gap * (len(widths) - 1) <= cells or max(map(width, lines), default=0) <= cells:
                return lines
    return lines
