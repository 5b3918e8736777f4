"""Running commands: sentences, errors, progress bars, and how often the garbage collector runs."""

import gc
import shutil
import sys
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, TypeVar

import click
from typing_extensions import override

from bot.locales import Words

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

Result = TypeVar("Result")

FAILURE, USAGE = 1, 2
"""Exit statuses: the command cannot be carried out, and a setting or an option is wrong."""

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells expect it."""


class CommandFailed(click.ClickException):
    """Ends a command: click prints the sentence to stderr and exits with the status."""

    def __init__(self, sentence: str, status: int = FAILURE) -> None:
        super().__init__(sentence)
        self.exit_code = status  # type: ignore[misc]  # click reads it from the instance

    @override
    def show(self, file: IO[Any] | None = None) -> None:
        print_text(self.message, file or sys.stderr)


def print_text(text: str, file: IO[Any] | None = None) -> None:
    """Print sentences, and tables whose columns are two spaces apart, to stdout or a file.

    On a terminal they are wrapped at words. Code is in quotation marks instead of backticks.
    """
    from bot.platforms.console.text import replace_backticks, wrap, wrap_table_row

    file = file or sys.stdout
    lines = text.split("\n")
    if file.isatty():
        cells = shutil.get_terminal_size().columns
        lines = [
            part
            for line in lines
            for part in (wrap_table_row(line, cells) if "  " in line else wrap(line, cells, tick_cells=1))
        ]
    click.echo("\n".join(map(replace_backticks, lines)), file)


@contextmanager
def report_expected_errors(words: Words, status: int = FAILURE) -> Iterator[None]:
    """Turn an expected error, or a file that cannot be written, into one sentence for the user.

    Raises:
        CommandFailed: With the sentence and `status`, or `USAGE` if a setting cannot be read.
    """
    try:
        yield
    except click.ClickException:
        raise
    except Exception as error:
        from bot.cli.failures import WRONG_USAGE, sentence_if_expected

        sentence = sentence_if_expected(error, words)
        if sentence is None:
            raise
        raise CommandFailed(sentence, USAGE if isinstance(error, WRONG_USAGE) else status) from error


def run_coroutine(coroutine: Coroutine[object, object, Result]) -> Result:
    """Run a coroutine; `asyncio` is imported only for commands that need it."""
    import asyncio

    return asyncio.run(coroutine)


_NEW_OBJECTS = 10_000
"""The threshold of new objects at which the garbage collector scans them."""


@contextmanager
def start_without_garbage_collection() -> Iterator[None]:
    """Collect no garbage in the body, which imports the program, and less often afterwards."""
    gc.disable()
    try:
        yield
    finally:
        relax_garbage_collection()


def relax_garbage_collection() -> None:
    """Exempt what exists from garbage collection, and collect less often from now on.

    Imported objects are never garbage. Scanning them would take a tenth of the start-up time and later block the event
    loop for 0.1 s each time. Nearly everything else is freed by reference counting; with the default threshold of 700
    objects, a seventh of the CPU time of a guess was spent on scanning objects in use.
    """
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS)
    gc.enable()


_SPEED_SECONDS = 300.0
"""The time left is computed from the speed in this time. Parts of a book can take minutes each."""

_WIDE = 60
"""The columns of a terminal in which there is room for a description."""


def progress_bar(*figures: "ProgressColumn") -> "Progress":
    """A progress bar with a description, the given columns and the time left.

    It is shown only where stderr is a terminal that can be redrawn, and disappears at the end. A narrow terminal shows
    it without the description.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Column

    from bot.platforms.console.text import prefers_ascii

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
