"""Where the console's lines come from."""

from typing import Protocol


class Lines(Protocol):
    """A source of lines."""

    interactive: bool
    """Whether a person is typing them, who wants to be greeted and may try again."""

    async def secret(self, question: str) -> str | None:
        """A line that nobody else is to see and nothing is to remember, None when there are no more."""
        ...

    async def next(self) -> str | None:
        """The next line, None when there are no more."""
        ...
