"""`hitblow db`: looking after the database."""

from datetime import datetime

import click

from bot.cli.options import HELP, database_option, help_texts, lang_option, terminal_words
from bot.cli.output import expected_errors


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
        asyncio.run(change_void_day(database_url, day.date(), remove=remove))
        click.echo(words.void_day_removed(day.date()) if remove else words.void_day_recorded(day.date()))


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
        click.echo(words.upgraded(before, after))


@db.command(**help_texts("db rate"))
@database_option
@lang_option
def rate(database_url: str | None, lang: str | None) -> None:
    """Compute all ratings again."""
    import asyncio

    from bot.app import rate_database

    words = terminal_words(lang)
    with expected_errors(words):
        click.echo(words.rated(asyncio.run(rate_database(database_url))))


@db.command(**help_texts("db review"))
@database_option
@lang_option
def review(database_url: str | None, lang: str | None) -> None:
    """Let the bot review all ranked games again."""
    import asyncio  # as above

    from bot.app import mark_database  # as above

    words = terminal_words(lang)
    with expected_errors(words):
        click.echo(words.to_be_reviewed(asyncio.run(mark_database(database_url))))
