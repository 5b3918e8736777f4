"""What every storage promises of games against the opponent, conversations, messages and languages."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.services.model import Conversation, MessageKey, StoredGame
from core.game.feedback import Feedback, Turn
from core.game.games import Who
from core.game.rules import Rules
from core.game.versus import Level, Verdict, Versus
from tests.fakes.clock import NOON
from tests.persistence.store import CLASSIC, NONCE, SECRET, WRONG, Store, begin, enter, new_game, player_key, read

LATER = NOON + timedelta(hours=1)


async def begin_versus(store: Store, *, told: bool, opponent_begins: bool = True) -> StoredGame:
    """A game against the opponent by Ann, kept."""
    async with store.unit() as unit:
        room, ann = await enter(unit)
        versus = Versus(
            CLASSIC, SECRET, ann.id, Level.HARD, opponent_begins=opponent_begins, player_secret=WRONG if told else None
        )
        game = StoredGame("vs123", room.id, versus, NONCE, NOON)
        assert await unit.games.add(game)
        await unit.commit()
    return game


async def change(store: Store, game: StoredGame, after: Versus) -> StoredGame:
    """Keep a move."""
    async with store.unit() as unit:
        found = await unit.games.get(game.room, game.id)
        assert found is not None
        moved = found.after(after, LATER)
        await unit.games.save(moved)
        await unit.results.add(moved.results())
        await unit.commit()
    return moved


def versus(game: StoredGame) -> Versus:
    assert isinstance(game.game, Versus)
    return game.game


@pytest.mark.parametrize("told", [True, False])
async def test_a_game_against_the_opponent_comes_back_as_it_was(store: Store, *, told: bool) -> None:
    game = await begin_versus(store, told=told)
    assert await read(store, game) == game

    game = await change(store, game, versus(game).opponent_guess((9, 8, 7, 6)))
    assert await read(store, game) == game


async def test_answers_that_are_put_right_or_taken_back_come_back_so(store: Store) -> None:
    game = await begin_versus(store, told=False)
    ann = versus(game).starter
    game = await change(store, game, versus(game).opponent_guess((9, 8, 7, 6)).give_feedback(Feedback(0, 1), ann))
    game = await change(
        store, game, versus(game).guess(WRONG, ann).opponent_guess((5, 4, 3, 2)).give_feedback(Feedback(0, 0), ann)
    )

    game = await change(store, game, versus(game).correct_feedback(1, Feedback(1, 0), ann))
    assert await read(store, game) == game

    game = await change(store, game, versus(game).undo_feedback(ann))
    found = await read(store, game)
    assert found == game
    assert found is not None
    assert [turn.feedback for turn in versus(found).opponent_turns] == [Feedback(1, 0)]


async def test_a_game_against_the_opponent_takes_the_players_own_slot(store: Store) -> None:
    await begin_versus(store, told=True)
    async with store.unit() as unit:
        room, ann = await enter(unit)
        assert not await unit.games.add(new_game(room, ann, "alone", Who.ME))
        assert await unit.games.add(new_game(room, ann, "shared"))


async def test_its_result_is_kept_by_level_and_never_ranked(store: Store) -> None:
    game = await begin_versus(store, told=True, opponent_begins=False)
    ann = versus(game).starter
    game = await change(store, game, versus(game).guess(SECRET, ann).opponent_guess((9, 8, 7, 6)))
    assert game.ended_at == LATER

    async with store.other() as unit:
        (result,) = await unit.results.of(ann)
        assert (result.outcome, result.level, result.guesses) == (Verdict.WON, Level.HARD, 1)
        assert list(await unit.results.within("chat", None, None, str(CLASSIC), None)) == []


async def test_a_hint_is_kept_with_the_board_and_the_result(store: Store) -> None:
    game = await begin(store, Who.ME)
    starter = game.game.starter
    async with store.unit() as unit:
        found = await unit.games.get(game.room, game.id)
        assert found is not None
        helped = found.after(found.game.assist(starter), LATER)
        await unit.games.save(helped)
        await unit.commit()
    assert await read(store, game) == helped

    async with store.unit() as unit:
        found = await unit.games.get(game.room, game.id)
        assert found is not None
        ended = found.after(found.game.guess(SECRET, starter), LATER)
        await unit.games.save(ended)
        await unit.results.add(ended.results())
        await unit.commit()
    async with store.other() as unit:
        assert [result.assisted for result in await unit.results.of(starter)] == [True]
        assert list(await unit.results.within("chat", None, None, str(CLASSIC), None)) == []


TURNS = (Turn((0, 1, 2, 3), Feedback(0, 2)), Turn((1, 4, 3, 5), Feedback(0, 1)))


def conversation(room: str, player: str, turns: tuple[Turn, ...] = ()) -> Conversation:
    return Conversation(room, player, Rules.parse("4x16-letters"), "power:1.5", 1, turns, (15, 1, 2, 3), NOON)


@pytest.mark.parametrize("turns", [(), TURNS[:1], TURNS])
async def test_a_conversation_comes_back_as_it_was(store: Store, turns: tuple[Turn, ...]) -> None:
    async with store.unit() as unit:
        room, ann = await enter(unit)
        said = conversation(room.id, ann.id, turns)
        await unit.conversations.save(said)
        await unit.commit()

    async with store.other() as unit:
        assert await unit.conversations.get(room.id, ann.id) == said


async def test_the_later_word_takes_the_place_of_the_earlier(store: Store) -> None:
    async with store.unit() as unit:
        room, ann = await enter(unit)
        await unit.conversations.save(conversation(room.id, ann.id, TURNS))
        later = replace(conversation(room.id, ann.id), suggested=None, updated_at=LATER)
        await unit.conversations.save(later)
        await unit.commit()

    async with store.other() as unit:
        assert await unit.conversations.get(room.id, ann.id) == later
        _, bob = await enter(unit, "BOB")
        assert await unit.conversations.get(room.id, bob.id) is None


async def test_a_games_message_is_found_both_ways_and_moves(store: Store) -> None:
    game = await begin(store)
    async with store.unit() as unit:
        assert await unit.messages.get(game.id) is None
        await unit.messages.save(game.id, MessageKey("C1", "1.0"))
        await unit.messages.save(game.id, MessageKey("C1", "2.0"))
        await unit.commit()

    async with store.other() as unit:
        assert await unit.messages.get(game.id) == MessageKey("C1", "2.0")
        assert await unit.messages.game_at(MessageKey("C1", "2.0")) == game.id
        assert await unit.messages.game_at(MessageKey("C1", "1.0")) is None
        assert await unit.messages.game_at(MessageKey("C2", "2.0")) is None


async def test_a_chosen_language_stays_until_another_is_chosen(store: Store) -> None:
    for language in ("ja", None):
        async with store.unit() as unit:
            _, ann = await enter(unit)
            await unit.players.choose_language(ann.id, language)
            await unit.commit()
        async with store.other() as unit:
            assert (await unit.players.ensure(player_key(), "ann")).language == language


async def test_somebodys_running_games_are_found_in_every_room_newest_first(store: Store) -> None:
    async with store.unit() as unit:
        for minutes, (name, channel) in enumerate([("first", "lobby"), ("other", "games"), ("ended", "attic")]):
            room, ann = await enter(unit, channel=channel)
            new = replace(new_game(room, ann, name), started_at=NOON + timedelta(minutes=minutes))
            await unit.games.add(new)
            if name == "ended":
                await unit.games.save(new.after(new.game.guess(SECRET, ann.id), LATER))
        _, bob = await enter(unit, "BOB")
        found = await unit.games.get((await enter(unit))[0].id, "first")
        assert found is not None
        await unit.games.save(found.after(found.game.guess(WRONG, bob.id), LATER))
        await unit.commit()

    async with store.other() as unit:
        _, ann = await enter(unit)
        _, bob = await enter(unit, "BOB")
        assert [game.id for game in await unit.games.running_with(ann.id, 5)] == ["other", "first"]
        assert [game.id for game in await unit.games.running_with(ann.id, 1)] == ["other"]
        assert [game.id for game in await unit.games.running_with(bob.id, 5)] == ["first"]
