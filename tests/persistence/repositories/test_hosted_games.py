"""The contract of the repositories of games and results, for hosted games."""

import pytest

from bot.model.games import StoredGame
from core.game.any_game import Who
from core.game.boards import Outcome
from core.game.feedback import Feedback
from core.game.hosting import HostedGame
from tests.fakes.clock import NOON
from tests.persistence.store import CLASSIC, NONCE, OTHER, SECRET, WRONG, Store, change, enter, new_game, read
from tests.support.storage import committed


async def start(store: Store, *, in_head: bool, name: str = "host1") -> tuple[StoredGame, HostedGame, str]:
    """Store a game that Ann hosts, and Bob, whose id comes last."""
    async with committed(store.unit) as unit:
        room, ann = await enter(unit)
        _, bob = await enter(unit, "BOB")
        game = HostedGame.hide(CLASSIC, None if in_head else SECRET, ann.id, tries=7)
        stored = StoredGame(name, room.id, game, NONCE, NOON)
        assert await unit.games.add(stored)
    return stored, game, bob.id


@pytest.mark.parametrize("in_head", [False, True])
async def test_a_hosted_game_is_read_as_it_was_stored(store: Store, *, in_head: bool) -> None:
    stored, game, bob = await start(store, in_head=in_head)
    assert await read(store, stored) == stored
    for after in (game.guess(WRONG, bob), game.guess(WRONG, bob).expire()):
        stored = await change(store, stored, after)
        assert await read(store, stored) == stored
    assert stored.game.outcome is Outcome.EXPIRED


async def test_every_state_of_feedback_is_read_as_it_was_stored(store: Store) -> None:
    stored, game, bob = await start(store, in_head=True)
    ann = game.starter
    withheld = game.guess(WRONG, bob).give_feedback(Feedback(0, 4), ann).guess(OTHER, bob)
    withheld = withheld.withhold_feedback(Feedback(0, 0), ann)
    for after in (
        game.guess(WRONG, bob).guess(OTHER, bob),
        game.guess(WRONG, bob).guess(OTHER, bob).give_feedback(Feedback(1, 1), ann),
        game.guess(WRONG, bob).guess(OTHER, bob),
        withheld,
        withheld.correct_feedback({1: Feedback(0, 1)}, ann),
        withheld.expire(),
    ):
        stored = await change(store, stored, after)
        assert await read(store, stored) == stored


async def test_the_room_shares_the_game_and_who_waits_takes_part(store: Store) -> None:
    stored, game, bob = await start(store, in_head=True)
    async with store.unit() as unit:
        room, ann = await enter(unit)
        assert not await unit.games.add(new_game(room, ann, "shared"))
        assert await unit.games.add(new_game(room, ann, "alone", Who.ME))
    await change(store, stored, game.guess(WRONG, bob))
    async with store.other() as unit:
        assert [running.id for running in await unit.games.running_with(bob, 5)] == [stored.id]
        found, _ = await unit.games.for_player(stored.room, bob)
        assert found is not None
        assert found.id == stored.id


async def test_the_sums_of_hosted_games_are_kept(store: Store) -> None:
    for name in ("host1", "host2"):
        stored, game, bob = await start(store, in_head=False, name=name)
        await change(store, stored, game.guess(WRONG, bob).guess(SECRET, bob))
    stored, game, bob = await start(store, in_head=False, name="host3")
    await change(store, stored, game.guess(WRONG, bob).give_up(game.starter))
    async with store.other() as unit:
        host = await unit.results.record(game.starter)
        guesser = await unit.results.record(bob)
        results = await unit.results.of_player(game.starter)
    assert (host.hosted.games, host.hosted.solved, host.hosted.guesses) == (3, 2, 4)
    assert (host.together.games, guesser.hosted.games) == (0, 0)
    assert (guesser.together.games, guesser.together.solved, guesser.alone) == (3, 2, {})
    assert [(result.hosted, result.guesses) for result in results] == [(True, 2), (True, 2), (True, 1)]
