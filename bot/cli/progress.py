"""Progress bars with the time left, for commands that take long."""

import sys

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Column

from bot.platforms.console.text import prefers_ascii

_SPEED_SECONDS = 300.0
"""The time left is computed from the speed in this time. Parts of a book can take minutes each."""

_WIDE = 60
"""The columns of a terminal in which there is room for a description."""


def progress_bar(*figures: ProgressColumn) -> Progress:
    """A progress bar with a description, the given columns and the time left.

    It is shown only where stderr is a terminal that can be redrawn, and disappears at the end. A narrow terminal shows
    it without the description.
    """
    console = Console(stderr=True)
    title = (TextColumn("{task.description}", markup=False),) if console.width >= _WIDE else ()
    bar = () if prefers_ascii(sys.stderr.encoding) else (BarColumn(bar_width=None),)
    return Progress(
        *title,
        *bar,
        *figures,
        TimeRemainingColumn(compact=True, table_column=Column(no_wrap=True)),
        console=console,
        transient=True,
        expand=True,
        disable=not console.is_terminal or console.is_dumb_terminal,
        speed_estimate_period=_SPEED_SECONDS,
    )
