"""`hitblow db`: looking after the database."""

import sys
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.database_file import require_database
from bot.cli.options import HELP, database_option, help_texts, lang_option, terminal_words
from bot.cli.output import FAILURE, expected_errors, say
from bot.locales.safe import whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.persistence.maintenance.copying import Progress
    from bot.wording import Words


@click.group(**help_texts("db"))
def db() -> None:
    """Look after the database."""


@db.command("void-day", **help_texts("db void-day"))
@click.argument("day", type=click.DateTime(("%Y-%m-%d",)), metavar="DAY")
@click.option("--remove", is_flag=True, help=HELP.cli_option("remove"))
@database_option
@lang_option
def void_day(day: datetime, *, remove: bool, database_url: str | None, lang: str | None) -> None:
    """Record that the bot was down on a day, or that it was not."""
    import asyncio

    from bot.app import change_void_day

    words = terminal_words(lang)
    with expected_errors(words):
        require_database(database_url, words)
        asyncio.run(change_void_day(database_url, day.date(), remove=remove))
        say(
            words("{day} counts again.", day=day.date())
            if remove
            else words("{day} is void: it ends nobody's streak.", day=day.date())
        )


@db.command(**help_texts("upgrade"))
@database_option
@lang_option
def upgrade(database_url: str | None, lang: str | None) -> None:
    """Migrate the database."""
    import asyncio

    from bot.app import upgrade_database

    words = terminal_words(lang)
    with expected_errors(words):
        before, after = asyncio.run(upgrade_database(database_url))
        say(words.upgraded(before, after))


@db.command(**help_texts("db backup"))
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@database_option
@lang_option
def backup(file: Path, database_url: str | None, lang: str | None) -> None:
    """Write a copy of the database while it is in use."""
    import asyncio

    from bot.app import open_database
    from bot.persistence.maintenance.backups import back_up

    async def run(progress: "Progress") -> None:
        async with open_database(database_url, migrated=False) as database:
            await back_up(database, file, progress)

    words = terminal_words(lang)
    with expected_errors(words):
        require_database(database_url, words)
        with _bar(words) as progress:
            asyncio.run(run(progress))
        say(words("Wrote {file}. It contains secrets: keep it where only you can read it.", file=whole(str(file))))


@db.command(**help_texts("db copy"))
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@lang_option
def copy(source: str, target: str, lang: str | None) -> None:
    """Copy a database into an empty one."""
    import asyncio

    from bot.app import open_database
    from bot.persistence.maintenance.copying import copy_database

    async def run(progress: "Progress") -> int:
        async with open_database(source, migrated=False) as one, open_database(target, migrated=False) as another:
            return await copy_database(one, another, progress)

    words = terminal_words(lang)
    with expected_errors(words):
        require_database(source, words)
        with _bar(words) as progress:
            rows = asyncio.run(run(progress))
        say(
            words.plural(
                "{n:,} row copied. All rows of all tables are the same in both databases.",
                "{n:,} rows copied. All rows of all tables are the same in both databases.",
                rows,
            )
        )


@db.command(**help_texts("db check"))
@database_option
@lang_option
def check(database_url: str | None, lang: str | None) -> None:
    """Look for damage and for sums that are wrong; the exit status is 1 if anything is found."""
    import asyncio

    from bot.app import open_database
    from bot.persistence.maintenance.checks import Fault, check_database

    words = terminal_words(lang)

    async def run(progress: "Progress") -> list[Fault]:
        async with open_database(database_url, migrated=False) as database:
            return [found async for found in check_database(database, partial(progress, words("checking players")))]

    with expected_errors(words):
        require_database(database_url, words)
        with _bar(words) as progress:
            faults = asyncio.run(run(progress))
        for fault in faults:
            say(words.database_finding(fault.kind.value, fault.subject, fault.found))
        say(words.database_checked(len(faults)))
        sys.exit(FAILURE if faults else 0)


@contextmanager
def _bar(words: "Words") -> "Iterator[Progress]":
    """A progress bar, as a function that takes what is being done, how much of it is done, and how much there is."""
    from bot.cli.progress import progress_bar

    with progress_bar(words) as bar:
        task = bar.add_task("", total=None)

        def progress(subject: str, done: int, total: int) -> None:
            bar.update(task, description=subject, completed=done, total=total)

        yield progress


@db.command(**help_texts("db rate"))
@database_option
@lang_option
def rate(database_url: str | None, lang: str | None) -> None:
    """Compute all ratings again."""
    import asyncio

    from bot.app import rate_database

    words = terminal_words(lang)
    with expected_errors(words):
        require_database(database_url, words)
        with _bar(words) as progress:
            games = asyncio.run(rate_database(database_url, partial(progress, words("rating games"))))
        say(words.plural("{n:,} game rated again.", "{n:,} games rated again.", games))


@db.command(**help_texts("db review"))
@database_option
@lang_option
def review(database_url: str | None, lang: str | None) -> None:
    """Let the bot review all ranked games again."""
    import asyncio

    from bot.app import mark_database

    words = terminal_words(lang)
    with expected_errors(words):
        require_database(database_url, words)
        say(
            words.plural(
                "{n:,} game will be reviewed while the bot runs.",
                "{n:,} games will be reviewed while the bot runs.",
                asyncio.run(mark_database(database_url)),
            )
        )
