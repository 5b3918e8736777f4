"""The coach told nonsense: always an answer, never a fault."""

import random
from collections.abc import Iterator

import pytest

from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import Request
from bot.locales import LANGUAGES
from bot.persistence.database import Database
from bot.solving import tasks
from tests.fakes.services import services_over
from tests.services.harness import ANN, again

_RULES = ("4x10", "3x10", "4x6r", "mastermind", "numeron", "2x2r", "5x10", "1x9", "4x16-letters", "6x6", "x", "4x99")
_ANSWERS = ("0H2B", "4H0B", "3H1B", "1,1", "02", "2", "0H0B", "1 EAT 2 BITE", "", "99H", "●○", "H", "0H1B")


def nonsense(chance: random.Random) -> Iterator[str]:
    """Lines that somebody might send the coach, most of them with something wrong."""
    while True:
        turns = [
            "".join(chance.choices("0123456789abRYGB 🔴\u202e", k=chance.choice((3, 4, 4, 4, 5, 0))))
            + chance.choice((" ", " ", "=", ""))
            + chance.choice(_ANSWERS)
            for _ in range(chance.randrange(7))
        ]
        history = chance.choice((", ", "; ", ",")).join(turns)
        yield chance.choice(
            (
                f"suggest {history} rules:{chance.choice(_RULES)}",
                f"suggest {history} lies:{chance.choice('01')}",
                f"suggest {history} strategy:{chance.choice(('entropy', 'random', 'nonsense', 'power:0.5'))}",
                f"answer {chance.choice(_ANSWERS)}",
                f"answer {chance.choice(_ANSWERS)} guess:{chance.choice(('0123', '456', ''))}",
                "undo",
                f"fix {chance.choice(('1', '2', '30', 'x'))}",
                f"check {chance.choice(('0123', '012', 'RGBY'))} history:{history}",
                "suggest",
            )
        )


@pytest.mark.parametrize("lines", [30, pytest.param(400, marks=pytest.mark.slow)])
async def test_no_nonsense_makes_the_coach_fail(
    database: Database, lines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "TIME_LIMIT", 0.02)
    dispatcher = Dispatcher(services_over(database.unit))
    sent = nonsense(random.Random(10))
    for _ in range(lines):
        line = next(sent)
        for words in LANGUAGES.values():
            reply = await dispatcher.dispatch_line(Request(again(ANN), words, words), line)
            assert reply is not None, line
            assert not reply.failed, line
            assert reply.note is not None or reply.board is not None, line
