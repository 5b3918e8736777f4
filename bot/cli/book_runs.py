"""One run of `hitblow book build` or `hitblow book verify`, from what was asked to what is printed."""

import os
import signal
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from types import FrameType

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from bot.wording import Words, words_for
from bot.wording.books import BookWords, book_words
from core.errors import CoreError
from core.game.rules import Rules
from core.solver.book import SELDOM, SHIPPED, shipped_book
from core.solver.book_format import Book, encode_book
from core.solver.book_replay import replay
from core.solver.errors import BookDamaged

_WRONG = 2
"""Exit status for what was asked wrongly, as click has it."""

_INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Asked:
    """What to build, as typed."""

    rules: str
    width: int | None
    thorough: int
    stride: int
    worst: int | None
    seldom: bool
    jobs: int | None
    output: Path | None
    checkpoint: Path | None
    lang: str | None


def run_build(asked: Asked) -> int:
    """Build a book with a bar that says how far it is; the exit status comes back."""
    words = _words(asked.lang)
    says = book_words(words.code)
    if asked.seldom and asked.worst is None:
        return _complain(says["no worst"])
    try:
        rules = Rules.parse(asked.rules)
    except CoreError as error:
        return _complain(words.refusal(error))
    rules = Rules(rules.positions, rules.symbols, rules.repeats)
    output = asked.output or Path(f"{rules}.book")
    checkpoint = asked.checkpoint or output.with_name(f"{output.name}.checkpoint")
    _stop_when_terminated()
    try:
        book = _built(asked, rules, checkpoint, says)
        output.write_bytes(encode_book(book))
    except KeyboardInterrupt:
        click.echo(says.stopped(str(checkpoint)), err=True)
        return _INTERRUPTED
    except OSError as error:
        return _complain(says.no_file(str(error.filename or output)))
    except _Refused as refused:
        return _complain(refused.sentence)
    click.echo(_summary(book, says))
    click.echo(says.written(str(output)))
    return 0


def _stop_when_terminated() -> None:
    """Let this process stop when asked to end as it does when interrupted, and those forked from it end in silence."""
    mine = os.getpid()

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt if os.getpid() == mine else SystemExit

    signal.signal(signal.SIGTERM, stop)


class _Refused(Exception):
    """A book that cannot be built, with the sentence that says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def _built(asked: Asked, rules: Rules, checkpoint: Path, says: BookWords) -> Book:
    """Build the book.

    Raises:
        _Refused: it cannot be built.
    """
    try:
        from bot.books.builder import MAX_CODES, NoSuchBook, TooManyCodes, bind_book  # noqa: PLC0415  # NumPy may be missing
        from bot.books.checkpoint import ForeignCheckpoint  # noqa: PLC0415  # the same
        from bot.books.options import Effort  # noqa: PLC0415  # the same
    except ModuleNotFoundError:
        raise _Refused(says["no numpy"]) from None
    effort = Effort(asked.width, asked.thorough, asked.stride, asked.worst, asked.seldom)
    jobs = asked.jobs or os.cpu_count() or 1
    with _bar() as bar:
        task = bar.add_task(says.building(str(rules)), total=None)
        try:
            return bind_book(
                rules, effort, checkpoint, jobs, lambda done, whole: bar.update(task, completed=done, total=whole)
            )
        except ForeignCheckpoint as foreign:
            raise _Refused(says.foreign_checkpoint(str(foreign.path))) from None
        except TooManyCodes as large:
            raise _Refused(says.too_many_codes(str(large.rules), large.rules.codes, MAX_CODES)) from None
        except NoSuchBook as none:
            raise _Refused(says.no_such_book(str(none.rules), str(none.worst))) from None


def run_verify(lang: str | None) -> int:
    """Replay every shipped book and print what each needs; the exit status comes back."""
    words = _words(lang)
    says = book_words(words.code)
    status = 0
    for notation, seldom in (*product(SHIPPED, [False]), *product(SELDOM, [True])):
        try:
            shipped = shipped_book(Rules.parse(notation), seldom=seldom)
            if shipped is not None:
                click.echo(_summary(shipped, says))
        except BookDamaged as damaged:
            status = _complain(words.refusal(damaged), 1)
    return status


def _summary(book: Book, says: BookWords) -> str:
    played = replay(book)
    return says.built(
        optimal=book.optimal,
        rules=str(book.rules),
        total=f"{played.total:,}",
        games=f"{played.games:,}",
        average=f"{played.average:.4f}",
        worst=str(played.worst),
        times=f"{played.distribution[-1]:,}",
    )


def _bar() -> Progress:
    """A bar where people see it."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def _complain(sentence: str, status: int = _WRONG) -> int:
    click.echo(sentence, err=True)
    return status


def _words(lang: str | None) -> Words:
    """The words in the language asked for, else the terminal's."""
    names = ("HITBLOW_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    return words_for(next(filter(None, (lang, *(os.environ.get(name) for name in names))), None))
