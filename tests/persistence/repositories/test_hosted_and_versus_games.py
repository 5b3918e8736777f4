"""The contract of the repositories of games and results: hosted games, games against the bot, and hints."""

import pytest

from bot.model.games import StoredGame
from core.game.any_game import Who
from core.game.boards import Outcome
from core.game.duels import Duel
from core.game.feedback import Feedback
from core.game.hosting import HostedGame
from core.game.sides import BOT, Level, Side, SideOutcome
from tests.fakes.clock import NOON
from tests.persistence.store import (
    CLASSIC,
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


async def start_hosted(store: Store, *, in_head: bool, name: str = "host1") -> tuple[StoredGame, HostedGame, str]:
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
    stored, game, bob = await start_hosted(store, in_head=in_head)
    assert await read(store, stored) == stored
    for after in (game.guess(WRONG, bob), game.guess(WRONG, bob).expire()):
        stored = await change(store, stored, after)
        assert await read(store, stored) == stored
    assert stored.game.outcome is Outcome.EXPIRED


async def test_every_state_of_feedback_is_read_as_it_was_stored(store: Store) -> None:
    stored, game, bob = await start_hosted(store, in_head=True)
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
    stored, game, bob = await start_hosted(store, in_head=True)
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
        stored, game, bob = await start_hosted(store, in_head=False, name=name)
        await change(store, stored, game.guess(WRONG, bob).guess(SECRET, bob))
    stored, game, bob = await start_hosted(store, in_head=False, name="host3")
    await change(store, stored, game.guess(WRONG, bob).give_up(game.starter))
    async with store.other() as unit:
        host = await unit.results.record(game.starter)
        guesser = await unit.results.record(bob)
        results = await unit.results.of_player(game.starter)
    assert (host.hosted.games, host.hosted.solved, host.hosted.guesses) == (3, 2, 4)
    assert (host.together.games, guesser.hosted.games) == (0, 0)
    assert (guesser.together.games, guesser.together.solved, guesser.alone) == (3, 2, {})
    assert [(result.hosted, result.guesses) for result in results] == [(True, 2), (True, 2), (True, 1)]


async def start_versus(
    store: Store, *, secret: tuple[int, ...] | None = None, bot_moves_first: bool = True
) -> StoredGame:
    """Store a new game of Ann's against the bot; without a secret she gives the feedback herself."""
    async with committed(store.unit) as unit:
        room, ann = await enter(unit)
        versus = Duel.against_bot(CLASSIC, SECRET, Side(ann.id, secret), Level.HARD, bot_moves_first=bot_moves_first)
        game = StoredGame("vs123", room.id, versus, NONCE, NOON)
        assert await unit.games.add(game)
    return game


def versus(game: StoredGame) -> Duel:
    assert isinstance(game.game, Duel)
    return game.game


@pytest.mark.parametrize("bot_moves_first", [True, False])
@pytest.mark.parametrize("secret", [WRONG, None])
async def test_a_game_against_the_bot_is_read_as_it_was_stored(
    store: Store, *, secret: tuple[int, ...] | None, bot_moves_first: bool
) -> None:
    game = await start_versus(store, secret=secret, bot_moves_first=bot_moves_first)
    assert await read(store, game) == game

    if not bot_moves_first:
        game = await change(store, game, versus(game).guess(WRONG, game.game.starter))
        assert await read(store, game) == game

    game = await change(store, game, versus(game).guess(OTHER, BOT))
    assert await read(store, game) == game

    game = await change(store, game, versus(game).give_up(game.game.starter))
    assert await read(store, game) == game


async def test_corrected_feedback_is_stored(store: Store) -> None:
    game = await start_versus(store)
    ann = game.game.starter
    once = versus(game).guess(OTHER, BOT).give_feedback(Feedback(0, 1), ann).guess(WRONG, ann)
    game = await change(store, game, once.guess((5, 4, 3, 2), BOT).give_feedback(Feedback(0, 0), ann))

    game = await change(store, game, versus(game).correct_feedback(1, Feedback(1, 0), ann))

    found = await read(store, game)
    assert found == game
    assert [turn.feedback for turn in versus(found).side(BOT).turns] == [Feedback(1, 0), Feedback(0, 0)]


async def test_undone_feedback_removes_the_bots_last_turn_and_no_other(store: Store) -> None:
    game = await start_versus(store)
    ann = game.game.starter
    once = versus(game).guess(OTHER, BOT).give_feedback(Feedback(0, 1), ann).guess(WRONG, ann)
    twice = once.guess((5, 4, 3, 2), BOT).give_feedback(Feedback(0, 0), ann).guess((5, 6, 7, 8), ann)
    game = await change(store, game, twice)

    game = await change(store, game, twice.undo_feedback(ann))

    found = await read(store, game)
    assert found == game
    assert [turn.guess for turn in versus(found).side(BOT).turns] == [OTHER]
    assert [turn.guess for turn in versus(found).side(ann).turns] == [WRONG, (5, 6, 7, 8)]


async def test_a_game_against_the_bot_takes_the_players_own_slot(store: Store) -> None:
    await start_versus(store)
    async with store.unit() as unit:
        room, ann = await enter(unit)
        assert not await unit.games.add(new_game(room, ann, "alone", Who.ME))
        assert await unit.games.add(new_game(room, ann, "shared"))


async def test_the_result_against_the_bot_has_its_level_and_is_not_ranked(store: Store) -> None:
    game = await start_versus(store, secret=WRONG, bot_moves_first=False)
    ann = game.game.starter
    game = await change(store, game, versus(game).guess(SECRET, ann).guess(OTHER, BOT))
    assert game.ended_at == LATER

    async with store.other() as unit:
        (result,) = await unit.results.of_player(ann)
        assert (result.outcome, result.level, result.guesses) == (SideOutcome.WON, Level.HARD, 1)


async def test_a_hint_is_stored_with_the_board_and_the_result(store: Store) -> None:
    game = await start(store, Who.ME)
    starter = game.game.starter
    assisted = await change(store, game, game.game.record_hint(starter))
    assert await read(store, game) == assisted
    await change(store, assisted, assisted.game.guess(SECRET, starter))
    async with store.other() as unit:
        assert [result.assisted for result in await unit.results.of_player(starter)] == [True]


async def test_a_hint_in_a_race_is_stored_with_the_right_board(store: Store) -> None:
    game = await move(store, await start(store, Who.RACE), ("ANN", WRONG), ("BOB", WRONG))
    (bob,) = await ids_of(store, "BOB")
    game = await change(store, game, game.game.record_hint(bob))
    found = await read(store, game)
    assert found == game
    assert [bool(board.hinted) for board in found.game.boards] == [False, True]
