"""The contract of the daily's repositories."""

import asyncio
from dataclasses import replace
from datetime import date, timedelta

from msgspec import structs

from bot.model.daily import DailyGame, DailyHashChain, SummaryPlan
from bot.model.records import UnrankedGameCount
from bot.model.rooms import MessageKey
from core.game.boards import Board
from core.game.feedback import Feedback, Turn
from core.game.rules import Rules
from tests.fakes.clock import NOON
from tests.persistence.store import CLASSIC, SECRET, WRONG, Store, enter
from tests.support.storage import committed

DAY = date(2026, 11, 18)
LATER = DAY + timedelta(days=9)
CHAIN = DailyHashChain(DAY, LATER, "a" * 64)
LINKS = {0: "a" * 64, 4: "b" * 64, 10: "c" * 64}
OTHER_RULES = Rules.parse("mastermind")


async def stored(store: Store, user: str = "ANN", day: date = DAY, rules: Rules = CLASSIC) -> DailyGame:
    """A new game of somebody's, stored."""
    async with committed(store.unit) as unit:
        room, player = await enter(unit, user)
        game = DailyGame(room.id, day, Board(rules, (), 12, player.id), NOON)
        assert await unit.daily_games.add(game)
    return game


async def read(store: Store, game: DailyGame) -> DailyGame | None:
    async with store.other() as unit:
        return await unit.daily_games.get(game.player, game.day, game.rules)


async def test_a_game_is_read_as_it_was_saved_without_its_secret(store: Store) -> None:
    game = await stored(store)
    assert await read(store, game) == game
    turn = Turn(WRONG, Feedback(0, 0), game.player)
    playing = structs.replace(game, board=replace(game.board, secret=SECRET, turns=(turn,)))
    ended = playing.with_board(playing.board.give_up(game.player), NOON)
    async with committed(store.unit) as unit:
        await unit.daily_games.update(ended)
    assert await read(store, game) == structs.replace(ended, board=replace(ended.board, secret=()))


async def test_a_player_has_one_game_for_each_day_and_rules(store: Store) -> None:
    game = await stored(store)
    async with store.unit() as unit:
        assert not await unit.daily_games.add(structs.replace(game, started_at=NOON + timedelta(hours=1)))
    await stored(store, "BOB")
    await stored(store, day=LATER)
    await stored(store, rules=OTHER_RULES)


async def test_of_two_starts_at_the_same_instant_one_wins(store: Store) -> None:
    mine = structs.replace(await stored(store, "BOB"), day=LATER)

    async def start(unit_of: Store) -> bool:
        async with unit_of.unit() as unit:
            is_added = await unit.daily_games.add(mine)
            await unit.commit()
            return is_added

    assert sorted(await asyncio.gather(start(store), start(Store(store.other, store.unit)))) == [False, True]


async def test_the_games_of_a_player_are_read_in_the_order_of_their_days(store: Store) -> None:
    games = [await stored(store, day=day) for day in (LATER, DAY, DAY + timedelta(days=1))]
    await stored(store, "BOB")
    async with store.other() as unit:
        found = await unit.daily_games.of_player(games[0].player, DAY, LATER)
        assert [game.day for game in found] == sorted(game.day for game in games)
        assert len(await unit.daily_games.of_player(games[0].player, DAY, DAY)) == 1


async def test_a_keyed_hash_of_a_day_is_stored_once(store: Store) -> None:
    async def add(unit_of: Store, day: date, hashed: str) -> bool:
        async with committed(unit_of.unit) as unit:
            return await unit.daily_games.add_person_hash(day, hashed)

    both = (store, Store(store.other, store.unit))
    assert sorted(await asyncio.gather(*(add(each, DAY, "a" * 64) for each in both))) == [False, True]
    assert await add(store, DAY, "b" * 64)
    assert await add(store, LATER, "a" * 64)
    async with store.other() as unit:
        assert await unit.daily_games.has_person_hash(DAY, "b" * 64)
        assert not await unit.daily_games.has_person_hash(LATER, "b" * 64)


async def test_keyed_hashes_of_earlier_days_are_removed_some_at_once(store: Store) -> None:
    async with store.unit() as unit:
        for day in (DAY, LATER):
            for letter in "abc":
                await unit.daily_games.add_person_hash(day, letter * 64)
        assert [await unit.old_rows.remove("daily_hashes", LATER, 2) for _ in range(3)] == [2, 1, 0]
        assert not await unit.daily_games.has_person_hash(DAY, "a" * 64)
        assert await unit.daily_games.has_person_hash(LATER, "a" * 64)


async def test_a_chain_is_stored_once_and_found_by_its_days(store: Store) -> None:
    following = DailyHashChain(LATER + timedelta(days=1), LATER + timedelta(days=9), "d" * 64)
    async with committed(store.unit) as unit:
        assert await unit.daily_chains.first() is None
        assert await unit.daily_chains.add(following, LINKS)
        assert await unit.daily_chains.add(CHAIN, LINKS)
        assert not await unit.daily_chains.add(structs.replace(CHAIN, anchor="e" * 64), LINKS)
    async with store.other() as unit:
        assert await unit.daily_chains.first() == CHAIN
        assert await unit.daily_chains.covering(DAY - timedelta(days=1)) is None
        assert await unit.daily_chains.covering(DAY) == CHAIN
        assert await unit.daily_chains.covering(LATER) == CHAIN
        assert await unit.daily_chains.covering(LATER + timedelta(days=1)) == following


async def test_the_next_stored_link_is_found(store: Store) -> None:
    async with committed(store.unit) as unit:
        await unit.daily_chains.add(CHAIN, LINKS)
    async with store.other() as unit:
        found = [await unit.daily_chains.link_at_or_after(CHAIN, number) for number in (0, 1, 4, 5, 10)]
    assert [number for number, _ in found] == [0, 4, 4, 10, 10]
    assert found[1][1] == "b" * 64


async def test_days_that_count_for_streaks_are_kept_by_player_and_by_room(store: Store) -> None:
    async with committed(store.unit) as unit:
        (room, ann), (garden, bob) = await enter(unit), await enter(unit, "BOB", "garden")
        for player, where, day in ((ann, room, DAY), (ann, room, DAY), (ann, garden, LATER), (bob, garden, LATER)):
            await unit.streak_days.add_solved(player.id, where.id, day)
    async with store.other() as unit:
        assert await unit.streak_days.of_player(ann.id) == {DAY, LATER}
        assert await unit.streak_days.of_player(bob.id) == {LATER}
        assert await unit.streak_days.of_room(room.id) == {DAY}
        assert await unit.streak_days.of_room(garden.id) == {LATER}


async def test_a_room_has_an_open_game_until_it_ends(store: Store) -> None:
    game = await stored(store)
    late = structs.replace(game, day=DAY - timedelta(days=1))  # of the archive
    async with store.unit() as unit:
        assert await unit.daily_games.add(late)
        assert await unit.daily_games.has_game_still_counting(game.room, DAY)
        assert not await unit.daily_games.has_game_still_counting(game.room, late.day)
        assert not await unit.daily_games.has_game_still_counting("elsewhere", DAY)
        await unit.daily_games.update(game.with_board(game.board.give_up(game.player), NOON))
        assert not await unit.daily_games.has_game_still_counting(game.room, DAY)


async def test_a_result_is_stored_once_as_shared_in_each_room(store: Store) -> None:
    game = await stored(store)

    async def share(unit_of: Store, room: str) -> bool:
        async with committed(unit_of.unit) as unit:
            return await unit.daily_games.add_to_card(game, room, NOON)

    async with committed(store.unit) as unit:
        garden, _ = await enter(unit, "ANN", "garden")
    both = (store, Store(store.other, store.unit))
    assert sorted(await asyncio.gather(*(share(each, garden.id) for each in both))) == [False, True]
    assert await share(store, game.room)
    async with store.unit() as unit:
        found = [await unit.daily_games.is_on_card(game, room) for room in (game.room, garden.id, "elsewhere")]
    assert found == [True, True, False]


async def test_the_games_of_a_room_are_those_that_were_started_or_shared_there_in_time(store: Store) -> None:
    async with committed(store.unit) as unit:
        garden, eve = await enter(unit, "EVE", "garden")
        lobby, _ = await enter(unit)
        shared = DailyGame(garden.id, DAY, Board(CLASSIC, (), 12, eve.id), NOON)
        both = DailyGame(lobby.id, LATER, Board(CLASSIC, (), 12, eve.id), NOON)
        for game in (shared, both):
            await unit.daily_games.add(game)
            await unit.daily_games.add_to_card(game, lobby.id, NOON)
    async with store.other() as unit:
        of_room = unit.daily_games.of_room
        assert await of_room(lobby.id, DAY, LATER) == [shared, both]
        assert await unit.daily_games.on_cards(lobby.id, DAY, LATER) == [shared, both]
        assert await unit.daily_games.on_cards(garden.id, DAY, LATER) == []
        assert await unit.daily_games.card_rooms(shared) == [lobby.id]
        assert await of_room(lobby.id, DAY, DAY) == [shared]
        assert await of_room(garden.id, DAY, LATER) == [shared]


async def test_rooms_are_due_for_a_summary_until_their_plan_is_saved(store: Store) -> None:
    later, much_later = NOON + timedelta(hours=1), NOON + timedelta(hours=9)
    async with committed(store.unit) as unit:
        rooms = [(await enter(unit, channel=channel))[0] for channel in ("lobby", "garden", "cellar")]
        for room, at in zip(rooms, (NOON, later, much_later), strict=True):
            await unit.summary_plans.check_no_later_than(room.id, at)
        await unit.summary_plans.check_no_later_than(rooms[0].id, much_later)
        await unit.summary_plans.check_no_later_than(rooms[2].id, much_later + timedelta(hours=1))
    async with store.other() as unit:
        assert await unit.summary_plans.due(NOON, much_later, 9) == [rooms[0].id]
        assert await unit.summary_plans.due(NOON, later, 9) == [rooms[0].id, rooms[2].id]
        assert await unit.rooms.key_of(rooms[1].id) == rooms[1].key
        assert await unit.summary_plans.get(rooms[0].id) == SummaryPlan(rooms[0].id, NOON)
        message = MessageKey("lobby", "17.4")
        told = SummaryPlan(rooms[0].id, None, LATER, DAY, LATER, NOON, 2, 2**31 - 1, message, DAY)
        await unit.summary_plans.update(told)
        assert await unit.summary_plans.get(rooms[0].id) == told
        assert await unit.summary_plans.due(NOON, much_later, 9) == []
        await unit.summary_plans.check_no_later_than(rooms[0].id, later)
        await unit.summary_plans.check_no_later_than(rooms[0].id, NOON)
        assert await unit.summary_plans.get(rooms[0].id) == structs.replace(told, check_at=NOON)
        assert await unit.summary_plans.get("elsewhere") is None


async def test_the_cards_of_a_players_games_are_scheduled(store: Store) -> None:
    async with store.unit() as unit:
        rooms = [(await enter(unit, channel=channel))[0] for channel in ("lobby", "garden", "cellar")]
        _, eve = await enter(unit, "EVE")
        for room, day in zip(rooms, (DAY, LATER, LATER), strict=True):
            game = DailyGame(room.id, day, Board(CLASSIC, (), 12, eve.id), NOON)
            await unit.daily_games.add(game)
            await unit.daily_games.add_to_card(game, room.id, NOON)
            await unit.summary_plans.check_no_later_than(room.id, NOON + timedelta(hours=1))
        await unit.summary_plans.check_no_later_than(rooms[2].id, NOON)
        await unit.summary_plans.schedule_card_checks(eve.id, LATER, NOON + timedelta(minutes=1))
        plans = [await unit.summary_plans.get(room.id) for room in rooms]
        assert [plan and plan.check_at for plan in plans] == [
            NOON + timedelta(hours=1),
            NOON + timedelta(minutes=1),
            NOON,
        ]


async def test_games_that_count_are_counted_by_rules(store: Store) -> None:
    turns = (Turn(WRONG, Feedback(0, 0), "ann"), Turn(SECRET, Feedback(4, 0), "ann"))
    solved, lost, late = [await stored(store, "CAT", DAY + timedelta(days=back)) for back in range(3)]
    running, other = await stored(store, "CAT", LATER), await stored(store, "CAT", rules=OTHER_RULES)
    async with committed(store.unit) as unit:
        for game, ended in ((solved, NOON), (late, NOON)):
            await unit.daily_games.update(game.with_board(replace(game.board, secret=SECRET, turns=turns), ended))
        for game in (lost, other):
            await unit.daily_games.update(game.with_board(game.board.give_up(game.player), NOON))
    async with store.other() as unit:
        assert await unit.daily_games.counts_by_rules(running.player) == {
            "4x10": UnrankedGameCount(1, 1, 2),
            str(OTHER_RULES): UnrankedGameCount(1),
        }
        assert await unit.daily_games.counts_by_rules("nobody") == {}


async def test_running_games_of_a_player_are_found(store: Store) -> None:
    running = await stored(store, "ZOE")
    await stored(store, "YAN")
    await stored(store, "ZOE", DAY - timedelta(days=1))
    ended = await stored(store, "ZOE", rules=OTHER_RULES)
    async with committed(store.unit) as unit:
        await unit.daily_games.update(ended.with_board(ended.board.give_up(ended.player), NOON))
    async with store.other() as unit:
        assert await unit.daily_games.running(running.player, DAY, LATER) == [running]
        assert not await unit.daily_games.running("nobody", DAY, LATER)
