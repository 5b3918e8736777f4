"""Secrets to look for in everything that the bot sends and logs."""

import logging
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import StringIO

from bot.observability.logs import LogFormat, configure_handler

ANNS, BOBS, TO_THE_BOT, HOSTED, THE_BOTS = "7391", "8206", "5047", "6158", "9372"
"""Of Ann and Bob in a duel, of Ann against the bot, of Ann as a host, and the bot's own, all under 4x10."""

TOLD_LATER = (ANNS, BOBS, TO_THE_BOT, HOSTED, THE_BOTS)

ANN_TYPED_FIRST, BOB_TYPED_FIRST = ("7399", "5044", "61588"), "82060"
"""What the two type before, which is no code but tells much of the secret; they alone may read it again."""


@contextmanager
def everything_logged(*forms: LogFormat) -> Iterator[StringIO]:
    """What the program logs meanwhile, in each of the forms, with every logger of every library at DEBUG."""
    written = StringIO()
    handlers = [logging.StreamHandler(written) for _ in forms]
    loggers = [logging.root, *map(logging.getLogger, tuple(logging.root.manager.loggerDict))]
    levels = [logger.level for logger in loggers]
    for handler, form in zip(handlers, forms, strict=True):
        configure_handler(handler, form)
        logging.root.addHandler(handler)
    for logger in loggers:
        logger.setLevel(logging.DEBUG)
    try:
        yield written
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
        for handler in handlers:
            logging.root.removeHandler(handler)


def canaries_in(text: str, canaries: Iterable[str] = TOLD_LATER) -> list[str]:
    """The secrets that a text contains in any of the ways in which they can be written, except within longer ids."""
    return [canary for canary in canaries if re.search(rf"(?<![\w.-]){'[ ,]*'.join(canary)}(?![\w.-]*\w)", text)]
