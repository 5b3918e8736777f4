"""The queue shows the latest state of each game in its one message, whatever is asked for meanwhile."""

import asyncio
from collections import deque

import pytest

from bot.platforms.common.message_queue import Board, Delivery, DeliveryError, MessageQueue
from bot.presenters.views import Paragraph, View
from bot.services.errors import StorageBusy
from bot.services.messages import Messages
from bot.services.model import MessageKey
from tests.fakes.memory import Memory


class FakeChannel:
    """A channel whose messages are texts; errors to come are put into `errors`, and `gate` holds sends back."""

    def __init__(self) -> None:
        self.messages: dict[str, list[str]] = {}
        self.pressed = ""
        self.errors: deque[Delivery | None] = deque()
        self.gate = asyncio.Event()
        self.gate.set()
        self.waits = 0

    async def ready(self) -> None:
        self.waits += 1

    async def post(self, view: View) -> MessageKey:
        await self._send()
        name = f"m{len(self.messages) + 1}"
        self.messages[name] = [text(view)]
        return MessageKey("games", name)

    async def edit(self, message: MessageKey, view: View, /) -> None:
        await self._send()
        self.messages[message.message].append(text(view))

    async def respond(self, view: View) -> None:
        await self._send()
        self.messages[self.pressed].append(text(view))

    async def delete(self, message: MessageKey) -> None:
        del self.messages[message.message]

    async def _send(self) -> None:
        await self.gate.wait()
        if self.errors and (error := self.errors.popleft()):
            raise DeliveryError(error)


class Game:
    """A game whose state is a number."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.state = 0

    def board(self, read_at: float = 0.0) -> Board:
        """The next state, as it was read at some time."""
        self.state += 1

        async def refresh() -> View | None:
            return self._view()

        return Board(self.name, self._view(), read_at, refresh)

    def _view(self) -> View:
        return View((Paragraph(f"{self.name} {self.state}"),))


def text(view: View) -> str:
    (block,) = view.blocks
    assert isinstance(block, Paragraph)
    return block.text


@pytest.fixture
def messages() -> Messages:
    return Messages(Memory().unit)


@pytest.fixture
def queue(messages: Messages) -> MessageQueue:
    ticks = iter(range(100, 10_000))
    return MessageQueue(messages, lambda: float(next(ticks)))


@pytest.fixture
def channel() -> FakeChannel:
    return FakeChannel()


@pytest.fixture
def game() -> Game:
    return Game("a")


@pytest.fixture
async def other(queue: MessageQueue) -> tuple[Game, FakeChannel]:
    """A game that is shown in a channel of its own."""
    game, channel = Game("b"), FakeChannel()
    await queue.show(game.board(), channel)
    return game, channel


def key(name: str) -> MessageKey:
    return MessageKey("games", name)


async def test_a_board_is_posted_once_and_edited_from_then_on(
    queue: MessageQueue, messages: Messages, channel: FakeChannel, game: Game
) -> None:
    for _ in range(3):
        assert await queue.show(game.board(), channel) is Delivery.DELIVERED
    assert channel.messages == {"m1": ["a 1", "a 2", "a 3"]}
    assert channel.waits == 3
    assert await messages.of("a") == key("m1")
    assert await queue.game_of(key("m1")) == "a"
    assert await queue.game_of(key("m2")) is None


async def test_games_are_shown_in_messages_of_their_own(
    queue: MessageQueue, channel: FakeChannel, game: Game, other: tuple[Game, FakeChannel]
) -> None:
    await queue.show(game.board(), channel)
    await queue.show(other[0].board(), other[1])
    assert channel.messages == {"m1": ["a 1"]}
    assert other[1].messages == {"m1": ["b 1", "b 2"]}


async def test_after_a_restart_the_message_is_known(
    queue: MessageQueue, messages: Messages, channel: FakeChannel, game: Game
) -> None:
    await queue.show(game.board(), channel)
    again = MessageQueue(messages, lambda: 0.0)
    assert await again.message_of("a") == key("m1")
    await again.show(game.board(), channel)
    assert channel.messages == {"m1": ["a 1", "a 2"]}


async def test_boards_that_wait_are_shown_by_one_edit_of_the_newest(
    queue: MessageQueue, channel: FakeChannel, game: Game, other: tuple[Game, FakeChannel]
) -> None:
    await queue.show(game.board(), channel)
    channel.gate.clear()
    waiting = [asyncio.create_task(queue.show(game.board(), channel)) for _ in range(5)]
    await asyncio.sleep(0.01)
    assert await queue.show(other[0].board(), other[1]) is Delivery.DELIVERED  # does not wait for this game's
    assert not any(task.done() for task in waiting)
    channel.gate.set()
    assert await asyncio.gather(*waiting) == [Delivery.DELIVERED] * 5
    assert len(channel.messages["m1"]) <= 3
    assert channel.messages["m1"][-1] == "a 6"


async def test_a_board_read_before_the_one_shown_is_read_again(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    old = game.board(read_at=1.0)
    await queue.show(game.board(read_at=2.0), channel)
    await queue.show(old, channel)
    assert channel.messages == {"m1": ["a 2", "a 2"]}


async def test_a_board_read_after_the_one_shown_is_not_read_again(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    for read_at in (1.0, 1.0, 2.0):
        board = game.board(read_at)
        game.state += 10
        await queue.show(board, channel)
        game.state -= 10
    assert channel.messages == {"m1": ["a 1", "a 2", "a 3"]}


async def test_what_cannot_be_read_again_is_shown_as_it_was(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    async def refresh() -> View | None:
        return None

    await queue.show(game.board(read_at=2.0), channel)
    old = game.board()
    await queue.show(Board(old.game, old.view, 1.0, refresh), channel)
    assert channel.messages == {"m1": ["a 1", "a 2"]}


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (Delivery.GONE, (Delivery.DELIVERED, {"m1": ["a 1"], "m2": ["a 2", "a 3"]})),
        (Delivery.FORBIDDEN, (Delivery.FORBIDDEN, {"m1": ["a 1"], "m2": ["a 2", "a 3"]})),
        (Delivery.FAILED, (Delivery.FAILED, {"m1": ["a 1", "a 3"]})),
        (Delivery.NOT_A_MEMBER, (Delivery.NOT_A_MEMBER, {"m1": ["a 1", "a 3"]})),
    ],
)
async def test_a_board_is_posted_again_where_its_message_is_out_of_reach(
    queue: MessageQueue,
    channel: FakeChannel,
    game: Game,
    error: Delivery,
    expected: tuple[Delivery, dict[str, list[str]]],
) -> None:
    await queue.show(game.board(), channel)
    channel.errors.append(error)
    delivery = await queue.show(game.board(), channel)
    assert await queue.show(game.board(), channel) is Delivery.DELIVERED
    assert (delivery, channel.messages) == expected


async def test_a_post_that_fails_is_made_up_for_by_the_next(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    channel.errors.append(Delivery.NO_SUCH_CHANNEL)
    assert await queue.show(game.board(), channel) is Delivery.NO_SUCH_CHANNEL
    assert await queue.message_of("a") is None
    assert await queue.show(game.board(), channel) is Delivery.DELIVERED
    assert channel.messages == {"m1": ["a 2"]}


async def test_after_a_failure_whoever_waited_is_not_told_of_success(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    await queue.show(game.board(), channel)
    channel.gate.clear()
    channel.errors.extend([Delivery.FAILED, Delivery.FAILED])
    waiting = [asyncio.create_task(queue.show(game.board(), channel)) for _ in range(2)]
    await asyncio.sleep(0.01)
    channel.gate.set()
    assert await asyncio.gather(*waiting) == [Delivery.FAILED] * 2


async def test_a_press_on_the_board_is_answered_on_it(queue: MessageQueue, channel: FakeChannel, game: Game) -> None:
    await queue.show(game.board(), channel)
    channel.pressed = "m1"
    assert await queue.respond(game.board(), key("m1"), channel) is Delivery.DELIVERED
    assert channel.messages == {"m1": ["a 1", "a 2"]}
    assert channel.waits == 1  # a response is not held back by the rate limit


async def test_a_press_on_an_older_message_updates_both(queue: MessageQueue, channel: FakeChannel, game: Game) -> None:
    await queue.show(game.board(), channel)
    channel.messages["old"] = ["a 0"]
    channel.pressed = "old"
    assert await queue.respond(game.board(), key("old"), channel) is Delivery.DELIVERED
    assert channel.messages == {"m1": ["a 1", "a 2"], "old": ["a 0", "a 2"]}
    assert await queue.message_of("a") == key("m1")


@pytest.mark.parametrize(("error", "kept"), [(Delivery.GONE, "old"), (Delivery.FAILED, "m1")])
async def test_a_press_on_an_older_message_makes_it_the_game_s_only_where_the_other_is_gone(
    queue: MessageQueue, channel: FakeChannel, game: Game, error: Delivery, kept: str
) -> None:
    await queue.show(game.board(), channel)
    channel.messages["old"] = ["a 0"]
    channel.pressed = "old"
    channel.errors.extend([None, error])
    assert await queue.respond(game.board(), key("old"), channel) is Delivery.DELIVERED
    assert await queue.message_of("a") == key(kept)


async def test_a_press_on_the_message_of_a_game_that_has_none_makes_it_the_game_s(
    queue: MessageQueue, messages: Messages, channel: FakeChannel, game: Game
) -> None:
    channel.messages["old"] = ["a 0"]
    channel.pressed = "old"
    assert await queue.respond(game.board(), key("old"), channel) is Delivery.DELIVERED
    assert await messages.of("a") == key("old")
    assert channel.messages == {"old": ["a 0", "a 1"]}


@pytest.mark.parametrize("known", [True, False])
async def test_a_response_that_fails_becomes_an_edit(
    queue: MessageQueue, channel: FakeChannel, game: Game, *, known: bool
) -> None:
    if known:
        await queue.show(game.board(), channel)
    channel.messages.setdefault("m1", ["a 1"])
    channel.pressed = "m1"
    channel.errors.append(Delivery.FAILED)
    game.state = 1
    assert await queue.respond(game.board(), key("m1"), channel) is Delivery.DELIVERED
    assert channel.messages == {"m1": ["a 1", "a 2"]}


async def test_a_moved_board_is_the_newest_message_and_the_old_one_is_deleted(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    await queue.move(game.board(), channel)
    channel.messages["chat"] = ["hello"]
    assert await queue.move(game.board(), channel) is Delivery.DELIVERED
    assert channel.messages == {"chat": ["hello"], "m3": ["a 2"]}
    assert await queue.message_of("a") == key("m3")


async def test_a_move_that_fails_leaves_the_old_message(queue: MessageQueue, channel: FakeChannel, game: Game) -> None:
    await queue.show(game.board(), channel)
    channel.errors.append(Delivery.FAILED)
    assert await queue.move(game.board(), channel) is Delivery.FAILED
    assert channel.messages == {"m1": ["a 1"]}
    assert await queue.message_of("a") == key("m1")


async def test_a_storage_that_fails_is_a_failed_delivery(channel: FakeChannel, game: Game) -> None:
    def busy() -> object:
        raise StorageBusy("games.db")

    queue = MessageQueue(Messages(busy), lambda: 0.0)  # type: ignore[arg-type]  # raises before it would matter
    assert await queue.show(game.board(), channel) is Delivery.FAILED
    assert await queue.respond(game.board(), key("m1"), channel) is Delivery.FAILED
    assert await queue.move(game.board(), channel) is Delivery.FAILED
    assert channel.messages == {}
