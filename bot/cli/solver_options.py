"""Options that the commands of the solver share."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click

from bot.cli.options import HELP, combine_options, lang_option
from bot.locales import Words
from core.game.codes import format_code_ascii, parse_code
from core.game.rules import Rules
from core.solver.strategies import OpeningRule, Pool, Strategy, TieRule, WinBonus

MAX_SECRETS = 200_000
"""The most secrets that an ordinary machine can play within a day and in its memory."""


def strategy_option(default: str) -> Callable[..., Any]:
    """`--strategy`, whose default differs between the commands."""
    return click.option("--strategy", default=default, show_default=True, help=HELP("Strategy: see help strategies"))


def _enum_option(name: str, default: Pool | TieRule, meaning: str) -> Callable[..., Any]:
    """An option that takes the values of an enumeration."""
    values = click.Choice([each.value for each in type(default)])
    return click.option(f"--{name}", type=values, default=default.value, show_default=True, help=meaning)


seed_option = click.option(
    "--seed",
    default=0,
    show_default=True,
    help=HELP("Seed for random choices."),
)

solver_options = combine_options(
    _enum_option("pool", Pool.ALL, HELP("Codes to guess: all, or candidates.")),
    _enum_option(
        "ties",
        TieRule.CONSISTENT,
        HELP("Choice among equals."),
    ),
    click.option(
        "--win-bonus",
        default="0",
        show_default=True,
        help=HELP("Bonus for possible guesses, such as 2 or x0.95."),
    ),
    click.option(
        "--opening",
        default=OpeningRule.OWN.value,
        show_default=True,
        help=HELP("First guess: own, random, or a code."),
    ),
    seed_option,
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
    words: Words

    def resolve(self) -> tuple[Rules, Strategy]:
        """The rules and the strategy.

        Raises:
            CoreError: One of the options cannot be read.
        """
        rules = Rules.parse(self.rules)
        bonus = WinBonus.parse(self.win_bonus)
        opening = OpeningRule(self.opening) if self.opening in list(OpeningRule) else parse_code(self.opening, rules)
        return rules, Strategy(self.strategy, Pool(self.pool), TieRule(self.ties), bonus, opening)


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
