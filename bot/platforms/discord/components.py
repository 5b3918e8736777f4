"""Buttons and selects. Everything about them is in their `custom_id`, so they work after a restart."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Protocol, Self, TypeAlias

import discord
from discord import ui

from bot.platforms.common.buttons import ButtonAction
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


class ComponentClient(Protocol):
    """The part of the client that components call."""

    on_button: Callable[[Interaction, str], None]


class ActionButton(ui.DynamicItem[ui.Button[ui.View]], template=rf"{BUTTON_PREFIX}(?P<action>.*)"):
    """A button whose `custom_id` holds its action."""

    def __init__(self, button: ui.Button[Any], action: str) -> None:
        super().__init__(button)
        self._action = action

    @classmethod
    async def from_custom_id(cls, _: Interaction, item: ui.Item[Any], match: re.Match[str]) -> Self:
        """The button that was pressed, on a message of any process."""
        if not isinstance(item, ui.Button):
            raise TypeError(item)
        return cls(item, match["action"])

    async def callback(self, interaction: Interaction) -> None:
        """Route the press."""
        interaction.client.on_button(interaction, self._action)


class ActionSelect(ui.DynamicItem[ui.Select[ui.View]], template=r"hb-select:\d+"):
    """A select whose values hold actions."""

    def __init__(self, select: ui.Select[Any]) -> None:
        super().__init__(select)

    @classmethod
    async def from_custom_id(cls, _: Interaction, item: ui.Item[Any], _match: re.Match[str]) -> Self:
        """The select in which a choice was made."""
        if not isinstance(item, ui.Select):
            raise TypeError(item)
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        """Route the choice."""
        interaction.client.on_button(interaction, self.item.values[0])


def components(view: View, placeholder: str) -> ui.View:
    """The components of a message; `placeholder` is shown in selects, used where there are too many buttons."""
    made = ui.View(timeout=None)
    for number, row in enumerate(_rows(view.buttons)):
        if len(row) > MAX_IN_ROW:
            made.add_item(_select(row, number, view.game, placeholder))
        else:
            for button in row:
                made.add_item(_button(button, number, view.game))
    made.stop()  # otherwise the client keeps every view; the dynamic items work without
    return made


def _button(button: Button, row: int, game: str | None) -> ActionButton:
    action = ButtonAction.of_button(button, game).encode()
    style = _STYLES.get(button.command, discord.ButtonStyle.secondary)
    made: ui.Button[Any] = ui.Button(
        label=button.label[:MAX_LABEL], style=style, custom_id=f"{BUTTON_PREFIX}{action}", row=row
    )
    return ActionButton(made, action)


def _select(row: Row, number: int, game: str | None, placeholder: str) -> ActionSelect:
    options = [
        discord.SelectOption(label=each.label, value=ButtonAction.of_button(each, game).encode()) for each in row
    ]
    text = f"{placeholder} {row[0].label} … {row[-1].label}"
    return ActionSelect(ui.Select(custom_id=f"hb-select:{number}", placeholder=text, options=options, row=number))


def _rows(buttons: Sequence[Button]) -> list[Row]:
    """Rows of up to five buttons; feedback buttons get rows of their own.

    If that makes too many rows, long groups become rows of up to 25, which are shown as selects.
    """
    groups = [list(group) for _, group in groupby(buttons, key=lambda button: button.command == "answer")]
    rows = [row for group in groups for row in _chunks(group, MAX_IN_ROW)]
    if len(rows) <= MAX_ROWS:
        return rows
    lengths = (MAX_OPTIONS if len(group) > 2 * MAX_IN_ROW else MAX_IN_ROW for group in groups)
    return [row for group, length in zip(groups, lengths, strict=True) for row in _chunks(group, length)]


def _chunks(buttons: Iterable[Button], length: int) -> Iterator[Row]:
    row = list(buttons)
    for start in range(0, len(row), length):
        yield row[start : start + length]
