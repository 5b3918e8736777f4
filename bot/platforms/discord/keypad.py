"""The keypad on Discord: a private message whose buttons carry all of its state."""

import re
from collections.abc import Sequence
from typing import Any, Self

import discord
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.commands.catalogue import BY_NAME, CONFIRM, YES
from bot.commands.command import UnknownCommand
from bot.commands.invocation import Invocation
from bot.locales import Words, words_for
from bot.platforms.common.rendering import ButtonAction
from bot.platforms.discord.interactions import BUTTON_PREFIX
from bot.platforms.discord.rendering import MessageContent, content_text
from bot.presenters.boards import panel
from bot.presenters.daily import back_button
from bot.presenters.keypad import ControlKey, Key, Keypad
from bot.presenters.views import Block, Heading, View
from core.game.codes import example_code

PAD_PREFIX = "hb-pad:"
"""Starts the `custom_id` of every key, and of the form in which a guess is typed instead."""

_SEPARATOR = "|"
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class Pad(Struct, frozen=True):
    """A keypad and what it is for. A key's `custom_id` has up to 90 characters.

    Args:
        keypad: what has been pressed.
        subject: the id of the game, or the day of the daily.
        language: the code of the language of its texts.
    """

    keypad: Keypad
    subject: str
    language: str

    @classmethod
    def for_button(cls, action: ButtonAction, keypad: Keypad, words: Words) -> Self:
        """The pad of a button that asks for a guess."""
        return cls(keypad, action.game or action.options["day"], words.code)

    @property
    def words(self) -> Words:
        """The language of its texts."""
        return words_for(self.language)

    @property
    def opening_action(self) -> ButtonAction:
        """The action that opens this pad."""
        example = example_code(self.keypad.rules)
        if self._is_daily:
            return ButtonAction("daily", self._daily, "guess", example=example, opens_keypad=True)
        return ButtonAction("guess", prompts_for="code", game=self.subject, example=example, opens_keypad=True)

    def guess_invocation(self, code: str) -> Invocation:
        """A guess for the turn of the pad."""
        turn, confirmed = self.keypad.turn, {CONFIRM: YES} if self.keypad.is_repeated else {}
        if self._is_daily:
            return Invocation(BY_NAME["daily"], {**self._daily, "guess": code, **confirmed}, turn=turn)
        return Invocation(BY_NAME["guess"], {"code": code, **confirmed}, self.subject, turn=turn)

    @property
    def _is_daily(self) -> bool:
        return _DAY.fullmatch(self.subject) is not None

    @property
    def _daily(self) -> dict[str, str]:
        return {"rules": str(self.keypad.rules), "day": self.subject}

    def custom_id(self, key: str) -> str:
        """The id of a key."""
        return PAD_PREFIX + _SEPARATOR.join((key, self.subject, self.keypad.encode(), self.language))

    def with_keypad(self, keypad: Keypad) -> Self:
        """The same pad after presses."""
        return replace(self, keypad=keypad)

    def components(self) -> ui.View:
        """The keys and, for the daily, a button that shows its board instead."""
        made = ui.View(timeout=None)
        rows = self.keypad.rows(self.words)
        for number, row in enumerate(rows):
            for key in row:
                made.add_item(self._button(key, number))
        if self._is_daily:
            back = back_button(self._daily, self.words)
            text = BUTTON_PREFIX + ButtonAction.of_button(back).encode()
            made.add_item(ui.Button(label=back.label, custom_id=text, row=len(rows) - 1))
        made.stop()  # otherwise the client keeps every view; the ids work without
        return made

    def _button(self, key: Key, row: int) -> ui.Button[Any]:
        is_primary = key.is_on or key.name == ControlKey.GUESS
        style = discord.ButtonStyle.primary if is_primary else discord.ButtonStyle.secondary
        return ui.Button(
            label=key.label, style=style, custom_id=self.custom_id(key.name), disabled=not key.is_enabled, row=row
        )


def read_key(text: str) -> tuple[str, Pad]:
    """The name of a key, and its pad as it was shown.

    Raises:
        UnknownCommand: the text was not written by `Pad.custom_id`.
    """
    fields = text.removeprefix(PAD_PREFIX).split(_SEPARATOR)
    if len(fields) != 4:  # noqa: PLR2004  # as `Pad.custom_id` writes
        raise UnknownCommand(text, None)
    key, subject, keypad, language = fields
    return key, Pad(Keypad.decode(keypad), subject, language)


def pad_message(pad: Pad, columns: Sequence[str], *notes: Block) -> MessageContent:
    """The message of a pad, with the turns and what there is to say."""
    title = Heading(pad.words("Guess {turn}", turn=pad.keypad.turn), (f"`{pad.keypad.text_with_blanks}`",))
    return MessageContent(content_text(View((title, *panel(columns), *notes))), pad.components())
