"""The repository of games: storing them, duels and challenges, hosted games, and games against the bot."""

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from bot.model.games import StoredGame, UnacceptedChallenge
from bot.persistence.connection import Row
from bot.persistence.database import Database
from bot.persistence.postgresql.backend import EngineConnection
from core.game.any_game import Who
from core.game.boards import Outcome
from core.game.challenges import Challenge
from core.game.duels import Duel
from core.game.feedback import Feedback
from core.game.games import Game
from core.game.hosting import HostedGame
from core.game.rules import ALPHABETS, FEEDBACK_WORDS, Rules
from core.game.sides import BOT, Level, OutcomeForSide, Side
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
    enter_two,
    ids_of,
    move,
    new_game,
    read,
    start,
)
from tests.support.present import present
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
        found = present(await unit.games.in_slot(game.room, game.slot))
        for _ in range(2):
            found = found.after(found.game.guess(WRONG, player.id), LATER)
            await unit.games.update(found)
        found = found.after(found.game.guess(WRONG, player.id).guess(SECRET, player.id), LATER)
        await unit.games.update(found)
    assert await read(store, game) == found


async def test_the_unit_of_work_that_added_a_game_can_store_a_move(store: Store) -> None:
    async with committed(store.unit) as unit:
        room, player = await enter(unit)
        game = new_game(room, player)
        await unit.games.add(game)
        game = game.after(game.game.guess(WRONG, player.id), LATER)
        await unit.games.update(game)
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
            await unit.games.update(games[-1])
    assert [await read(store, game) for game in games] == games


@pytest.mark.parametrize("hours", [-11, 0, 9])
async def test_a_time_of_any_time_zone_is_read_as_the_same_time(store: Store, hours: int) -> None:
    moment = datetime(2026, 3, 29, 1, 30, 15, 123456, tzinfo=timezone(timedelta(hours=hours)))
    async with committed(store.unit) as unit:
        game = replace(new_game(*await enter(unit)), started_at=moment)
        await unit.games.add(game)
        await unit.games.update(game.after(game.game.give_up(game.game.starter), moment + timedelta(seconds=1)))
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
    ready = challenge.hide_secret(SECRET, challenge.starter).hide_secret(WRONG, challenge.players[1])
    duel = ready.start_duel(challenge.starter)
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
    stored = await change(store, stored, challenge.hide_secret(SECRET, challenge.players[1]))
    duel = (
        challenge.hide_secret(SECRET, challenge.players[1])
        .hide_secret(WRONG, challenge.starter)
        .start_duel(challenge.starter)
    )
    fetch_all, left = EngineConnection.fetch_all, statements

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
        room, ann, bob = await enter_two(unit)
        challenge = Challenge(CLASSIC, ann.id, None).hide_secret(SECRET, ann.id)
        stored = StoredGame("duel1", room.id, challenge, NONCE, NOON)
        assert await unit.games.add(stored)
        assert await unit.games.open_challenges(ann.id) == [UnacceptedChallenge("duel1", ann.id, None)]
    assert await read(store, stored) == stored
    assert (await duels_of(store), await duels_of(store, "BOB")) == (["duel1"], [])
    accepted = await change(store, stored, challenge.hide_secret(WRONG, bob.id).start_duel(bob.id))
    assert await read(store, accepted) == accepted
    assert (await duels_of(store), await duels_of(store, "BOB")) == (["duel1"], ["duel1"])


@pytest.mark.parametrize("hidden_by", ["starter", "opponent"])
async def test_a_challenge_is_read_as_it_was_stored(store: Store, hidden_by: str) -> None:
    stored = await start_challenge(store)
    assert await read(store, stored) == stored
    challenge = stored.game
    assert isinstance(challenge, Challenge)
    who = challenge.starter if hidden_by == "starter" else challenge.players[1]
    stored = await change(store, stored, challenge.hide_secret(SECRET, who))
    assert await read(store, stored) == stored
    stored = await change(store, stored, challenge.hide_secret(SECRET, who).give_up(challenge.players[1]))
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
            assert present(await unit.games.latest(room.id, player.id)).id == stored.id


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


async def start_hosted(store: Store, *, in_head: bool, name: str = "host1") -> tuple[StoredGame, HostedGame, str]:
    """Store a game that Ann hosts, and Bob, whose id comes last."""
    async with committed(store.unit) as unit:
        room, ann, bob = await enter_two(unit)
        game = HostedGame.start(CLASSIC, None if in_head else SECRET, ann.id, tries=7)
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
        host = await unit.results.player_record(game.starter)
        guesser = await unit.results.player_record(bob)
        results = await unit.results.of_player(game.starter)
    assert (host.hosted.games, host.hosted.solved, host.hosted.guesses) == (3, 2, 4)
    assert host.guessed_with_others.games == 0
    assert guesser.hosted.games == 0
    assert guesser.guessed_with_others.games == 3
    assert guesser.guessed_with_others.solved == 2
    assert guesser.ranked_alone == {}
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
        assert (result.outcome, result.level, result.guesses) == (OutcomeForSide.WON, Level.HARD, 1)


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
