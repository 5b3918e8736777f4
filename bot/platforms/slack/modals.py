"""Modals with one field: for the option that a button asks for, or for a secret.

The place and the action are in `private_metadata`, which Slack shows to anybody who asks, so a secret never is.
"""

from typing import Any

from bot.platforms.common.buttons import ButtonAction
from bot.platforms.slack.incoming import Place
from bot.platforms.slack.rendering import paragraph
from bot.presenters.views import Prompt
from bot.wording import Words

CALLBACK = "form"
FIELD = "entered"
"""Id of the input block."""

_GUESS = "guess"
_MAX_TITLE = 24
_MAX_LABEL = 2_000
_MAX_INPUT = 200
_SEPARATOR = " "


def option_modal(action: ButtonAction, place: Place, words: Words) -> dict[str, Any]:
    """The modal for the option that a button asks for."""
    field = _field(action.label(words), action.prompts_for or FIELD)
    if action.command == _GUESS:
        field["hint"] = _plain(words.guess_in_thread())
    return _modal(words.button(action.command), [field], action, place, words)


def private_modal(prompt: Prompt, place: Place, words: Words) -> dict[str, Any]:
    """The modal for something private."""
    blocks = [paragraph(prompt.text), _field(words.secret_form_title(), FIELD)]
    return _modal(words.secret_form_title(), blocks, ButtonAction.of_prompt(prompt), place, words)


def read_submission(view: dict[str, Any]) -> tuple[ButtonAction, Place, str]:
    """The action of a submitted modal, its place, and what was entered.

    Raises:
        CommandError: it was opened by a version with other commands.
    """
    place, _, action = view["private_metadata"].partition(_SEPARATOR)
    ((field,),) = (block.values() for block in view["state"]["values"].values())  # there is one field
    return ButtonAction.decode(action), Place.decode(place), field["value"] or ""


def _modal(
    title: str, blocks: list[dict[str, Any]], action: ButtonAction, place: Place, words: Words
) -> dict[str, Any]:
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "title": _plain(title[:_MAX_TITLE]),
        "submit": _plain(words.send()),
        "close": _plain(words.cancel()),
        "private_metadata": place.encode() + _SEPARATOR + action.encode(),
        "blocks": blocks,
    }


def _field(label: str, name: str) -> dict[str, Any]:
    return {
        "type": "input",
        "block_id": FIELD,
        "label": _plain(label[:_MAX_LABEL]),
        "element": {"type": "plain_text_input", "action_id": name, "max_length": _MAX_INPUT},
    }


def _plain(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": text, "emoji": False}
