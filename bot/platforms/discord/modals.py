"""Forms: what a button asks for first, and secrets."""

from typing import Any

import discord
from discord import ui

from bot.platforms.common.buttons import Press
from bot.platforms.discord.interactions import Talk
from bot.presenters.views import Prompt
from bot.wording import Words

_PREFIX = "hb:"
_FIELD = "told"
_MAX_TITLE = 45
_MAX_LABEL = 45
_MAX_DESCRIPTION = 100
_MAX_TOLD = 100


def ask(press: Press, words: Words) -> ui.Modal:
    """The form for what a button asks for."""
    option = press.asks or ""
    title = " ".join(filter(None, (words.button(press.command), press.game and f"#{press.game}")))
    return _form(press, title, words.option(press.command, option))


def ask_secret(prompt: Prompt, words: Words) -> ui.Modal:
    """The form for something private."""
    return _form(Press.answering(prompt), words.secret_title(), prompt.text.replace("`", ""))


def submitted(talk: Talk) -> tuple[Press, str]:
    """What a form gives, and what was told in it. discord.py knows only the forms of its own process, so this reads it.

    Raises:
        UnknownCommand: it is no form of ours, or of a command that is no more.
    """
    data: Any = talk.data or {}
    fields = (row.get("component") or row["components"][0] for row in data.get("components", ()))
    told = next((field["value"] for field in fields if field.get("custom_id") == _FIELD), "")
    return Press.decode(str(data.get("custom_id", "")).removeprefix(_PREFIX)), told


def _form(press: Press, title: str, about: str) -> ui.Modal:
    modal = ui.Modal(title=title[:_MAX_TITLE], custom_id=_PREFIX + press.encode())
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=_FIELD, style=discord.TextStyle.short, min_length=1, max_length=_MAX_TOLD
    )
    short = about if len(about) <= _MAX_LABEL else title
    rest = None if short == about else about[:_MAX_DESCRIPTION]
    modal.add_item(ui.Label(text=short[:_MAX_LABEL], description=rest, component=field))
    modal.stop()  # or the client would keep it, and with it what is told; `submitted` reads it without
    return modal
