"""What runs in the solver's threads or processes: functions of plain values, each with its bound of time."""

import random
import time
from collections.abc import Sequence
from itertools import count

from core.game.codes import Code
from core.game.feedback import Turn
from core.game.rules import Rules
from core.game.versus import Level
from core.solver import check as checking
from core.solver import coach, mistakes, opponent
from core.solver import review as reviewing
from core.solver.book import lookup
from core.solver.check import Check
from core.solver.coach import Advice, SearchResources
from core.solver.mistakes import Repair
from core.solver.ranking import Limit
from core.solver.review import Review
from core.solver.strategies import Strategy

SECONDS = 0.8
"""For one question; the chat platforms want an answer within three, and people within one."""


def advise(rules: Rules, history: Sequence[Turn], strategy: Strategy, top: int, lies: int) -> Advice:
    """See `bot.solving.executor.Solver`."""
    return coach.Coach(rules, history, strategy, _means(), lies=lies).advice(top)


def check(rules: Rules, history: Sequence[Turn], guess: Code) -> Check:
    """See `bot.solving.executor.Solver`."""
    return checking.check(rules, history, guess, _means())


def review(rules: Rules, turns: Sequence[Turn]) -> Review:
    """See `bot.solving.executor.Solver`; the time is shared out among the turns, most of it to the first that count."""
    ends = time.monotonic() + SECONDS
    left = count(len(turns), -1)

    def judge(rules: Rules, history: Sequence[Turn], guess: Code) -> Check:
        seconds = max(0.05, ends - time.monotonic()) / max(1.0, next(left) / 2)
        return checking.check(rules, history, guess, _means(seconds))

    return reviewing.review(rules, turns, judge)


def move(rules: Rules, history: Sequence[Turn], level: Level, seed: int) -> Code:
    """See `bot.solving.executor.Solver`."""
    return opponent.move(rules, history, level, random.Random(seed), _best)  # noqa: S311  # a guess is no secret


def repairs(rules: Rules, history: Sequence[Turn]) -> list[Repair]:
    """See `bot.solving.executor.Solver`."""
    return mistakes.repairs(rules, history)


def _best(rules: Rules, history: Sequence[Turn]) -> Code:
    return coach.suggest(rules, history, resources=_means()).guesses[0].code


def _means(seconds: float = SECONDS) -> SearchResources:
    return SearchResources(lookup=lookup, limit=Limit(seconds, time.monotonic))
