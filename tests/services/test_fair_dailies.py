"""Dailies and people who would like a second try, a daily of their own, or the attention of everybody."""

from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from bot.model.daily import DailyGame, closing_of
from bot.model.daily_errors import DailyOver, NoDaily, NotShareable
from bot.model.rooms import Caller
from bot.persistence.tables.records import daily_games, daily_hashes
from bot.services.background import Maintenance
from core.game.boards import Board, Outcome
from core.game.rules import Rules
from tests.services.harness import ANN, CLASSIC, Harness, again, caller
from tests.support.daily import code_of, wrong_for

TODAY = date(2026, 11, 18)
CODE = code_of(TODAY)
WRONG = wrong_for(CODE)
SMALL = Rules.parse("hitblow3")
UNNAMED = Rules.parse("1x2-letters")
DAY = timedelta(days=1)


async def give_up(harness: Harness, who: Caller, rules: Rules = CLASSIC) -> None:
    await harness.daily.give_up(again(who), rules, is_confirmed=True)


async def delete(harness: Harness, who: Caller) -> None:
    await harness.services.privacy.delete(again(who))


async def prune(harness: Harness) -> None:
    await Maintenance(harness.database.unit, harness.clock).step()


async def start_unnamed(harness: Harness, who: Caller = ANN, day: date = TODAY) -> None:
    """A running game under rules without a daily, as earlier versions have started them."""
    await harness.daily.archive(again(who), CLASSIC)
    async with harness.database.unit(room=who.room) as unit:
        room, player = await unit.rooms.enter(who)
        board = Board(UNNAMED, (), 12, player.id)
        assert await unit.daily_games.add(DailyGame(room.id, day, board, harness.clock.now))
        await unit.commit()


@pytest.mark.parametrize("move", ["guess", "give up"])
async def test_who_deletes_themselves_gets_no_second_try(harness: Harness, move: str) -> None:
    if move == "guess":
        await harness.daily.guess(again(ANN), WRONG, CLASSIC)
    else:
        await give_up(harness, ANN)
    await delete(harness, ANN)
    for spelling in ("4x10", "hitblow", " Hitblow ", "04x10", "4x10-digits"):
        with pytest.raises(DailyOver):
            await harness.daily.guess(again(ANN), CODE, Rules.parse(spelling))
    with pytest.raises(DailyOver):
        await harness.daily.open(again(ANN), CLASSIC)
    assert not await harness.rows(daily_games)
    assert not (await harness.daily.open(again(ANN), SMALL)).game.board.turns


async def test_who_deletes_themselves_gets_no_second_try_the_next_morning(harness: Harness) -> None:
    await give_up(harness, ANN)
    await delete(harness, ANN)
    harness.clock.now = closing_of(TODAY) - timedelta(seconds=1)
    await prune(harness)
    with pytest.raises(DailyOver):
        await harness.daily.guess(again(ANN), CODE, CLASSIC, "yesterday")
    harness.clock.now = closing_of(TODAY)
    late = (await harness.daily.guess(again(ANN), CODE, CLASSIC, "yesterday")).view
    assert late.game.board.outcome is Outcome.SOLVED
    assert not late.game.is_counted


async def test_who_opened_a_daily_and_made_no_move_can_play_it_after_deleting_themselves(harness: Harness) -> None:
    await harness.daily.open(again(ANN), CLASSIC)
    await delete(harness, ANN)
    assert (await harness.daily.guess(again(ANN), CODE, CLASSIC)).view.game.is_solved_in_time


async def test_hashes_are_removed_when_their_day_has_closed(harness: Harness) -> None:
    await give_up(harness, ANN)
    harness.clock.now = closing_of(TODAY) - timedelta(seconds=1)
    await prune(harness)
    assert len(await harness.rows(daily_hashes)) == 1
    harness.clock.now = closing_of(TODAY)
    await prune(harness)
    assert not await harness.rows(daily_hashes)


async def test_hashes_show_nobody(harness: Harness) -> None:
    await give_up(harness, ANN)
    await delete(harness, ANN)
    (row,) = await harness.rows(daily_hashes)
    assert row.day == TODAY
    assert not any(text in row.hash for text in ("ann", "ANN", "4x10"))
    assert len(row.hash) == 64


async def test_a_user_of_discord_has_one_try_in_all_servers(harness: Harness) -> None:
    here, there = (caller("ann", workspace=server, platform="discord") for server in ("1", "direct:2"))
    await harness.daily.open(again(here), CLASSIC)
    await give_up(harness, there)
    with pytest.raises(DailyOver):
        await harness.daily.guess(again(here), CODE, CLASSIC)
    view = await harness.daily.open(caller("ann", workspace="3", platform="discord"), CLASSIC)
    assert view.game.board.outcome is Outcome.GAVE_UP
    elsewhere = caller("ann", workspace="1", platform="slack")
    assert (await harness.daily.guess(elsewhere, CODE, CLASSIC)).view.game.is_solved_in_time


SERVERS = tuple(caller("ann", workspace=server, platform="discord") for server in ("1", "2", "3"))
WORKSPACES = tuple(caller("ann", workspace=workspace, platform="slack") for workspace in ("E1:T1", "E1:T2"))


@pytest.mark.parametrize(("here", "there"), [SERVERS[:2], WORKSPACES], ids=["discord", "slack"])
async def test_a_daily_that_is_opened_elsewhere_is_the_same_game(harness: Harness, here: Caller, there: Caller) -> None:
    await harness.daily.guess(again(here), WRONG, CLASSIC)
    running = await harness.daily.open(again(there), CLASSIC)
    assert len(running.game.board.turns) == 1
    await harness.daily.guess(again(there), CODE, CLASSIC)
    first, second = [await harness.daily.open(again(each), CLASSIC) for each in (here, there)]
    assert first.game == second.game
    assert first.game.is_solved_in_time


async def test_one_result_of_a_day_is_shared_in_every_server(harness: Harness) -> None:
    await solved(harness, SERVERS[0], CLASSIC)
    await solved(harness, SERVERS[0], SMALL)
    for server in SERVERS[:2]:
        for _ in range(2):
            await harness.daily.share(again(server), CLASSIC)
        assert [name for name, _ in await harness.daily.boards(again(server), CLASSIC)] == ["ann"]
        with pytest.raises(NotShareable):
            await harness.daily.share(again(server), SMALL)
    harness.clock.now = closing_of(TODAY)
    with pytest.raises(NotShareable):
        await harness.daily.share(again(SERVERS[2]), CLASSIC, str(TODAY))


async def test_yesterdays_code_from_the_archive_of_another_server_is_of_no_use(harness: Harness) -> None:
    here, there = (caller("ann", workspace=server, platform="discord") for server in ("1", "2"))
    await harness.daily.open(again(here), CLASSIC)
    harness.clock.now = closing_of(TODAY) - timedelta(hours=6)
    await harness.daily.give_up(again(there), CLASSIC, "yesterday", is_confirmed=True)
    with pytest.raises(DailyOver):
        await harness.daily.guess(again(here), CODE, CLASSIC, "yesterday")


async def test_dailies_exist_for_named_rules(harness: Harness) -> None:
    for number, notation in enumerate(("1x2-letters", "4x10-letters", "4x10-eatbite", "4x6r", "10x10")):
        with pytest.raises(NoDaily):
            await harness.daily.open(again(ANN), Rules.parse(notation))
        with pytest.raises(NoDaily):
            await harness.daily.archive(again(ANN), Rules.parse(notation))
        with pytest.raises(NoDaily):
            await harness.daily.guess(caller(f"{number}"), "A", Rules.parse(notation))
    assert not await harness.rows(daily_games)


async def test_a_running_daily_of_other_rules_can_be_finished(harness: Harness) -> None:
    await start_unnamed(harness)
    code = code_of(TODAY, "1x2-letters")
    assert (await harness.daily.guess(again(ANN), code, UNNAMED)).view.game.is_solved_in_time
    with pytest.raises(DailyOver):
        await harness.daily.guess(again(ANN), code, UNNAMED)
    harness.clock.advance(DAY)
    assert [day for day, _ in await harness.daily.archive(again(ANN), UNNAMED)] == [TODAY]
    with pytest.raises(NoDaily):
        await harness.daily.open(again(ANN), UNNAMED)


async def solved(harness: Harness, who: Caller, rules: Rules, day: date = TODAY) -> None:
    number = (day - TODAY).days + 1
    await harness.daily.guess(again(who), code_of(day, str(rules), number), rules, str(day))


async def test_who_deletes_themselves_cannot_share_again(harness: Harness) -> None:
    await solved(harness, ANN, CLASSIC)
    await harness.daily.share(again(ANN), CLASSIC)
    await delete(harness, ANN)
    await solved(harness, ANN, SMALL)
    with pytest.raises(NotShareable):
        await harness.daily.share(again(ANN), SMALL)


async def test_a_result_of_the_archive_is_not_shared(harness: Harness) -> None:
    await harness.daily.open(again(ANN), CLASSIC)
    harness.clock.now = datetime.combine(TODAY + DAY, harness.clock.now.timetz()).replace(hour=1)
    bob = replace(caller("bob"), room=ANN.room)
    await solved(harness, bob, CLASSIC)
    with pytest.raises(NotShareable):
        await harness.daily.share(again(bob), CLASSIC, "yesterday")
