"""The contract of the repository of games: storing them."""

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from itertools import product

import pytest

from bot.model.games import StoredGame
from core.game.any_game import Who
from core.game.boards import Outcome
from core.game.games import Game
from core.game.rules import ALPHABETS, FEEDBACK_WORDS, Rules
from tests.fakes.clock import NOON
from tests.persistence.store import (
    LATER,
    NONCE,
    OTHER,
    SECRET,
    WRONG,
    Store,
    change,
    enter,
    ids_of,
    move,
    new_game,
    read,
    start,
)
from tests.support.storage import committed


async def test_a_new_game_is_read_as_it_was_stored(store: Store) -> None:
    game = await start(store)
    assert await read(store, game) == game


@pytest.mark.parametrize("who", Who)
async def test_a_game_is_read_with_its_turns(store: Store, who: Who) -> None:
    game = await move(store, await start(store, who), ("ANN", WRONG), ("ANN", (1, 0, 3, 2)))
    assert [turn.guess for turn in game.game.boards[0].turns] == [WRONG, (1, 0, 3, 2)]
    assert await read(store, game) == game


async def test_turns_keep_their_order_beyond_ten(store: Store) -> None:
    codes = [tuple((first + place) % 10 for place in range(4)) for first in range(1, 9)] * 2
    async with committed(store.unit) as unit:
        game = new_game(*await enter(unit), tries=0)
        await unit.games.add(game)
    game = await move(store, game, *(("ANN", code) for code in codes))
    assert [turn.guess for turn in (await read(store, game)).game.boards[0].turns] == codes


async def test_several_turns_can_be_stored_at_once(store: Store) -> None:
    game = await start(store)
    async with committed(store.unit) as unit:
        _, player = await enter(unit)
        found = await unit.games.in_slot(game.room, game.slot)
        assert found is not None
        for _ in range(2):
            found = found.after(found.game.guess(WRONG, player.id), LATER)
            await unit.games.save(found)
        found = found.after(found.game.guess(WRONG, player.id).guess(SECRET, player.id), LATER)
        await unit.games.save(found)
    assert await read(store, game) == found


async def test_the_unit_of_work_that_added_a_game_can_store_a_move(store: Store) -> None:
    async with committed(store.unit) as unit:
        room, player = await enter(unit)
        game = new_game(room, player)
        await unit.games.add(game)
        game = game.after(game.game.guess(WRONG, player.id), LATER)
        await unit.games.save(game)
    assert await read(store, game) == game


async def test_the_boards_of_a_race_keep_their_places_and_who_gave_up(store: Store) -> None:
    users = ("CAT", "ANN", "BOB")
    game = await move(store, await start(store, Who.RACE), *((user, code) for code in (WRONG, OTHER) for user in users))
    ids = await ids_of(store, *users)
    game = await change(store, game, game.game.give_up(ids[1]))
    found = await read(store, game)
    assert found == game
    assert [board.guesser for board in found.game.boards] == ids
    assert [[turn.guess for turn in board.turns] for board in found.game.boards] == [[WRONG, OTHER]] * 3
    assert [board.outcome for board in found.game.boards] == [None, Outcome.GAVE_UP, None]


async def test_votes_to_give_up_and_who_gave_up_are_stored(store: Store) -> None:
    game = await move(store, await start(store), *((user, WRONG) for user in ("ANN", "BOB", "CAT", "DAN")))
    bob, cat, dan = await ids_of(store, "BOB", "CAT", "DAN")
    game = await change(store, game, game.game.give_up(bob).give_up(cat))
    voted = (await read(store, game)).game
    assert (voted.boards[0].giveup_votes, voted.outcome) == ((bob, cat), None)
    game = await change(store, game, voted.give_up(dan))
    ended = (await read(store, game)).game
    assert (ended.boards[0].given_up_by, ended.quitters) == (dan, (bob, cat, dan))


async def test_giving_up_before_any_guess_is_stored(store: Store) -> None:
    game = await start(store)
    ended = await read(store, await change(store, game, game.game.give_up(game.game.starter)))
    assert (ended.game.outcome, ended.ended_at) == (Outcome.GAVE_UP, LATER)


EVERY_LOOK = [
    Rules(positions, symbols, repeats, alphabet, words)
    for (positions, symbols, repeats), alphabet, words in product(
        [(4, 10, False), (1, 16, False), (10, 10, False), (5, 16, True), (10, 5, True)],
        ALPHABETS.values(),
        FEEDBACK_WORDS.values(),
    )
]


async def test_games_of_every_kind_of_rules_are_read_as_they_were_stored(store: Store) -> None:
    games: list[StoredGame] = []
    async with committed(store.unit) as unit:
        for rules in EVERY_LOOK:
            room, player = await enter(unit, channel=str(rules))
            highest = tuple(rules.symbols - 1 - (0 if rules.repeats else place) for place in range(rules.positions))
            lowest = tuple(0 if rules.repeats else place for place in range(rules.positions))
            game = StoredGame(str(rules), room.id, Game(rules, highest, player.id), NONCE, NOON)
            assert await unit.games.add(replace(game, id=f"game{len(games)}"))
            games.append(replace(game, id=f"game{len(games)}").after(game.game.guess(lowest, player.id), LATER))
            await unit.games.save(games[-1])
    assert [await read(store, game) for game in games] == games


@pytest.mark.parametrize("hours", [-11, 0, 9])
async def test_a_time_of_any_time_zone_is_read_as_the_same_time(store: Store, hours: int) -> None:
    moment = datetime(2026, 3, 29, 1, 30, 15, 123456, tzinfo=timezone(timedelta(hours=hours)))
    async with committed(store.unit) as unit:
        game = replace(new_game(*await enter(unit)), started_at=moment)
        await unit.games.add(game)
        await unit.games.save(game.after(game.game.give_up(game.game.starter), moment + timedelta(seconds=1)))
    found = await read(store, game)
    assert (found.started_at, found.ended_at) == (moment, moment + timedelta(seconds=1))
    assert found.started_at.tzinfo is not None


# One at a time


async def test_the_shared_slot_takes_one_running_game(store: Store) -> None:
    first = await start(store)
    async with store.unit() as unit:
        room, player = await enter(unit)
        assert not await unit.games.add(new_game(room, player, "other"))
        assert await unit.games.get(room.id, "other") is None
        assert await unit.games.in_slot(room.id, "") == first


async def test_every_player_has_a_slot_of_their_own_beside_the_shared_one(store: Store) -> None:
    await start(store)
    async with store.unit() as unit:
        for user in ("ANN", "BOB"):
            room, player = await enter(unit, user)
            own = new_game(room, player, user.lower(), Who.ME)
            assert await unit.games.add(own)
            assert await unit.games.in_slot(room.id, player.id) == own


async def test_an_ended_game_frees_its_slot(store: Store) -> None:
    game = await move(store, await start(store), ("ANN", SECRET))
    async with store.unit() as unit:
        assert await unit.games.in_slot(game.room, game.slot) is None
        assert await unit.games.add(new_game(*await enter(unit), "other"))


async def test_an_id_can_be_used_once_in_all_rooms(store: Store) -> None:
    game = await start(store)
    async with store.unit() as unit:
        room, player = await enter(unit, channel="garden")
        assert not await unit.games.add(new_game(room, player, game.id))
        assert await unit.games.in_slot(room.id, "") is None


@pytest.mark.parametrize("who", Who)
async def test_a_game_is_removed_with_all_that_is_about_it(store: Store, who: Who) -> None:
    game = await start(store, who)
    async with committed(store.unit) as unit:
        await unit.messages.claim(game.id, None, NOON, NOON)
    async with committed(store.unit) as unit:
        assert await unit.games.get(game.room, game.id)
        await unit.games.remove(game)
    async with store.other() as unit:
        assert await unit.games.get(game.room, game.id) is None
        assert not await unit.messages.was_posted(game.id)
        assert not await unit.games.running_with(game.game.starter, 1)
    assert (await start(store, who)).room == game.room
