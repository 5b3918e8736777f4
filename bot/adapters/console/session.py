"""One person at a terminal."""

from collections.abc import Iterator
from itertools import count
from uuid import uuid4

from bot.adapters.console.lines import Lines
from bot.adapters.console.screen import Screen
from bot.adapters.desk import Desk
from bot.adapters.wording import Words
from bot.services.model import Caller, PlayerKey, RoomKey

_PLATFORM, _WORKSPACE = "console", "local"
_LEAVING = {"quit", "exit", "q", "/quit", "/exit"}


class Session:
    """Reads lines, has them answered and prints the answers, until there are no more."""

    def __init__(self, desk: Desk, screen: Screen, lines: Lines, words: Words) -> None:
        self._desk = desk
        self._screen = screen
        self._lines = lines
        self._words = words

    async def run(self, name: str, room: str) -> int:
        """Play as `name` in `room`; 0 comes back, or 1 if something broke.

        A pipe stops there, for its next lines rely on those before; a person may try again.
        """
        callers = _callers(name, room)
        if self._lines.interactive:
            self._screen.say(self._words.welcome(name, room))
        status = 0
        while (line := await self._lines.next()) is not None and line.strip().lower() not in _LEAVING:
            if await self._answer(next(callers), line):
                continue
            status = 1
            if not self._lines.interactive:
                return status
        if self._lines.interactive:
            self._screen.say(self._words.goodbye())
        return status

    async def _answer(self, caller: Caller, line: str) -> bool:
        """Answer a line; whether that worked."""
        reply = await self._desk.answer_line(caller, line, self._words, self._words)
        if reply is not None:
            self._screen.show(reply)
        return reply is None or not reply.failed


def _callers(name: str, room: str) -> Iterator[Caller]:
    """The person at the keyboard, once for each line: every line is an event of its own."""
    session = uuid4()
    for number in count():
        yield Caller(
            RoomKey(_PLATFORM, _WORKSPACE, room),
            PlayerKey(_PLATFORM, _WORKSPACE, name),
            name,
            f"console:{session}:{number}",
        )
