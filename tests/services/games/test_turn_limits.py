"""The times that decide a game, which are fixed when it starts."""

from datetime import timedelta

import pytest

from bot.model.games import ShownGame
from bot.model.room_settings import RoomSettings
from bot.model.rooms import RoomKey
from bot.persistence.tables.records import rated_games
from bot.services.background import Expiry
from core.game.any_game import Who
from core.game.boards import Outcome
from core.game.challenges import ChallengeEnding
from core.game.errors import NotPossibleNow
from core.game.sides import DuelEnding, Level, Unrated
from tests.services.games.duelists import SMALL, Duelists
from tests.services.games.hosts import Hosts
from tests.services.harness import ANN, BOB, CAT, Harness, again
from tests.support.storage import committed

HOUR = timedelta(hours=1)
TURN_TIME, IDLE_TIME = RoomSettings().turn, RoomSettings().idle


async def choose(harness: Harness, **texts: str | None) -> None:
    """Choose settings of the server."""
    server = RoomKey(ANN.room.platform, ANN.room.workspace, "")
    async with committed(harness.database.unit) as unit:
        ann = await unit.players.ensure(ANN.player, ANN.room.workspace, ANN.name)
        await unit.room_settings.change(server, texts, ann.id, harness.clock.now)


async def pass_time(harness: Harness, time: timedelta) -> None:
    """Let time pass, in steps in which games are checked."""
    for _ in range(time // HOUR):
        harness.clock.advance(HOUR)
        await Expiry(harness.database.unit, harness.clock).step()


async def test_a_manager_does_not_win_by_shortening_the_time_for_a_turn(match: Duelists) -> None:
    view = await match.start()
    await choose(match, turn="1")
    assert (await match.guess(ANN, "345", view.id)).view.turn_limit == TURN_TIME
    await choose(match, turn=None)
    await pass_time(match, TURN_TIME - HOUR)
    with pytest.raises(NotPossibleNow):
        await match.duels.claim(again(ANN), view.id)
    await pass_time(match, HOUR)
    assert (await match.duels.claim(again(ANN), view.id)).game.outcome is DuelEnding.CLAIMED


async def test_the_time_for_a_turn_is_that_of_the_challenge(match: Duelists) -> None:
    await choose(match, turn="20")
    view = await match.challenge()
    assert view.turn_time == timedelta(hours=20)
    await choose(match, turn="1", challenge="1")
    await match.hide(BOB, "987", view.id)
    assert (await match.board(ANN, view.id)).turn_limit == RoomSettings().challenge
    started = await match.hide(ANN, "012", view.id)
    assert started.turn_limit == started.turn_time == timedelta(hours=20)


@pytest.mark.parametrize(("hours", "reason"), [("11", Unrated.SHORT_TURNS), ("12", None)])
async def test_a_duel_is_rated_if_a_turn_may_take_half_a_day(
    match: Duelists, hours: str, reason: Unrated | None
) -> None:
    await match.give_up(ANN, (await match.start()).id)
    match.clock.advance(timedelta(days=7))  # their accounts are no longer new
    await choose(match, turn=hours)
    view = await match.start()
    await choose(match, turn="48" if reason else "1")
    await match.guess(ANN, "345", view.id)
    assert (await match.give_up(BOB, view.id)).unrated is reason
    assert len(await match.rows(rated_games)) == (0 if reason else 1)


async def test_the_time_to_accept_a_challenge_is_fixed_too(match: Duelists) -> None:
    view = await match.challenge()
    await choose(match, challenge="1", idle="1")
    await pass_time(match, RoomSettings().challenge - HOUR)
    assert (await match.board(ANN, view.id)).game.outcome is None
    await pass_time(match, HOUR)
    assert (await match.board(ANN, view.id)).game.outcome is ChallengeEnding.EXPIRED


async def test_when_an_abandoned_game_ends_is_fixed_when_it_starts(match: Duelists) -> None:
    view = await match.play(ANN)
    await choose(match, idle="1")
    await pass_time(match, IDLE_TIME - HOUR)
    assert (await match.board(ANN, view.id)).game.outcome is None
    await pass_time(match, HOUR)
    assert (await match.board(ANN, view.id)).game.outcome is Outcome.EXPIRED
    later = await match.play(ANN)
    assert later.idle == HOUR
    await pass_time(match, HOUR)
    assert (await match.board(ANN, later.id)).game.outcome is Outcome.EXPIRED


async def test_no_setting_ends_a_game_that_one_person_plays(match: Duelists) -> None:
    await choose(match, idle="1")
    alone = await match.play(ANN, Who.ME)
    match.random_source.deal("345")
    versus = await match.opponent.start(again(BOB), SMALL, Level.EASY, "012")
    await pass_time(match, IDLE_TIME - HOUR)
    assert [(await match.board(who)).id for who in (ANN, BOB)] == [alone.id, versus.id]
    assert {(await match.stored(view.id)).outcome for view in (alone, versus)} == {None}
    await pass_time(match, HOUR)
    assert None not in {(await match.stored(view.id)).outcome for view in (alone, versus)}


async def _contradiction(room: Hosts) -> ShownGame:
    """A hosted game in which a contradictory answer is withheld."""
    await room.host()
    await room.guess(BOB, "012")
    await room.answer("0,0")
    await room.guess(BOB, "013")
    return await room.answer("3,0")


async def test_a_contradictory_answer_and_undo_give_the_host_no_time(room: Hosts) -> None:
    view = await _contradiction(room)
    await pass_time(room, TURN_TIME - HOUR)
    await room.hosting.undo_feedback(again(ANN))
    await room.answer("3,0")
    await pass_time(room, HOUR)
    assert (await room.board(BOB, view.id)).game.outcome is Outcome.EXPIRED


async def test_feedback_that_is_taken_back_and_given_again_gives_the_host_no_time(room: Hosts) -> None:
    view = await room.host()
    await room.guess(BOB, "012")
    await pass_time(room, TURN_TIME - HOUR)
    for _ in range(2):
        await room.answer("0,1")
        await room.hosting.undo_feedback(again(ANN))
    await pass_time(room, HOUR)
    assert (await room.board(BOB, view.id)).game.outcome is Outcome.EXPIRED


async def test_visible_feedback_gives_the_host_time_for_the_next_guess(room: Hosts) -> None:
    view = await room.host()
    for guess in ("012", "345"):
        await room.guess(BOB, guess)
    await pass_time(room, TURN_TIME - HOUR)
    await room.answer("0,1")
    await room.guess(CAT, "678")
    await pass_time(room, TURN_TIME - HOUR)
    assert (await room.board(BOB, view.id)).game.outcome is None
    await pass_time(room, HOUR)
    assert (await room.board(BOB, view.id)).game.outcome is Outcome.EXPIRED


async def test_feedback_can_be_taken_back_only_in_the_time_for_it(room: Hosts) -> None:
    view = await room.host()
    await room.guess(BOB, "012")
    await room.answer("0,1")
    await pass_time(room, TURN_TIME)
    with pytest.raises(NotPossibleNow):
        await room.hosting.undo_feedback(again(ANN))
    assert (await room.board(BOB, view.id)).game.outcome is None
    await room.guess(CAT, "345")
    await room.answer("0,1")
    await room.hosting.undo_feedback(again(ANN))
