"""The keypad on Slack: buttons in a modal, whose metadata has all of its state."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cachetools import TTLCache
from slack_sdk.web.async_client import AsyncWebClient

from bot.locales import Words, words_for
from bot.platforms.slack.limits import FAILURES, describe
from bot.platforms.slack.rendering import Json, panel, paragraph
from bot.presenters.keypad import Control, Key, Keypad

log = logging.getLogger(__name__)

KEY = "key"
"""Starts the action id of a key; its name follows."""

_BLOCK = "pad"
_SEPARATOR = " "
_SHOWN_SECONDS = 3600.0
_SHOWN_MODALS = 10_000
_PROPERTIES = ("type", "callback_id", "title", "submit", "close")


def pad_blocks(keypad: Keypad, words: Words, turns: Sequence[str] = ()) -> list[Json]:
    """Turns, what is typed, and the keys in rows; the modal has the buttons that send the guess and end the input."""
    shown = {**paragraph(f"`{keypad.text}`"), "block_id": _BLOCK}
    rows = ([key for key in row if key.name not in {Control.TYPE, Control.GUESS}] for row in keypad.rows(words))
    return [
        *([{**panel("\n".join(turns)), "block_id": f"{_BLOCK}:turns"}] if turns else []),
        shown,
        *(
            {"type": "actions", "block_id": f"{_BLOCK}:{number}", "elements": [*map(_button, row)]}
            for number, row in enumerate(rows)
        ),
    ]


def _button(key: Key) -> Json:
    return {
        "type": "button",
        "action_id": f"{KEY}:{key.name}",
        "text": {"type": "plain_text", "text": key.label, "emoji": False},
        **({"style": "primary"} if key.is_on else {}),
    }


def with_pad(metadata: str, keypad: Keypad, words: Words) -> str:
    """The metadata of a modal, with a pad and its language."""
    return _SEPARATOR.join((metadata, keypad.encode(), words.code))


def read_pad(metadata: str) -> tuple[str, Keypad | None]:
    """The metadata without the pad, and the pad, None if there is none.

    Raises:
        UnknownCommand: another version has written it.
    """
    place, action, *pad = metadata.split(_SEPARATOR)
    return _SEPARATOR.join((place, action)), Keypad.decode(pad[0]) if pad else None


def _with_key(view: Json, key: str, turns: Sequence[str]) -> Json:
    """A modal after a press of a key, with the turns there are by then."""
    metadata, keypad = read_pad(view["private_metadata"])
    pressed = (keypad or Keypad.decode("")).press(key)
    words = words_for(view["private_metadata"].rpartition(_SEPARATOR)[2])
    kept = {name: view[name] for name in _PROPERTIES if view.get(name)}
    others = [block for block in view["blocks"] if not block["block_id"].startswith(_BLOCK)]
    place = next(place for place, block in enumerate(view["blocks"]) if block["block_id"].startswith(_BLOCK))
    blocks = [*others[:place], *pad_blocks(pressed, words, turns), *others[place:]]
    return {**kept, "private_metadata": with_pad(metadata, pressed, words), "blocks": blocks}


@dataclass(eq=False)
class _Shown:
    """A modal after the last key.

    Args:
        view: as Slack describes it.
        hashes: of its states since the modal was opened or something else has changed it.
    """

    view: Json
    hashes: set[str] = field(default_factory=set)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Pads:
    """Presses keys of pads in modals, one after the other.

    A key can be pressed before the modal shows what the one before has changed. It is then pressed on the newer state.
    """

    def __init__(self) -> None:
        self._shown: TTLCache[str, _Shown] = TTLCache(_SHOWN_MODALS, _SHOWN_SECONDS)

    async def press(
        self, client: AsyncWebClient, view: Json, key: str, read_turns: Callable[[], Awaitable[Sequence[str]]]
    ) -> None:
        """Press a key of the pad in a modal.

        Args:
            client: with the token of the workspace.
            view: the modal, as Slack describes it.
            key: its name.
            read_turns: reads the turns that the modal shows above the pad.

        Raises:
            UnknownCommand: the modal was opened by another version.
        """
        shown = self._shown.setdefault(view["id"], _Shown(view))
        async with shown.lock:
            if view["hash"] not in shown.hashes:
                shown.view, shown.hashes = view, {view["hash"]}
            before: Any = shown.view
            try:
                after = _with_key(before, key, await read_turns())
                response = await client.views_update(view_id=view["id"], hash=before["hash"], view=after)
            except FAILURES as error:
                log.warning("views.update: %s", describe(error))
                return
            shown.view = response["view"]
            shown.hashes.add(shown.view["hash"])

    def metadata_of(self, view: Json) -> str:
        """The metadata of a modal that was submitted, after the last key."""
        shown = self._shown.get(view["id"])
        return str((shown.view if shown is not None and view["hash"] in shown.hashes else view)["private_metadata"])
