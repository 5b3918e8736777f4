"""Views as Block Kit, and as the plain text that stands beside every set of blocks.

Everything is rich text, whose texts are literal: no name and no guess in it can become a mention, a link, an emoji or
bold. Only the fallback text is parsed by Slack, so only there `& < >` are escaped.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Any, TypeAlias

from bot.platforms.slack.buttons import actions
from bot.presenters.views import Block, Panel, Small, Text, View

Json: TypeAlias = dict[str, Any]

MAX_TEXT = 3_000
"""Characters of fallback text, escaped; Slack refuses 4,000."""

MAX_CHARACTERS = 12_000
"""Over all blocks of a message, ids and values included; Slack takes some 13,200."""

_LEAST_PANEL = 400
_CODE = re.compile(r"`([^`]+)`")
_CUT = "…"


@dataclass(frozen=True, slots=True)
class Message:
    """What a view is on Slack."""

    text: str
    blocks: list[Json]


def message(view: View, room: str | None = None) -> Message:
    """The view as a message; `room` goes with its buttons where the message itself stands in no channel."""
    buttons = actions(view, room)
    room_left = MAX_CHARACTERS - _characters(buttons)
    blocks = [*_shown(view.blocks, room_left), *buttons]
    return Message(fallback(view), blocks)


def paragraph(text: str) -> Json:
    """A paragraph; what stands between backticks is code."""
    return {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": list(_spans(text))}]}


def fallback(view: View) -> str:
    """The view for notifications and screen readers."""
    pieces = ("\n".join(block.lines) if isinstance(block, Panel) else block.text for block in view.blocks)
    return plain("\n".join(pieces))


def plain(text: str) -> str:
    """A text in which nothing is a control form, cut to what Slack takes."""
    while len(escaped := escape(text, quote=False)) > MAX_TEXT:
        text = text[: len(text) * MAX_TEXT // len(escaped)]
    return escaped if escaped.strip() else _CUT


def _shown(blocks: Iterable[Block], characters: int) -> list[Json]:
    blocks = list(blocks)
    panels = sum(isinstance(block, Panel) for block in blocks)
    left = characters - sum(len(block.text) for block in blocks if not isinstance(block, Panel))
    share = max(_LEAST_PANEL, left // max(1, panels))
    return [_panel(block, share) if isinstance(block, Panel) else _paragraph(block) for block in blocks]


def _paragraph(block: Text | Small) -> Json:
    if isinstance(block, Text):
        return paragraph(block.text)
    text = block.text.replace("`", "")[:MAX_TEXT] or " "  # a context knows no rich text, and in plain text no code
    return {"type": "context", "elements": [{"type": "plain_text", "text": text, "emoji": False}]}


def _panel(panel: Panel, characters: int) -> Json:
    text = "\n".join(_fitting(panel.lines, characters)) or " "
    return {
        "type": "rich_text",
        "elements": [{"type": "rich_text_preformatted", "elements": [{"type": "text", "text": text}]}],
    }


def _fitting(lines: tuple[str, ...], characters: int) -> tuple[str, ...]:
    """The lines or, if they are too long, the first, which says what this is, and the last, which say how it stands."""
    if sum(len(line) + 1 for line in lines) <= characters:
        return lines
    first, kept = lines[0][:characters], []
    left = characters - len(first) - len(_CUT) - 2
    for line in reversed(lines[1:]):
        left -= len(line) + 1
        if left < 0:
            break
        kept.append(line)
    return (first, _CUT, *reversed(kept))


def _spans(text: str) -> Iterable[Json]:
    for place, piece in enumerate(_CODE.split(text) or [" "]):
        if piece:
            yield {"type": "text", "text": piece} | ({"style": {"code": True}} if place % 2 else {})
    if not text:
        yield {"type": "text", "text": " "}


def _characters(value: object) -> int:
    if isinstance(value, dict):
        return sum(map(_characters, value.values()))
    if isinstance(value, list):
        return sum(map(_characters, value))
    return len(value) if isinstance(value, str) else 0
