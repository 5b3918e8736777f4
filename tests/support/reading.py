"""What people read of a view in each place, without its buttons."""

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from bot.locales import Words
from bot.platforms.console.output import ConsoleOutput
from bot.platforms.discord.rendering import content_text
from bot.platforms.slack.rendering import render
from bot.presenters.views import View

_NO_TEXT = {"actions", "image"}


def read_in_each_place(view: View, words: Words) -> Mapping[str, str]:
    """The texts by place; in the terminal without the blanks that align its columns."""
    output = ConsoleOutput(words)
    lines = (line.plain for block in view.blocks for line in output.block_lines(block))
    blocks = (block for block in render(view).blocks if block["type"] not in _NO_TEXT)
    return {
        "discord": content_text(view),
        "slack": "".join(chain.from_iterable(map(_texts, blocks))),
        "terminal": re.sub(" +", " ", "\n".join(lines)),
    }


def _texts(value: Any) -> Iterator[str]:
    """The texts in a block of Slack's, with the fallbacks of times."""
    if isinstance(value, list):
        yield from chain.from_iterable(map(_texts, value))
    elif isinstance(value, dict):
        for name, inner in value.items():
            if name in {"text", "fallback"} and isinstance(inner, str):
                yield inner
            else:
                yield from _texts(inner)
