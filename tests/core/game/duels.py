"""Duels for the tests."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

from core.game.codes import Code
from core.game.duels import Duel
from core.game.feedback import Feedback
from core.game.sides import BOT, Level, Side
from tests.core.generators import CLASSIC

Move: TypeAlias = Callable[[], Duel]

ADAS = (9, 8, 7, 6)

BOBS = (3, 1, 4, 0)

WRONG = (0, 1, 2, 3)

OTHER = (5, 6, 7, 8)

FOUND = Feedback(4, 0)


def duel(*, tries: int = 0, hidden: bool = False) -> Duel:
    """Ada, who has challenged Bob, starts; both secrets are known."""
    return Duel(CLASSIC, (Side("ada", ADAS), Side("bob", BOBS)), "ada", tries=tries, hidden=hidden)


def versus(*, bot_moves_first: bool = False, secret: Code | None = ADAS) -> Duel:
    """Ada plays against the bot; without a secret she gives the feedback."""
    return Duel.against_bot(CLASSIC, BOBS, Side("ada", secret), Level.HARD, bot_moves_first=bot_moves_first)


def versus_in_head(*, bot_moves_first: bool = True) -> Duel:
    return versus(bot_moves_first=bot_moves_first, secret=None)


BOTH_KINDS = [pytest.param(duel(), "bob", id="duel"), pytest.param(versus(), BOT, id="versus")]
