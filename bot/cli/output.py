"""Printing errors."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import click
from typing_extensions import override

from bot.platforms.common.errors import PlatformError
from bot.services.errors import StorageAddressInvalid, StorageError
from bot.setting_errors import SettingInvalid
from bot.wording import Words
from core.errors import CoreError

FAILURE, USAGE = 1, 2
"""Exit statuses: something cannot be done; something was asked for in the wrong way."""

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells expect it."""


class CommandFailed(click.ClickException):
    """Ends a command: click prints the sentence to stderr and exits with the status."""

    def __init__(self, sentence: str, status: int = FAILURE) -> None:
        super().__init__(sentence)
        self.exit_code = status  # type: ignore[misc]  # click reads it from the instance

    @override
    def show(self, file: IO[Any] | None = None) -> None:
        from bot.platforms.console.plain_text import quoted

        click.echo(quoted(self.message), file, err=True)


@contextmanager
def expected_errors(words: Words, status: int = FAILURE) -> Iterator[None]:
    """Turn an expected error, or a file that cannot be written, into one sentence for the user.

    Raises:
        CommandFailed: With the sentence and `status`, or `USAGE` if a setting cannot be read.
    """
    try:
        yield
    except SettingInvalid as error:
        raise CommandFailed(
            words.setting_invalid(error.variable, error.choices, is_port=error.is_port), USAGE
        ) from error
    except PlatformError as error:
        raise CommandFailed(error.explain(words), status) from error
    except StorageError as error:
        sentences = [words.refusal(error), words.database_location(error.where)]
        if error.cause:
            sentences.append(words.fault_cause(error.cause))
        wrong_address = isinstance(error, StorageAddressInvalid)
        raise CommandFailed(words.joined(sentences), USAGE if wrong_address else status) from error
    except CoreError as error:
        raise CommandFailed(words.refusal(error), status) from error
    except OSError as error:
        if error.filename is None:
            raise
        raise CommandFailed(words.file_not_writable(str(error.filename)), status) from error
