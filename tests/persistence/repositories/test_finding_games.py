"""The contract of the repository of games: finding them."""

from datetime import timedelta

from msgspec.structs import replace

from bot.model.games import LONG_SLOT
from core.game.any_game import Who
from core.game.feedback import Turn, compute_feedback
from tests.fakes.clock import NOON
from tests.persistence.store import (
    LATER,
    SECRET,
    WRONG,
    Store,
    enter,
    enter_two,
    move,
    new_game,
    player_key,
    room_key,
    start,
)
from tests.support.present import present
from tests.support.storage import committed

# Finding

OTHER, PARTLY = (9, 8, 7, 6), (0, 4, 5, 6)


async def test_a_game_is_found_in_its_own_room_only(store: Store) -> None:
    game = await start(store)
    async with store.unit() as unit:
        garden, player = await enter(unit, channel="garden")
        assert await unit.games.get(garden.id, game.id) is None
        assert await unit.games.in_slot(garden.id, "") is None
        assert await unit.games.latest(garden.id, player.id) is None


async def test_an_ended_game_is_found_by_its_id(store: Store) -> None:
    game = await move(store, await start(store), ("ANN", SECRET))
    async with store.other() as unit:
        assert await unit.games.get(game.room, game.id) == game
        assert await unit.games.get(game.room, "nothing") is None


async def add_ended(store: Store, name: str, minutes: int, who: Who = Who.EVERYONE, user: str = "ANN") -> None:
    """Store a game in the lobby that started some minutes after noon and has ended."""
    async with committed(store.unit) as unit:
        room, player = await enter(unit, user)
        started = replace(new_game(room, player, name, who), started_at=NOON + timedelta(minutes=minutes))
        assert await unit.games.add(started)
        await unit.games.update(started.after(started.game.give_up(player.id), LATER))


async def test_the_latest_game_is_the_one_begun_last_even_if_the_clock_was_set_back(store: Store) -> None:
    for minutes in (5, 9, 7):
        await add_ended(store, f"game{minutes}", minutes)
    async with store.other() as unit:
        room, ann = await enter(unit)
        latest = await unit.games.latest(room.id, ann.id)
    assert latest is not None
    assert latest.id == "game7"


async def test_the_latest_game_is_shared_or_ones_own(store: Store) -> None:
    shared = await start(store)
    async with store.unit() as unit:
        room, ann, bob = await enter_two(unit)
        own = replace(new_game(room, ann, "own", Who.ME), started_at=LATER)
        assert await unit.games.add(own)
        assert await unit.games.latest(room.id, ann.id) == own
        assert await unit.games.latest(room.id, bob.id) == shared


async def test_players_guess_in_their_own_game_before_the_shared_one(store: Store) -> None:
    shared = await start(store)
    async with committed(store.unit) as unit:
        room, ann, bob = await enter_two(unit)
        own = new_game(room, ann, "alone", Who.ME)
        assert await unit.games.add(own)

    async with store.other() as unit:
        assert await unit.games.for_player(room.id, ann.id) == (own, False)
        assert await unit.games.for_player(room.id, bob.id) == (shared, False)
        assert (await unit.games.for_player("elsewhere", ann.id))[0] is None


async def test_of_two_shared_games_players_guess_in_the_newer_of_theirs_and_others_in_the_newer(store: Store) -> None:
    long = await start(store)
    async with committed(store.unit) as unit:
        room, ann = await enter(unit)
        (_, bob), (_, cat) = await enter(unit, "BOB"), await enter(unit, "CAROL")
        second = new_game(room, bob, "second", Who.EVERYONE)
        assert not await unit.games.add(second)
        await unit.games.get(long.room, long.id)
        long = replace(long, is_beside=True)
        await unit.games.update(long)
        assert await unit.games.add(second)

    async def found(*players: str) -> list[str]:
        async with store.other() as unit:
            games = [(await unit.games.for_player(room.id, player))[0] for player in players]
            return [game.id for game in games if game is not None]

    assert await found(ann.id, bob.id, cat.id) == [long.id, second.id, second.id]
    await move(store, long, ("BOB", WRONG), ("CAROL", OTHER))
    assert await found(ann.id, bob.id, cat.id) == [long.id, second.id, long.id]
    async with store.other() as unit:
        read = present(await unit.games.in_slot(room.id, LONG_SLOT))
        assert (read.id, read.is_beside) == (long.id, True)
        assert present(await unit.games.latest(room.id, cat.id)).id == second.id


async def test_players_do_not_guess_in_ended_games(store: Store) -> None:
    await add_ended(store, "shared", 1)
    await add_ended(store, "alone", 2, Who.ME)
    async with store.other() as unit:
        room, ann = await enter(unit)
        assert (await unit.games.for_player(room.id, ann.id))[0] is None


async def test_running_games_of_a_player_are_found_in_every_room_newest_first(store: Store) -> None:
    async with committed(store.unit) as unit:
        for minutes, (name, channel) in enumerate([("first", "lobby"), ("other", "games"), ("ended", "attic")]):
            room, ann = await enter(unit, channel=channel)
            new = replace(new_game(room, ann, name), started_at=NOON - timedelta(minutes=minutes))
            await unit.games.add(new)
            if name == "ended":
                await unit.games.update(new.after(new.game.guess(SECRET, ann.id), LATER))
        lobby, bob = await enter(unit, "BOB")
        found = present(await unit.games.get(lobby.id, "first"))
        await unit.games.update(found.after(found.game.guess(WRONG, bob.id), LATER))

    async with store.other() as unit:
        _, ann, bob = await enter_two(unit)
        assert [game.id for game in await unit.games.running_with(ann.id, 5)] == ["other", "first"]
        assert [game.id for game in await unit.games.running_with(ann.id, 1)] == ["other"]
        assert [game.id for game in await unit.games.running_with(bob.id, 5)] == ["first"]


async def test_turns_are_found_by_their_player_in_running_games_of_every_workspace(store: Store) -> None:
    async with committed(store.unit) as unit:
        zoe, yan = [await unit.players.get_or_add(player_key(user), "club", user) for user in ("ZOE", "YAN")]
        for name, workspace in {"here": "club", "there": "pub", "over": "cafe"}.items():
            stored = new_game(await unit.rooms.get_or_add(room_key("lobby", workspace)), zoe, name)
            await unit.games.add(stored)
            for player, guess in ((zoe, PARTLY), (yan, OTHER), (zoe, SECRET if name == "over" else WRONG)):
                stored = stored.after(stored.game.guess(guess, player.id), LATER)
                await unit.games.update(stored)

    async with store.other() as unit:
        partly, wrong = [Turn(guess, compute_feedback(SECRET, guess), zoe.id) for guess in (PARTLY, WRONG)]
        for guesses, expected in (([PARTLY, SECRET], {partly, wrong}), ([OTHER], {wrong})):
            found = await unit.games.turns_in_running_games(zoe.id, guesses)
            assert {name: set(turns) for name, turns in found.items()} == dict.fromkeys(("here", "there"), expected)
        assert await unit.games.turns_in_running_games("nobody", [WRONG]) == {}
