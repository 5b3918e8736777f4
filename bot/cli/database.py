"""`hitblow db`: looking after the database."""

import shlex
import sys
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from bot.cli.options import HELP, command_help, database_option, lang_option
from bot.cli.output import FAILURE, CommandFailed, print_text, progress_bar, report_expected_errors, run_coroutine
from bot.locales import Words, translatable
from bot.locales.safe import quote, quote_whole

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from bot.persistence.maintenance.checks import Fault
    from bot.persistence.maintenance.copying import Progress

Result = TypeVar("Result")


@click.group(**command_help(HELP("Manage the database.")))
def db() -> None:
    """Look after the database."""


@db.command("void-day", **command_help(HELP("Let DAY, when the bot was down, end no streak.")))
@click.argument("day", type=click.DateTime(("%Y-%m-%d",)), metavar="DAY")
@click.option("--remove", is_flag=True, help=HELP("Let the day count again."))
@database_option
@lang_option
def void_day(day: datetime, *, remove: bool, database_url: str | None, words: Words) -> None:
    """Record that the bot was down on a day, or that it was not."""
    from bot.app import change_void_day

    with report_expected_errors(words):
        require_database(database_url, words)
        run_coroutine(change_void_day(database_url, day.date(), remove=remove))


@db.command(**command_help(HELP("Upgrade the database.")))
@database_option
@lang_option
def upgrade(database_url: str | None, words: Words) -> None:
    """Migrate the database."""
    from bot.app import database_address, upgrade_database
    from bot.persistence.address import location_of, parse_address

    with report_expected_errors(words):
        done = run_coroutine(upgrade_database(database_url))
        where = location_of(parse_address(database_address(database_url)))
        print_text(words("The database `{where}` is up to date ({revision}).", where=where, revision=done.after))
        if done.copy:
            print_text(words("Wrote {file}.", file=quote_whole(str(done.copy))))


@db.command(**command_help(HELP("Copy the running database to FILE.")))
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@database_option
@lang_option
def backup(file: Path, database_url: str | None, words: Words) -> None:
    """Write a copy of the database while it is in use."""
    from bot.app import open_database
    from bot.persistence.maintenance.copying import back_up

    async def write(progress: "Progress") -> None:
        async with open_database(database_url, migrate=False) as database:
            await back_up(database, file, progress)

    _with_progress(database_url, words, write)
    print_text(words("Wrote {file}.", file=quote_whole(str(file))))


@db.command(**command_help(HELP("Copy FROM into the empty TO, or go on. Stop the bot first.")))
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@lang_option
def copy(source: str, target: str, words: Words) -> None:
    """Copy a database into an empty one."""
    from bot.app import open_database
    from bot.persistence.maintenance.copying import copy_database

    async def write(progress: "Progress") -> int:
        async with open_database(source, migrate=False) as one, open_database(target, migrate=False) as another:
            return await copy_database(one, another, progress)

    rows = _with_progress(source, words, write)
    print_text(words.plural("{n:,} row copied.", "{n:,} rows copied.", rows))


@db.command(**command_help(HELP("Check the database.")))
@database_option
@lang_option
def check(database_url: str | None, words: Words) -> None:
    """Look for damage and for sums that are wrong; the exit status is 1 if anything is found."""
    from bot.app import open_database
    from bot.persistence.maintenance.checks import Fault, check_database

    async def find(progress: "Progress") -> list[Fault]:
        async with open_database(database_url, migrate=False) as database:
            return [found async for found in check_database(database, partial(progress, ""))]

    faults = _with_progress(database_url, words, find)
    for fault in faults:
        print_text(fault_sentence(fault, words))
    print_text(words.plural("{n:,} problem found.", "{n:,} problems found.", len(faults)))
    sys.exit(FAILURE if faults else 0)


_FAULTS: Mapping[str, tuple[str, Callable[[str], str]]] = {
    "damage": (translatable("The database is damaged: {subject}"), quote_whole),
    "revision": (translatable("Revision {subject}, not {found}: run `hitblow db upgrade`."), str),
    "permissions": (translatable("Other users can use {subject}: run `chmod 600`."), quote_whole),
    "sums": (translatable("The statistics of {subject} don't fit their results."), quote),
    "ratings": (translatable("The rating of {subject} counts other games."), quote),
}
"""By the kind of a fault: a sentence, and how its subject is shown."""


def fault_sentence(fault: "Fault", words: Words) -> str:
    """What is wrong with the database, and where."""
    sentence, shown = _FAULTS[fault.kind]
    return words(sentence, subject=shown(fault.subject), found=fault.found)


def _with_progress(
    database_url: str | None, words: Words, work: Callable[["Progress"], "Coroutine[object, object, Result]"]
) -> Result:
    """Run work on a database that exists, with a progress bar.

    Args:
        database_url: as typed; None for the database of the settings.
        words: the language.
        work: takes a function that is told what is being done, how much of it is done, and how much there is.

    Raises:
        CommandFailed: There is no such database, or the work failed.
    """
    with report_expected_errors(words):
        require_database(database_url, words)
        with progress_bar() as bar:
            task = bar.add_task("", total=None)

            def progress(subject: str, done: int, total: int) -> None:
                bar.update(task, description=subject, completed=done, total=total)

            return run_coroutine(work(progress))


@db.command(**command_help(HELP("Compute all ratings again. Stop the bot first.")))
@database_option
@lang_option
def rate(database_url: str | None, words: Words) -> None:
    """Compute all ratings again."""
    from bot.app import recompute_ratings

    _with_progress(database_url, words, lambda progress: recompute_ratings(database_url, partial(progress, "")))


def require_database(database_url: str | None, words: Words) -> None:
    """Check that the file of the database exists.

    Args:
        database_url: as typed; None for the database of the settings.
        words: the language.

    Raises:
        CommandFailed: It does not.
        StorageFolderMissing: Its folder does not exist either.
        SettingInvalid: The settings cannot be read.
    """
    from bot.app import database_address
    from bot.persistence.address import check_folder, missing_file

    if file := missing_file(database_address(database_url)):
        check_folder(file)
        raise _missing(file, words)


def confirm_new_database(database_url: str | None, words: Words, *, may_ask: bool) -> None:
    """Refuse a database whose file is named and does not exist, or ask whether to create it.

    The default file may be created without a question.

    Args:
        database_url: as typed; None for the database of the settings.
        words: the language.
        may_ask: whether somebody may be asked, if the input is a terminal.

    Raises:
        CommandFailed: Nobody may be asked.
        Abort: The file is not to be created.
        StorageFolderMissing: Its folder does not exist.
        SettingInvalid: The settings cannot be read.
    """
    from bot.persistence.address import check_folder, missing_file
    from bot.settings import Settings

    settings = Settings.read()
    named = database_url or settings.database_url
    file = missing_file(named) if named else None
    if file is None:
        return
    check_folder(file)
    if not (may_ask and sys.stdin.isatty()):
        raise _missing(file, words)
    click.confirm(words("There is no database {file}. Create it?", file=str(file)), abort=True)


def _missing(file: Path, words: Words) -> CommandFailed:
    return CommandFailed(
        words(
            "There is no database {file}: `hitblow db upgrade --db {argument}`.",
            file=str(file),
            argument=shlex.quote(str(file)),
        ),
        FAILURE,
    )
