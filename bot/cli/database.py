"""`hitblow db`: looking after the database."""

import click

from bot.cli.options import database_option, help_texts, lang_option, terminal_words
from bot.cli.output import expected_errors


@click.group(**help_texts("db"))
def db() -> None:
    """Look after the database."""


@db.command(**help_texts("upgrade"))
@database_option
@lang_option
def upgrade(database_url: str | None, lang: str | None) -> None:
    """Migrate the database."""
    import asyncio  # noqa: PLC0415  # keeps other commands quick

    from bot.app import upgrade_database  # noqa: PLC0415  # loads SQLAlchemy

    words = terminal_words(lang)
    with expected_errors(words):
        before, after = asyncio.run(upgrade_database(database_url))
        click.echo(words.upgraded(before, after))
