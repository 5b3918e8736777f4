"""What runs in the solver's threads or processes: functions of plain values, each within a time limit."""

import random
import time
from collections.abc import Sequence
from itertools import count

from core.game.codes import Code
from core.game.errors import Contradiction
from core.game.items import ITEM_RULES, Entry, Item, Use
from core.game.rules import Rules
from core.game.sides import Level
from core.solver import coach, item_play, mistakes, opponent
from core.solver.book import lookup_move
from core.solver.budget import TimeLimit
from core.solver.candidates import find_candidates
from core.solver.corrections import Correction
from core.solver.review import GuessCheck, Review, check_guess, review_game
from core.solver.search import SearchResources
from core.solver.strategies import Strategy

WORK = 250_000_000
"""The budget of one task in units of work (see `core.solver.budget`), about a quarter of a second."""

TIME_LIMIT = 0.8
"""The time limit of one task in seconds. Chat platforms expect a reply within three seconds, people within one."""

WORK_FOR_CORRECTIONS = 100_000_000
"""The number of codes examined in the search for pairs of changes, about two seconds of work."""

_MIN_SECONDS_FOR_REVIEW = 0.05
"""The seconds that remaining turns of a review share after its time limit."""


def advise(rules: Rules, history: Sequence[Entry], strategy: Strategy, top: int, lies: int) -> coach.Advice:
    """See `bot.services.solver.Solver.advise`."""
    return coach.Coach(rules, history, strategy, _resources(), lies=lies).advice(top)


def check(rules: Rules, history: Sequence[Entry], guess: Code) -> GuessCheck:
    """See `bot.services.solver.Solver.check`."""
    return check_guess(rules, history, guess, _resources())


def review(rules: Rules, turns: Sequence[Entry]) -> Review:
    """See `bot.services.solver.Solver.review`.

    All turns get the same work. Early turns leave the most candidates, so they get a larger share of the time.
    """
    ends = time.monotonic() + TIME_LIMIT
    turns_left = count(len(turns), -1)

    def check_turn(rules: Rules, history: Sequence[Entry], guess: Code) -> GuessCheck:
        seconds_left = max(_MIN_SECONDS_FOR_REVIEW, ends - time.monotonic())
        resources = _resources(seconds_left / max(1.0, next(turns_left) / 2), WORK / len(turns))
        return check_guess(rules, history, guess, resources)

    return review_game(rules, turns, check_turn)


def move(rules: Rules, history: Sequence[Entry], level: Level, seed: int) -> Code:
    """See `bot.services.solver.Solver.move`."""
    return opponent.choose_guess(rules, history, level, random.Random(seed), _best_guess)  # noqa: S311  # a guess is no secret


def choose_use(histories: Sequence[Sequence[Entry]], items: Sequence[Item], level: Level, seed: int) -> Use | None:
    """See `bot.services.solver.Solver.choose_use`."""
    known, exposed = (find_candidates(ITEM_RULES, history) for history in histories)
    return item_play.choose_use(known, exposed, items, level, random.Random(seed))  # noqa: S311  # not about a secret


def choose_position(history: Sequence[Entry]) -> int:
    """See `bot.services.solver.Solver.choose_position_after_player_used_double`."""
    return item_play.choose_position_to_see(find_candidates(ITEM_RULES, history))


def is_consistent(rules: Rules, history: Sequence[Entry]) -> bool:
    """See `bot.services.solver.Solver.is_consistent`."""
    try:
        find_candidates(rules, history)
    except Contradiction:
        return False
    return True


def corrections(rules: Rules, history: Sequence[Entry]) -> list[Correction]:
    """See `bot.services.solver.Solver.corrections`."""
    return mistakes.find_corrections(rules, history, WORK_FOR_CORRECTIONS)


def _best_guess(rules: Rules, history: Sequence[Entry]) -> Code:
    return coach.suggest(rules, history, resources=_resources()).guesses[0].code


def _resources(seconds: float = TIME_LIMIT, work: float = WORK) -> SearchResources:
    return SearchResources(lookup_move, work, TimeLimit(seconds, time.monotonic))
