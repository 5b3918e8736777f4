"""Modals: a form with one field, for a guess or for something private.

What the form is about stands in its `private_metadata`, which Slack shows to whoever asks: the channel and a `Press`,
never a secret.
"""

from typing import Any

from bot.platforms.common.buttons import Press
from bot.platforms.slack.rendering import paragraph
from bot.presenters.views import Prompt
from bot.wording import Words

CALLBACK = "told"
FIELD = "told"
"""The block and the field in it."""

_TITLE = 24
_LABEL = 2_000
_LONGEST = 200
_BETWEEN = " "


def asking(press: Press, channel: str, words: Words) -> dict[str, Any]:
    """The form that a button opens which asks for an option."""
    label = words.option(press.command, press.asks or "")
    field = _field(label, press.asks or FIELD) | {"hint": _plain(words.guess_in_thread())}
    return _modal(words.button(press.command), [field], press, channel, words)


def prompting(prompt: Prompt, channel: str, words: Words) -> dict[str, Any]:
    """The form in which something private is told."""
    blocks = [paragraph(prompt.text), _field(words.your_secret(), FIELD)]
    return _modal(words.your_secret(), blocks, Press.answering(prompt), channel, words)


def submitted(view: dict[str, Any]) -> tuple[Press, str, str]:
    """What a form that was sent off is about, its channel, and what was typed.

    Raises:
        CommandError: it is of a version whose commands were others.
    """
    channel, _, press = view["private_metadata"].partition(_BETWEEN)
    (field,) = view["state"]["values"][FIELD].values()
    return Press.decode(press), channel, field["value"] or ""


def _modal(title: str, blocks: list[dict[str, Any]], press: Press, channel: str, words: Words) -> dict[str, Any]:
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "title": _plain(title[:_TITLE]),
        "submit": _plain(words.send()),
        "close": _plain(words.cancel()),
        "private_metadata": channel + _BETWEEN + press.encode(),
        "blocks": blocks,
    }


def _field(label: str, name: str) -> dict[str, Any]:
    return {
        "type": "input",
        "block_id": FIELD,
        "label": _plain(label[:_LABEL]),
        "element": {"type": "plain_text_input", "action_id": name, "max_length": _LONGEST},
    }


def _plain(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": text, "emoji": False}
