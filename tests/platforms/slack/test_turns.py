"""Mentions, reminders and expiry on Slack, with a clock that is set by hand."""

from datetime import timedelta

import pytest

from bot.model.rooms import CLAIM_TIME
from bot.persistence.database import Database
from bot.services.background import GameExpiry
from tests.fakes.clock import FakeClock
from tests.fakes.slack import Disconnect, Message
from tests.platforms.slack.harness import Harness
from tests.platforms.slack.test_modes import hide, start

DAY = timedelta(days=1)

pytestmark = pytest.mark.usefixtures("quick_catch_up")


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    clock = FakeClock()
    monkeypatch.setattr("tests.platforms.slack.harness.now", clock)
    return clock


async def look(harness: Harness, clock: FakeClock) -> None:
    """Let two processes look what is due."""
    database = Database(f"sqlite:///{harness.file}")
    for _ in range(2):
        await GameExpiry(database.unit, clock).run_step()
    await database.close()


def told(harness: Harness, board: Message) -> list[str]:
    """Who is mentioned in the thread of a board, by the names."""
    names = {harness.ann.id: "Ann", harness.bob.id: "Bob"}
    texts = [str(reply.payload()["text"]) for reply in board.replies]
    return [name for text in texts for user, name in names.items() if f"<@{user}>" in text]


async def test_each_turn_is_told_once_in_the_thread_of_the_board(harness: Harness) -> None:
    async with harness.bot():
        board, first, second = await start(harness)
        await harness.slack.until(lambda: told(harness, board)[-1:] == [first.name])
        await harness.until_after(harness.guess(board, "012", first), lambda: told(harness, board) == [second.name])
    assert harness.games.messages == [board]
    (notice,) = board.replies
    assert notice.payload()["blocks"][0]["elements"][0]["elements"][0] == {"type": "user", "user_id": second.id}
    assert f"It's your turn against {first.name} (guess 1)." in notice.payload()["text"]
    assert f"{first.name} guessed 012: " in str(notice)


async def test_a_mention_whose_response_got_lost_is_not_repeated(harness: Harness, clock: FakeClock) -> None:
    async with harness.bot():
        board = await harness.start_duel("hitblow3", code="527")
        harness.slack.network.fail("chat.postMessage", Disconnect(processed=True))
        await hide(harness, harness.bob, board, "683")
        await harness.slack.until(lambda: told(harness, board))
        clock.advance(CLAIM_TIME + timedelta(seconds=1))
        await harness.slack.until(lambda: harness.slack.calls("conversations.replies"))
    async with harness.bot():
        await harness.home()
    assert len(told(harness, board)) == 1


async def test_what_became_due_while_the_bot_was_down_happens_once(harness: Harness, clock: FakeClock) -> None:
    async with harness.bot():
        board, first, _ = await start(harness)
        await harness.slack.until(lambda: told(harness, board)[-1:] == [first.name])
    clock.advance(DAY)
    await look(harness, clock)
    async with harness.bot():
        await harness.slack.until(lambda: ["your turn" in str(reply) for reply in board.replies] == [True])
    clock.advance(30 * DAY)
    await look(harness, clock)
    async with harness.bot():
        await harness.wait_until_shown(board, "Nobody moved for too long")
        await harness.slack.until(lambda: not board.replies)
        assert harness.games.messages == [board]


async def test_nothing_is_told_in_a_channel_that_was_archived(harness: Harness, clock: FakeClock) -> None:
    async with harness.bot():
        board, _, _ = await start(harness)
    harness.games.archived = True
    for _ in range(12):
        clock.advance(DAY)
        await look(harness, clock)
    async with harness.bot() as bot:
        services = bot._runtime.services  # there is no other way to them
        clock.advance(2 * DAY)
        await harness.slack.until(lambda: harness.slack.calls("chat.update"))
        await harness.home()
        assert await services.news.pending("slack") == []
    assert "Nobody moved" not in str(board)


async def test_board_lists_the_games_of_a_player_with_a_link_to_each(harness: Harness) -> None:
    other = harness.team.channel("other")
    async with harness.bot():
        board = await harness.start_duel()
        await harness.start_game("play who:me", harness.bob, other)
        listed = await harness.until_after(
            harness.bob.command(other, "/hitblow", "board"),
            lambda: [each for each in harness.bob.views if "Your running games:" in str(each)],
        )
    text = str(listed[-1].payload())
    assert "It's your turn in #k1." in text
    assert f"https://slack.com/archives/{harness.games.id}/p{board.ts.replace('.', '')}" in text
    assert f"https://slack.com/archives/{other.id}" in text


@pytest.mark.usefixtures("bot")
async def test_home_tells_in_which_games_it_is_ones_turn(harness: Harness) -> None:
    await harness.start_duel()
    assert "It's your turn in #k1." in str(await harness.home(harness.bob))
    assert "your turn in" not in str(await harness.home())
