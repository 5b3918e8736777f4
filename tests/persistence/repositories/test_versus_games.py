"""The contract of the repository of games, for games against the bot and for hints."""

from datetime import timedelta

import pytest

from bot.model.games import StoredGame
from bot.model.results import results_of
from core.game.any_game import Who
from core.game.duels import Duel
from core.game.feedback import Feedback
from core.game.sides import BOT, Level, Side, SideOutcome
from tests.fakes.clock import NOON
from tests.persistence.store import CLASSIC, NONCE, SECRET, WRONG, Store, enter, new_game, read, start

LATER = NOON + timedelta(hours=1)


async def start_versus(
    store: Store, *, secret: tuple[int, ...] | None = None, bot_moves_first: bool = True
) -> StoredGame:
    """Store a new game of Ann's against the bot; without a secret she gives the feedback herself."""
    async with store.unit() as unit:
        room, ann = await enter(unit)
        versus = Duel.against_bot(CLASSIC, SECRET, Side(ann.id, secret), Level.HARD, bot_moves_first=bot_moves_first)
        game = StoredGame("vs123", room.id, versus, NONCE, NOON)
        assert await unit.games.add(game)
        await unit.commit()
    return game


async def change(store: Store, game: StoredGame, after: Duel) -> StoredGame:
    """Store the game after a move."""
    async with store.unit() as unit:
        found = await unit.games.get(game.room, game.id)
        assert found is not None
        moved = found.after(after, LATER)
        await unit.games.save(moved)
        await unit.results.add(results_of(moved))
        await unit.commit()
    return moved


def versus(game: StoredGame | None) -> Duel:
    assert game is not None
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

    game = await change(store, game, versus(game).guess((9, 8, 7, 6), BOT))
    assert await read(store, game) == game

    game = await change(store, game, versus(game).give_up(game.game.starter))
    assert await read(store, game) == game


async def test_corrected_feedback_is_stored(store: Store) -> None:
    game = await start_versus(store)
    ann = game.game.starter
    once = versus(game).guess((9, 8, 7, 6), BOT).give_feedback(Feedback(0, 1), ann).guess(WRONG, ann)
    game = await change(store, game, once.guess((5, 4, 3, 2), BOT).give_feedback(Feedback(0, 0), ann))

    game = await change(store, game, versus(game).correct_feedback(1, Feedback(1, 0), ann))

    found = await read(store, game)
    assert found == game
    assert [turn.feedback for turn in versus(found).side(BOT).turns] == [Feedback(1, 0), Feedback(0, 0)]


async def test_undone_feedback_removes_the_bots_last_turn_and_no_other(store: Store) -> None:
    game = await start_versus(store)
    ann = game.game.starter
    once = versus(game).guess((9, 8, 7, 6), BOT).give_feedback(Feedback(0, 1), ann).guess(WRONG, ann)
    twice = once.guess((5, 4, 3, 2), BOT).give_feedback(Feedback(0, 0), ann).guess((5, 6, 7, 8), ann)
    game = await change(store, game, twice)

    game = await change(store, game, twice.undo_feedback(ann))

    found = await read(store, game)
    assert found == game
    assert [turn.guess for turn in versus(found).side(BOT).turns] == [(9, 8, 7, 6)]
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
    game = await change(store, game, versus(game).guess(SECRET, ann).guess((9, 8, 7, 6), BOT))
    assert game.ended_at == LATER

    async with store.other() as unit:
        (result,) = await unit.results.of_player(ann)
        assert (result.outcome, result.level, result.guesses) == (SideOutcome.WON, Level.HARD, 1)


async def test_a_hint_is_stored_with_the_board_and_the_result(store: Store) -> None:
    game = await start(store, Who.ME)
    starter = game.game.starter
    async with store.unit() as unit:
        found = await unit.games.get(game.room, game.id)
        assert found is not None
        assisted = found.after(found.game.record_hint(starter), LATER)
        await unit.games.save(assisted)
        await unit.commit()
    assert await read(store, game) == assisted

    async with store.unit() as unit:
        found = await unit.games.get(game.room, game.id)
        assert found is not None
        ended = found.after(found.game.guess(SECRET, starter), LATER)
        await unit.games.save(ended)
        await unit.results.add(results_of(ended))
        await unit.commit()
    async with store.other() as unit:
        assert [result.assisted for result in await unit.results.of_player(starter)] == [True]


async def test_a_hint_in_a_race_is_stored_with_the_right_board(store: Store) -> None:
    game = await start(store, Who.RACE)
    async with store.unit() as unit:
        _, ann = await enter(unit)
        _, bob = await enter(unit, "BOB")
        found = await unit.games.get(game.room, game.id)
        assert found is not None
        moved = found.after(found.game.guess(WRONG, ann.id).guess(WRONG, bob.id), LATER)
        await unit.games.save(moved)
        moved = moved.after(moved.game.record_hint(bob.id), LATER)
        await unit.games.save(moved)
        await unit.commit()
    found = await read(store, game)
    assert found == moved
    assert [bool(board.hinted) for board in found.game.boards] == [False, True]
