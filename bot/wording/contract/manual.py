"""Refusals, help, and what only the terminal says."""

from typing import Protocol

from core.errors import CoreError


class ManualWords(Protocol):
    """Refusals, help, and what only the terminal says."""

    def refusal(self, error: CoreError) -> str:
        """What is wrong, what was expected, and an example."""
        ...

    def nothing_counted(self, refusal: str) -> str:
        """A refusal with the comfort that the mistaken guess was not counted."""
        ...

    def unexpected(self, reference: str) -> str:
        """That something broke, with what to quote when asking about it."""
        ...

    def command(self, command: str) -> str:
        """What a command does, at most 100 characters."""
        ...

    def option(self, command: str, option: str) -> str:
        """What an option of a command means, at most 100 characters."""
        ...

    def help_title(self) -> str:
        """What stands above the list of commands."""
        ...

    def help_foot(self) -> str:
        """How options are written, and that a bare code is a guess."""
        ...

    def strategies_title(self, rules: str, history: str, candidates: int) -> str:
        """What stands above the strategies: the game that all of them are tried on."""
        ...

    def strategy(self, name: str) -> str:
        """How a strategy chooses, and whose it is."""
        ...

    def would_guess(self, guess: str, score: str) -> str:
        """What a strategy would guess there, with its score if it has one."""
        ...

    def score(self, value: str, unit: str) -> str:
        """A score in its unit."""
        ...

    def default(self, value: str) -> str:
        """What an option is when it is not given."""
        ...

    def range(self, low: int, high: int) -> str:
        """The numbers an option takes."""
        ...

    def welcome(self, player: str, room: str) -> str:
        """The first line of the console."""
        ...

    def nothing_begun(self) -> str:
        """That no game has begun, since nothing was said."""
        ...

    def for_example(self, example: str) -> str:
        """Something that could be typed."""
        ...

    def goodbye(self) -> str:
        """The last line of the console."""
        ...

    def verified(self, *, matches: bool) -> str:
        """Whether an opening matches a commitment."""
        ...

    def upgraded(self, before: str | None, after: str) -> str:
        """From which revision to which a database was brought."""
        ...
