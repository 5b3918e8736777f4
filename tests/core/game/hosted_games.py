"""Hosted games for the tests."""

from collections.abc import Callable
from typing import TypeAlias

from core.game.boards import DEFAULT_TRIES
from core.game.feedback import Feedback
from core.game.hosting import HostedGame
from core.game.rules import Rules
from tests.core.generators import CLASSIC

Move: TypeAlias = Callable[[], HostedGame]

SECRET = (3, 1, 4, 0)

WRONG = (0, 1, 2, 3)

OTHER = (5, 6, 7, 8)

FOUND, NOTHING = Feedback(4, 0), Feedback(0, 0)


def kept_by_bot(tries: int = DEFAULT_TRIES) -> HostedGame:
    """Ada's game, whose secret the bot knows."""
    return HostedGame.hide(CLASSIC, SECRET, "ada", tries)


def in_head(tries: int = DEFAULT_TRIES, rules: Rules = CLASSIC) -> HostedGame:
    """Ada's game, whose secret she keeps in her head."""
    return HostedGame.hide(rules, None, "ada", tries)


def contradictory() -> HostedGame:
    """A game in which the second feedback cannot be, for no code has four of 0123 and one of 5678."""
    played = in_head().guess(WRONG, "bob").guess(OTHER, "cem").give_feedback(Feedback(0, 4), "ada")
    return played.withhold_feedback(Feedback(1, 0), "ada")
