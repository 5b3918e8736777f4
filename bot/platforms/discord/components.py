"""Buttons and selects. Everything about them is in their `custom_id`, so they work after a restart."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, TypeAlias

import discord
from discord import ui

from bot.locales import Words
from bot.platforms.common.buttons import ButtonAction, remembered_by_buttons
from bot.platforms.discord.interactions import Interaction
from bot.presenters.views import Button, View

Row: TypeAlias = Sequence[Button]

BUTTON_PREFIX = "hb:"
"""Begins the `custom_id` of every button; an action follows."""

MAX_ROWS = 5
MAX_IN_ROW = 5
MAX_OPTIONS = 25
MAX_LABEL = 80
_STYLES = {
    "guess": discord.ButtonStyle.primary,
    "rematch": discord.ButtonStyle.primary,
    "giveup": discord.ButtonStyle.danger,
}


def action_text(interaction: Interaction) -> str:
    """The encoded action of the button that was pressed, or of the choice in a select.

    discord.py knows only the components that its own process has sent, so the payload is read here.
    """
    data: Any = interaction.data or {}
    chosen: Sequence[str] = data.get("values", ())
    return chosen[0] if chosen else str(data.get("custom_id", "")).removeprefix(BUTTON_PREFIX)


@remembered_by_buttons
def components(view: View, words: Words) -> ui.View:
    """The components of a message, with selects where there are too many buttons. Messages share them."""
    made = ui.View(timeout=None)
    for number, row in enumerate(component_rows(view, words)):
        for item in row:
            item.row = number
            made.add_item(item)
    made.stop()  # otherwise the client keeps every view; `action_text` works without
    return made


def component_rows(view: View, words: Words) -> list[list[ui.Button[Any] | ui.Select[Any]]]:
    """The buttons of a view in rows; a menu, or a row of more than `MAX_IN_ROW`, is a select."""
    return [
        [_select(row, number, view.game, words)]
        if len(row) > MAX_IN_ROW or row[0].menu
        else [_button(button, view.game) for button in row]
        for number, row in enumerate(_rows(view.buttons))
    ]


def _button(button: Button, game: str | None) -> ui.Button[Any]:
    action = ButtonAction.of_button(button, game).encode()
    style = _STYLES.get(button.command, discord.ButtonStyle.secondary)
    return ui.Button(label=button.label[:MAX_LABEL], style=style, custom_id=f"{BUTTON_PREFIX}{action}")


def _select(row: Row, number: int, game: str | None, words: Words) -> ui.Select[Any]:
    options = [
        discord.SelectOption(label=each.label, value=ButtonAction.of_button(each, game).encode()) for each in row
    ]
    text = row[0].menu or f"{words('Feedback:')} {row[0].label} … {row[-1].label}"
    return ui.Select(custom_id=f"hb-select:{number}", placeholder=text, options=options)


def _rows(buttons: Sequence[Button]) -> list[Row]:
    """Rows of up to five buttons; feedback buttons get rows of their own, and each menu is a row.

    If that makes too many rows, long groups become rows of up to 25, which are shown as selects.
    """
    groups = [list(group) for _, group in groupby(buttons, key=lambda each: (each.command == "answer", each.menu))]
    rows = [row for group in groups for row in _chunks(group, MAX_OPTIONS if group[0].menu else MAX_IN_ROW)]
    if len(rows) <= MAX_ROWS:
        return rows
    lengths = (MAX_OPTIONS if group[0].menu or len(group) > 2 * MAX_IN_ROW else MAX_IN_ROW for group in groups)
    return [row for group, length in zip(groups, lengths, strict=True) for row in _chunks(group, length)]


def _chunks(buttons: Iterable[Button], length: int) -> Iterator[Row]:
    row = list(buttons)
    for start in range(0, len(row), length):
        yield row[start : start + length]
