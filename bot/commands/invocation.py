"""A command with the values of its options, whether it was typed or comes from a button."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from bot.commands.catalogue import CONFIRM, MORE, YES
from bot.commands.command import (
    SWITCH_VALUES,
    Command,
    DailyAction,
    InvalidOptionValue,
    MissingOption,
    Option,
    OptionType,
    PrivacyAction,
    RaceStart,
    UnknownOption,
)
from bot.model.room_settings import Activity
from core.game.rules import Rules

Choice = TypeVar("Choice", bound=StrEnum)

_WITH_PAGES = frozenset({"help", "rules", "settings"})
"""Commands whose private reply has pages, between which buttons turn."""

PAGES = ("stats", "help", "settings", "privacy")
"""Commands that without options show a page, from which its buttons lead further."""

_NO_TEXT = re.compile("[\0\ud800-\udfff]")


def replace_invalid_characters(text: str) -> str:
    """The text with U+FFFD in place of what databases and terminals do not take: NUL and lone surrogates."""
    return _NO_TEXT.sub("\N{REPLACEMENT CHARACTER}", text)


@dataclass(frozen=True, slots=True)
class Invocation:
    """A command with the options that were given.

    The values of the options are texts, which are checked when they are read.

    Args:
        command: the command.
        options: the values of options by name, without those that were not given; see `replace_invalid_characters`.
        game: the id of the game that a pressed button belongs to, None for a typed command.
        step: the `step` of a pressed button, None for a typed command.
        private_input: what the user entered at a `PrivateInputPrompt`, None if there was none.
        turn: the number of the turn, from 1, that a guess is for; None for whichever is next.

    Raises:
        UnknownOption: the command does not have one of the options.
        MissingOption: a required option is missing or empty.
    """

    command: Command
    options: Mapping[str, str] = field(default_factory=dict)
    game: str | None = None
    step: int | None = None
    private_input: str | None = field(default=None, repr=False)
    turn: int | None = None

    def __post_init__(self) -> None:
        for field_name in ("game", "private_input"):
            if (text := getattr(self, field_name)) is not None and _NO_TEXT.search(text):
                object.__setattr__(self, field_name, replace_invalid_characters(text))
        if any(map(_NO_TEXT.search, self.options.values())):
            object.__setattr__(
                self, "options", {name: replace_invalid_characters(value) for name, value in self.options.items()}
            )
        known = {MORE, *(option.name for option in self.command.options)}
        for name in self.options:
            if name not in known:
                raise UnknownOption(self.command.name, name)
        for option in self.command.options:
            if option.required and not self.options.get(option.name, "").strip():
                raise MissingOption(self.command.name, option.name)

    @property
    def is_confirmed(self) -> bool:
        """Whether the user has confirmed the command.

        Raises:
            InvalidOptionValue: the value of the option `confirm` is neither on nor off.
        """
        return CONFIRM in self.options and self.is_on(CONFIRM)

    @property
    def asks_for_more_buttons(self) -> bool:
        """Whether only the rare buttons of the reply are asked for, privately."""
        return MORE in self.options

    @property
    def answers_private_note(self) -> bool:
        """Whether this is the answer to a private note, so that the reply can take the note's place.

        Such notes ask for a confirmation, offer a host corrections, or have pages. The buttons of corrections have a
        `step`, unlike those of a board, and so have those of pages, unlike those that open the first page.
        """
        is_correction = self.command.name == "fix" and self.game is not None and self.step is not None
        is_page = self.command.name in _WITH_PAGES and self.step is not None
        return self.options.get(CONFIRM) == YES or is_correction or is_page

    @property
    def needs_new_message(self) -> bool:
        """Whether this continues nothing, so that the reply must not take the place of what is shown.

        The buttons of boards have a game, those of conversations a step, and those of dailies and questions options.
        What is behind More of a game is beside its board.
        """
        return (self.game is None and self.step is None and not self.options) or (
            self.asks_for_more_buttons and bool(self.game)
        )

    def text(self, name: str) -> str:
        """The value of an option, or its default; empty if it has neither."""
        return self.options.get(name) or self._option(name).default or ""

    def integer(self, name: str) -> int:
        """The value of an option as a number.

        Raises:
            InvalidOptionValue: the value is not a number within the option's bounds.
        """
        option, read = self._option(name), self.text(name)
        try:
            value = int(read)
        except ValueError:
            raise self._bad_option(option, read) from None
        if not option.low <= value <= option.high:
            raise self._bad_option(option, read)
        return value

    def choice(self, name: str, kind: type[Choice]) -> Choice:
        """The value of an option, which can be a synonym of it, as a member of an enumeration, ignoring case.

        Raises:
            InvalidOptionValue: the value is not one of the option's choices.
        """
        option, read = self._option(name), self.text(name)
        word = read.strip().lower()
        try:
            return kind(option.synonyms.get(word, word))
        except ValueError:
            raise self._bad_option(option, read) from None

    def one_of(self, name: str) -> str:
        """The value of an option, which is one of its choices, ignoring case.

        Raises:
            InvalidOptionValue: the value is none of them.
        """
        option, read = self._option(name), self.text(name)
        if read.strip().lower() in option.choices:
            return read.strip().lower()
        raise self._bad_option(option, read)

    def is_on(self, name: str) -> bool:
        """Whether an option is on.

        Raises:
            InvalidOptionValue: the value is neither on nor off.
        """
        read = self.text(name)
        try:
            return SWITCH_VALUES[read.strip().lower()]
        except KeyError:
            raise self._bad_option(self._option(name), read) from None

    def rules(self, name: str = "rules") -> Rules:
        """The value of an option as rules.

        Raises:
            RulesError: the value is neither a name nor a notation of rules, or the rules are out of range.
        """
        return Rules.parse(self.text(name))

    def _option(self, name: str) -> Option:
        option = self.command.option(name)
        if option is None:
            raise KeyError(name)
        return option

    def _bad_option(self, option: Option, read: str) -> InvalidOptionValue:
        choices = option.choices if option.kind in {OptionType.CHOICE, OptionType.SWITCH} else ()
        return InvalidOptionValue(self.command.name, option.name, read, choices, option.low, option.high)


SOMETIMES_RESERVED = frozenset({"daily"})
"""Commands that settings can reserve for managers with some options only; see `activity_needing_permission`."""


def activity_needing_permission(invocation: Invocation) -> Activity | None:
    """What a command does that settings can reserve for managers, with the options that were given.

    Posting a result takes what starting a game takes, because everybody in the room sees it. The signal of a race
    starts no game.
    """
    if invocation.options.get("start", "").strip().lower() == RaceStart.NOW:
        return None
    action = invocation.options.get("action", "").strip().lower()
    posts = invocation.command.name == "daily" and action == DailyAction.SHARE
    return Activity.START if posts else invocation.command.activity


def is_read_only(invocation: Invocation) -> bool:
    """Whether a command changes no game, record or setting, with the options that were given."""
    name, options = invocation.command.name, invocation.options
    if name == "check":
        return CONFIRM not in options
    if name == "settings":
        return options.keys() <= {"scope", "group", MORE}
    if name == "privacy":
        return options.get("action", PrivacyAction.SHOW) in {PrivacyAction.SHOW, PrivacyAction.EXPORT}
    return name in {"board", "review", "stats", "leaderboard", "rules", "help"}


FOR_EVERYBODY = frozenset({"privacy"})
"""Commands that people whom the operator has blocked can still use: their data is theirs."""
