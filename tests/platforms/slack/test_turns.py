"""Mentions, reminders and expiry on Slack, with a clock that is set by hand."""

from datetime import timedelta

import pytest

from bot.model.news import CLAIM_TIME
from bot.persistence.database import Database
from bot.platforms.common import catch_up
from bot.services.games.expiry import Expiry
from tests.fakes.clock import FakeClock
from tests.fakes.slack import Disconnect, Message
from tests.platforms.slack.stage import Stage
from tests.platforms.slack.test_duels import begin

DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    clock = FakeClock()
    monkeypatch.setattr("tests.platforms.slack.stage.now", clock)
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.05)
    return clock


async def look(stage: Stage, clock: FakeClock) -> None:
    """Let two processes look what is due."""
    database = Database(f"sqlite:///{stage.file}")
    for _ in range(2):
        await Expiry(database.unit, clock).step()
    await database.close()


def told(stage: Stage, board: Message) -> list[str]:
    """Who is mentioned in the thread of a board, by the names."""
    names = {stage.ann.id: "Ann", stage.bob.id: "Bob"}
    texts = [str(reply.payload()["text"]) for reply in board.replies]
    return [name for text in texts for user, name in names.items() if f"<@{user}>" in text]


async def test_each_turn_is_told_once_in_the_thread_of_the_board(stage: Stage) -> None:
    async with stage.bot():
        board, first, second = await begin(stage)
        await stage.slack.until(lambda: told(stage, board)[-1:] == [first.name])
        await stage.guess(board, "012", first)
        await stage.slack.until(lambda: told(stage, board)[-1:] == [second.name])
    assert stage.games.messages == [board]
    mention = board.replies[-1].payload()
    assert mention["blocks"][0]["elements"][0]["elements"] == [{"type": "user", "user_id": second.id}]
    assert f"It's your turn against {first.name} (guess 1)." in mention["text"]


async def test_a_mention_whose_response_got_lost_is_not_repeated(stage: Stage, clock: FakeClock) -> None:
    async with stage.bot():
        board = await stage.begin(f"duel <@{stage.bob.id}|bob> hitblow3")
        stage.slack.network.fail("chat.postMessage", Disconnect(processed=True))
        await stage.slack.until(lambda: told(stage, board))
        clock.advance(CLAIM_TIME + timedelta(seconds=1))
        await stage.slack.until(lambda: stage.slack.calls("conversations.replies"))
    async with stage.bot():
        await stage.home()
    assert told(stage, board) == ["Bob"]


async def test_what_became_due_while_the_bot_was_down_happens_once(stage: Stage, clock: FakeClock) -> None:
    async with stage.bot():
        board, first, _ = await begin(stage)
        await stage.slack.until(lambda: told(stage, board)[-1:] == [first.name])
    before = len(board.replies)
    clock.advance(DAY)
    await look(stage, clock)
    async with stage.bot():
        await stage.slack.until(lambda: len(board.replies) > before)
    assert "Still waiting for you." in str(board.replies[-1])
    clock.advance(30 * DAY)
    await look(stage, clock)
    async with stage.bot():
        await stage.shows(board, "Nobody moved for too long")
        await stage.slack.until(lambda: len(stage.games.messages) == 2)
    assert [len(board.replies), len(stage.games.messages)] == [before + 1, 2]


async def test_nothing_is_told_in_a_channel_that_was_archived(stage: Stage, clock: FakeClock) -> None:
    async with stage.bot():
        board, _, _ = await begin(stage)
    stage.games.archived = True
    for _ in range(12):
        clock.advance(DAY)
        await look(stage, clock)
    async with stage.bot() as bot:
        services = bot._runtime.services  # there is no other way to them
        clock.advance(2 * DAY)
        await stage.slack.until(lambda: stage.slack.calls("chat.update"))
        await stage.home()
        assert await services.news.pending("slack") == []
    assert "Nobody moved" not in str(board)


async def test_board_lists_the_games_of_a_player_with_a_link_to_each(stage: Stage) -> None:
    other = stage.team.channel("other")
    async with stage.bot():
        board = await stage.begin(f"duel <@{stage.bob.id}|bob> hitblow3")
        await stage.begin("play who:me", stage.bob, other)
        await stage.bob.command(other, "/hitblow", "board")
        listed = await stage.slack.until(
            lambda: [each for each in stage.bob.ephemeral if "Your running games:" in str(each)]
        )
    text = str(listed[-1].payload())
    assert "It's your turn in #k1." in text
    assert f"https://slack.com/archives/{stage.games.id}/p{board.ts.replace('.', '')}" in text
    assert f"https://slack.com/archives/{other.id}" in text


async def test_home_tells_in_which_games_it_is_ones_turn(stage: Stage) -> None:
    async with stage.bot():
        await stage.begin(f"duel <@{stage.bob.id}|bob> hitblow3")
        assert "It's your turn in #k1." in str(await stage.home(stage.bob))
        assert "your turn in" not in str(await stage.home())
