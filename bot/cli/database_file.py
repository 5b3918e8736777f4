"""The database file that `--db` names, which may be mistyped."""

import sys
from typing import TYPE_CHECKING

import click

from bot.cli.output import FAILURE, CommandFailed

if TYPE_CHECKING:
    from bot.wording import Words


def require_database(database_url: str | None, words: "Words") -> None:
    """Check that the file that `--db` names exists.

    Raises:
        CommandFailed: It does not.
    """
    from bot.persistence.address import missing_file

    if database_url and (file := missing_file(database_url)):
        raise CommandFailed(words.database_missing(str(file)), FAILURE)


def confirm_new_database(database_url: str | None, words: "Words", *, unattended: bool = False) -> None:
    """Ask whether to create the file that `--db` names if it does not exist.

    Args:
        database_url: as typed.
        words: the language.
        unattended: whether it is created where nobody can be asked.

    Raises:
        CommandFailed: It is not to be created, or nobody can be asked.
    """
    from bot.persistence.address import missing_file

    file = missing_file(database_url) if database_url else None
    if file is None:
        return
    if sys.stdin.isatty():
        if not click.confirm(words.create_database(str(file))):
            raise CommandFailed(words.no_database_created(), FAILURE)
    elif not unattended:
        raise CommandFailed(words.database_missing(str(file)), FAILURE)
