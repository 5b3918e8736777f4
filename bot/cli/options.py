"""Options that several commands share, and the language of what the shell command prints."""

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from bot.wording import LANGUAGES, Words, words_for
from bot.wording.locales import terminal_locale

Command = TypeVar("Command", bound=Callable[..., Any])

HELP = words_for(terminal_locale(None, os.environ))
"""The texts of `--help`. They are chosen when the commands are defined, before any option is read."""


def terminal_words(lang: str | None) -> Words:
    """The language that `--lang` names, else the one of the terminal."""
    return words_for(terminal_locale(lang, os.environ))


def inherited(context: click.Context, parameter: click.Parameter, value: Any) -> Any:  # noqa: ANN401  # any option
    """The value of an option or, without one, the value it was given before the command: `hitblow --db X slack`."""
    parent = context.parent
    while value is None and parent is not None:
        value, parent = parent.params.get(parameter.name or ""), parent.parent
    return value


def combined(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options as one decorator, in the order in which `--help` lists them."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


lang_option = click.option(
    "--lang", type=click.Choice(tuple(LANGUAGES)), callback=inherited, help=HELP.cli_option("lang")
)
database_option = click.option("--db", "database_url", metavar="URL", callback=inherited, help=HELP.cli_option("db"))
