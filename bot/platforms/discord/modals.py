"""Forms with one field: for the option that a button asks for, or for a secret."""

from typing import Any

import discord
from discord import ui

from bot.platforms.common.buttons import ButtonAction
from bot.platforms.discord.interactions import Interaction
from bot.presenters.views import Prompt
from bot.wording import Words

_PREFIX = "hb:"
_FIELD = "entered"
_MAX_TITLE = 45
_MAX_LABEL = 45
_MAX_DESCRIPTION = 100
_MAX_INPUT = 100


def option_form(action: ButtonAction, words: Words) -> ui.Modal:
    """The form for the option that a button asks for."""
    title = " ".join(filter(None, (words.button(action.command), action.game and f"#{action.game}")))
    return _form(action, title, action.label(words))


def private_form(prompt: Prompt, words: Words) -> ui.Modal:
    """The form for something private."""
    return _form(ButtonAction.of_prompt(prompt), words.secret_form_title(), prompt.text.replace("`", ""))


def read_form(interaction: Interaction) -> tuple[ButtonAction, str]:
    """The action of a submitted form, and what was entered.

    discord.py knows only the forms that its own process has opened, so the payload is read here.

    Raises:
        CommandError: it is no form of ours, or for a command that no longer exists.
    """
    data: Any = interaction.data or {}
    fields = (row.get("component") or row["components"][0] for row in data.get("components", ()))
    entered = next((field["value"] for field in fields if "value" in field), "")  # there is one field
    return ButtonAction.decode(str(data.get("custom_id", "")).removeprefix(_PREFIX)), entered


def _form(action: ButtonAction, title: str, about: str) -> ui.Modal:
    form = ui.Modal(title=title[:_MAX_TITLE], custom_id=_PREFIX + action.encode())
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=_FIELD, style=discord.TextStyle.short, min_length=1, max_length=_MAX_INPUT
    )
    label = about if len(about) <= _MAX_LABEL else title
    description = None if label == about else about[:_MAX_DESCRIPTION]
    form.add_item(ui.Label(text=label[:_MAX_LABEL], description=description, component=field))
    form.stop()  # otherwise the client keeps the form and what is entered; `read_form` works without
    return form
