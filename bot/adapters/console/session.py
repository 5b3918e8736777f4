"""One person at a terminal."""

from collections.abc import Iterator
from itertools import count
from uuid import uuid4

from bot.adapters.catalogue import BY_NAME
from bot.adapters.console.lines import Lines
from bot.adapters.console.screen import Screen
from bot.adapters.desk import Desk
from bot.adapters.invocation import Invocation
from bot.adapters.views import Prompt, Reply
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
            reply = await self._desk.answer_line(next(callers), line, self._words, self._words)
            while reply is not None and reply.prompt is not None:
                reply = await self._ask(reply.prompt, next(callers))
            if reply is None:
                continue
            self._screen.show(reply)
            status = max(status, int(reply.failed))
            if status and not self._lines.interactive:
                return status
        if self._lines.interactive:
            self._screen.say(self._words.goodbye())
        return status

    async def _ask(self, prompt: Prompt, caller: Caller) -> Reply | None:
        """Ask for something private and go on with it; None if nothing was said."""
        private = await self._lines.secret(prompt.text.replace("`", ""))
        if private is None:
            return None
        invocation = Invocation(BY_NAME[prompt.command], prompt.options, private=private.strip())
        return await self._desk.answer(caller, invocation, self._words, self._words)


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
