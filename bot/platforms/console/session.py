"""A session: one person at a terminal, or one pipe."""

from collections.abc import Iterator
from itertools import count
from uuid import uuid4

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import Request
from bot.platforms.console.input import LineInput
from bot.platforms.console.output import ConsoleOutput
from bot.presenters.views import Prompt, Reply, View, note
from bot.services.model import Caller, PlayerKey, RoomKey
from bot.wording import Words

PLATFORM_KEY = "console"
"""Names the platform in keys of rooms, players and events."""

_WORKSPACE = "local"
_QUESTION_COMMANDS = {"answer", "fix"}
"""A view with buttons for these commands asks a question, which the next line may answer."""

_QUIT = {"quit", "exit", "q", "/quit", "/exit"}


class ConsoleSession:
    """Reads lines, dispatches them and prints the replies until the input ends."""

    def __init__(self, dispatcher: Dispatcher, lines: LineInput, output: ConsoleOutput, words: Words) -> None:
        self._dispatcher = dispatcher
        self._lines = lines
        self._output = output
        self._words = words
        self._question: View | None = None

    async def run(self, name: str, room: str) -> int:
        """Play as `name` in `room`; returns the exit status, 1 if a command failed.

        A pipe ends with the first failure, because its next lines rely on the earlier ones. A person may try again.
        """
        requests = self._requests(name, room)
        if self._lines.interactive:
            self._output.print(self._words.welcome(name, room))
        status = 0
        while (line := await self._lines.read_line()) is not None and line.strip().lower() not in _QUIT:
            reply = await self._dispatch(line, requests)
            if reply is not None:
                self._show(reply)
                status = max(status, int(reply.failed))
            if status and not self._lines.interactive:
                return status
        if self._lines.interactive:
            self._output.print(self._words.goodbye())
        return status

    def _requests(self, name: str, room: str) -> Iterator[Request]:
        """A request for each line: every line is an event of its own."""
        session = uuid4()
        room_key, player = RoomKey(PLATFORM_KEY, _WORKSPACE, room), PlayerKey(PLATFORM_KEY, _WORKSPACE, name)
        for number in count():
            caller = Caller(room_key, player, name, f"{PLATFORM_KEY}:{session}:{number}")
            yield Request(caller, self._words, self._words)

    async def _dispatch(self, line: str, requests: Iterator[Request]) -> Reply | None:
        """The reply to a line, after asking for a secret if the command needs one; None for an empty line."""
        reply = await self._dispatcher.dispatch_line(next(requests), line, self._question)
        if reply is None or reply.prompt is None:
            return reply
        return await self._ask_secret(reply.prompt, requests)

    async def _ask_secret(self, prompt: Prompt, requests: Iterator[Request]) -> Reply:
        """Ask for a secret, repeatedly if a person mistypes it, and run the command with it. No input cancels."""
        while secret := (await self._lines.read_secret(prompt.text.replace("`", "")) or "").strip():
            invocation = Invocation(BY_NAME[prompt.command], prompt.options, private_input=secret)
            reply = await self._dispatcher.dispatch(next(requests).with_invocation(invocation))
            if reply.board is not None or reply.failed or not self._lines.interactive:
                return reply
            self._output.print_reply(reply)
        return note(self._words.no_game_started())

    def _show(self, reply: Reply) -> None:
        """Print a reply and remember the question it asks. Other buttons end a question, plain text does not."""
        self._output.print_reply(reply)
        for view in filter(None, (reply.note, reply.board)):
            if view.buttons:
                asks = any(button.command in _QUESTION_COMMANDS for button in view.buttons)
                self._question = view if asks else None
