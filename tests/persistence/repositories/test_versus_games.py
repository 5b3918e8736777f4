"""The contract of the repository of games, for games against the bot and for hints."""

import pytest

from bot.model.games import StoredGame
from core.game.any_game import Who
from core.game.duels import Duel
from core.game.feedback import Feedback
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
