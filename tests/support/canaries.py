"""Secrets to look for in everything that the bot sends and logs."""

import logging
import re
from collections.abc import Iterable

import pytest

ANNS, BOBS, TO_THE_BOT, HOSTED, THE_BOTS = "7391", "8206", "5047", "6158", "9372"
"""Of Ann and Bob in a duel, of Ann against the bot, of Ann as a host, and the bot's own, all under 4x10."""

ANN_TYPED_FIRST, BOB_TYPED_FIRST = ("7399", "5044", "61588"), "82060"
"""What the two type before, which is no code but tells much of the secret; they alone may read it again."""

LOGGERS = ("bot", "core", "sqlalchemy", "alembic")
"""Those that this program decides about. Libraries of the platforms would log whatever they receive."""


def log_everything(caplog: pytest.LogCaptureFixture) -> None:
    """Let every logger of the program tell all it can."""
    for logger in LOGGERS:
        caplog.set_level(logging.DEBUG, logger)


def canaries_in(text: str, canaries: Iterable[str] = (ANNS, BOBS, TO_THE_BOT, HOSTED, THE_BOTS)) -> list[str]:
    """The secrets that a text contains in any of the ways in which they can be written, except within longer ids."""
    return [canary for canary in canaries if re.search(rf"(?<![\w.-]){'[ ,]*'.join(canary)}(?![\w.-]*\w)", text)]
