"""Buttons and menus as Block Kit. A button keeps everything it needs in its value, so it works after a restart."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from bot.platforms.common.buttons import ButtonAction
from bot.platforms.slack.incoming import Place
from bot.presenters.views import Button, View

Json: TypeAlias = dict[str, Any]

PRESS, ASK = "press", "ask"
"""Prefixes of action ids: a button that runs a command, and one that opens a form first."""

_STYLES = {"guess": "primary", "rematch": "primary", "giveup": "danger"}
_BUTTONS_PER_BLOCK = 25
_MAX_LABEL = 75
_FEEDBACK = "answer"
"""The command of the buttons with feedback."""


def action_blocks(view: View, place: Place | None) -> list[Json]:
    """The buttons of a view in blocks, feedback apart from the others.

    The place that the buttons are about goes into the ids of the blocks.
    """
    chunks = [
        elements[start : start + _BUTTONS_PER_BLOCK]
        for _, group in groupby(enumerate(view.buttons), key=lambda numbered: numbered[1].command == _FEEDBACK)
        for elements in [_elements_of(group, view.game)]
        for start in range(0, len(elements), _BUTTONS_PER_BLOCK)
    ]
    return [
        {
            "type": "actions",
            **({"block_id": block_id_about(f"{number}#{view.game}", place)} if place else {}),
            "elements": chunk,
        }
        for number, chunk in enumerate(chunks)
    ]


def block_id_about(name: str, place: Place) -> str:
    """The ID of a block whose buttons are about a place; the name is unique in its view."""
    return f"{name}@{place.encode()}"


def with_unique_ids(blocks: Sequence[Json]) -> list[Json]:
    """The blocks of several views together; Slack refuses a message or view in which two blocks have the same ID."""
    return [
        {**block, "block_id": f"{number}:{block['block_id']}"} if "block_id" in block else block
        for number, block in enumerate(blocks)
    ]


def place_of(block_id: str) -> Place | None:
    """The place that the buttons of a block are about, None for the one they are in.

    Raises:
        CommandError: the block was made by another version.
    """
    _, _, place = block_id.rpartition("@")
    return Place.decode(place) if "@" in block_id and place else None


def _elements_of(numbered: Iterable[tuple[int, Button]], game: str | None) -> list[Json]:
    """Buttons and menus."""
    menus = groupby(numbered, key=lambda each: each[1].menu)
    return [element for _, group in menus for element in _elements(list(group), game)]


def _elements(numbered: Sequence[tuple[int, Button]], game: str | None) -> list[Json]:
    """Buttons, or the menu that they are."""
    number, first = numbered[0]
    if not first.menu:
        return [_button(number, button, game) for number, button in numbered]
    options = [
        {"text": _label(button.label), "value": ButtonAction.of_button(button, game).encode()} for _, button in numbered
    ]
    menu = {"type": "static_select", "action_id": f"{PRESS}:{number}", "placeholder": _label(first.menu)}
    return [{**menu, "options": options}]


def _label(text: str) -> Json:
    return {"type": "plain_text", "text": text[:_MAX_LABEL], "emoji": False}


def _button(number: int, button: Button, game: str | None) -> Json:
    return {
        "type": "button",
        "action_id": f"{ASK if button.prompts_for else PRESS}:{number}",
        "text": _label(button.label),
        "value": ButtonAction.of_button(button, game).encode(),
        **({"style": style} if (style := _STYLES.get(button.command)) else {}),
    }
