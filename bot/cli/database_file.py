"""The database file that is named, which may be mistyped."""

import sys
from typing import TYPE_CHECKING

import click

from bot.cli.output import FAILURE, CommandFailed

if TYPE_CHECKING:
    from bot.wording import Words


def require_database(database_url: str | None, words: "Words") -> None:
    """Check that the file of the database exists.

    Args:
        database_url: as typed; None for the database of the settings.
        words: the language.

    Raises:
        CommandFailed: It does not.
        StorageFolderMissing: Its folder does not exist either.
        SettingInvalid: The settings cannot be read.
    """
    from bot.app import address_of_database
    from bot.persistence.address import check_folder, missing_file

    if file := missing_file(address_of_database(database_url)):
        check_folder(file)
        raise CommandFailed(words.database_missing(str(file)), FAILURE)


def confirm_new_database(database_url: str | None, words: "Words", *, unattended: bool = False) -> None:
    """Ask whether to create the file that `--db` names if it does not exist.

    Args:
        database_url: as typed.
        words: the language.
        unattended: whether it is created where nobody can be asked.

    Raises:
        CommandFailed: It is not to be created, or nobody can be asked.
        StorageFolderMissing: Its folder does not exist.
    """
    from bot.persistence.address import check_folder, missing_file

    file = missing_file(database_url) if database_url else None
    if file is None:
        return
    check_folder(file)
    if sys.stdin.isatty():
        if not click.confirm(words.create_database(str(file))):
            raise CommandFailed(words.no_database_created(), FAILURE)
    elif not unattended:
        raise CommandFailed(words.database_missing(str(file)), FAILURE)
