"""The queue shows the latest state of each game in its one message, whatever is asked for meanwhile."""

import asyncio
from unittest.mock import AsyncMock

import pytest
from msgspec.structs import replace

from bot.model.errors import StorageBusy
from bot.model.observer import Observer
from bot.model.rooms import MessageKey, NewsKey, NewsKind, StoredBoard
from bot.platforms.common.delivery import Board, DeliveryError, DeliveryOutcome
from bot.platforms.common.intake import DeduplicatingIntake
from bot.platforms.common.message_queue import MessageQueue
from bot.presenters.images import Image
from bot.presenters.views import View
from bot.services.messages import Messages
from tests.fakes.clock import FakeClock
from tests.fakes.observer import RecordingObserver
from tests.platforms.common.queued_games import ENGLISH, FakeChannel, Game, key, read_board


async def test_a_board_is_posted_once_and_edited_from_then_on(
    queue: MessageQueue, messages: Messages, channel: FakeChannel, game: Game
) -> None:
    for _ in range(3):
        assert await queue.show(game.board(), channel) is DeliveryOutcome.DELIVERED
    assert channel.messages == {"m1": ["a 1", "a 2", "a 3"]}
    assert channel.waits == 3
    assert await messages.message_of("a") == key("m1")
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
    queue: MessageQueue, messages: Messages, intake: DeduplicatingIntake, channel: FakeChannel, game: Game
) -> None:
    await queue.show(game.board(), channel)
    again = MessageQueue(messages, read_board, intake, Observer(), "chat")
    assert await again.message_of("a") == key("m1")
    await again.show(game.board(), channel)
    assert channel.messages == {"m1": ["a 1", "a 2"]}


async def test_boards_that_wait_are_shown_by_one_edit_of_the_newest(
    queue: MessageQueue, channel: FakeChannel, game: Game, other: tuple[Game, FakeChannel]
) -> None:
    await queue.show(game.board(), channel)
    channel.gate.clear()
    waiting = [asyncio.create_task(queue.show(game.board(), channel)) for _ in range(5)]
    await channel.held.wait()
    assert await queue.show(other[0].board(), other[1]) is DeliveryOutcome.DELIVERED  # does not wait for this game's
    assert not any(task.done() for task in waiting)
    channel.gate.set()
    assert await asyncio.gather(*waiting) == [DeliveryOutcome.DELIVERED] * 5
    assert len(channel.messages["m1"]) <= 3
    assert channel.messages["m1"][-1] == "a 6"


async def test_an_older_board_never_overwrites_a_newer_one(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    old, new = game.board(), game.board()
    await queue.show(new, channel)
    assert await queue.show(old, channel) is DeliveryOutcome.DELIVERED
    assert channel.messages == {"m1": ["a 2"]}


async def test_a_board_that_is_visible_is_sent_again_only_by_force(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    board = game.board()
    await queue.show(board, channel)
    await queue.show(board, channel)
    assert channel.messages == {"m1": ["a 1"]}
    await queue.show(board, channel, force=True)
    assert channel.messages == {"m1": ["a 1", "a 1"]}


async def test_a_press_is_acknowledged_and_not_kept_waiting_by_an_edit(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    await queue.show(game.board(), channel)
    channel.gate.clear()
    edit = asyncio.create_task(queue.show(game.board(), channel))
    await channel.held.wait()
    channel.pressed = "m1"
    press = asyncio.create_task(queue.respond(game.board(), key("m1"), channel))
    await asyncio.sleep(0)
    assert channel.acknowledged == 1
    channel.gate.set()
    assert set(await asyncio.gather(edit, press)) == {DeliveryOutcome.DELIVERED}
    assert channel.messages == {"m1": ["a 1", "a 2", "a 3"]}


async def test_a_state_that_another_process_has_stored_is_sent_too(
    queue: MessageQueue, intake: DeduplicatingIntake, channel: FakeChannel, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def shown(_revisions: object, _settled: object) -> dict[str, StoredBoard]:
        return {"a": StoredBoard(game.state, key("m1"))}

    monkeypatch.setattr(queue._messages, "record_shown", shown)
    await queue.show(game.board(), channel)
    game.state += 5
    await intake.drain(10)
    assert channel.messages == {"m1": ["a 1", "a 6"]}


async def test_two_processes_post_one_message(
    messages: Messages, intake: DeduplicatingIntake, channel: FakeChannel, game: Game
) -> None:
    queues = [MessageQueue(messages, read_board, intake, Observer(), "chat") for _ in range(2)]
    channel.gate.clear()
    shows = [asyncio.create_task(queue.show(game.board(), channel)) for queue in queues]
    await asyncio.sleep(0.05)
    channel.gate.set()
    assert await asyncio.gather(*shows) == [DeliveryOutcome.DELIVERED] * 2
    assert all(queue.is_active("a") for queue in queues)
    assert list(channel.messages) == ["m1"]
    assert channel.messages["m1"][-1] == "a 2"


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (DeliveryOutcome.GONE, (DeliveryOutcome.DELIVERED, {"m1": ["a 1"], "m2": ["a 2", "a 3"]})),
        (DeliveryOutcome.FORBIDDEN, (DeliveryOutcome.FORBIDDEN, {"m1": ["a 1", "a 3"]})),
        (DeliveryOutcome.OUT_OF_REACH, (DeliveryOutcome.OUT_OF_REACH, {"m1": ["a 1", "a 3"]})),
        (DeliveryOutcome.FAILED, (DeliveryOutcome.FAILED, {"m1": ["a 1", "a 3"]})),
        (DeliveryOutcome.UNPOSTABLE, (DeliveryOutcome.UNPOSTABLE, {"m1": ["a 1", "a 3"]})),
    ],
)
async def test_a_board_is_posted_again_only_where_its_message_is_gone(
    queue: MessageQueue,
    channel: FakeChannel,
    game: Game,
    error: DeliveryOutcome,
    expected: tuple[DeliveryOutcome, dict[str, list[str]]],
) -> None:
    await queue.show(game.board(), channel)
    channel.errors.append(error)
    delivery = await queue.show(game.board(), channel)
    assert await queue.show(game.board(), channel) is DeliveryOutcome.DELIVERED
    assert (delivery, channel.messages) == expected


async def test_a_press_on_the_board_is_answered_on_it(queue: MessageQueue, channel: FakeChannel, game: Game) -> None:
    await queue.show(game.board(), channel)
    channel.pressed = "m1"
    assert await queue.respond(board := game.board(), key("m1"), channel) is DeliveryOutcome.DELIVERED
    assert channel.waits == 1  # a response is not held back by the rate limit
    assert await queue.show(board, channel) is DeliveryOutcome.DELIVERED  # it is visible already
    assert channel.messages == {"m1": ["a 1", "a 2"]}


async def test_a_press_on_a_former_message_shows_the_board_in_the_present_one_and_makes_the_former_a_link(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    await queue.show(game.board(), channel)
    channel.messages["old"] = ["a 0"]
    channel.pressed = "old"
    assert await queue.respond(board := game.board(), key("old"), channel) is DeliveryOutcome.DELIVERED
    assert await queue.show(board, channel) is DeliveryOutcome.DELIVERED  # it is visible already
    assert channel.messages == {"m1": ["a 1", "a 2"], "old": ["a 0", "moved to m1"]}
    assert await queue.message_of("a") == key("m1")


@pytest.mark.parametrize(("error", "kept"), [(DeliveryOutcome.GONE, "old"), (DeliveryOutcome.FAILED, "m1")])
async def test_a_press_on_a_former_message_makes_it_the_game_s_only_where_the_other_is_gone(
    queue: MessageQueue, channel: FakeChannel, game: Game, error: DeliveryOutcome, kept: str
) -> None:
    await queue.show(game.board(), channel)
    channel.messages["old"] = ["a 0"]
    channel.pressed = "old"
    channel.errors.append(error)
    assert await queue.respond(game.board(), key("old"), channel) is DeliveryOutcome.DELIVERED
    assert channel.messages["old"] == ["a 0", "a 2"]
    assert await queue.message_of("a") == key(kept)


async def test_a_press_on_the_message_of_a_game_that_has_none_makes_it_the_game_s(
    queue: MessageQueue, messages: Messages, channel: FakeChannel, game: Game
) -> None:
    channel.messages["old"] = ["a 0"]
    channel.pressed = "old"
    assert await queue.respond(game.board(), key("old"), channel) is DeliveryOutcome.DELIVERED
    assert await messages.message_of("a") == key("old")
    assert channel.messages == {"old": ["a 0", "a 1"]}


@pytest.mark.parametrize(
    ("leaves_link", "former"), [(True, {"m1": ["a 1", "moved to m3"]}), (False, {})], ids=["link", "no trace"]
)
async def test_a_moved_board_is_the_newest_message_and_its_former_one_is_replaced(
    queue: MessageQueue, channel: FakeChannel, game: Game, *, leaves_link: bool, former: dict[str, list[str]]
) -> None:
    await queue.show(game.board(), channel)
    channel.messages["chat"] = ["hello"]
    assert await queue.repost(game.board(), channel, leaves_link=leaves_link) is DeliveryOutcome.DELIVERED
    assert channel.messages == {**former, "chat": ["hello"], "m3": ["a 2", "a 2"]}
    assert await queue.message_of("a") == key("m3")


async def test_a_board_without_a_message_is_posted_where_it_is_to_move(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    assert await queue.repost(game.board(), channel, leaves_link=True) is DeliveryOutcome.DELIVERED
    assert channel.messages == {"m1": ["a 1"]}


async def test_a_board_that_moves_or_is_posted_again_mentions_nobody(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    board = Board(replace(game.view(), mention="1"), ENGLISH)
    await queue.show(board, channel)
    await queue.repost(board, channel, leaves_link=True)
    channel.errors.append(DeliveryOutcome.GONE)
    await queue.show(board, channel, force=True)
    assert channel.mentions == ["1", None, None]


async def test_a_board_that_another_process_has_moved_is_shown_there_and_its_former_message_is_a_link_again(
    queue: MessageQueue, messages: Messages, intake: DeduplicatingIntake, channel: FakeChannel, game: Game
) -> None:
    await queue.show(game.board(), channel)
    channel.messages["m2"] = ["a 1"]
    await messages.record_posted("a", key("m2"), "en")
    await queue.show(game.board(), channel)
    await intake.drain(10)
    assert channel.messages == {"m1": ["a 1", "a 2", "moved to m2"], "m2": ["a 1", "a 2"]}


async def test_a_board_that_another_process_has_moved_is_followed_once(
    queue: MessageQueue, messages: Messages, channel: FakeChannel, game: Game
) -> None:
    await queue.show(board := game.board(), channel)
    channel.messages["m2"] = []
    await messages.record_posted("a", key("m2"), "en")
    for _ in range(2):
        await queue._follow(board, channel)
    assert channel.messages == {"m1": ["a 1", "moved to m2"], "m2": ["a 1"]}


async def test_a_board_whose_former_message_is_not_known_becomes_no_link(
    queue: MessageQueue, messages: Messages, channel: FakeChannel, game: Game
) -> None:
    await messages.record_posted("a", key("m1"), "en")
    await queue._follow(game.board(), channel)
    assert channel.messages == {}


async def test_a_board_without_a_recorded_message_is_followed_nowhere(
    queue: MessageQueue, channel: FakeChannel, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    await queue.show(board := game.board(), channel)
    monkeypatch.setattr(Messages, "message_of", AsyncMock(return_value=None))
    await queue._follow(board, channel)
    assert channel.messages == {"m1": ["a 1"]}


async def test_an_end_that_is_shown_is_not_shown_again(
    queue: MessageQueue, channel: FakeChannel, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    await queue.show(game.board(), channel)
    ended = game.board()
    monkeypatch.setattr(channel, "is_newest", AsyncMock(return_value=True))
    await queue.show_end(NewsKey("a", NewsKind.END, ended.view.revision), ended, channel, may_exist=False)
    assert channel.waits == 2
    assert await queue.show(ended, channel) is DeliveryOutcome.DELIVERED
    assert channel.messages == {"m1": ["a 1", "a 2"]}


@pytest.mark.parametrize("shown", [[], [key("m2")], [None]], ids=["no board", "a board", "where it cannot be found"])
async def test_an_end_is_told_below_its_board_which_becomes_a_link_if_both_are_known(
    queue: MessageQueue,
    channel: FakeChannel,
    game: Game,
    shown: list[MessageKey | None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for _ in shown:
        await queue.show(game.board(), channel)
    ended, replaced = game.board(), AsyncMock()
    monkeypatch.setattr(channel, "is_newest", AsyncMock(return_value=not shown))
    monkeypatch.setattr(channel, "send_news", AsyncMock(return_value=shown[0] if shown else key("m2")))
    monkeypatch.setattr(channel, "replace_by_link", replaced)
    await queue.show_end(NewsKey("a", NewsKind.END, ended.view.revision), ended, channel, may_exist=False)
    assert [called.args[:2] for called in replaced.await_args_list] == [(key("m1"), each) for each in shown if each]


async def test_an_edit_that_waits_for_an_end_that_is_cancelled_does_not_bring_the_former_board_back(
    queue: MessageQueue, channel: FakeChannel, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    await queue.show(game.board(), channel)
    ended, linking = game.board(), asyncio.Event()
    channel.messages["m2"] = []

    async def replace_by_link(*_: object, **__: object) -> None:
        linking.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(channel, "is_newest", AsyncMock(return_value=False))
    monkeypatch.setattr(channel, "send_news", AsyncMock(return_value=key("m2")))
    monkeypatch.setattr(channel, "replace_by_link", replace_by_link)
    news = NewsKey("a", NewsKind.END, ended.view.revision)
    end = asyncio.create_task(queue.show_end(news, ended, channel, may_exist=False))
    await linking.wait()
    edit = asyncio.create_task(queue.show(ended, channel, force=True))
    await asyncio.sleep(0)
    end.cancel()
    assert await edit is DeliveryOutcome.DELIVERED
    assert channel.messages == {"m1": ["a 1"], "m2": ["a 2"]}


async def test_two_games_are_shown_in_their_own_messages_though_only_one_is_cached(
    queue: MessageQueue,
    channel: FakeChannel,
    game: Game,
    other: tuple[Game, FakeChannel],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.platforms.common.message_queue._CACHE_SIZE", 1)
    channel.gate.clear()
    first = asyncio.create_task(queue.show(game.board(), channel))
    await channel.held.wait()
    await queue.show(other[0].board(), other[1])
    second = asyncio.create_task(queue.show(game.board(), channel))
    await asyncio.sleep(0)
    channel.gate.set()
    await asyncio.gather(first, second)
    assert (channel.messages, channel.waits) == ({"m1": ["a 1", "a 2"]}, 2)
    assert [*queue._recent] == ["a"]


async def test_a_game_is_left_to_the_process_that_sends_its_board_has_just_done_so_or_repeats_it(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    channel.gate.clear()
    sending = asyncio.create_task(queue.show(game.board(), channel))
    await channel.held.wait()
    assert queue.is_active("a")
    channel.gate.set()
    await sending
    assert queue.is_active("a")
    queue._unchecked.clear()
    assert not queue.is_active("a")
    channel.errors.append(DeliveryOutcome.FAILED)
    await queue.show(game.board(), channel)
    assert queue.is_active("a")


async def test_a_claim_that_is_being_renewed_is_not_given_up_before_that(
    queue: MessageQueue, channel: FakeChannel, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    under_way, done = asyncio.Event(), list[str]()

    async def renew(*_args: object) -> None:
        under_way.set()
        for _ in range(50):
            await asyncio.sleep(0)
        done.append("renewed")

    async def release(*_args: object) -> None:
        done.append("released")

    monkeypatch.setattr("bot.platforms.common.delivery._RENEW_SECONDS", 0.001)
    monkeypatch.setattr(Messages, "renew_claim", renew)
    monkeypatch.setattr(Messages, "release_claim", release)
    channel.gate.clear()
    channel.errors.append(DeliveryOutcome.FAILED)
    posting = asyncio.create_task(queue.show(game.board(), channel))
    await under_way.wait()
    channel.gate.set()
    assert await posting is DeliveryOutcome.FAILED
    assert done == ["renewed", "released"]


class ProcessEnded(Exception):
    """The process has ended during a send."""


@pytest.mark.parametrize("sends", [0, 1, 2], ids=["post", "link", "buttons"])
async def test_a_process_that_ends_while_it_moves_a_board_leaves_at_most_one_with_buttons(
    queue: MessageQueue, messages: Messages, channel: FakeChannel, game: Game, sends: int
) -> None:
    await queue.show(board := game.board(), channel)
    await messages.record_shown({"a": 1}, {"a"})
    channel.errors.extend([*[None] * sends, ProcessEnded])
    with pytest.raises(ProcessEnded):
        await queue.repost(board, channel, leaves_link=True)
    assert len(channel.live) <= 1
    assert "a" in {outdated.game for outdated in await messages.outdated("chat")}
    another = MessageQueue(messages, read_board, DeduplicatingIntake(), Observer(), "chat")
    assert await another.show(board, channel, force=True) is DeliveryOutcome.DELIVERED
    shown = await messages.message_of("a")
    assert shown is not None
    assert channel.live == {shown.message}


async def test_a_press_on_a_former_message_shows_the_newest_board(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    old, new = game.board(), game.board()
    await queue.show(new, channel)
    channel.messages["old"] = ["a 0"]
    channel.pressed = "old"
    assert await queue.respond(old, key("old"), channel) is DeliveryOutcome.DELIVERED
    assert channel.messages == {"m1": ["a 2", "a 2"], "old": ["a 0", "moved to m1"]}


async def test_a_press_on_a_former_message_that_can_be_shown_nowhere_fails(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    await queue.show(game.board(), channel)
    channel.errors.extend([DeliveryOutcome.FORBIDDEN, DeliveryOutcome.OUT_OF_REACH])
    assert await queue.respond(game.board(), key("old"), channel) is DeliveryOutcome.OUT_OF_REACH


async def test_a_press_on_an_ended_game_changes_only_a_message_that_does_not_show_the_end(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    first, last = [Board(replace(game.board().view, images=(Image("", "", ""),)), ENGLISH) for _ in range(2)]
    await queue.show(first, channel)
    channel.messages["old"] = ["a 0"]
    for board, channel.pressed in ((first, "m1"), (first, "old"), (last, "m1")):
        assert await queue.respond(board, key(channel.pressed), channel) is DeliveryOutcome.DELIVERED
    assert channel.messages == {"m1": ["a 1", "a 1", "a 2"], "old": ["a 0", "moved to m1"]}


async def test_what_becomes_of_each_board_is_reported_with_the_platform(
    messages: Messages, intake: DeduplicatingIntake, channel: FakeChannel, game: Game
) -> None:
    observer = RecordingObserver()
    queue = MessageQueue(messages, read_board, intake, observer, "slack")
    channel.pressed = "m1"
    await queue.show(game.board(), channel)
    await queue.respond(game.board(), key("m1"), channel)
    channel.errors.append(DeliveryOutcome.UNPOSTABLE)
    await queue.show(game.board(), channel)
    assert observer.boards == [("slack", outcome) for outcome in ("delivered", "delivered", "unpostable")]


async def test_a_response_that_is_followed_by_an_edit_is_reported_once(
    messages: Messages, intake: DeduplicatingIntake, channel: FakeChannel, game: Game
) -> None:
    observer = RecordingObserver()
    queue = MessageQueue(messages, read_board, intake, observer, "discord")
    channel.pressed = "m1"
    await queue.show(game.board(), channel)
    channel.errors.append(DeliveryOutcome.FAILED)
    await queue.respond(game.board(), key("m1"), channel)
    assert observer.boards == [("discord", "delivered")] * 2


async def test_a_message_that_a_failed_post_has_left_is_found(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    channel.errors.append(DeliveryOutcome.FAILED)
    assert await queue.show(game.board(), channel) is DeliveryOutcome.FAILED
    assert channel.searched == []
    channel.messages["left"] = ["a 1"]
    channel.found = key("left")
    assert await queue.show(game.board(), channel) is DeliveryOutcome.DELIVERED
    assert channel.messages == {"left": ["a 1", "a 2"]}
    assert await queue.message_of("a") == key("left")


async def test_a_message_that_is_gone_is_not_taken_for_the_one_that_replaces_it(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    await queue.show(game.board(), channel)
    channel.found = key("m1")  # the platform's search still finds it
    channel.errors.extend([DeliveryOutcome.GONE, DeliveryOutcome.FAILED, DeliveryOutcome.GONE])
    for outcome in (DeliveryOutcome.FAILED, DeliveryOutcome.DELIVERED):
        assert await queue.show(game.board(), channel) is outcome
    assert channel.messages == {"m1": ["a 1"], "m2": ["a 3"]}


async def test_a_post_that_fails_is_made_up_for_by_the_next(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    channel.errors.append(DeliveryOutcome.UNPOSTABLE)
    assert await queue.show(game.board(), channel) is DeliveryOutcome.UNPOSTABLE
    assert await queue.message_of("a") is None
    assert await queue.show(game.board(), channel) is DeliveryOutcome.DELIVERED
    assert channel.messages == {"m1": ["a 2"]}


async def test_after_a_failure_no_waiting_caller_is_told_of_success(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    await queue.show(game.board(), channel)
    channel.gate.clear()
    channel.errors.extend([DeliveryOutcome.FAILED, DeliveryOutcome.FAILED])
    waiting = [asyncio.create_task(queue.show(game.board(), channel)) for _ in range(2)]
    await channel.held.wait()
    channel.gate.set()
    assert await asyncio.gather(*waiting) == [DeliveryOutcome.FAILED] * 2


@pytest.mark.parametrize("known", [True, False])
async def test_a_response_that_fails_becomes_an_edit_which_is_repeated_because_the_response_may_arrive_late(
    queue: MessageQueue, intake: DeduplicatingIntake, channel: FakeChannel, game: Game, *, known: bool
) -> None:
    if known:
        await queue.show(game.board(), channel)
    channel.messages.setdefault("m1", ["a 1"])
    channel.pressed = "m1"
    channel.errors.append(DeliveryOutcome.FAILED)
    game.state = 1
    assert await queue.respond(game.board(), key("m1"), channel) is DeliveryOutcome.DELIVERED
    assert channel.messages == {"m1": ["a 1", "a 2"]}
    await intake.drain(10)
    assert channel.messages == {"m1": ["a 1", "a 2", "a 2"]}


async def test_a_response_that_fails_becomes_an_edit_of_a_board_that_is_shown_already(
    queue: MessageQueue, channel: FakeChannel, game: Game
) -> None:
    await queue.show(board := game.board(), channel)
    channel.pressed = "m1"
    channel.errors.append(DeliveryOutcome.FAILED)
    assert await queue.respond(board, key("m1"), channel) is DeliveryOutcome.DELIVERED
    assert channel.messages == {"m1": ["a 1", "a 1"]}


async def test_a_move_that_fails_leaves_the_old_message(queue: MessageQueue, channel: FakeChannel, game: Game) -> None:
    await queue.show(game.board(), channel)
    channel.errors.append(DeliveryOutcome.FAILED)
    assert await queue.repost(game.board(), channel, leaves_link=True) is DeliveryOutcome.FAILED
    assert channel.messages == {"m1": ["a 1"]}
    assert await queue.message_of("a") == key("m1")


async def test_a_moved_board_that_could_not_get_its_buttons_gets_them_later(
    queue: MessageQueue, intake: DeduplicatingIntake, channel: FakeChannel, game: Game
) -> None:
    await queue.show(game.board(), channel)
    channel.errors.extend([None, None, DeliveryOutcome.FAILED])
    assert await queue.repost(game.board(), channel, leaves_link=True) is DeliveryOutcome.FAILED
    assert channel.live == set()
    await intake.drain(10)
    assert channel.messages == {"m1": ["a 1", "moved to m2"], "m2": ["a 2", "a 2"]}
    assert channel.live == {"m2"}


async def test_a_storage_that_fails_is_a_failed_delivery(channel: FakeChannel, game: Game) -> None:
    def busy(*_access: object) -> object:
        raise StorageBusy("games.db")

    messages = Messages(busy, FakeClock())  # type: ignore[arg-type]  # it raises first
    queue = MessageQueue(messages, read_board, DeduplicatingIntake(), Observer(), "chat")
    assert await queue.show(game.board(), channel) is DeliveryOutcome.FAILED
    assert await queue.repost(game.board(), channel, leaves_link=True) is DeliveryOutcome.FAILED
    assert channel.messages == {}


@pytest.mark.logs_errors
async def test_a_fault_of_a_transport_leaves_nobody_waiting(
    queue: MessageQueue, channel: FakeChannel, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ready() -> None:
        raise DeliveryError(DeliveryOutcome.FORBIDDEN)

    monkeypatch.setattr(channel, "wait_for_rate_limit", ready)
    async with asyncio.timeout(30):
        assert await queue.show(game.board(), channel) is DeliveryOutcome.FAILED


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
        assert list(await asyncio.gather(first, second)) == [DeliveryOutcome.FAILED, DeliveryOutcome.DELIVERED]
    assert channel.messages == {"m1": ["a 1", "a 3"]}


async def test_a_failed_edit_is_repeated_with_the_newest_board(
    queue: MessageQueue, intake: DeduplicatingIntake, channel: FakeChannel, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pause in ("_REPEAT_SECONDS", "_CHECK_SECONDS"):
        monkeypatch.setattr(f"bot.platforms.common.message_queue.{pause}", 0.0)
    await queue.show(game.board(), channel)
    for _ in range(2):
        channel.errors.append(DeliveryOutcome.FAILED)
        assert await queue.show(game.board(), channel) is DeliveryOutcome.FAILED
        game.state += 1
        await intake._finish()
    assert channel.messages == {"m1": ["a 1", "a 3", "a 5"]}


async def test_the_newest_board_is_sent_again_because_a_failed_edit_may_arrive_late(
    queue: MessageQueue, intake: DeduplicatingIntake, channel: FakeChannel, game: Game
) -> None:
    await queue.show(game.board(), channel)
    channel.errors.append(DeliveryOutcome.FAILED)
    for delivery in (DeliveryOutcome.FAILED, DeliveryOutcome.DELIVERED):
        assert await queue.show(game.board(), channel) is delivery
    await intake.drain(10)
    assert channel.messages == {"m1": ["a 1", "a 3", "a 3"]}
