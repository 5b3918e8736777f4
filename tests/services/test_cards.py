"""The card of a room's daily: when it is posted and edited, by whom it is seen, and what becomes of it in faults."""

from datetime import timedelta
from itertools import pairwise
from unittest.mock import AsyncMock
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from bot.model.daily import DailyUnfinished
from bot.model.rooms import MessageKey, NewsKind
from bot.persistence.tables.records import daily_shares
from bot.platforms.common.delivery import DeliveryError, DeliveryOutcome
from bot.platforms.discord.rendering import MAX_CONTENT, content_text
from core.game.rules import Rules
from tests.services.harness import ANN, BOB, CAT, CLASSIC, Harness, again, caller
from tests.support.cards import CardChannel, at, change, lines_of, pass_time, play, share, switch_on, tell
from tests.support.daily import code_of
from tests.support.storage import committed

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
DAN = caller("dan")


@pytest.fixture
def channel(harness: Harness) -> CardChannel:
    return CardChannel(harness)


async def open_card(harness: Harness, channel: CardChannel) -> None:
    """Switch the card on and let it be posted."""
    await switch_on(harness)
    await pass_time(harness, channel, at("2026-11-19 09:00"), HOUR)


async def test_a_card_is_posted_at_the_hour_and_not_after_three_quiet_days(
    harness: Harness, channel: CardChannel
) -> None:
    await switch_on(harness)
    await pass_time(harness, channel, at("2026-11-25 12:00"), HOUR)
    assert channel.posted_at == [at(f"2026-11-{day} 09:00") for day in (19, 20, 21)]
    await play(harness, ANN, solved=False)
    await pass_time(harness, channel, at("2026-11-25 12:02"), MINUTE)
    assert channel.posted_at[3:] == [at("2026-11-25 12:01")]
    assert lines_of(channel.card) == ["ann ● playing"]


async def test_the_background_work_of_a_process_posts_cards(harness: Harness) -> None:
    await switch_on(harness)
    harness.clock.now = at("2026-11-19 09:00")
    for work in harness.services.scheduler._work:
        await work.run_step()
    assert [news.key.kind for news in await harness.services.news.pending(ANN.room.platform)] == [NewsKind.CARD]


async def test_a_card_of_a_server_is_posted_in_its_channel_from_the_next_hour_on(
    harness: Harness, channel: CardChannel
) -> None:
    await change(harness, {"summary": "today", "announcements": ANN.room.channel}, in_channel=False)
    await pass_time(harness, channel, at("2026-11-19 12:00"), HOUR)
    assert channel.posted_at == [at("2026-11-19 09:00")]


async def test_a_card_is_edited_in_place_and_shows_everybody_who_plays_in_its_room(
    harness: Harness, channel: CardChannel
) -> None:
    await open_card(harness, channel)
    await play(harness, ANN, 3)
    await play(harness, CAT, 2, solved=False)
    await play(harness, BOB, 2)
    await harness.daily.give_up(again(CAT), CLASSIC, is_confirmed=True)
    await play(harness, eve := caller("eve"), solved=False)
    await pass_time(harness, channel, at("2026-11-19 09:01"), MINUTE)
    finished = ["bob ●● 2", "ann ●●● 3", "cat ●● playing"]  # not that they have given up
    assert lines_of(channel.card) == [*finished, "eve ● playing"]
    await play(harness, eve, solved=False)
    await pass_time(harness, channel, at("2026-11-19 09:02"), MINUTE)
    assert lines_of(channel.card) == [*finished, "eve ●● playing"]
    assert [what for _, what, _ in channel.sent] == ["post", "edit", "edit"]


async def test_a_daily_that_is_given_up_without_a_guess_is_on_no_card(harness: Harness, channel: CardChannel) -> None:
    await open_card(harness, channel)
    await harness.daily.open_game(again(ANN), CLASSIC)
    await harness.daily.give_up(again(ANN), CLASSIC, is_confirmed=True)
    assert await harness.rows(daily_shares) == []


async def test_many_guesses_in_a_minute_make_few_edits(harness: Harness, channel: CardChannel) -> None:
    people = [caller(f"p{number}") for number in range(30)]
    await open_card(harness, channel)
    for _ in range(12):
        for person in people:
            await play(harness, person, solved=False)
        harness.clock.advance(timedelta(seconds=5))
        await tell(harness, channel)
    await pass_time(harness, channel, at("2026-11-19 09:03"), MINUTE)
    assert channel.count("edit") <= 2
    assert len(channel.text.splitlines()) > 1
    assert channel.text.count("p") >= 30


async def test_the_first_share_of_a_day_posts_the_card_where_nothing_was_switched_on(
    harness: Harness, channel: CardChannel
) -> None:
    await play(harness, ANN, 2)
    await play(harness, BOB, 3)
    await pass_time(harness, channel, at("2026-11-18 12:10"), MINUTE)
    assert not channel.sent  # nothing is posted for playing
    await share(harness, channel, ANN)
    assert lines_of(channel.card) == ["ann ●● 2"]  # nobody is on it who did not ask for it
    for _ in range(2):
        await share(harness, channel, ANN)
        await share(harness, channel, BOB)
    await play(harness, CAT, 1, solved=False)  # the board says that there is a card
    await pass_time(harness, channel, at("2026-11-18 12:12"), MINUTE)
    assert lines_of(channel.card) == ["ann ●● 2", "bob ●●● 3", "cat ● playing"]
    assert channel.count("post") == 1


@pytest.mark.parametrize("in_channel", [False, True])
async def test_a_card_that_a_share_has_posted_is_stopped_by_switching_it_off(
    harness: Harness, channel: CardChannel, *, in_channel: bool
) -> None:
    await play(harness, ANN, 2)
    await share(harness, channel, ANN)
    await change(harness, {"summary": "off"}, in_channel=in_channel)
    await pass_time(harness, channel, at("2026-11-18 13:01"), MINUTE)
    assert [what for _, what, _ in channel.sent] == ["post", "edit"]
    assert not channel.card.buttons
    await play(harness, BOB, 3)
    assert (await harness.daily.share_result(again(BOB), CLASSIC)).news is None
    await pass_time(harness, channel, at("2026-11-19 13:00"), HOUR)
    assert channel.count("edit") == 1
    await change(harness, {"summary": None}, in_channel=in_channel)
    await play(harness, BOB, 3)
    await share(harness, channel, BOB)
    assert lines_of(channel.card) == ["bob ●●● 3 streak 2"]
    assert channel.count("post") == 2


async def test_a_card_that_was_deleted_is_not_posted_again_by_switching_it_off(
    harness: Harness, channel: CardChannel
) -> None:
    await play(harness, ANN, 2)
    await share(harness, channel, ANN)
    channel.messages.clear()
    await change(harness, {"summary": "off"})
    await pass_time(harness, channel, at("2026-11-18 13:00"), MINUTE)
    assert [what for _, what, _ in channel.sent] == ["post"]


async def test_a_share_moves_an_old_card_at_most_eight_times_a_day(harness: Harness, channel: CardChannel) -> None:
    harness.clock.now = at("2026-11-18 00:00")
    await play(harness, ANN)
    while harness.clock.now < at("2026-11-18 23:50"):
        await share(harness, channel, ANN)
        await pass_time(harness, channel, harness.clock.now + 10 * MINUTE, 10 * MINUTE)
        assert len(channel.messages) == 1
    assert channel.count("post") <= 8


async def test_a_shared_result_of_yesterday_is_on_todays_card_until_noon(
    harness: Harness, channel: CardChannel
) -> None:
    await play(harness, ANN, 2)
    await play(harness, BOB, 3)
    harness.clock.now = at("2026-11-19 11:58")
    await share(harness, channel, ANN, "yesterday")
    await share(harness, channel, BOB, "yesterday")
    await play(harness, CAT, 1)
    await pass_time(harness, channel, at("2026-11-19 11:59"), MINUTE)
    assert "Yesterday: 2 ann · 3 bob" in channel.text
    assert lines_of(channel.card) == ["cat ● 1"]


@pytest.mark.parametrize(("finished", "shown"), [("11:59", "2 ann"), ("12:01", "not solved ann")])
async def test_a_late_finish_counts_until_noon_when_code_key_and_picture_are_added(
    harness: Harness, channel: CardChannel, finished: str, shown: str
) -> None:
    code = code_of(at("2026-11-18 12:00").date())
    await switch_on(harness)
    await play(harness, ANN, 1, solved=False)
    await pass_time(harness, channel, at("2026-11-19 11:58"), HOUR)
    assert channel.count("post") == 1
    assert "Yesterday: playing ann" in channel.text
    assert code not in channel.text
    await pass_time(harness, channel, at(f"2026-11-19 {finished}"), MINUTE)
    await harness.daily.guess(again(ANN), code, CLASSIC, "2026-11-18")
    await pass_time(harness, channel, at("2026-11-19 12:02"), MINUTE)
    assert f"Yesterday: {shown}" in channel.text
    assert f"`{code}`" in channel.text
    assert "hitblow daily 2026-11-18 2026-11-18 4x10" in channel.text
    assert channel.count("edit") <= 3
    await play(harness, BOB, 1, solved=False)
    await pass_time(harness, channel, at("2026-11-19 12:10"), MINUTE)
    assert not channel.card.images  # only the edit at noon sends a picture


async def test_the_picture_comes_with_the_edit_at_noon(harness: Harness, channel: CardChannel) -> None:
    await switch_on(harness)
    await play(harness, ANN, 4)
    await pass_time(harness, channel, at("2026-11-19 11:59"), HOUR)
    assert not channel.card.images
    await pass_time(harness, channel, at("2026-11-19 12:00"), MINUTE)
    (image,) = channel.card.images
    assert "18 November" in image.alternative
    assert "4 guesses: 1 game" in image.alternative


async def test_a_card_that_is_posted_after_noon_has_the_picture_of_the_day_before(
    harness: Harness, channel: CardChannel
) -> None:
    await switch_on(harness, hour="13")
    await play(harness, ANN, 4)
    await pass_time(harness, channel, at("2026-11-19 13:00"), HOUR)
    assert channel.posted_at[-1] == at("2026-11-19 13:00")
    (image,) = channel.card.images
    assert "18 November" in image.alternative


async def test_the_picture_comes_with_a_late_edit_though_somebody_has_played_meanwhile(
    harness: Harness, channel: CardChannel
) -> None:
    await switch_on(harness)
    await play(harness, ANN, 4)
    await pass_time(harness, channel, at("2026-11-19 11:59"), HOUR)
    channel.errors.extend([DeliveryError(DeliveryOutcome.FAILED)] * 2)  # one for each process
    await pass_time(harness, channel, at("2026-11-19 12:00"), MINUTE)
    await play(harness, BOB, 2)
    await pass_time(harness, channel, at("2026-11-19 12:30"), MINUTE)
    assert channel.card.images
    assert "bob ●● 2" in lines_of(channel.card)


async def test_a_card_without_a_successor_is_closed_in_place(harness: Harness, channel: CardChannel) -> None:
    harness.clock.now = at("2026-11-18 12:30")
    await play(harness, ANN, 2)
    await share(harness, channel, ANN)
    for until, step in (("2026-11-19 11:30", HOUR), ("2026-11-19 12:30", MINUTE), ("2026-11-21 00:00", HOUR)):
        await pass_time(harness, channel, at(until), step)
    assert [what for _, what, _ in channel.sent] == ["post", "edit"]
    assert channel.sent[-1][0] == at("2026-11-19 12:00")
    assert code_of(at("2026-11-18 12:00").date()) in channel.text


async def test_the_card_of_the_day_before_loses_its_buttons(harness: Harness, channel: CardChannel) -> None:
    await open_card(harness, channel)
    await play(harness, ANN, 2)
    await play(harness, BOB, 2, solved=False)
    await pass_time(harness, channel, at("2026-11-20 09:00"), HOUR)
    before, card = channel.messages.values()
    assert not before.buttons
    assert [button.label for button in card.buttons] == ["Play", "Boards", "How to play"]
    assert "Yesterday: 2 ann · playing bob" in channel.text


async def test_a_card_that_somebody_deletes_is_posted_once_more_a_day(harness: Harness, channel: CardChannel) -> None:
    await open_card(harness, channel)
    for people, posts in (((ANN,), 2), ((BOB, CAT, DAN), 2)):
        channel.messages.clear()
        for person in people:
            await play(harness, person, 1, solved=False)
            await pass_time(harness, channel, harness.clock.now + 5 * MINUTE, MINUTE)
        assert channel.count("post") == posts
    assert not channel.messages
    await pass_time(harness, channel, at("2026-11-20 09:00"), HOUR)
    assert channel.count("post") == 3


async def test_a_deleted_card_that_a_search_still_finds_is_posted_again(
    harness: Harness, channel: CardChannel, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_card(harness, channel)
    (deleted,) = channel.messages
    channel.messages.clear()
    monkeypatch.setattr(channel, "find_news", AsyncMock(return_value=MessageKey("lobby", deleted)))
    channel.errors.extend([DeliveryError(DeliveryOutcome.GONE), DeliveryError(DeliveryOutcome.FAILED)])
    await play(harness, ANN)
    await pass_time(harness, channel, harness.clock.now + 3 * MINUTE, MINUTE)
    assert lines_of(channel.card) == ["ann ● 1"]


@pytest.mark.parametrize(
    "delivery", [DeliveryOutcome.FORBIDDEN, DeliveryOutcome.UNPOSTABLE, DeliveryOutcome.OUT_OF_REACH]
)
async def test_a_card_that_may_no_longer_be_edited_is_left_until_the_next_day(
    harness: Harness, channel: CardChannel, delivery: DeliveryOutcome
) -> None:
    await open_card(harness, channel)
    channel.errors.append(DeliveryError(delivery))
    for person in (ANN, BOB):
        await play(harness, person, 1, solved=False)
        await pass_time(harness, channel, harness.clock.now + 5 * MINUTE, MINUTE)
    assert [what for _, what, _ in channel.sent] == ["post"]
    await pass_time(harness, channel, at("2026-11-20 09:00"), HOUR)
    assert [what for _, what, _ in channel.sent if what == "post"] == ["post"] * 2


async def test_an_edit_that_fails_is_made_later(harness: Harness, channel: CardChannel) -> None:
    await open_card(harness, channel)
    channel.errors.append(DeliveryError(DeliveryOutcome.FAILED))
    await play(harness, ANN, 2)
    await pass_time(harness, channel, at("2026-11-19 09:05"), MINUTE)
    assert lines_of(channel.card) == ["ann ●● 2"]


async def test_a_card_that_another_process_has_just_seen_to_is_not_read_again(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await switch_on(harness)
    harness.clock.now = at("2026-11-19 09:00")
    (room,) = await harness.services.summaries._found(1)
    await harness.services.summaries.run_step()
    (news,) = await harness.services.news.pending(ANN.room.platform)
    assert await harness.services.summaries.card_for(news) is not None
    harness.clock.now += DAY
    assert await harness.services.summaries.card_for(news) is None  # its day is over
    harness.clock.now -= DAY
    monkeypatch.setattr("bot.services.summaries.read_card", lambda *_, **__: 1 / 0)
    await harness.services.summaries._process(room)
    await harness.services.summaries._process("a room that was deleted")
    async with committed(harness.database.unit) as unit:
        plan = await unit.summary_plans.get(room)
        assert plan is not None
        await unit.summary_plans.update(replace(plan, check_at=None))
    await harness.services.summaries._process(room)


@pytest.mark.logs_errors
async def test_a_card_that_cannot_be_read_is_put_off_and_posted_later(
    harness: Harness, channel: CardChannel, monkeypatch: pytest.MonkeyPatch
) -> None:
    await switch_on(harness)
    harness.clock.now = at("2026-11-19 09:00")
    monkeypatch.setattr("bot.services.summaries.read_card", lambda *_, **__: 1 / 0)
    assert await harness.services.summaries.may_be_due()
    await harness.services.summaries.run_step()
    monkeypatch.undo()
    assert not await harness.services.summaries.may_be_due()
    await pass_time(harness, channel, at("2026-11-19 13:00"), HOUR)
    assert channel.count("post") == 1


@pytest.mark.parametrize(
    ("zone", "hour", "start"),
    [
        pytest.param("Asia/Tokyo", 0, "2026-11-18 12:00", marks=pytest.mark.slow),
        pytest.param("Asia/Tokyo", 23, "2026-11-18 12:00", marks=pytest.mark.slow),
        pytest.param("Pacific/Honolulu", 0, "2026-11-18 12:00", marks=pytest.mark.slow),
        ("Pacific/Honolulu", 23, "2026-11-18 12:00"),
        ("Europe/Berlin", 2, "2027-03-26 12:00"),  # summer time starts on the 28th
        ("Europe/Berlin", 2, "2026-10-23 12:00"),  # and ends on the 25th
        pytest.param("America/New_York", 1, "2026-10-30 12:00", marks=pytest.mark.slow),
    ],
)
async def test_every_day_has_one_card_at_its_hour_whatever_the_clock_does(  # a time and a place
    harness: Harness, channel: CardChannel, zone: str, hour: int, start: str
) -> None:
    harness.clock.now = at(start)
    await switch_on(harness, hour=str(hour), timezone=zone)
    code_days = harness.clock.now
    for day in range(4):
        await pass_time(harness, channel, code_days + (day + 1) * DAY, HOUR)
        await harness.daily.guess(again(ANN), "0123", CLASSIC, is_confirmed=True)
    days = [posted.date() for posted in channel.posted_at]
    assert len(days) == len(set(days)) == 4
    assert all(later - earlier <= 25 * HOUR for earlier, later in pairwise(channel.posted_at))
    assert sorted([posted.astimezone(ZoneInfo(zone)).hour for posted in channel.posted_at])[1:-1] == [hour, hour]


async def test_people_who_hide_or_delete_themselves_leave_the_card_within_a_minute(
    harness: Harness, channel: CardChannel
) -> None:
    await switch_on(harness)
    hidden = caller("eve")
    await harness.daily.open_game(again(hidden), CLASSIC)
    await harness.services.privacy.set_hidden(again(hidden), hidden=True)
    await pass_time(harness, channel, at("2026-11-19 09:00"), HOUR)
    for person in (ANN, BOB, CAT, hidden):
        await play(harness, person, 2)
    await pass_time(harness, channel, at("2026-11-19 09:01"), MINUTE)
    assert lines_of(channel.card) == ["ann ●● 2", "bob ●● 2", "cat ●● 2"]
    await harness.services.privacy.set_hidden(again(ANN), hidden=True)
    await harness.services.privacy.delete(again(BOB))
    await pass_time(harness, channel, at("2026-11-19 09:02"), MINUTE)
    assert lines_of(channel.card) == ["cat ●● 2"]
    await harness.services.privacy.set_hidden(again(ANN), hidden=False)
    await pass_time(harness, channel, at("2026-11-19 09:03"), MINUTE)
    assert lines_of(channel.card) == ["ann ●● 2", "cat ●● 2"]
    await pass_time(harness, channel, at("2026-11-20 10:30"), HOUR / 2)
    await harness.services.privacy.set_hidden(again(CAT), hidden=True)
    await pass_time(harness, channel, at("2026-11-20 10:31"), MINUTE)
    assert ["ann" in channel.text, "cat" in channel.text] == [True, False]


async def test_a_result_from_another_server_is_on_the_card_of_the_room_where_it_is_shared(
    harness: Harness, channel: CardChannel
) -> None:
    abroad, here = (caller("eve", workspace=server, platform="discord") for server in ("1", "2"))
    await play(harness, abroad, 2)
    await play(harness, ANN, 2)
    await share(harness, channel, ANN)
    assert (await harness.daily.share_result(again(replace(here, room=ANN.room)), CLASSIC)).card is not None
    await pass_time(harness, channel, harness.clock.now + 2 * MINUTE, MINUTE)
    assert lines_of(channel.card) == ["ann ●● 2", "eve ●● 2"]


async def test_a_name_that_could_be_a_code_is_masked_on_the_card(harness: Harness, channel: CardChannel) -> None:
    code = code_of(harness.clock.now.date())
    spy = replace(caller("spy"), name=code)
    await play(harness, spy, 1)
    await share(harness, channel, spy)
    assert code not in channel.text
    assert lines_of(channel.card) == ["•••• ● 1"]


async def test_sixty_people_fit_on_a_card(harness: Harness, channel: CardChannel) -> None:
    await switch_on(harness)
    for number in range(60):
        await play(harness, caller(f"{number:02} with a rather long name"), 1 + number % 3, solved=bool(number % 5))
    await pass_time(harness, channel, at("2026-11-19 12:00"), HOUR)
    for number in range(60):
        harness.clock.advance(timedelta(seconds=1))
        await play(harness, caller(f"{number:02} with a rather long name"), 1 + number % 3, solved=bool(number % 5))
    await pass_time(harness, channel, at("2026-11-19 12:05"), MINUTE)
    assert len(content_text(channel.card)) < MAX_CONTENT
    assert "hitblow daily" in content_text(channel.card)


async def test_boards_are_shown_to_those_who_have_ended_theirs_and_to_all_after_the_close(harness: Harness) -> None:
    await switch_on(harness)
    for person in (ANN, BOB):
        await play(harness, person, 2, solved=person is ANN)
    for person in (BOB, CAT):
        with pytest.raises(DailyUnfinished):
            await harness.daily.games_on_card(again(person), CLASSIC)
    assert [name for name, _ in await harness.daily.games_on_card(again(ANN), CLASSIC)] == ["ann"]
    await harness.daily.give_up(again(BOB), CLASSIC, is_confirmed=True)
    assert [name for name, _ in await harness.daily.games_on_card(again(BOB), CLASSIC)] == ["ann", "bob"]
    await play(harness, DAN)
    await harness.services.privacy.set_hidden(again(DAN), hidden=True)
    await play(harness, BOB, rules=Rules.parse("3x10"))
    await harness.daily.give_up(again(eve := caller("eve")), CLASSIC, is_confirmed=True)  # without a guess
    own = await harness.daily.ended_game(again(ANN), CLASSIC)
    others = await harness.daily.others_games_on_card(again(ANN), own.game)
    assert [name for name, _ in others] == ["bob"]
    harness.clock.now = at("2026-11-19 12:00")
    await harness.daily.guess(again(CAT), "0123", CLASSIC, "2026-11-18")  # is played too late
    shown = await harness.daily.games_on_card(again(eve), CLASSIC, "2026-11-18")
    assert [(name, len(game.board.turns)) for name, game in shown] == [("ann", 2), ("bob", 2)]
