"""`hitblow`: playing in the terminal, and the groups of the other commands.

Whatever takes long to load is imported by the command that needs it.
"""

import sys
from typing import Any

import click

from bot.cli.admin import admin
from bot.cli.books import book
from bot.cli.database import db
from bot.cli.doctor import doctor
from bot.cli.operations import announce, end, forget, games
from bot.cli.options import HELP, help_texts, lang_option, terminal_words
from bot.cli.output import say
from bot.cli.platforms import all_, discord, slack
from bot.cli.playing import GameGroup, console, play_in_terminal, player_options
from bot.cli.solver import compare, evaluate, suggest, trace


@click.group(
    cls=GameGroup,
    invoke_without_command=True,
    **help_texts(HELP("Play Hit & Blow in the terminal, on Discord and on Slack. Without a command, play here.")),
)
@player_options
@click.version_option(package_name="hitblow")
@click.pass_context
def main(context: click.Context, /, **options: Any) -> None:
    """Play in the terminal or run a command."""
    if context.invoked_subcommand is None:
        play_in_terminal(**options)


@main.command(
    **help_texts(HELP("Check that OPENING, shown at the end of a game, hashes to COMMITMENT, shown at its start."))
)
@click.argument("opening")
@click.argument("commitment")
@lang_option
def verify(opening: str, commitment: str, lang: str | None) -> None:
    """Check a commitment; the exit status is 1 if it does not match."""
    from bot.model.daily import is_daily_opening, verify_daily
    from core.game.commitment import verify as verify_game

    matched = (verify_daily if is_daily_opening(opening) else verify_game)(opening, commitment)
    words = terminal_words(lang)
    if matched:
        say(words("They match: the secret was never changed."))
    else:
        say(words("They don't match: the commitment was made from a different text."))
    sys.exit(0 if matched else 1)


for command in (console, discord, slack, all_, db, doctor, admin, evaluate, compare, trace, suggest, book):
    main.add_command(command)
for command in (games, end, forget, announce):
    admin.add_command(command)
