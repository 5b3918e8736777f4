"""Options that several commands share, and the language of what the shell command prints."""

import gettext
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, TypedDict, TypeVar

import click
from click.core import ParameterSource

from bot.locales import CATALOGUES, LANGUAGE_VARIABLE, LANGUAGES, Words, terminal_locale, words_for

Command = TypeVar("Command", bound=Callable[..., Any])
Result = TypeVar("Result")


def terminal_words(lang: str | None = None) -> Words:
    """The language that `--lang` names, else that of the settings or the terminal."""
    return words_for(terminal_locale(lang, _environment()))


def _environment() -> Mapping[str, str]:
    """The environment variables, with `HITBLOW_LANG` from a file `.env` if it is not among them."""
    file = Path(".env")
    if os.environ.get(LANGUAGE_VARIABLE) or not file.is_file():
        return os.environ
    from bot.setting_errors import SettingInvalid
    from bot.settings import lines_of_file

    try:
        return {**os.environ, LANGUAGE_VARIABLE: lines_of_file().get(LANGUAGE_VARIABLE) or ""}
    except SettingInvalid:  # commands that need the settings report the error
        return os.environ


def language_argument(arguments: Sequence[str]) -> str | None:
    """The last language that `--lang` names among the arguments of the program, None if it names none."""
    written = "\n".join(arguments)
    found = re.findall(r"^--lang[=\n](.*)$", written, re.MULTILINE)
    return found[-1] if found and found[-1] in LANGUAGES else None


def translate_click(words: Words) -> None:
    """Let Click speak a language. It translates its texts by gettext, which reads `LANGUAGE`."""
    gettext.bindtextdomain("click", CATALOGUES)
    gettext.textdomain("click")
    os.environ["LANGUAGE"] = words.code


HELP = terminal_words(language_argument(sys.argv[1:]))
"""The texts of `--help`. They are chosen when the commands are defined, before Click reads any option."""

translate_click(HELP)


class CommandHelpArguments(TypedDict):
    """The arguments of Click's decorators that describe a command."""

    help: str
    short_help: str


def command_help(text: str) -> CommandHelpArguments:
    """The help of a command. Also as `short_help`, because Click would cut it in the list of commands."""
    return {"help": text, "short_help": text}


def inherit_value(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
    """The value of an option or, if it was given only before the command, that one: `hitblow --db X slack`."""
    name, source = parameter.name or "", context
    while source.parent and source.get_parameter_source(name) is not ParameterSource.COMMANDLINE:
        source = source.parent
    given_before = source is not context and source.get_parameter_source(name) is ParameterSource.COMMANDLINE
    return source.params[name] if given_before else value


def combine_options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options as one decorator, in the order in which `--help` lists them."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


given_lang_option = click.option(
    "--lang",
    type=click.Choice(tuple(LANGUAGES)),
    callback=inherit_value,
    help=HELP("Language, else the terminal's."),
)
"""The option `--lang`, for commands that need to know whether it was given."""


def lang_option(command: Callable[..., Result]) -> Callable[..., Result]:
    """The option `--lang`. The command gets the language as `words`."""

    @given_lang_option
    @wraps(command)
    def run(*arguments: Any, lang: str | None, **options: Any) -> Result:  # those of the command
        return command(*arguments, words=terminal_words(lang), **options)

    return run


database_option = click.option(
    "--db",
    "database_url",
    metavar="URL",
    callback=inherit_value,
    help=HELP("Database URL, such as sqlite:///hitblow.db."),
)
