"""Games and channels for the tests of the message queue."""

import asyncio
from collections import deque

from bot.locales import LANGUAGES, Words
from bot.model.rooms import MessageKey
from bot.platforms.common.delivery import Board, DeliveryError, DeliveryOutcome
from bot.presenters.views import Button, Paragraph, View
from tests.fakes.transport import FakeTransport


class FakeChannel(FakeTransport):
    """A channel whose messages are texts; errors to come are put into `errors`, and `gate` holds sends back.

    `held` is set when a send has been held back. The names of messages with buttons are in `live`,
    and whom each new message has mentioned in `mentions`.
    """

    def __init__(self) -> None:
        self.messages: dict[str, list[str]] = {}
        self.pressed = ""
        self.live: set[str] = set()
        self.errors: deque[DeliveryOutcome | type[Exception] | None] = deque()
        self.gate = asyncio.Event()
        self.gate.set()
        self.held = asyncio.Event()
        self.waits = 0
        self.acknowledged = 0
        self.mentions: list[str | None] = []
        self.searched: list[str] = []
        self.found: MessageKey | None = None

    async def wait_for_rate_limit(self) -> None:
        self.waits += 1

    async def post(self, view: View) -> MessageKey:
        await self._send()
        self.mentions.append(view.mention)
        name = f"m{len(self.messages) + 1}"
        self.messages[name] = []
        self._write(name, view)
        return MessageKey("games", name)

    def _write(self, name: str, view: View) -> None:
        self.messages[name].append(text(view))
        (self.live.add if view.buttons else self.live.discard)(name)

    async def edit(self, message: MessageKey, view: View, /) -> None:
        await self._send()
        self._write(message.message, view)

    async def find_board(self, game: str) -> MessageKey | None:
        self.searched.append(game)
        return self.found

    async def acknowledge(self) -> None:
        self.acknowledged += 1

    async def replace_pressed_message(self, view: View) -> None:
        await self._send()
        self._write(self.pressed, view)

    async def delete(self, message: MessageKey) -> None:
        del self.messages[message.message]
        self.live.discard(message.message)

    async def replace_by_link(
        self, message: MessageKey, moved: MessageKey, words: Words, *, is_over: bool = False
    ) -> None:
        assert not is_over
        assert words is ENGLISH
        await self._send()
        self._write(message.message, View((Paragraph(f"moved to {moved.message}"),)))

    async def _send(self) -> None:
        if not self.gate.is_set():
            self.held.set()
        await self.gate.wait()
        if self.errors and (error := self.errors.popleft()):
            raise DeliveryError(error) if isinstance(error, DeliveryOutcome) else error


class Game:
    """A game whose state is its revision."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.state = 0
        GAMES[name] = self

    def board(self) -> Board:
        """The next state."""
        self.state += 1
        return Board(self.view(), ENGLISH)

    def view(self) -> View:
        """The current state."""
        blocks, buttons = (Paragraph(f"{self.name} {self.state}"),), (Button("Guess", "guess"),)
        return View(blocks, buttons, self.name, self.state)


GAMES: dict[str, Game] = {}
ENGLISH = LANGUAGES["en"]


async def read_board(game: str, words: Words) -> View | None:
    """The current state of a game."""
    assert words is ENGLISH
    return GAMES[game].view() if game in GAMES else None


def text(view: View) -> str:
    (block,) = view.blocks
    assert isinstance(block, Paragraph)
    return block.text


def key(name: str) -> MessageKey:
    return MessageKey("games", name)
