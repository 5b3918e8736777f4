"""`hitblow`: playing in the terminal, and the groups of the other commands.

Whatever takes long to load is imported by the command that needs it.
"""

import getpass
import os
import sys
from typing import Any

import click

from bot.cli.books import book
from bot.cli.database import db
from bot.cli.options import HELP, combined, database_option, help_texts, inherited, lang_option, terminal_words
from bot.cli.output import INTERRUPTED, expected_errors
from bot.cli.platforms import all_, discord, slack
from bot.cli.solver import compare, evaluate, suggest, trace

_MAX_NAME = 64


def _user_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # the user has no name, as in some containers
        return "player"


def _check_name(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """The name of a player or a room, with single spaces."""
    name = " ".join(str(inherited(context, parameter, value)).split())
    if not name or len(name) > _MAX_NAME or not name.isprintable():
        raise click.BadParameter(HELP.invalid_name(_MAX_NAME))
    return name


_player_options = combined(
    database_option,
    click.option("--as", "name", default=_user_name, callback=_check_name, help=HELP.cli_option("as")),
    click.option("--room", default="home", show_default=True, callback=_check_name, help=HELP.cli_option("room")),
    lang_option,
)


@click.group(invoke_without_command=True, **help_texts("hitblow"))
@_player_options
@click.version_option(package_name="hitblow")
@click.pass_context
def main(context: click.Context, /, **options: Any) -> None:  # noqa: ANN401  # those of `_play`
    """Play in the terminal or run a command."""
    if context.invoked_subcommand is None:
        _play(**options)


@main.command(**help_texts("console"))
@_player_options
def console(**options: Any) -> None:  # noqa: ANN401  # those of `_play`
    """Play in the terminal."""
    _play(**options)


@main.command(**help_texts("verify"))
@click.argument("opening")
@click.argument("commitment")
@lang_option
def verify(opening: str, commitment: str, lang: str | None) -> None:
    """Check a commitment; the exit status is 1 if it does not match."""
    from core.game.commitment import verify as matches  # noqa: PLC0415  # keeps `--help` quick

    matched = matches(opening, commitment)
    click.echo(terminal_words(lang).verified(matches=matched))
    sys.exit(0 if matched else 1)


for command in (discord, slack, all_, db, evaluate, compare, trace, suggest, book):
    main.add_command(command)


def _play(database_url: str | None, name: str, room: str, lang: str | None) -> None:
    import asyncio  # noqa: PLC0415  # keeps other commands quick

    from bot.app import TerminalSession, play_in_terminal  # noqa: PLC0415  # loads SQLAlchemy

    words = terminal_words(lang)
    try:
        with expected_errors(words):
            status = asyncio.run(play_in_terminal(database_url, TerminalSession(name, room, words)))
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader of the output has gone
        status = 0
    sys.exit(status)
