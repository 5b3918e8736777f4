"""Forms: with one field, for the option that a button asks for or for a secret, and with several."""

import re
from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.commands.errors import UnknownCommand
from bot.locales import Words
from bot.platforms.common.buttons import ButtonAction
from bot.platforms.discord.interactions import Interaction
from bot.presenters import phrases
from bot.presenters.forms import Field, FieldKind, Form
from bot.presenters.views import Prompt

_PREFIX = "hb:"
_FIELD = "entered"
_PANEL = re.compile(r"```\n(.*?)\n```", re.DOTALL)
_MAX_CUSTOM_ID = 100
_MAX_TITLE = 45
_MAX_LABEL = 45
_MAX_DESCRIPTION = 100
_MAX_INPUT = 100
_MAX_CHANNELS = 25


def option_form(action: ButtonAction, words: Words, turns: Sequence[str] = ()) -> ui.Modal:
    """The form for the option that a button asks for; that for a guess shows the last turns."""
    title = " ".join(filter(None, (phrases.button_label(words, action.command), action.game and f"#{action.game}")))
    return _form(action, title, action.label(words), "\n".join(("```", *turns, "```")) if turns else "")


def panel_lines(content: str) -> Sequence[str]:
    """The lines of the first panel of a message; empty if it has none."""
    panel = _PANEL.search(content)
    return panel[1].splitlines() if panel else ()


def private_form(prompt: Prompt, words: Words) -> ui.Modal:
    """The form for something private."""
    return _form(ButtonAction.of_prompt(prompt), phrases.secret_form_title(words), prompt.text.replace("`", ""))


def fields_form(form: Form) -> ui.Modal:
    """A form with several fields, whose ids are those of the options."""
    modal = ui.Modal(title=form.title[:_MAX_TITLE], custom_id=_custom_id(ButtonAction.of_form(form)))
    for each in form.fields:
        description = each.hint[:_MAX_DESCRIPTION] or None
        modal.add_item(ui.Label(text=each.label[:_MAX_LABEL], description=description, component=_component(each)))
    modal.stop()  # otherwise the client keeps the form; see `_form`
    return modal


def _custom_id(action: ButtonAction) -> str:
    """The id of a form.

    Raises:
        UnknownCommand: the id would be longer than Discord allows. No button of ours opens such a form.
    """
    text = _PREFIX + action.encode()
    if len(text) > _MAX_CUSTOM_ID:
        raise UnknownCommand(action.command, None)
    return text


def _component(each: Field) -> ui.Item[Any]:
    match each.kind:
        case FieldKind.TEXT:
            return ui.TextInput(
                custom_id=each.option, default=each.value or None, required=False, max_length=_MAX_INPUT
            )
        case FieldKind.CHOICE:
            options = [
                discord.SelectOption(label=label[:_MAX_DESCRIPTION], value=value, default=value == each.value)
                for value, label in each.choices.items()
            ]
            return ui.Select(custom_id=each.option, options=options)
        case FieldKind.CHANNEL | FieldKind.CHANNELS:
            chosen = [discord.Object(int(channel)) for channel in each.value.split(",") if channel.isdecimal()]
            return ui.ChannelSelect(
                custom_id=each.option,
                channel_types=[discord.ChannelType.text, discord.ChannelType.news],
                default_values=[discord.SelectDefaultValue.from_channel(one) for one in chosen],
                min_values=0,
                max_values=1 if each.kind is FieldKind.CHANNEL else _MAX_CHANNELS,
                required=False,
            )


def read_form(interaction: Interaction) -> tuple[ButtonAction, str | None]:
    """The action of a submitted form, with its fields, and what was entered into its only field if it has one.

    discord.py knows only the forms that its own process has opened, so the payload is read here.

    Raises:
        CommandError: it is no form of ours, or for a command that no longer exists.
    """
    data: Any = interaction.data or {}
    rows = (row for row in data.get("components", ()) if "component" in row or "components" in row)
    components = (row.get("component") or row["components"][0] for row in rows)
    values = {each["custom_id"]: each.get("value") or ",".join(each.get("values", ())) for each in components}
    entered = values.pop(_FIELD, None)
    action = ButtonAction.decode(str(data.get("custom_id", "")).removeprefix(_PREFIX))
    return action.with_fields(values) if values else action, entered


def _form(action: ButtonAction, title: str, about: str, turns: str = "") -> ui.Modal:
    form = ui.Modal(title=title[:_MAX_TITLE], custom_id=_custom_id(action))
    if turns:
        form.add_item(ui.TextDisplay(turns))
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=_FIELD, style=discord.TextStyle.short, min_length=1, max_length=_MAX_INPUT
    )
    label = about if len(about) <= _MAX_LABEL else title
    description = None if label == about else about[:_MAX_DESCRIPTION]
    form.add_item(ui.Label(text=label[:_MAX_LABEL], description=description, component=field))
    form.stop()  # otherwise the client keeps the form and what is entered; `read_form` works without
    return form
