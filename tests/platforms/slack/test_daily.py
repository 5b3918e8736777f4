"""The daily in a workspace: a private board, a shared result, and nothing that tells the code."""

from datetime import UTC, datetime, time, timedelta

import pytest

from bot.locales import LANGUAGES
from bot.model.rooms import PlayerKey, RoomKey
from bot.platforms.common import catch_up
from bot.platforms.slack.bot import SlackBot
from tests.fakes.clock import NOON
from tests.fakes.slack import Channel, Message
from tests.platforms.slack.stage import Stage, now
from tests.platforms.slack.test_told import everything_sent
from tests.support.canaries import everything_logged
from tests.support.daily import code_of, key_of, random_commands, told_of, wrong_for

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture(autouse=True)
def _quick_catch_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """News is told soon after it is stored."""
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.1)


async def private(stage: Stage, text: str) -> Message:
    """The private message that the command brings Ann."""
    before = len(stage.ann.ephemeral)
    await stage.ann.command(stage.games, "/hitblow", text)
    return (await stage.slack.until(lambda: stage.ann.ephemeral[before:]))[0]


async def guess(stage: Stage, board: Message, code: str) -> Message:
    """The private board after a guess by the button."""
    before = len(stage.ann.ephemeral)
    views = len(stage.ann.views)
    await stage.ann.click(board, "ask:0")
    await stage.slack.until(lambda: len(stage.ann.views) > views)
    await stage.ann.submit(stage.ann.view, guess=code)
    return (await stage.slack.until(lambda: stage.ann.ephemeral[before:]))[-1]


def files_in(channel: Channel) -> str:
    """The contents of all files that are shared in a channel."""
    return "\n".join(file.content.decode() for message in channel.messages for file in message.files)


async def switch_summary_on(stage: Stage, bot: SlackBot, channel: str, **texts: str) -> None:
    """Switch on the summary of a channel, or of the workspace if it is empty, in the name of Ann."""
    async with bot._runtime.services.summaries._units() as unit:
        room = RoomKey("slack", stage.team.id, channel)
        player = await unit.players.ensure(PlayerKey("slack", room.workspace, stage.ann.id), "Ann")
        await unit.room_settings.change(room, {"summary": "daily", **texts}, player.id, now())
        await unit.commit()


async def test_a_daily_is_played_privately_and_shared(stage: Stage) -> None:
    code = code_of(now().date())
    board = await private(stage, "daily")
    assert "Next code" in str(board)
    board = await guess(stage, board, wrong_for(code))
    assert "0H0B" in str(board)
    assert code not in str(board.blocks)
    assert key_of(1) not in str(board.blocks)
    board = await guess(stage, board, code)
    assert "Solved in 2 guesses" in str(board)
    assert not stage.games.messages
    await stage.ann.click(board, "press:0")
    (shared,) = await stage.slack.until(lambda: stage.games.messages)
    assert "Ann · Hit &amp; Blow" in str(shared) or "Ann · Hit & Blow" in str(shared)
    assert code not in str(shared)


async def test_the_board_stays_while_a_repeated_guess_is_asked_about(stage: Stage) -> None:
    wrong = wrong_for(code_of(now().date()))
    await private(stage, f"daily {wrong}")
    asked = await private(stage, f"daily {wrong}")
    assert str(asked).count(f"{wrong}  0H0B") == 1
    assert "Guess it anyway?" in str(asked)
    await stage.ann.click(asked, "Guess anyway")
    await stage.slack.until(lambda: str(stage.ann.ephemeral[-1]).count(f"{wrong}  0H0B") == 2)
    assert "Guess it anyway?" not in str(stage.ann.ephemeral[-1])


async def test_a_guess_typed_in_the_command_goes_to_the_daily_and_one_in_a_thread_to_the_board(stage: Stage) -> None:
    code = code_of(now().date())
    public = await stage.begin("play")
    assert "Solved in 1 guess" in str(await private(stage, f"daily {code}"))
    await stage.ann.reply(public, "4567")
    await stage.shows(public, "4567")
    assert "4567" not in str(await private(stage, "daily"))


async def test_refusals_are_private(stage: Stage) -> None:
    assert "does not exist yet" in await stage.told("daily 9999-01-01")
    assert "more than once" in await stage.told("daily 0012")
    assert "not finished" in await stage.told("daily share")
    assert not stage.games.messages


async def test_a_summary_is_posted_once_in_the_channel(
    stage: Stage, bot: SlackBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    summaries = bot._runtime.services.summaries
    today = now().date()
    await private(stage, f"daily {code_of(today)}")
    await switch_summary_on(stage, bot, stage.games.id)
    tomorrow = datetime.combine(today + timedelta(days=1), time(12), UTC)
    monkeypatch.setattr(summaries, "_clock", lambda: tomorrow)
    for _ in range(2):
        await summaries.step()
    (posted,) = await stage.slack.until(lambda: stage.games.messages)
    assert f"Results of the daily, {today}" in str(posted)
    assert "1 guess: Ann" in str(posted)


@pytest.mark.slow
async def test_a_summary_is_in_the_language_of_the_channel(
    stage: Stage, bot: SlackBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    summaries, today = bot._runtime.services.summaries, now().date()
    await private(stage, f"daily {code_of(today)}")
    await switch_summary_on(stage, bot, stage.games.id, language="ja")
    monkeypatch.setattr(summaries, "_clock", lambda: datetime.combine(today + timedelta(days=1), NOON.timetz()))
    await summaries.step()
    (posted,) = await stage.slack.until(lambda: stage.games.messages)
    assert LANGUAGES["ja"]("Results of the daily, {day}", day=today) in str(posted)


@pytest.mark.slow
async def test_a_summary_whose_channel_is_gone_is_posted_where_it_was_played(
    stage: Stage, bot: SlackBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    summaries = bot._runtime.services.summaries
    await private(stage, f"daily {code_of(now().date())}")
    await switch_summary_on(stage, bot, "", announcements="C0GONE")
    monkeypatch.setattr(summaries, "_clock", lambda: datetime.combine(now().date() + timedelta(days=1), NOON.timetz()))
    await summaries.step()
    (posted,) = await stage.slack.until(lambda: stage.games.messages)
    assert "1 guess: Ann" in str(posted)
    assert "'channel_id': 'C0GONE'" in str(posted.blocks)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
async def test_whatever_people_do_nothing_tells_a_code_or_a_key_that_is_not_public_yet(stage: Stage, seed: int) -> None:
    people, today = {"ann": stage.ann, "bob": stage.bob}, now().date()
    with everything_logged("text", "json") as logged:
        for name, command, options in random_commands(seed, 60, today):
            line = " ".join((command, *(f"{option}:{value}" for option, value in options.items())))
            await people[name].command(stage.games, "/hitblow", line)
        await stage.told("help")  # by then the others have been replied to
        await stage.ann.command(stage.games, "/hitblow", "privacy export")
        direct = stage.team.dm(stage.ann)
        await stage.slack.until(lambda: "daily_games" in files_in(direct))
    assert told_of(files_in(direct), today) == []
    sent = everything_sent(stage)
    assert wrong_for(code_of(today)) in sent
    assert told_of(sent, today) == []
    assert told_of(logged.getvalue(), today) == []
    await stage.ann.command(stage.games, "/hitblow", f"daily {code_of(today)}")
    await stage.slack.until(lambda: [message for message in stage.ann.ephemeral if "Solved" in str(message)])
    assert told_of(everything_sent(stage), today) == [code_of(today)]
