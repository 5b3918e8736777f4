"""The queue reports failures of messages and storage, and makes up for them."""

import asyncio

import pytest

from bot.model.errors import StorageBusy
from bot.model.rooms import MessageKey
from bot.platforms.common.delivery import Delivery, DeliveryError
from bot.platforms.common.intake import Intake
from bot.platforms.common.message_queue import MessageQueue
from bot.presenters.views import View
from bot.services.messages import Messages
from tests.fakes.clock import FakeClock
from tests.platforms.common.queued_games import FakeChannel, Game, key, read_board


async def test_a_message_that_a_failed_post_has_left_is_found(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    channel.errors.append(Delivery.FAILED)
    assert await queue.show(game.board(), channel) is Delivery.FAILED
    assert channel.searched == []
    channel.messages["left"] = ["a 1"]
    channel.found = key("left")
    assert await queue.show(game.board(), channel) is Delivery.DELIVERED
    assert channel.messages == {"left": ["a 1", "a 2"]}
    assert await queue.message_of("a") == key("left")


async def test_a_post_that_fails_is_made_up_for_by_the_next(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    channel.errors.append(Delivery.NO_SUCH_CHANNEL)
    assert await queue.show(game.board(), channel) is Delivery.NO_SUCH_CHANNEL
    assert await queue.message_of("a") is None
    assert await queue.show(game.board(), channel) is Delivery.DELIVERED
    assert channel.messages == {"m1": ["a 2"]}


async def test_after_a_failure_no_waiting_caller_is_told_of_success(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    await queue.show(game.board(), channel)
    channel.gate.clear()
    channel.errors.extend([Delivery.FAILED, Delivery.FAILED])
    waiting = [asyncio.create_task(queue.show(game.board(), channel)) for _ in range(2)]
    await channel.held.wait()
    channel.gate.set()
    assert await asyncio.gather(*waiting) == [Delivery.FAILED] * 2


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


async def test_a_move_that_fails_leaves_the_old_message(queue: MessageQueue, channel: FakeChannel, game: Game) -> None:
    await queue.show(game.board(), channel)
    channel.errors.append(Delivery.FAILED)
    assert await queue.move(game.board(), channel, leaves_link=True) is Delivery.FAILED
    assert channel.messages == {"m1": ["a 1"]}
    assert await queue.message_of("a") == key("m1")


async def test_a_storage_that_fails_is_a_failed_delivery(channel: FakeChannel, game: Game) -> None:
    def busy(*_access: object) -> object:
        raise StorageBusy("games.db")

    queue = MessageQueue(Messages(busy, FakeClock()), read_board, Intake())  # type: ignore[arg-type]  # it raises first
    assert await queue.show(game.board(), channel) is Delivery.FAILED
    assert await queue.move(game.board(), channel, leaves_link=True) is Delivery.FAILED
    assert channel.messages == {}


@pytest.mark.logs_errors
async def test_a_fault_of_a_transport_leaves_nobody_waiting(
    queue: MessageQueue, channel: FakeChannel, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ready() -> None:
        raise DeliveryError(Delivery.FORBIDDEN)

    monkeypatch.setattr(channel, "ready", ready)
    async with asyncio.timeout(30):
        assert await queue.show(game.board(), channel) is Delivery.FAILED


@pytest.mark.logs_errors
async def test_an_unexpected_error_is_a_failed_delivery_and_the_next_board_is_shown(
    queue: MessageQueue, channel: FakeChannel, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def edit(_message: MessageKey, _view: View, /) -> None:
        await channel._send()
        raise ZeroDivisionError

    await queue.show(game.board(), channel)
    channel.gate.clear()
    with monkeypatch.context() as broken:
        broken.setattr(channel, "edit", edit)
        first = asyncio.create_task(queue.show(game.board(), channel))
        await channel.held.wait()
    second = asyncio.create_task(queue.show(game.board(), channel))
    await asyncio.sleep(0)
    channel.gate.set()
    async with asyncio.timeout(30):
        assert list(await asyncio.gather(first, second)) == [Delivery.FAILED, Delivery.DELIVERED]
    assert channel.messages == {"m1": ["a 1", "a 3"]}


async def test_a_send_that_hangs_is_given_up_and_sent_again(
    queue: MessageQueue, intake: Intake, channel: FakeChannel, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    await queue.show(game.board(), channel)
    monkeypatch.setattr("bot.platforms.common.delivery._SEND_SECONDS", 0.05)
    monkeypatch.setattr("bot.platforms.common.message_queue._REPEAT_SECONDS", 0.05)
    channel.gate.clear()
    assert await queue.show(game.board(), channel) is Delivery.FAILED
    channel.gate.set()
    await intake.drain(10)
    assert channel.messages == {"m1": ["a 1", "a 2"]}


async def test_a_failed_edit_is_repeated_with_the_newest_board(
    queue: MessageQueue, intake: Intake, channel: FakeChannel, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.platforms.common.message_queue._REPEAT_SECONDS", 0.05)
    await queue.show(game.board(), channel)
    channel.errors.append(Delivery.FAILED)
    assert await queue.show(game.board(), channel) is Delivery.FAILED
    game.state += 1
    await intake.drain(10)
    assert channel.messages == {"m1": ["a 1", "a 3"]}


async def test_a_claim_that_never_ends_is_no_second_post(
    queue: MessageQueue, messages: Messages, channel: FakeChannel, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.platforms.common.delivery._POLL_SECONDS", 0.0)
    await messages.claim("a", None)
    assert await queue.show(game.board(), channel) is Delivery.FAILED
    assert channel.messages == {}
