"""Options that several commands share, and the language of what the shell command prints."""

import gettext
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict, TypeVar

import click
from click.core import ParameterSource

from bot.locales import CATALOGUES, LANGUAGE_VARIABLE, LANGUAGES, Words, terminal_locale, words_for
from core.game.codes import Code, format_code_ascii, parse_code
from core.game.rules import Rules, RulesOutOfRange
from core.solver.strategies import STRATEGY_NAMES, Opening, Pool, Strategy, Ties, WinBonus

Command = TypeVar("Command", bound=Callable[..., Any])


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


def typed_language(arguments: Sequence[str]) -> str | None:
    """The last language that `--lang` names among the arguments of the program, None if it names none."""
    written = "\n".join(arguments)
    found = re.findall(r"^--lang[=\n](.*)$", written, re.MULTILINE)
    return found[-1] if found and found[-1] in LANGUAGES else None


def translate_click(words: Words) -> None:
    """Let Click speak a language. It translates its texts by gettext, which reads `LANGUAGE`."""
    gettext.bindtextdomain("click", CATALOGUES)
    gettext.textdomain("click")
    os.environ["LANGUAGE"] = words.code


HELP = terminal_words(typed_language(sys.argv[1:]))
"""The texts of `--help`. They are chosen when the commands are defined, before Click reads any option."""

translate_click(HELP)


class HelpTexts(TypedDict):
    """The arguments of Click's decorators that describe a command."""

    help: str
    short_help: str


def help_texts(text: str) -> HelpTexts:
    """The help of a command. Also as `short_help`, because Click would cut it in the list of commands."""
    return {"help": text, "short_help": text}


def inherited(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
    """The value of an option or, if it was given only before the command, that one: `hitblow --db X slack`."""
    name, source = parameter.name or "", context
    while source.parent and source.get_parameter_source(name) is not ParameterSource.COMMANDLINE:
        source = source.parent
    given_before = source is not context and source.get_parameter_source(name) is ParameterSource.COMMANDLINE
    return source.params[name] if given_before else value


def combined(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options as one decorator, in the order in which `--help` lists them."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


lang_option = click.option(
    "--lang",
    type=click.Choice(tuple(LANGUAGES)),
    callback=inherited,
    help=HELP("Language; by default, that of the terminal."),
)
database_option = click.option(
    "--db",
    "database_url",
    metavar="URL",
    callback=inherited,
    help=HELP("Database URL, such as sqlite:///hitblow.db; by default, a file in your user data directory."),
)


MAX_SECRETS = 200_000
"""The most secrets that an ordinary machine can play within a day and in its memory."""


def strategy_option(default: str) -> Callable[..., Any]:
    """`--strategy`, whose default differs between the commands."""
    meaning = HELP("One of: {strategies}.", strategies=" ".join(STRATEGY_NAMES))
    return click.option("--strategy", default=default, show_default=True, help=meaning)


def _enum_option(name: str, default: Pool | Ties, meaning: str) -> Callable[..., Any]:
    """An option that takes the values of an enumeration."""
    values = click.Choice([each.value for each in type(default)])
    return click.option(f"--{name}", type=values, default=default.value, show_default=True, help=meaning)


solver_options = combined(
    _enum_option("pool", Pool.ALL, HELP("Codes that may be guessed: all, or candidates only.")),
    _enum_option(
        "ties",
        Ties.CONSISTENT,
        HELP(
            "Which of several best guesses to make: consistent (a candidate if possible, then the lowest), "
            "lowest, or random."
        ),
    ),
    click.option(
        "--win-bonus",
        default="0",
        show_default=True,
        help=HELP(
            "Bonus for guesses that may win: a number to subtract from the score (2), or a factor for the "
            "winning cell (x0.95)."
        ),
    ),
    click.option(
        "--opening",
        default=Opening.OWN.value,
        show_default=True,
        help=HELP("First guess: own (the strategy's), random, or a code."),
    ),
    click.option(
        "--seed",
        default=0,
        show_default=True,
        help=HELP("Seed for strategies that involve chance; the same seed plays the same games."),
    ),
    click.option("--json", "as_json", is_flag=True, help=HELP("Print JSON.")),
    lang_option,
)


@dataclass(frozen=True, slots=True)
class SolverOptions:
    """The rules and the options, as typed."""

    rules: str
    strategy: str
    pool: str
    ties: str
    win_bonus: str
    opening: str
    seed: int
    as_json: bool
    lang: str | None

    def resolve(self) -> tuple[Rules, Strategy]:
        """The rules and the strategy.

        Raises:
            CoreError: One of the options cannot be read.
        """
        rules = Rules.parse(self.rules)
        bonus = WinBonus.parse(self.win_bonus)
        return rules, Strategy(self.strategy, Pool(self.pool), Ties(self.ties), bonus, self._opening(rules))

    def _opening(self, rules: Rules) -> Opening | Code:
        return Opening(self.opening) if self.opening in list(Opening) else parse_code(self.opening, rules)


def strategy_fields(rules: Rules, strategy: Strategy) -> dict[str, object]:
    """The strategy as fields of JSON output."""
    opening = strategy.opening
    return {
        "strategy": strategy.name,
        "pool": strategy.pool,
        "ties": strategy.ties,
        "win_bonus": {"off": strategy.win_bonus.amount, "factor": strategy.win_bonus.factor},
        "opening": opening if isinstance(opening, str) else format_code_ascii(opening, rules),
    }


def refuse_too_many_secrets(rules: Rules) -> None:
    """Refuse rules whose secrets cannot all be played.

    Raises:
        RulesOutOfRange: There are too many secrets.
    """
    if rules.codes > MAX_SECRETS:
        raise RulesOutOfRange(quantity="codes", value=rules.codes, low=2, high=MAX_SECRETS)
