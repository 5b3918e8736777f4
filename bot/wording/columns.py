"""Lines of a panel with their columns aligned, counting what a terminal shows rather than characters."""

from collections.abc import Iterable, Sequence

from wcwidth import wcswidth


def width(text: str) -> int:
    """How many cells of a fixed-width font a text takes."""
    return max(0, wcswidth(text))


def pad(text: str, cells: int, *, right: bool = False) -> str:
    """The text filled up with spaces to a number of cells; `right` aligns it there."""
    filling = " " * (cells - width(text))
    return filling + text if right else text + filling


def align(rows: Iterable[Sequence[str]], right: Iterable[int] = (), gap: int = 2) -> tuple[str, ...]:
    """Rows of cells as lines with aligned columns; the columns numbered in `right` are aligned there."""
    rows, right = list(rows), set(right)
    if not rows:
        return ()
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return tuple(
        (" " * gap)
        .join(
            pad(cell, cells, right=place in right) for place, (cell, cells) in enumerate(zip(row, widths, strict=True))
        )
        .rstrip()
        for row in rows
    )
