"""Buttons as Block Kit. All that a press needs to know stands in its value, so that no restart makes a button old."""

from collections.abc import Iterator
from typing import Any

from bot.platforms.common.buttons import Press
from bot.presenters.views import View

PRESS, ASK = "press", "ask"
"""What action ids begin with: a button that does something, and one that asks for something first."""

_PER_BLOCK = 25
_LABEL = 75


def actions(view: View, room: str | None = None) -> list[dict[str, Any]]:
    """The buttons of a view in as few blocks as hold them; `room` is the channel they are about, if they stand in none.

    It goes into the ids of the blocks.
    """
    elements = list(_elements(view))
    chunks = (elements[start : start + _PER_BLOCK] for start in range(0, len(elements), _PER_BLOCK))
    return [_block(place, chunk, view, room) for place, chunk in enumerate(chunks)]


def room_of(block_id: str) -> str | None:
    """The channel that a block's buttons are about, None for the one it stands in."""
    return block_id.rpartition("@")[2] or None if "@" in block_id else None


def _block(place: int, elements: list[dict[str, Any]], view: View, room: str | None) -> dict[str, Any]:
    where = {"block_id": f"{place}#{view.game}@{room}"} if room else {}
    return {"type": "actions", **where, "elements": elements}


def _elements(view: View) -> Iterator[dict[str, Any]]:
    for place, button in enumerate(view.buttons):
        kind = ASK if button.asks else PRESS
        yield {
            "type": "button",
            "action_id": f"{kind}:{place}",
            "text": {"type": "plain_text", "text": button.label[:_LABEL], "emoji": False},
            "value": Press.of(button, view.game).encode(),
        }
