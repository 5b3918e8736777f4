"""`hitblow`: playing in the terminal, and the groups of the other commands.

Whatever takes long to load is imported by the command that needs it.
"""

import asyncio
import getpass
import os
import sys
from collections.abc import Callable
from typing import Any

import click

from bot.cli.books import book
from bot.cli.database import db
from bot.cli.options import HELP, combined, database_option, inherited, lang_option, terminal_words
from bot.cli.output import INTERRUPTED, expected_errors
from bot.cli.platforms import all_, discord, slack
from bot.cli.solver import evaluate, suggest

_MAX_NAME = 64
_DEFAULT_ROOM = "home"


def _user_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # the user has no name, as in some containers
        return "player"


def _name_option(option: str, parameter: str, default: Callable[[], str]) -> Callable[..., Any]:
    """An option for the name of a player or room."""

    def read(context: click.Context, declared: click.Parameter, value: str | None) -> str:
        name = inherited(context, declared, value)
        text = " ".join((default() if name is None else name).split())
        if not text or len(text) > _MAX_NAME or not text.isprintable():
            raise click.BadParameter(HELP.invalid_name(_MAX_NAME))
        return text

    return click.option(option, parameter, callback=read, help=HELP.cli_option(option.removeprefix("--")))


_player_options = combined(
    database_option,
    _name_option("--as", "name", _user_name),
    _name_option("--room", "room", lambda: _DEFAULT_ROOM),
    lang_option,
)


@click.group(invoke_without_command=True, help=HELP.cli_command("hitblow"))
@_player_options
@click.version_option(package_name="hitblow")
@click.pass_context
def main(context: click.Context, /, **options: Any) -> None:  # noqa: ANN401  # those of `_play`
    """Play in the terminal or run a command."""
    if context.invoked_subcommand is None:
        _play(**options)


@main.command(help=HELP.cli_command("console"))
@_player_options
def console(**options: Any) -> None:  # noqa: ANN401  # those of `_play`
    """Play in the terminal."""
    _play(**options)


@main.command(help=HELP.cli_command("verify"))
@click.argument("opening")
@click.argument("commitment")
@lang_option
def verify(opening: str, commitment: str, lang: str | None) -> None:
    """Check a commitment; the exit status is 1 if it does not match."""
    from core.game.commitment import verify as matches  # noqa: PLC0415  # keeps `--help` quick

    matched = matches(opening, commitment)
    click.echo(terminal_words(lang).verified(matches=matched))
    sys.exit(0 if matched else 1)


for command in (discord, slack, all_, db, evaluate, suggest, book):
    main.add_command(command)


def _play(database_url: str | None, name: str, room: str, lang: str | None) -> None:
    from bot.app import play_in_terminal  # noqa: PLC0415  # loads SQLAlchemy

    words = terminal_words(lang)
    try:
        with expected_errors(words):
            status = asyncio.run(play_in_terminal(database_url, name, room, words))
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader of the output has gone
        status = 0
    sys.exit(status)
