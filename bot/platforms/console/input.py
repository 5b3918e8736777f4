"""Where a session's lines come from. Lines typed by a person are in `bot.platforms.console.prompt`."""

import sys
from getpass import getpass
from typing import Protocol, TextIO

from typing_extensions import override


class LineInput(Protocol):
    """A source of lines."""

    interactive: bool
    """Whether a person types the lines: they are greeted and may try again after an error."""

    async def read_line(self) -> str | None:
        """The next line, None at the end."""
        ...

    async def read_secret(self, question: str) -> str | None:
        """A line that is neither shown nor kept in the history, None at the end."""
        ...


class StreamInput:
    """Lines from a pipe or a file, in UTF-8. Invalid bytes become surrogates, which the commands refuse."""

    interactive = False

    def __init__(self, stream: TextIO) -> None:
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")
        self._stream = stream

    async def read_line(self) -> str | None:
        """The next line. This blocks the event loop, in which nothing else runs."""
        return self._stream.readline() or None

    async def read_secret(self, question: str) -> str | None:  # noqa: ARG002  # a pipe is asked nothing
        """The next line."""
        return await self.read_line()


class PlainInput(StreamInput):
    """Lines that a person types at a terminal which understands no escape sequences, such as `TERM=dumb`."""

    interactive = True

    @override
    async def read_line(self) -> str | None:
        """The next line, after a prompt. This blocks the event loop, in which nothing else runs."""
        sys.stdout.write("> ")
        sys.stdout.flush()
        return await super().read_line()

    @override
    async def read_secret(self, question: str) -> str | None:
        """A line that is not shown."""
        try:
            return getpass(f"{question} ")
        except EOFError:
            return None
