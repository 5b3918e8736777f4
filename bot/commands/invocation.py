"""A command with the values of its options, however it was given."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from bot.commands.catalogue import Command, Kind, Option
from bot.commands.errors import BadOption, MissingOption, UnknownOption
from core.game.rules import Rules

Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Invocation:
    """A command and the texts of the options given, not yet checked; reading one checks it.

    Args:
        command: the command.
        given: texts of its options by name.
        game: the id of the game that a button belongs to, None for a typed command.
        step: how far its conversation had got when a button was made, None for a typed command.
        private: what was answered to a prompt.

    Raises:
        UnknownOption: an option that the command does not have.
        MissingOption: one it needs is missing or empty.
    """

    command: Command
    given: Mapping[str, str] = field(default_factory=dict)
    game: str | None = None
    step: int | None = None
    private: str | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        names = tuple(option.name for option in self.command.options)
        for name in self.given:
            if name not in names:
                raise UnknownOption(self.command.name, name, names)
        for option in self.command.options:
            if option.required and not self.given.get(option.name, "").strip():
                raise MissingOption(self.command.name, option.name)

    def text(self, name: str) -> str | None:
        """The option as given or its default, None if it has neither."""
        return self.given.get(name) or self._option(name).default

    def integer(self, name: str) -> int:
        """A number within the option's bounds.

        Raises:
            BadOption: it is not.
        """
        option, read = self._option(name), self.text(name) or ""
        try:
            value = int(read)
        except ValueError:
            raise self._bad(option, read) from None
        if not option.low <= value <= option.high:
            raise self._bad(option, read)
        return value

    def choice(self, name: str, kind: type[Choice]) -> Choice:
        """One of the option's choices, in either case.

        Raises:
            BadOption: it is none of them.
        """
        read = self.text(name) or ""
        try:
            return kind(read.strip().lower())
        except ValueError:
            raise self._bad(self._option(name), read) from None

    def rules(self, name: str = "rules") -> Rules:
        """Rules, by name or notation.

        Raises:
            RulesError: the text is neither, or names rules out of range.
        """
        return Rules.parse(self.text(name) or "")

    def _option(self, name: str) -> Option:
        option = self.command.option(name)
        if option is None:
            raise KeyError(name)
        return option

    def _bad(self, option: Option, read: str) -> BadOption:
        choices = option.choices if option.kind is Kind.CHOICE else ()
        return BadOption(self.command.name, option.name, read, choices, option.low, option.high)
