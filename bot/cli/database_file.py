"""The database file that is named, which may be mistyped."""

import sys
from typing import TYPE_CHECKING

import click

from bot.cli.output import FAILURE, CommandFailed

if TYPE_CHECKING:
    from bot.locales import Words


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
        raise CommandFailed(
            words("There is no database {file}. `hitblow db upgrade --db {file}` creates it.", file=str(file)), FAILURE
        )


def check_new_database(database_url: str | None, words: "Words", *, may_ask: bool) -> None:
    """Refuse a database whose file is named and does not exist, or ask whether to create it.

    The default file may be created without a question.

    Args:
        database_url: as typed; None for the database of the settings.
        words: the language.
        may_ask: whether somebody may be asked, if the input is a terminal.

    Raises:
        CommandFailed: The file is not to be created.
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
        raise CommandFailed(
            words("There is no database {file}. `hitblow db upgrade --db {file}` creates it.", file=str(file)), FAILURE
        )
    if not click.confirm(words("There is no database {file}. Create it?", file=str(file))):
        raise CommandFailed(words("No database was created."), FAILURE)
