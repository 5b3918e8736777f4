"""The daily in a workspace: a private board, a shared result, and nothing that tells the code."""

from datetime import datetime, timedelta

import pytest

from bot.locales import LANGUAGES
from bot.model.rooms import RoomKey
from bot.platforms.slack.bot import SlackBot
from tests.fakes.clock import NOON
from tests.fakes.slack import Channel, rate_limited
from tests.platforms.slack.harness import Harness, everything_sent, now
from tests.support.canaries import everything_logged
from tests.support.daily import code_of, random_commands, told_of, wrong_for

pytestmark = pytest.mark.usefixtures("quick_catch_up", "bot")


def files_in(channel: Channel) -> str:
    """The contents of all files that are shared in a channel."""
    return "\n".join(file.content.decode() for message in channel.messages for file in message.files)


async def switch_summary_on(harness: Harness, bot: SlackBot, channel: str, **texts: str) -> None:
    """Switch on the summary of a channel, or of the workspace if it is empty, in the name of Ann."""
    async with bot._runtime.services.summaries._units() as unit:
        room = RoomKey("slack", harness.team.id, channel)
        player = await unit.players.get_or_add(room.player_key(harness.ann.id), room.workspace, "Ann")
        await unit.room_settings.change(room, {"summary": "today", **texts}, player.id, now())
        await unit.commit()


async def test_a_daily_that_is_typed_in_a_direct_message_is_a_board_whose_button_opens_the_modal(
    harness: Harness,
) -> None:
    code, direct = code_of(now().date()), harness.team.dm(harness.ann)
    (board,) = await harness.until_after(
        harness.ann.say(direct, "daily"), lambda: [each for each in direct.messages if "12 tries" in str(each)]
    )
    await harness.opened_by(harness.ann.click(board, "Guess"))
    await harness.ann.submit(harness.ann.view, guess=code)
    assert "Solved in 1" in str(harness.ann.view)
    assert not harness.games.messages


async def test_a_guess_typed_in_the_command_goes_to_the_daily_and_one_in_a_thread_to_the_board(
    harness: Harness,
) -> None:
    code = code_of(now().date())
    public = await harness.start_game("play")
    assert "Solved in 1" in await harness.private_reply(f"daily {code}")
    await harness.shown_after(harness.ann.reply(public, "4567"), public, "4567")
    assert "4567" not in await harness.private_reply("daily")


async def test_refusals_are_private(harness: Harness) -> None:
    assert "There is no daily on" in await harness.private_reply("daily 9999-01-01")
    assert "more than once" in await harness.private_reply("daily 0012")
    assert "First finish" in await harness.private_reply("daily share")
    assert not harness.games.messages


async def test_the_card_is_posted_by_the_first_share_and_edited_when_others_play(
    harness: Harness, bot: SlackBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    summaries, code = bot._runtime.services.summaries, code_of(now().date())
    await harness.private_reply(f"daily {code}")
    assert "You're on the card." in await harness.private_reply("daily share")
    (card,) = harness.games.messages
    assert "Ann  ●  1" in str(card)
    await harness.until_after(
        harness.bob.click(card, "Boards"), lambda: "First finish your daily" in "".join(map(str, harness.bob.ephemeral))
    )
    await harness.private_reply(f"daily {code}", harness.bob)
    monkeypatch.setattr(summaries, "_clock", lambda: now() + timedelta(minutes=1))
    await summaries.run_step()
    await harness.slack.until(lambda: "Bob  ●  1" in str(card))
    assert harness.games.messages == [card]
    assert code not in str(card)


async def test_an_edit_of_the_card_waits_as_long_as_slack_asks(
    harness: Harness, bot: SlackBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    summaries, code = bot._runtime.services.summaries, code_of(now().date())
    await harness.private_reply(f"daily {code}")
    await harness.private_reply("daily share")
    (card,) = harness.games.messages
    await harness.private_reply(f"daily {code}", harness.bob)
    harness.slack.network.fail("chat.update", rate_limited(0))
    monkeypatch.setattr(summaries, "_clock", lambda: now() + timedelta(minutes=1))
    await summaries.run_step()
    await harness.slack.until(lambda: "Bob  ●  1" in str(card))
    assert harness.games.messages == [card]


@pytest.mark.slow
async def test_a_card_is_in_the_language_of_the_channel(
    harness: Harness, bot: SlackBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    summaries, today, japanese = bot._runtime.services.summaries, now().date(), LANGUAGES["ja"]
    await harness.private_reply(f"daily {code_of(today)}")
    await switch_summary_on(harness, bot, harness.games.id, language="ja")
    for hours in (0, 24):
        later = datetime.combine(today, NOON.timetz()) + timedelta(hours=hours)
        monkeypatch.setattr(summaries, "_clock", lambda later=later: later)
        await summaries.run_step()
    (posted,) = await harness.slack.until(lambda: harness.games.messages)
    assert japanese("Daily") in str(posted)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
async def test_whatever_people_do_nothing_tells_a_code_or_a_key_that_is_not_public_yet(
    harness: Harness, seed: int
) -> None:
    people, today = {"ann": harness.ann, "bob": harness.bob}, now().date()
    with everything_logged("text", "json") as logged:
        for name, command, options in random_commands(seed, 60, today):
            line = " ".join((command, *(f"{option}:{value}" for option, value in options.items())))
            await people[name].command(harness.games, "/hitblow", line)
        await harness.private_reply("help")  # by then the others have been replied to
        await harness.ann.command(harness.games, "/hitblow", "privacy export")
        direct = harness.team.dm(harness.ann)
        await harness.slack.until(lambda: "daily_games" in files_in(direct))
    assert told_of(files_in(direct), today) == []
    sent = everything_sent(harness)
    assert wrong_for(code_of(today)) in sent
    assert told_of(sent, today) == []
    assert told_of(logged.getvalue(), today) == []
    await harness.until_after(
        harness.ann.command(harness.games, "/hitblow", f"daily {code_of(today)}"),
        lambda: "Solved" in "".join(map(str, harness.ann.views)),
    )
    assert told_of(everything_sent(harness), today) == [code_of(today)]
