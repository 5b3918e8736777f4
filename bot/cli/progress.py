"""Progress bars with the time left, for commands that take long."""

import sys

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
from rich.table import Column
from rich.text import Text
from typing_extensions import override

from bot.locales import Words
from bot.platforms.console.text import prefers_ascii

_SPEED_SECONDS = 300.0
"""The time left is computed from the speed in this time. Parts of a book can take minutes each."""

_WIDE = 60
"""The columns of a terminal in which there is room for a description."""


class TimeLeftColumn(ProgressColumn):
    """The time left, as soon as it can be estimated.

    Args:
        words: the language.
    """

    max_refresh = 0.5  # seconds; otherwise the last digits flicker

    def __init__(self, words: Words) -> None:
        super().__init__(Column(no_wrap=True))
        self._words = words

    @override
    def render(self, task: Task) -> Text:
        if not task.total or task.time_remaining is None:
            return Text()
        minutes, seconds = divmod(int(task.time_remaining), 60)
        hours, minutes = divmod(minutes, 60)
        time = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
        return Text(self._words("{time} left", time=time))


def progress_bar(words: Words, *figures: ProgressColumn) -> Progress:
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
        TimeLeftColumn(words),
        console=console,
        transient=True,
        expand=True,
        disable=not console.is_terminal or console.is_dumb_terminal,
        speed_estimate_period=_SPEED_SECONDS,
    )
