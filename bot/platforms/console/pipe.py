"""Lines from a pipe or a file."""

from typing import TextIO


class Pipe:
    """Lines as they come; bytes that are no text are kept, for the commands to refuse."""

    interactive = False

    def __init__(self, stream: TextIO) -> None:
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")
        self._stream = stream

    async def secret(self, question: str) -> str | None:  # noqa: ARG002  # a pipe is not asked
        """The next line."""
        return await self.next()

    async def next(self) -> str | None:
        """Wait for a line; nothing else is going on, so blocking is fine."""
        return self._stream.readline() or None
