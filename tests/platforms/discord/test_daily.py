"""The daily on a server: a private board, a shared result, and nothing that tells the code."""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.room_settings import SummaryFrequency
from bot.model.rooms import Caller, RoomKey
from bot.platforms.common.rendering import ImageRenderer
from tests.fakes.clock import NOON, FakeClock
from tests.fakes.discord import Message, User, rate_limited
from tests.fakes.discord.responses import InteractionResponse
from tests.platforms.discord.harness import Harness, running_harness
from tests.support.canaries import everything_logged
from tests.support.daily import (
    MONDAY,
    PEOPLE,
    WITHOUT_EFFECT,
    Week,
    code_of,
    random_commands,
    tell_all,
    told_of,
    wrong_for,
)
from tests.support.snapshots import Snapshots

CODE = code_of(NOON.date())
WRONG = wrong_for(CODE)


pytestmark = pytest.mark.usefixtures("quick_catch_up")


async def start(harness: Harness, person: User) -> Message:
    board = (await person.slash(harness.channel, "hitblow daily")).message
    assert board.ephemeral
    return board


async def show_elsewhere(harness: Harness, person: User, snapshots: Snapshots) -> None:
    """Open a daily of a person that is over in other places, and share it there."""
    club, closed = harness.discord.guild("Club"), harness.discord.guild("Zoe's", external_apps=False)
    for server in (club, closed):
        server.join(person)
    lobby = club.channel("lobby")
    for title, place in (
        ("in another channel", harness.guild.channel("garden")),
        ("in a direct message", person.dm),
        ("in another server", lobby),
    ):
        snapshots.step(title, (await person.slash(place, "hitblow daily")).message)
    for title in ("the share in another server", "a second share there"):
        shown = await harness.settled(person.slash(lobby, "hitblow daily", action="share"))
        snapshots.step(title, shown.message)
    closed.has_bot, person.installs = False, True
    await harness.settled(person.slash(closed.channel("lobby"), "hitblow daily", action="share"))
    snapshots.step("a share that only its player would see", person.ephemeral[-1])


async def switch_summary_on(harness: Harness, room: RoomKey, **texts: str) -> None:
    """Switch on the card of a room or server in the name of Ann."""
    async with harness.services.summaries._units() as unit:
        player = await unit.players.get_or_add(room.player_key(str(harness.ann.id)), room.workspace, "Ann")
        await unit.room_settings.change(room, {"summary": "today", **texts}, player.id, NOON)
        await unit.commit()


async def test_a_daily_is_played_in_one_private_message_and_shared(harness: Harness) -> None:
    board = await start(harness, harness.ann)
    await harness.guess(board, WRONG)
    assert f"1 {WRONG}" in str(board)
    assert f"1 {WRONG}" in str((await harness.ann.press(board, "Guess")).modal)
    await harness.guess(board, CODE)
    assert f"2 {CODE}" in str(board)
    assert harness.ann.ephemeral == [board]
    assert not harness.channel.messages
    await harness.settled(harness.ann.press(board, "Share here"))
    (card,) = harness.channel.messages
    assert "Ann  ●●  2" in str(card)
    assert CODE not in str(card)
    assert WRONG not in str(card)
    await harness.settled(harness.ann.press(board, "Share here"))
    assert harness.channel.messages == [card]
    assert f"/{card.id}" in str(harness.ann.ephemeral[-1])
    zoe = harness.guild.member("Zoe")
    await harness.settled(zoe.press(card, "Boards"))
    assert "First finish your daily" in str(zoe.ephemeral[-1])
    await harness.settled(zoe.press(card, "Play"))
    assert "You'll be on this channel's card" in str(zoe.ephemeral[-1])
    await harness.guess(zoe.ephemeral[-1], CODE, zoe)
    await harness.settled(zoe.press(card, "Boards"))
    assert f"1 {WRONG}" in str(zoe.ephemeral[-1])
    assert harness.channel.messages == [card]


async def test_a_result_that_only_its_player_would_see_is_not_shared(harness: Harness) -> None:
    foreign = harness.discord.guild("Zoe's", has_bot=False, external_apps=False)
    lobby, zoe = foreign.channel("lobby"), harness.discord.user("Zoe", installs=True)
    for _ in range(2):
        board = (await zoe.slash(lobby, "hitblow daily")).message
        if "Guess" in str(board.components):
            await harness.guess(board, CODE, zoe)
        await harness.settled(zoe.press(board, "Share here"))
        assert "couldn't be posted here" in str(zoe.ephemeral[-1])
        assert not lobby.messages
    foreign.external_apps = True
    await harness.settled(zoe.press((await zoe.slash(lobby, "hitblow daily")).message, "Share here"))
    (shared,) = lobby.messages
    assert "Zoe · 18 November · 1 guess" in str(shared)


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en-US", "ja"])
async def test_a_daily_its_refusals_and_its_summary_look_as_approved(
    tmp_path: Path, snapshots: Snapshots, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    async with running_harness(tmp_path, locale) as harness:
        ann = harness.ann
        ann.locale = locale
        snapshots.step("new", await start(harness, ann))
        for title, options in WITHOUT_EFFECT.items():
            await ann.slash(harness.channel, "hitblow daily", **options)  # type: ignore[arg-type]  # no option is a flag of the fake
            snapshots.step(title, ann.ephemeral[-1])
        await ann.slash(harness.channel, "hitblow daily", guess=WRONG)
        await harness.settled(ann.slash(harness.channel, "hitblow daily", guess=CODE))
        snapshots.step("solved", ann.ephemeral[-1])
        await ann.slash(harness.channel, "hitblow daily", guess=WRONG)
        snapshots.step("a second try", ann.ephemeral[-1])
        await harness.settled(ann.slash(harness.channel, "hitblow daily", action="share"))
        snapshots.step("the card", harness.channel.messages[-1])
        for title, action in (("as text", "text"), ("a second share", "share")):
            await harness.settled(ann.slash(harness.channel, "hitblow daily", action=action))
            snapshots.step(title, ann.ephemeral[-1])
        await show_elsewhere(harness, ann, snapshots)
        await harness.bob.slash(harness.channel, "hitblow daily", guess=WRONG)
        await switch_summary_on(harness, RoomKey("discord", str(harness.guild.id), str(harness.channel.id)))
        monkeypatch.setattr(harness.services.summaries, "_clock", FakeClock(NOON + timedelta(days=1)))
        await harness.services.summaries.run_step()
        await harness.discord.until(lambda: CODE in str(harness.channel.messages[-1]))
        snapshots.step("the card after the close", harness.channel.messages[-1])
    snapshots.check_steps(f"daily_{locale[:2]}")


async def test_a_repeated_guess_and_giving_up_are_confirmed_in_the_message_of_the_board(harness: Harness) -> None:
    board = await start(harness, harness.ann)
    await harness.guess(board, WRONG)
    before = str(board.text)
    await harness.guess(board, WRONG)
    assert "Guess it anyway?" in str(board)
    assert before in str(board.text)
    await harness.settled(harness.ann.press(board, "Guess anyway"))
    assert str(board).count(f"{WRONG} ") == 2
    assert "Guess it anyway?" not in str(board)
    await harness.settled(harness.ann.press(board, "More"))
    more = harness.ann.ephemeral[-1]
    for _ in range(2):
        await harness.settled(harness.ann.press(more, "Give up"))
    assert "Not solved" in str(more)


async def test_the_card_is_posted_once_and_gets_its_picture_when_the_day_closes(tmp_path: Path) -> None:
    clock = FakeClock()
    async with running_harness(tmp_path, images=ImageRenderer(ThreadPoolExecutor(1), 5.0), clock=clock) as harness:
        await switch_summary_on(harness, RoomKey("discord", str(harness.guild.id), str(harness.channel.id)))
        await harness.guess(await start(harness, harness.ann), CODE)
        for hours in (1, 21, 21):
            clock.now = NOON + timedelta(hours=hours)
            await harness.services.summaries.run_step()
        await harness.discord.until(lambda: harness.channel.messages)
        await harness.discord.quiet(0.2)
        (card,) = harness.channel.messages
        assert "Yesterday: 1 Ann" in str(card)
        assert CODE not in str(card)
        assert not card.attachments
        clock.now = NOON + timedelta(days=1)
        await harness.services.summaries.run_step()
        await harness.discord.until(lambda: CODE in str(card))
        assert [attachment["filename"] for attachment in card.attachments] == ["daily-2026-11-18.png"]
        await harness.guess(await start(harness, harness.bob), WRONG, harness.bob)
        clock.now += timedelta(minutes=1)
        await harness.services.summaries.run_step()
        await harness.discord.until(lambda: "playing" in str(card))
        assert len(card.attachments) == 1  # it stays without being sent again
        assert harness.channel.messages == [card]


async def choose_summary(harness: Harness, value: str) -> InteractionResponse:
    """The reply to a manager who chooses the summary of a channel by its form."""
    mia = harness.guild.member("Mia", manages=True)
    form = (await mia.slash(harness.channel, "hitblow settings", scope="channel", group="announcements")).modal
    return await mia.submit(form, summary=value)


async def test_the_first_card_is_posted_where_it_is_switched_on_and_edited_when_people_play(tmp_path: Path) -> None:
    clock = FakeClock()
    async with running_harness(tmp_path, clock=clock) as harness:
        for value in ("today", "off", "today"):
            await choose_summary(harness, value)
        await harness.discord.idle()
        (card,) = harness.channel.messages
        await harness.guess(await start(harness, harness.bob), WRONG, harness.bob)
        clock.advance(timedelta(minutes=1))
        await harness.services.summaries.run_step()
        await harness.discord.until(lambda: "Bob" in str(card))
        assert harness.channel.messages == [card]


async def test_where_the_bot_cannot_post_no_card_is_switched_on(harness: Harness) -> None:
    harness.channel.deny("send_messages")
    harness.discord.expect_error(50013)
    assert "send messages" in str((await choose_summary(harness, "today")).message)
    room = RoomKey("discord", str(harness.guild.id), str(harness.channel.id))
    async with harness.services.summaries._units() as unit:
        assert (await unit.room_settings.get(room)).summary is SummaryFrequency.OFF


async def test_an_edit_of_the_card_waits_as_long_as_discord_asks(tmp_path: Path) -> None:
    clock = FakeClock()
    async with running_harness(tmp_path, clock=clock) as harness:
        await harness.guess(await start(harness, harness.ann), CODE)
        await harness.ann.slash(harness.channel, "hitblow daily", action="share")
        (card,) = harness.channel.messages
        await harness.guess(await start(harness, harness.bob), CODE, harness.bob)
        harness.discord.network.fail("edit_message", rate_limited(0.2))
        clock.advance(timedelta(minutes=1))
        await harness.services.summaries.run_step()
        await harness.discord.until(lambda: "Bob  ●  1" in str(card))
        refused, accepted = [each for each in harness.discord.network.exchanges if each.route == "edit_message"]
        assert accepted.received_at - (refused.processed_at or refused.received_at) >= 0.2
        assert harness.channel.messages == [card]


@pytest.mark.slow
async def test_a_week_whose_channel_is_gone_is_told_where_it_was_played(tmp_path: Path) -> None:
    clock = FakeClock()
    async with running_harness(tmp_path, clock=clock) as harness:
        gone = harness.guild.channel("news")
        await harness.guess(await start(harness, harness.ann), CODE)
        await switch_summary_on(harness, RoomKey("discord", str(harness.guild.id), ""), announcements=str(gone.id))
        harness.guild.delete_channel(gone)
        for days in (1, 5):
            clock.now = NOON + timedelta(days=days)
            await harness.services.summaries.run_step()
        await harness.discord.until(lambda: harness.channel.messages)
        await harness.discord.quiet(0.2)
        (posted,) = harness.channel.messages
        assert "Ann" in str(posted)
        assert f"I can't post in <#{gone.id}>" in str(posted)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
async def test_whatever_people_do_nothing_tells_a_code_or_a_key_that_is_not_public_yet(
    harness: Harness, seed: int
) -> None:
    people = {"ann": harness.ann, "bob": harness.bob}
    with everything_logged("text", "json") as logged:
        for name, command, options in random_commands(seed, 60, NOON.date()):
            await people[name].slash(harness.channel, f"hitblow {command}", **options)
        await harness.discord.idle()
    sent = harness.discord.sent()
    assert WRONG in sent
    assert told_of(sent, NOON.date()) == []
    room = RoomKey("discord", str(harness.guild.id), str(harness.channel.id))
    caller = Caller(room, room.player_key(str(harness.ann.id)), "Ann", "export")
    export = json.dumps((await harness.services.privacy.export(caller)).tables)
    assert "daily_games" in export
    assert told_of(export, NOON.date()) == []
    assert told_of(logged.getvalue(), NOON.date()) == []
    await harness.guess(await start(harness, harness.ann), CODE)
    assert told_of(harness.discord.sent(), NOON.date()) == [CODE]


@pytest.mark.slow
async def test_a_week_of_twelve_people_makes_one_message_a_day_and_few_edits(tmp_path: Path) -> None:
    clock = FakeClock()
    async with running_harness(tmp_path, clock=clock) as harness:
        people = {name: harness.guild.member(name) for name in PEOPLE}
        clock.now = MONDAY - timedelta(minutes=1)
        room = RoomKey("discord", str(harness.guild.id), str(harness.channel.id))
        manager = Caller(room, room.player_key(str(harness.bob.id)), "Bob", "settings", is_manager=True)
        await harness.services.shared_settings.change(manager, {"summary": "today"}, in_channel=True)
        await start(harness, harness.bob)  # the first day of the chain

        async def play(name: str, guess: str) -> str:
            await harness.settled(people[name].slash(harness.channel, "hitblow daily", guess=guess))
            return str(people[name].ephemeral[-1])

        async def tell() -> Sequence[Message]:
            await tell_all(harness.services, room)
            return harness.channel.messages

        week = Week(clock, play, tell)
        await week.run()
    assert all(edits <= guesses for edits, guesses in zip(week.edits, week.guesses, strict=True))
