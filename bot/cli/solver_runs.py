"""One run of `hitblow evaluate` or `hitblow suggest`, from what was asked to what is printed."""

import os
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from bot.cli.evaluating import evaluated
from bot.cli.solver_output import advice_json, advice_lines, evaluation_json, evaluation_lines
from bot.presenters.chart import distribution_png
from bot.wording import Words, words_for
from bot.wording.solving import SolvingWords, solving_words
from core.errors import CoreError
from core.game.codes import Code, parse_code
from core.game.history import parse_history
from core.game.rules import Rules
from core.solver.book import lookup
from core.solver.coach import SearchResources
from core.solver.coach import suggest as advise
from core.solver.ranking import Limit
from core.solver.strategies import Opening, Pool, Strategy, Ties, WinBonus


@dataclass(frozen=True, slots=True)
class Asked:
    """What both commands take, as typed."""

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
        """The rules and the strategy meant.

        Raises:
            CoreError: they, or something about them, cannot be read.
        """
        rules = Rules.parse(self.rules)
        bonus = WinBonus.parse(self.win_bonus)
        return rules, Strategy(self.strategy, Pool(self.pool), Ties(self.ties), bonus, self._opening(rules))

    def _opening(self, rules: Rules) -> Opening | Code:
        return Opening(self.opening) if self.opening in list(Opening) else parse_code(self.opening, rules)

    @property
    def words(self) -> Words:
        """In the language asked for, else the terminal's."""
        names = ("HITBLOW_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
        return words_for(next(filter(None, (self.lang, *(os.environ.get(name) for name in names))), None))

    @property
    def solving(self) -> SolvingWords:
        """In the same language."""
        return solving_words(self.words.code)


def run_evaluate(asked: Asked, jobs: int, plot: str | None) -> int:
    """Play every secret, print what came of it and draw it if asked; the exit status comes back."""

    def run() -> None:
        rules, strategy = asked.resolve()
        if plot:
            Path(plot).touch()  # if it cannot be written, people want to know before the games, not after them
        evaluation = evaluated(rules, strategy, asked.seed, jobs, asked.solving.playing(strategy.name, str(rules)))
        if plot:
            Path(plot).write_bytes(distribution_png(evaluation.distribution))
        if asked.as_json:
            click.echo(evaluation_json(rules, strategy, asked.seed, evaluation))
        else:
            _print(evaluation_lines(rules, strategy, evaluation, asked.solving))

    return _reporting(asked, run)


def run_suggest(asked: Asked, history: Sequence[str], top: int, seconds: float) -> int:
    """Print the best guesses; the exit status comes back."""

    def run() -> None:
        rules, strategy = asked.resolve()
        turns = parse_history(";".join(history), rules)
        chance = random.Random(asked.seed)  # noqa: S311  # guesses, not secrets
        means = SearchResources(lookup=lookup, limit=Limit(seconds, time.monotonic), chance=chance)
        advice = advise(rules, turns, strategy, top, means)
        if asked.as_json:
            click.echo(advice_json(advice))
        else:
            _print(advice_lines(advice, asked.solving))

    return _reporting(asked, run)


def _print(lines: Sequence[str]) -> None:
    for line in lines:
        click.echo(line)


def _reporting(asked: Asked, run: Callable[[], None]) -> int:
    """Run, and say what is refused where errors go."""
    try:
        run()
    except CoreError as error:
        click.echo(asked.words.refusal(error), err=True)
        return 1
    except BrokenPipeError:
        raise  # whoever read the output has gone; click leaves quietly
    except OSError as error:
        click.echo(asked.solving.no_file(str(error.filename)), err=True)
        return 1
    return 0
