"""What a button gives, as a short text that the platform keeps with it, and back.

The text holds what the button does and the ids and options it does it with, never a secret: platforms show it to
whoever asks. It has no state of its own, so buttons outlive the process that made them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import parse_qsl, urlencode

from bot.commands.catalogue import BY_NAME
from bot.commands.errors import UnknownCommand
from bot.commands.invocation import Invocation
from bot.presenters.views import Button, Prompt

_BETWEEN = "|"
_PRIVATE = "*"


@dataclass(frozen=True, slots=True)
class Press:
    """What a button, or a form it has opened, gives.

    Args:
        command: the command.
        options: with these options.
        asks: the option to ask for first, None for none.
        game: the id of the game whose board it is on, if it is on one.
        step: how far its conversation had got.
        secret: whether what it asks for is private, and no option.
    """

    command: str
    options: Mapping[str, str] = field(default_factory=dict)
    asks: str | None = None
    game: str | None = None
    step: int | None = None
    secret: bool = False

    @classmethod
    def of(cls, button: Button, game: str | None = None) -> Self:
        """What a button on the board of that game gives."""
        return cls(button.command, button.options, button.asks, game, button.step)

    @classmethod
    def answering(cls, prompt: Prompt) -> Self:
        """What the form gives in which somebody tells something private."""
        return cls(prompt.command, prompt.options, secret=True)

    @classmethod
    def decode(cls, text: str) -> Self:
        """Read what `encode` wrote.

        Raises:
            UnknownCommand: it is no such text, or names a command that is no more.
        """
        command, *rest = text.split(_BETWEEN)
        if command not in BY_NAME or len(rest) != 4:  # noqa: PLR2004  # as encode writes
            raise UnknownCommand(command, None)
        asks, game, step, options = rest
        return cls(
            command,
            dict(parse_qsl(options)),
            asks if asks and asks != _PRIVATE else None,
            game or None,
            int(step) if step.isdecimal() else None,
            asks == _PRIVATE,
        )

    def encode(self) -> str:
        """One line of ASCII, below 100 characters for every button there is."""
        asks = _PRIVATE if self.secret else self.asks or ""
        step = "" if self.step is None else str(self.step)
        return _BETWEEN.join((self.command, asks, self.game or "", step, urlencode(self.options)))

    def invocation(self, told: str | None = None) -> Invocation:
        """What to have answered; `told` is what was asked for.

        Raises:
            CommandError: the command does not take that.
        """
        asked = {self.asks: told} if self.asks and told is not None else {}
        private = told if self.secret else None
        return Invocation(BY_NAME[self.command], {**self.options, **asked}, self.game, self.step, private)
