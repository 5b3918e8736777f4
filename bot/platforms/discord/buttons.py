"""Buttons and selects that outlive the process: all there is to know about them is in their `custom_id`."""

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Protocol, Self, TypeAlias

import discord
from discord import ui

from bot.platforms.common.buttons import Press
from bot.platforms.discord.interactions import Talk
from bot.presenters.views import Button, View

Row: TypeAlias = Sequence[Button]

MAX_ROWS = 5
MAX_IN_ROW = 5
MAX_OPTIONS = 25
MAX_LABEL = 80
_STYLES = {
    "guess": discord.ButtonStyle.primary,
    "rematch": discord.ButtonStyle.primary,
    "giveup": discord.ButtonStyle.danger,
}


class Pressed(Protocol):
    """What the client is told of; its clients are the only ones such a button works with."""

    pressed: Callable[[Talk, str], Awaitable[None]]


class PressButton(ui.DynamicItem[ui.Button[ui.View]], template=r"hb:(?P<press>.*)"):
    """A button whose `custom_id` is what it gives."""

    def __init__(self, button: ui.Button[Any], press: str) -> None:
        super().__init__(button)
        self._press = press

    @classmethod
    async def from_custom_id(cls, _: Talk, item: ui.Item[Any], match: re.Match[str]) -> Self:
        """The button that was pressed, on whichever message."""
        if not isinstance(item, ui.Button):
            raise TypeError(item)
        return cls(item, match["press"])

    async def callback(self, talk: Talk) -> None:
        """Hand it on; whatever goes wrong is dealt with there."""
        await talk.client.pressed(talk, self._press)


class PressSelect(ui.DynamicItem[ui.Select[ui.View]], template=r"hb-select:\d+"):
    """A select each of whose values is what choosing it gives."""

    def __init__(self, select: ui.Select[Any]) -> None:
        super().__init__(select)

    @classmethod
    async def from_custom_id(cls, _: Talk, item: ui.Item[Any], _match: re.Match[str]) -> Self:
        """The select something was chosen in."""
        if not isinstance(item, ui.Select):
            raise TypeError(item)
        return cls(item)

    async def callback(self, talk: Talk) -> None:
        """Hand on what was chosen."""
        await talk.client.pressed(talk, self.item.values[0])


def controls(view: View, placeholder: str) -> ui.View:
    """What is under a message; `placeholder` stands in a select, where there are too many buttons for buttons."""
    made = ui.View(timeout=None)
    for number, row in enumerate(_rows(view.buttons)):
        if len(row) > MAX_IN_ROW:
            made.add_item(_select(row, number, view.game, placeholder))
        else:
            for button in row:
                made.add_item(_button(button, number, view.game))
    made.stop()  # or the client would keep every one of them; the dynamic items find their way without
    return made


def _button(button: Button, row: int, game: str | None) -> PressButton:
    press = Press.of(button, game).encode()
    style = _STYLES.get(button.command, discord.ButtonStyle.secondary)
    return PressButton(ui.Button(label=button.label[:MAX_LABEL], style=style, custom_id=f"hb:{press}", row=row), press)


def _select(row: Row, number: int, game: str | None, placeholder: str) -> PressSelect:
    options = [discord.SelectOption(label=each.label, value=Press.of(each, game).encode()) for each in row]
    first, last = row[0].label, row[-1].label
    shown = f"{placeholder} {first} … {last}"
    return PressSelect(ui.Select(custom_id=f"hb-select:{number}", placeholder=shown, options=options, row=number))


def _rows(buttons: Sequence[Button]) -> list[Row]:
    """Rows of five: answers, of which there are many, by themselves; as selects where there are too many for buttons.

    A row of more than five is a select.
    """
    groups = [list(group) for _, group in groupby(buttons, key=lambda button: button.command == "answer")]
    rows = [row for group in groups for row in _cut(group, MAX_IN_ROW)]
    if len(rows) <= MAX_ROWS:
        return rows
    return [row for group in groups for row in _cut(group, MAX_OPTIONS if len(group) > 2 * MAX_IN_ROW else MAX_IN_ROW)]


def _cut(buttons: Iterable[Button], length: int) -> Iterator[Row]:
    row = list(buttons)
    for start in range(0, len(row), length):
        yield row[start : start + length]
