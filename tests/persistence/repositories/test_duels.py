"""The contract of the repository of games, for challenges and duels between people."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.model.games import OpenChallenge, StoredGame
from bot.persistence.connection import Row
from bot.persistence.database import Database
from bot.persistence.postgresql.backend import EngineConnection
from core.game.any_game import Who
from core.game.challenges import Challenge
from core.game.duels import Duel
from tests.fakes.clock import NOON
from tests.persistence.store import CLASSIC, LATER, NONCE, OTHER, SECRET, WRONG, Store, change, enter, new_game, read
from tests.support.storage import committed


async def start_challenge(store: Store, game_id: str = "duel1", opponent: str = "BOB") -> StoredGame:
    """Store Ann's challenge to somebody, who is in the same room."""
    async with committed(store.unit) as unit:
        room, ann = await enter(unit)
        _, other = await enter(unit, opponent)
        challenge = Challenge(CLASSIC, ann.id, other.id, tries=7, hidden=True, first_mover=other.id)
        stored = StoredGame(game_id, room.id, challenge, NONCE, NOON)
        assert await unit.games.add(stored)
    return stored


async def start_duel(store: Store, game_id: str = "duel1", opponent: str = "BOB") -> tuple[StoredGame, Duel]:
    stored = await start_challenge(store, game_id, opponent)
    challenge = stored.game
    assert isinstance(challenge, Challenge)
    ready = challenge.hide(SECRET, challenge.starter).hide(WRONG, challenge.players[1])
    duel = ready.start(challenge.starter)
    return await change(store, stored, duel), duel


async def duels_of(store: Store, user: str = "ANN") -> list[str]:
    async with store.unit() as unit:
        room, player = await enter(unit, user)
        return [stored.id for stored in await unit.games.duels_of(room.id, player.id)]


@pytest.mark.postgresql
@pytest.mark.parametrize("statements", [1, 2, 3, 4])
async def test_a_challenge_that_is_accepted_between_the_statements_that_read_it_can_be_read(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch, statements: int
) -> None:
    database = Database(postgresql_url)
    store = Store(database.unit, database.unit)
    stored = await start_challenge(store)
    challenge = stored.game
    assert isinstance(challenge, Challenge)
    stored = await change(store, stored, challenge.hide(SECRET, challenge.players[1]))
    duel = challenge.hide(SECRET, challenge.players[1]).hide(WRONG, challenge.starter).start(challenge.starter)
    fetch_all = EngineConnection.fetch_all
    left = statements

    async def accept_in_between(reader: EngineConnection, *arguments: Any) -> Sequence[Row]:
        nonlocal left
        rows = await fetch_all(reader, *arguments)
        left -= 1
        if left == 0:
            monkeypatch.setattr(EngineConnection, "fetch_all", fetch_all)
            await change(store, stored, duel)
        return rows

    async with database.unit() as unit:
        room, ann = await enter(unit)
        monkeypatch.setattr(EngineConnection, "fetch_all", accept_in_between)
        assert [found.id for found in await unit.games.duels_of(room.id, ann.id)] == [stored.id]
    assert await read(store, stored) == stored.after(duel, LATER)
    await database.close()


async def test_a_challenge_to_anyone_is_found_by_its_starter_and_then_by_who_accepts_it(store: Store) -> None:
    async with committed(store.unit) as unit:
        room, ann = await enter(unit)
        _, bob = await enter(unit, "BOB")
        challenge = Challenge(CLASSIC, ann.id, None).hide(SECRET, ann.id)
        stored = StoredGame("duel1", room.id, challenge, NONCE, NOON)
        assert await unit.games.add(stored)
        assert await unit.games.open_challenges(ann.id) == [OpenChallenge("duel1", ann.id, None)]
    assert await read(store, stored) == stored
    assert (await duels_of(store), await duels_of(store, "BOB")) == (["duel1"], [])
    accepted = await change(store, stored, challenge.hide(WRONG, bob.id).start(bob.id))
    assert await read(store, accepted) == accepted
    assert (await duels_of(store), await duels_of(store, "BOB")) == (["duel1"], ["duel1"])


@pytest.mark.parametrize("hidden_by", ["starter", "opponent"])
async def test_a_challenge_is_read_as_it_was_stored(store: Store, hidden_by: str) -> None:
    stored = await start_challenge(store)
    assert await read(store, stored) == stored
    challenge = stored.game
    assert isinstance(challenge, Challenge)
    who = challenge.starter if hidden_by == "starter" else challenge.players[1]
    stored = await change(store, stored, challenge.hide(SECRET, who))
    assert await read(store, stored) == stored
    stored = await change(store, stored, challenge.hide(SECRET, who).give_up(challenge.players[1]))
    assert await read(store, stored) == stored


async def test_a_challenge_becomes_a_duel_with_the_same_id(store: Store) -> None:
    stored, duel = await start_duel(store)
    assert await read(store, stored) == stored
    ann, bob = (side.player for side in duel.sides)
    duel = duel.guess(OTHER, ann).guess(OTHER, bob).offer_draw(ann)
    stored = await change(store, stored, duel)
    assert await read(store, stored) == stored
    stored = await change(store, stored, duel.offer_draw(bob))
    assert await read(store, stored) == stored


async def test_each_of_the_two_gets_a_result(store: Store) -> None:
    stored, duel = await start_duel(store)
    ann, bob = (side.player for side in duel.sides)
    await change(store, stored, duel.guess(WRONG, ann).guess(OTHER, bob))
    async with store.other() as unit:
        outcomes = [(await unit.results.of_player(player))[0].outcome.value for player in (ann, bob)]
    assert outcomes == ["won", "lost"]


async def test_a_player_has_several_duels_beside_other_games(store: Store) -> None:
    await start_duel(store, "duel1")
    await start_challenge(store, "duel2", "CAT")
    async with committed(store.unit) as unit:
        room, ann = await enter(unit)
        assert await unit.games.add(new_game(room, ann, "alone", Who.ME))
        assert await unit.games.add(new_game(room, ann, "shared"))
    assert await duels_of(store) == ["duel1", "duel2"]
    assert await duels_of(store, "CAT") == ["duel2"]
    assert await duels_of(store, "DAN") == []
    async with store.other() as unit:
        room, cat = await enter(unit, "CAT")
        game, has_duels = await unit.games.for_player(room.id, cat.id)
        assert game is not None
        assert (game.id, has_duels) == ("shared", True)


async def test_an_ended_duel_is_no_longer_running_but_the_latest_game_of_both(store: Store) -> None:
    stored, duel = await start_duel(store)
    ann, bob = (side.player for side in duel.sides)
    await change(store, stored, duel.guess(SECRET, ann).guess(WRONG, bob).give_up(bob))
    assert await duels_of(store) == []
    async with store.other() as unit:
        for user in ("ANN", "BOB"):
            room, player = await enter(unit, user)
            latest = await unit.games.latest(room.id, player.id)
            assert latest is not None
            assert latest.id == stored.id


async def test_a_running_duel_is_the_latest_game_of_both_and_of_nobody_else(store: Store) -> None:
    stored, _ = await start_duel(store)
    async with store.other() as unit:
        found: dict[str, StoredGame | None] = {}
        for user in ("ANN", "BOB", "CAT"):
            room, player = await enter(unit, user)
            found[user] = await unit.games.latest(room.id, player.id)
    assert {user: game.id if game else None for user, game in found.items()} == {
        "ANN": stored.id,
        "BOB": stored.id,
        "CAT": None,
    }
