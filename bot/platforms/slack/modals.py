"""What people enter in forms on Slack."""

from typing import Any

from bot.handlers.daily import GuessForm
from bot.locales import Words
from bot.platforms.common.rendering import ButtonAction
from bot.platforms.slack.incoming import EncodedPlace
from bot.platforms.slack.rendering import panel, paragraph
from bot.presenters import phrases
from bot.presenters.views import Field, FieldKind, Form, Prompt

CALLBACK = "form"
FIELD = "entered"
"""Id of the input block."""

_MAX_TITLE = 24
_MAX_LABEL = 2_000
_MAX_INPUT = 200
_MAX_OPTION = 75
_CHANNELS = {"include": ["public", "private"], "exclude_bot_users": True}
_SEPARATOR = " "


def option_modal(action: ButtonAction, place: EncodedPlace, words: Words, form: GuessForm) -> dict[str, Any]:
    """The modal for the guess that a button asks for; it shows the last turns."""
    blocks = [_field(action.label(words), action.prompts_for or FIELD)]
    if form.may_reply:
        blocks[0]["hint"] = _plain(words("You can also reply to the board with just a code."))
    if form.turns:
        blocks.insert(0, panel("\n".join(form.turns)))
    return _modal(phrases.button_label(words, action.command), blocks, action, place, words)


def private_modal(prompt: Prompt, place: EncodedPlace, words: Words) -> dict[str, Any]:
    """The modal for something private."""
    blocks = [paragraph(prompt.text), _field(phrases.secret_form_title(words), FIELD)]
    return _modal(phrases.secret_form_title(words), blocks, ButtonAction.of_prompt(prompt), place, words)


def fields_modal(form: Form, place: EncodedPlace, words: Words) -> dict[str, Any]:
    """A modal with several fields, whose ids are those of the options."""
    return _modal(form.title, [_input(each) for each in form.fields], ButtonAction.of_form(form), place, words)


def _input(each: Field) -> dict[str, Any]:
    block = {
        "type": "input",
        "block_id": each.option,
        "optional": True,
        "label": _plain(each.label),
        "element": {"action_id": each.option, **_element(each)},
    }
    return block | ({"hint": _plain(each.hint)} if each.hint else {})


def _element(each: Field) -> dict[str, Any]:
    channels = [channel for channel in each.value.split(",") if channel]
    match each.kind:
        case FieldKind.TEXT:
            value = {"initial_value": each.value} if each.value else {}
            return {"type": "plain_text_input", "max_length": _MAX_INPUT, **value}
        case FieldKind.CHOICE:
            options = {
                value: {"text": _plain(label[:_MAX_OPTION]), "value": value} for value, label in each.choices.items()
            }
            return {"type": "static_select", "options": [*options.values()], "initial_option": options[each.value]}
        case FieldKind.CHANNEL:
            value = {"initial_conversation": channels[0]} if channels else {}
            return {"type": "conversations_select", "filter": _CHANNELS, **value}
        case FieldKind.CHANNELS:
            values = {"initial_conversations": channels} if channels else {}
            return {"type": "multi_conversations_select", "filter": _CHANNELS, **values}


def read_submission(view: dict[str, Any]) -> tuple[ButtonAction, EncodedPlace, str | None]:
    """The action of a submitted modal with its fields, its place, and what was entered into its only field, if any.

    Raises:
        CommandError: it was opened by a version with other commands.
    """
    place, _, action = view["private_metadata"].partition(_SEPARATOR)
    values = {
        block: _value(element)
        for block, elements in view["state"]["values"].items()
        for element in elements.values()  # there is one in each block
    }
    entered = values.pop(FIELD, None)
    return ButtonAction.decode(action).with_fields(values), EncodedPlace.decode(place), entered


def first_field(view: dict[str, Any]) -> str:
    """The id of the first input block of a modal, at which a refusal is shown."""
    return str(next(block["block_id"] for block in view["blocks"] if block["type"] == "input"))


def _value(element: dict[str, Any]) -> str:
    """What was entered, chosen or selected, as it would be typed; empty for nothing."""
    chosen = element.get("selected_option") or {}
    channels = element.get("selected_conversations") or ()
    single = element.get("value") or chosen.get("value") or element.get("selected_conversation")
    return single or ",".join(channels)


def _modal(
    title: str, blocks: list[dict[str, Any]], action: ButtonAction, place: EncodedPlace, words: Words
) -> dict[str, Any]:
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "title": _plain(title[:_MAX_TITLE]),
        "submit": _plain(words("Send")),
        "close": _plain(words("Cancel")),
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
