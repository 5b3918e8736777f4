"""Printing sentences and errors."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce
from typing import IO, Any

import click
from typing_extensions import override

from bot.locales import Words
from bot.locales.safe import whole
from bot.model.errors import StorageAddressInvalid, StorageError
from bot.platforms.common.errors import InvalidShards, PlatformError, TokenKeyInvalid
from bot.presenters import phrases
from bot.presenters.refusals import refusal
from bot.setting_errors import SettingInvalid, SettingsFileUnreadable, SettingUnprintable
from core.errors import CoreError

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
        say(self.message, file or sys.stderr)


def say(text: str, file: IO[Any] | None = None) -> None:
    """Print sentences, and tables whose columns are two spaces apart, to stdout or a file.

    On a terminal they are wrapped at words. Code is in quotation marks instead of backticks.
    """
    from bot.platforms.console.text import quoted, wrap, wrap_row

    file = file or sys.stdout
    lines = text.split("\n")
    if file.isatty():
        cells = shutil.get_terminal_size().columns
        lines = [
            part
            for line in lines
            for part in (wrap_row(line, cells) if "  " in line else wrap(line, cells, tick_cells=1))
        ]
    click.echo("\n".join(map(quoted, lines)), file)


@contextmanager
def expected_errors(words: Words, status: int = FAILURE) -> Iterator[None]:
    """Turn an expected error, or a file that cannot be written, into one sentence for the user.

    Raises:
        CommandFailed: With the sentence and `status`, or `USAGE` if a setting cannot be read.
    """
    try:
        yield
    except (SettingInvalid, StorageAddressInvalid, InvalidShards, TokenKeyInvalid) as error:
        raise CommandFailed(sentence_for(error, words), USAGE) from error
    except (PlatformError, CoreError) as error:
        raise CommandFailed(sentence_for(error, words), status) from error
    except OSError as error:
        if error.filename is None:
            raise
        raise CommandFailed(words("Cannot write {file}.", file=str(error.filename)), status) from error


def sentence_for(error: SettingInvalid | PlatformError | CoreError, words: Words) -> str:
    """The sentences for an expected error; for an error of the database, with its location and cause."""
    if isinstance(error, SettingInvalid):
        return _setting_sentence(error, words)
    if isinstance(error, PlatformError):
        return error.explain(words)
    sentences = [refusal(error, words)]
    if isinstance(error, StorageError):
        sentences.append(words("The database is {where}.", where=whole(error.where)))
        if error.cause:
            sentences.append(phrases.fault_cause(words, error.cause))
    return words.joined(sentences)


def _setting_sentence(error: SettingInvalid, words: Words) -> str:
    if isinstance(error, SettingsFileUnreadable):
        return words(
            "The file `{file}` cannot be read. It must be a UTF-8 text file that this user can read.",
            file=error.variable,
        )
    if isinstance(error, SettingUnprintable):
        return words(
            "The value of `{variable}` has a line break or another control character in it. Copy it again.",
            variable=error.variable,
        )
    if error.is_url and "GATEWAY" in error.variable:
        return words("`{variable}` must be an address that begins with `wss://` or `ws://`.", variable=error.variable)
    if error.is_url:
        return words(
            "`{variable}` must be an address that begins with `https://` or `http://`.", variable=error.variable
        )
    return _value_sentence(error, words)


def _value_sentence(error: SettingInvalid, words: Words) -> str:
    """The sentence that names the values of a setting other than an address."""

    def either(choices: str, choice: str) -> str:
        return words("{choices} or {choice}", choices=choices, choice=choice)

    if error.choices:
        choices = reduce(either, (f"`{choice}`" for choice in error.choices))
        return words("`{variable}` must be {choices}.", variable=error.variable, choices=choices)
    if error.is_port:
        return words("`{variable}` must be a port number up to 65535, such as `3000`.", variable=error.variable)
    return words("`{variable}` must be a whole number that is not too large.", variable=error.variable)
