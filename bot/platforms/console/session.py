"""One person at a terminal."""

from collections.abc import Iterator
from itertools import count
from uuid import uuid4

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import Request
from bot.platforms.console.lines import Lines
from bot.platforms.console.screen import Screen
from bot.presenters.views import Prompt, Reply, View, note
from bot.services.model import Caller, PlayerKey, RoomKey
from bot.wording import Words

_PLATFORM, _WORKSPACE = "console", "local"
_ANSWERS = {"answer", "fix"}
_LEAVING = {"quit", "exit", "q", "/quit", "/exit"}


class Session:
    """Reads lines, has them answered and prints the answers, until there are no more."""

    def __init__(self, dispatcher: Dispatcher, screen: Screen, lines: Lines, words: Words) -> None:
        self._dispatcher = dispatcher
        self._screen = screen
        self._lines = lines
        self._words = words
        self._asked: View | None = None

    async def run(self, name: str, room: str) -> int:
        """Play as `name` in `room`; 0 comes back, or 1 if something broke.

        A pipe stops there, for its next lines rely on those before; a person may try again.
        """
        callers = _callers(name, room)
        if self._lines.interactive:
            self._screen.say(self._words.welcome(name, room))
        status = 0
        while (line := await self._lines.next()) is not None and line.strip().lower() not in _LEAVING:
            reply = await self._dispatcher.dispatch_line(self._request(next(callers)), line, self._asked)
            if reply is not None and reply.prompt is not None:
                reply = await self._ask(reply.prompt, callers)
            if reply is None:
                continue
            self._show(reply)
            status = max(status, int(reply.failed))
            if status and not self._lines.interactive:
                return status
        if self._lines.interactive:
            self._screen.say(self._words.goodbye())
        return status

    def _request(self, caller: Caller) -> Request:
        return Request(caller, self._words, self._words)

    def _show(self, reply: Reply) -> None:
        """Print a reply, and remember what it asks: whatever is typed next may be the answer."""
        self._screen.show(reply)
        for view in filter(None, (reply.note, reply.board)):
            asks = any(button.command in _ANSWERS for button in view.buttons)
            self._asked = view if asks else None if view.buttons else self._asked

    async def _ask(self, prompt: Prompt, callers: Iterator[Caller]) -> Reply:
        """Ask for something private, again if it could not be read, and go on with it; nothing said begins nothing."""
        while private := (await self._lines.secret(prompt.text.replace("`", "")) or "").strip():
            invocation = Invocation(BY_NAME[prompt.command], prompt.options, private=private)
            reply = await self._dispatcher.dispatch(self._request(next(callers)).with_invocation(invocation))
            if reply.board is not None or reply.failed or not self._lines.interactive:
                return reply
            self._screen.show(reply)
        return note(self._words.nothing_begun())


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
