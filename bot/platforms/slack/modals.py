"""Modals on Slack: forms, boards, and the keypad, whose buttons change the metadata, which has all of its state."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cachetools import TTLCache
from msgspec.structs import replace
from slack_sdk.web.async_client import AsyncWebClient

from bot.commands.invocation import PAGES, Invocation
from bot.handlers.daily import GuessFormContent
from bot.locales import Words, words_for
from bot.platforms.common.rendering import ButtonAction
from bot.platforms.slack.incoming import EncodedPlace
from bot.platforms.slack.limits import FAILURES, describe_error
from bot.platforms.slack.rendering import (
    Json,
    action_blocks,
    monospaced_block,
    paragraph_block,
    plain_text_object,
    render,
    without_reply_hint,
)
from bot.presenters import phrases
from bot.presenters.keypad import ControlKey, Key, Keypad
from bot.presenters.views import Button, FieldKind, Form, FormField, Paragraph, PrivateInputPrompt, Reply, View
from core.game.rules import Rules

CALLBACK, BOARD, NOTE = "form", "board", "note"
"""A form that closes when it is submitted, a board that stays for the next guess, and a note."""

FIELD, CONVERSATION = "entered", "conversation"
"""The ids of the input blocks for a text and for a conversation."""

_MAX_TITLE = 24
_MAX_LABEL = 2_000
_MAX_INPUT = 200
_MAX_OPTION = 75
_CHANNELS = {"include": ["public", "private"], "exclude_bot_users": True}
_SEPARATOR = " "

KEY = "key"
"""Starts the action id of a key; its name follows."""

_PAD = "pad"
"""Starts the ids of the blocks of a keypad."""

_SHOWN_SECONDS = 3600.0
_SHOWN_MODALS = 10_000
_PROPERTIES = ("type", "callback_id", "title", "submit", "close")

log = logging.getLogger(__name__)


def guess_modal(action: ButtonAction, place: EncodedPlace, words: Words, form: GuessFormContent) -> Json:
    """The modal for the guess that a button asks for; it shows the last turns."""
    keypad = form.keypad if form.keypad is not None and form.keypad.rules.alphabet.pictorial else None
    blocks = _guess_blocks(action, keypad, words, FIELD, form.columns)
    if form.turns and keypad is None:
        blocks.insert(0, monospaced_block("\n".join(form.turns)))
    return _modal(phrases.button_label(words, action.command), blocks, action, place, words, keypad)


def _guess_blocks(
    action: ButtonAction, keypad: Keypad | None, words: Words, field: str, turns: Sequence[str] = ()
) -> list[Json]:
    """What asks for a guess: a field and, if there is a pad, turns and its keys above it. The field's id is `field`."""
    entered = {**_field(action.field_label(words), action.prompts_for or FIELD), "block_id": field}
    return [entered] if keypad is None else [*_pad_blocks(keypad, words, turns), {**entered, "optional": True}]


def board_modal(view: View, place: EncodedPlace, words: Words, before: Json | None = None) -> Json:
    """The modal in which somebody plays alone: the board, what asks for the next guess, and the other buttons.

    Args:
        view: the board.
        place: the one that it belongs to.
        words: the language.
        before: the modal whose place this one takes, as Slack describes it.
    """
    asking = next((button for button in view.buttons if button.rules is not None), None)
    others = replace(view, buttons=tuple(button for button in view.buttons if button is not asking))
    blocks = render(without_reply_hint(replace(view, buttons=()))).blocks
    action, keypad = ButtonAction.of_button(asking, view.game) if asking is not None else _look(view), None
    if asking is not None and asking.rules is not None:
        keypad = _next_pad(asking.rules, before) if asking.rules.alphabet.pictorial else None
        blocks += _guess_blocks(action, keypad, words, _next_field(before))
    blocks += action_blocks(others, place)
    title = phrases.button_label(words, "daily" if view.game is None else "play")
    submit = asking.label if asking is not None else None
    return _modal(title, blocks, action, place, words, keypad, submit=submit) | {"callback_id": BOARD}


def note_modal(
    note: View, place: EncodedPlace, words: Words, invocation: Invocation, before: Json | None = None
) -> Json:
    """A note in a modal.

    Args:
        note: the note.
        place: the one that its buttons are about.
        words: the language.
        invocation: the command that it replies to.
        before: the modal whose place this one takes, as Slack describes it. A button leads back to the page or to the
            board that it began with.
    """
    first = ButtonAction(invocation.command.name, game=invocation.game)
    action = first if before is None else read_action(before["private_metadata"])
    look, is_on_board = action.invocation_to_show_page_of_form(), before is not None and before["callback_id"] == BOARD
    buttons = note.buttons
    if is_on_board or action.command in PAGES:
        back = Button(words("Back to the game") if is_on_board else words("Back"), look.command.name, look.options)
        shown = [(button.command, button.options) for button in note.buttons]
        is_there = (invocation.command, invocation.options) == (look.command, look.options)
        buttons += () if is_there or (back.command, back.options) in shown else (back,)
    view = without_reply_hint(replace(note, buttons=buttons, game=note.game or look.game))
    title = phrases.button_label(words, "play" if action.game else action.command)
    modal = _modal(title, render(view, place).blocks, action, place, words, submit=None)
    return {**modal, "callback_id": BOARD if is_on_board else NOTE}


def with_board_in_note(reply: Reply) -> Reply:
    """The reply with the board in the note, because its message may be far up."""
    if reply.board is None:
        return reply
    more = reply.note.blocks if reply.note is not None and not reply.note_repeats_board else ()
    return replace(reply, note=replace(reply.board, blocks=(*reply.board.blocks, *more)))


def waiting_modal(before: Json, sentence: str, words: Words) -> Json:
    """A submitted modal whose outcome is not known yet: nothing can be entered."""
    kept = {name: before[name] for name in ("type", "callback_id", "title", "private_metadata")}
    blocks = [block for block in before["blocks"] if block["type"] not in {"input", "actions"}]
    return {**kept, "close": plain_text_object(words("Close")), "blocks": [*blocks, paragraph_block(sentence)]}


def _next_pad(rules: Rules, before: Json | None) -> Keypad:
    """An empty pad, with what was crossed out on the one before."""
    last = _read_pad(before["private_metadata"])[1] if before is not None else None
    return last.emptied_for_turn(1) if last is not None and last.rules == rules else Keypad(rules)


def _look(view: View) -> ButtonAction:
    """The action that shows a board without a guess."""
    if view.game is not None:
        return ButtonAction("board", game=view.game)
    daily = next(button.options for button in view.buttons if "day" in button.options)
    return ButtonAction("daily", {name: daily[name] for name in ("rules", "day")})


def _next_field(before: Json | None) -> str:
    """The id of the field for the next guess. Slack would keep the last one in a field with the same id."""
    last = next((block["block_id"] for block in before["blocks"] if block["type"] == "input"), "") if before else ""
    return f"{FIELD}:{int(last.partition(':')[2] or 0) + 1}" if last else FIELD


def private_modal(prompt: PrivateInputPrompt, place: EncodedPlace, words: Words) -> Json:
    """The modal for something private."""
    blocks = [paragraph_block(prompt.text), _field(words(phrases.YOUR_SECRET), FIELD)]
    return _modal(words(phrases.YOUR_SECRET), blocks, ButtonAction.submitting_private_form(prompt), place, words)


def fields_modal(form: Form, place: EncodedPlace, words: Words) -> Json:
    """A modal with several fields, whose ids are those of the options."""
    blocks = [_input(each) for each in form.fields]
    if form.private:
        blocks += (paragraph_block(form.private), _field(words(phrases.YOUR_SECRET), FIELD))
    return _modal(form.title, blocks, ButtonAction.submitting_form(form), place, words)


def choose_channel_modal(action: ButtonAction, place: EncodedPlace, words: Words) -> Json:
    """The modal that asks in which conversation to do something that is seen there; see `read_submission`."""
    select = {"type": "conversations_select", "action_id": CONVERSATION, "filter": _CHANNELS}
    block = {
        "type": "input",
        "block_id": CONVERSATION,
        "label": plain_text_object(words("Place")),
        "element": {**select, "response_url_enabled": True},  # posts where the bot is no member
    }
    return _modal(words("Share"), [block], action, place, words)


def _input(each: FormField) -> Json:
    block = {
        "type": "input",
        "block_id": each.option,
        "optional": True,
        "label": plain_text_object(each.label),
        "element": {"action_id": each.option, **_element(each)},
    }
    return block | ({"hint": plain_text_object(each.hint)} if each.hint else {})


def _element(each: FormField) -> Json:
    channels = [channel for channel in each.value.split(",") if channel]
    match each.kind:
        case FieldKind.TEXT:
            value = {"initial_value": each.value} if each.value else {}
            return {"type": "plain_text_input", "max_length": _MAX_INPUT, **value}
        case FieldKind.CHOICE:
            options = {
                value: {"text": plain_text_object(label[:_MAX_OPTION]), "value": value}
                for value, label in each.choices.items()
            }
            return {"type": "static_select", "options": [*options.values()], "initial_option": options[each.value]}
        case FieldKind.CHANNEL:
            value = {"initial_conversation": channels[0]} if channels else {}
            return {"type": "conversations_select", "filter": _CHANNELS, **value}
        case FieldKind.CHANNELS:
            values = {"initial_conversations": channels} if channels else {}
            return {"type": "multi_conversations_select", "filter": _CHANNELS, **values}
        case FieldKind.PERSON:
            return {"type": "users_select"}


def form_button_view(form: PrivateInputPrompt | Form, words: Words) -> View:
    """A button that opens a form, for typed messages, which cannot open one."""
    button = Button(words("Open the form"), form.command, form.options)
    title, game = (
        (words(phrases.YOUR_SECRET), form.game) if isinstance(form, PrivateInputPrompt) else (form.title, None)
    )
    return View((Paragraph(title),), (button,), game)


def read_action(metadata: str) -> ButtonAction:
    """The action in the metadata of a modal.

    Raises:
        CommandError: it was opened by a version with other commands.
    """
    return ButtonAction.decode(metadata.split(_SEPARATOR)[1])


def read_submission(view: Json) -> tuple[ButtonAction, EncodedPlace, str | None]:
    """The action of a submitted modal with its fields, its place, and what was entered into its only field, if any.

    The place is the conversation that was chosen, if the modal asked for one.

    Raises:
        CommandError: it was opened by a version with other commands.
    """
    metadata: str = view["private_metadata"]
    place, action, pad, *_ = (*metadata.split(_SEPARATOR), "", "")
    values = {
        block.partition(":")[0]: _value(element)
        for block, elements in view["state"]["values"].items()
        for element in elements.values()  # there is one in each block
    }
    entered, about = values.pop(FIELD, None), EncodedPlace.decode(place)
    if conversation := values.pop(CONVERSATION, None):
        about = replace(about, channel=conversation)
    if pad and not entered:
        entered = Keypad.decode(pad).code
    decoded = ButtonAction.decode(action)
    return decoded.with_fields(values) if values else decoded, about, entered


def first_input_block_id(view: Json) -> str:
    """The id of the first input block of a modal, at which a refusal is shown."""
    return str(next(block["block_id"] for block in view["blocks"] if block["type"] == "input"))


def _value(element: Json) -> str:
    """What was entered, chosen or selected, as it would be typed; empty for nothing."""
    chosen = element.get("selected_option") or {}
    channels = element.get("selected_conversations") or ()
    single = element.get("value") or chosen.get("value") or element.get("selected_conversation")
    return single or element.get("selected_user") or ",".join(channels)


def _modal(  # noqa: PLR0913, PLR0917  # what a modal consists of
    title: str,
    blocks: list[Json],
    action: ButtonAction,
    place: EncodedPlace,
    words: Words,
    keypad: Keypad | None = None,
    *,
    submit: str | None = "",
) -> Json:
    """A modal; `submit` is the label of its button, None for no button, and empty for the usual one."""
    sends = {} if submit is None else {"submit": plain_text_object(submit or words("Send"))}
    metadata = place.encode() + _SEPARATOR + action.encode()
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "title": plain_text_object(title[:_MAX_TITLE]),
        **sends,
        "close": plain_text_object(words("Close")),
        "private_metadata": metadata if keypad is None else _with_pad(metadata, keypad, words),
        "blocks": blocks,
    }


def _field(label: str, name: str) -> Json:
    return {
        "type": "input",
        "block_id": FIELD,
        "label": plain_text_object(label[:_MAX_LABEL]),
        "element": {"type": "plain_text_input", "action_id": name, "max_length": _MAX_INPUT},
    }


def _pad_blocks(keypad: Keypad, words: Words, turns: Sequence[str] = ()) -> list[Json]:
    """Turns, what is typed, and the keys in rows; the modal has the buttons that send the guess and end the input."""
    shown = {**paragraph_block(f"`{keypad.text_with_blanks}`"), "block_id": _PAD}
    rows = ([key for key in row if key.name not in {ControlKey.TYPE, ControlKey.GUESS}] for row in keypad.rows(words))
    return [
        *([{**monospaced_block("\n".join(turns)), "block_id": f"{_PAD}:turns"}] if turns else []),
        shown,
        *(
            {"type": "actions", "block_id": f"{_PAD}:{number}", "elements": [*map(_key, row)]}
            for number, row in enumerate(rows)
        ),
    ]


def _key(key: Key) -> Json:
    return {
        "type": "button",
        "action_id": f"{KEY}:{key.name}",
        "text": plain_text_object(key.label),
        **({"style": "primary"} if key.is_on else {}),
    }


def _with_pad(metadata: str, keypad: Keypad, words: Words) -> str:
    """The metadata of a modal, with a pad and its language."""
    return _SEPARATOR.join((metadata, keypad.encode(), words.code))


def _read_pad(metadata: str) -> tuple[str, Keypad | None]:
    """The metadata without the pad, and the pad, None if there is none.

    Raises:
        UnknownCommand: another version has written it.
    """
    place, action, *pad = metadata.split(_SEPARATOR)
    return _SEPARATOR.join((place, action)), Keypad.decode(pad[0]) if pad else None


def _with_key(view: Json, key: str, turns: Sequence[str]) -> Json:
    """A modal after a press of a key, with the turns there are by then."""
    metadata, keypad = _read_pad(view["private_metadata"])
    pressed = (keypad or Keypad.decode("")).press(key)
    words = words_for(view["private_metadata"].rpartition(_SEPARATOR)[2])
    kept = {name: view[name] for name in _PROPERTIES if view.get(name)}
    others = [block for block in view["blocks"] if not block["block_id"].startswith(_PAD)]
    place = next(place for place, block in enumerate(view["blocks"]) if block["block_id"].startswith(_PAD))
    blocks = [*others[:place], *_pad_blocks(pressed, words, turns), *others[place:]]
    return {**kept, "private_metadata": _with_pad(metadata, pressed, words), "blocks": blocks}


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


class ModalKeypads:
    """Presses keys of pads in modals, one after the other.

    A key can be pressed before the modal shows what the one before has changed. It is then pressed on the newer state.
    """

    def __init__(self) -> None:
        self._shown: TTLCache[str, _Shown] = TTLCache(_SHOWN_MODALS, _SHOWN_SECONDS)

    async def press_key(
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
                log.warning("views.update: %s", describe_error(error))
                return
            shown.view = response["view"]
            shown.hashes.add(shown.view["hash"])

    def metadata_of(self, view: Json) -> str:
        """The metadata of a modal that was submitted, after the last key."""
        shown = self._shown.get(view["id"])
        return str((shown.view if shown is not None and view["hash"] in shown.hashes else view)["private_metadata"])
