import logging
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.model.errors import NoConversation
from bot.model.games import ShownGame
from bot.model.messages import MessageKey, NewsKind
from bot.model.room_settings import RoomSettings
from bot.persistence.tables.games import games, news
from bot.persistence.tables.records import results
from bot.services.background import STEP, DueWork, Expiry, Maintenance, Postponement
from bot.services.coach import Question
from bot.services.games.duels import DuelTerms, Person
from bot.services.games.moves import CHECK_EVERY
from core.game.any_game import Who
from core.game.boards import Outcome
from core.game.challenges import Challenge, ChallengeEnding
from core.game.duels import Duel
from core.game.errors import GameOver
from core.game.sides import DuelEnding
from core.solver.strategies import Strategy
from tests.services.harness import ANN, BOB, CLASSIC, WRONG, Harness, again, caller
from tests.support.storage import committed

MOMENT = timedelta(microseconds=1)
CHALLENGE_TIME, TURN_TIME = RoomSettings().challenge, RoomSettings().turn
IDLE_TIME = RoomSettings().idle


def expiry_of(harness: Harness) -> DueWork:
    return Expiry(harness.database.unit, harness.clock)


async def challenge(harness: Harness) -> ShownGame:
    return await harness.duels.challenge(again(ANN), Person(BOB.player, BOB.name), DuelTerms(CLASSIC))


async def duel(harness: Harness) -> ShownGame:
    view = await challenge(harness)
    await harness.duels.hide_secret(again(BOB), "0123", view.id)
    return await harness.duels.hide_secret(again(ANN), "4567", view.id)


async def test_a_challenge_expires_at_its_limit(harness: Harness) -> None:
    view = await challenge(harness)
    harness.clock.advance(CHALLENGE_TIME - MOMENT)
    await expiry_of(harness).step()
    assert (await harness.board(ANN, view.id)).game.outcome is None
    harness.clock.advance(MOMENT)
    assert not await expiry_of(harness).step()
    expired = await harness.board(ANN, view.id)
    assert isinstance(expired.game, Challenge)
    assert [expired.game.outcome, expired.revision] == [ChallengeEnding.EXPIRED, view.revision + 1]


async def test_a_challenge_to_anyone_expires_at_its_limit_and_reminds_nobody(harness: Harness) -> None:
    view = await harness.duels.challenge(again(ANN), None, DuelTerms(CLASSIC), "4567")
    assert view.turn_limit == CHALLENGE_TIME
    harness.clock.advance(CHALLENGE_TIME - MOMENT)
    await expiry_of(harness).step()
    assert (await harness.rows(news), (await harness.board(ANN, view.id)).game.outcome) == ([], None)
    harness.clock.advance(MOMENT)
    await expiry_of(harness).step()
    assert (await harness.board(ANN, view.id)).game.outcome is ChallengeEnding.EXPIRED


async def test_who_accepts_a_challenge_to_anyone_has_the_time_of_a_turn(harness: Harness) -> None:
    view = await harness.duels.challenge(again(ANN), None, DuelTerms(CLASSIC), "4567")
    harness.clock.advance(CHALLENGE_TIME - MOMENT)
    assert (await harness.duels.hide_secret(again(BOB), "0123", view.id)).turn_limit == TURN_TIME


async def test_a_duel_without_moves_expires_without_results(harness: Harness) -> None:
    view = await duel(harness)
    for _ in range((TURN_TIME + IDLE_TIME) // CHECK_EVERY):
        assert (await harness.board(ANN, view.id)).game.outcome is None
        harness.clock.advance(CHECK_EVERY)
        await expiry_of(harness).step()
    expired = await harness.board(ANN, view.id)
    assert isinstance(expired.game, Duel)
    assert [expired.game.outcome, expired.game.winner] == [DuelEnding.EXPIRED, None]
    assert await harness.rows(results) == []


async def test_accepting_gives_the_challenger_as_much_time(harness: Harness) -> None:
    view = await challenge(harness)
    harness.clock.advance(CHALLENGE_TIME - MOMENT)
    await harness.duels.hide_secret(again(BOB), "4567", view.id)
    harness.clock.advance(CHALLENGE_TIME - MOMENT)
    await expiry_of(harness).step()
    assert (await harness.board(ANN, view.id)).game.outcome is None
    harness.clock.advance(MOMENT)
    await expiry_of(harness).step()
    assert (await harness.board(ANN, view.id)).game.outcome is ChallengeEnding.EXPIRED


async def test_a_board_is_shown_again_once_when_the_time_for_a_turn_is_over(harness: Harness) -> None:
    view, messages = await duel(harness), harness.services.messages
    await messages.posted(view.id, MessageKey("C1", "1.0"), "en")
    for passed, is_late in ((TURN_TIME / 2, False), (TURN_TIME / 2 - MOMENT, False), (MOMENT, True), (MOMENT, False)):
        await messages.shown({view.id: view.revision}, {view.id})
        harness.clock.advance(passed)
        await expiry_of(harness).step()
        assert [board.game for board in await messages.outdated(ANN.room.platform)] == [view.id] * is_late
    late = await harness.services.referee.spectate(view.id)
    assert late is not None
    assert late.is_late


async def test_many_games_expire_in_steps(harness: Harness) -> None:
    for number in range(STEP + 1):
        await harness.duels.challenge(caller(f"ann{number}"), Person(BOB.player, BOB.name), DuelTerms(CLASSIC))
    harness.clock.advance(CHALLENGE_TIME)
    assert await expiry_of(harness).step()
    assert not await expiry_of(harness).step()
    assert all(game.ended_at for game in await harness.rows(games))


@pytest.mark.logs_errors
async def test_a_fault_in_one_game_does_not_keep_the_others(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, other = await challenge(harness), await duel_with_cat(harness)
    monkeypatch.setattr(Challenge, "expire", lambda _: 1 / 0)
    harness.clock.advance(TURN_TIME + IDLE_TIME)
    await expiry_of(harness).step()
    monkeypatch.undo()
    assert (await harness.board(ANN, other.id)).game.outcome is DuelEnding.EXPIRED
    assert (await harness.board(ANN, broken.id)).game.outcome is None
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    await expiry_of(harness).step()
    assert (await harness.board(ANN, broken.id)).game.outcome is None
    harness.clock.advance(timedelta(hours=1))
    await expiry_of(harness).step()
    assert (await harness.board(ANN, broken.id)).game.outcome is ChallengeEnding.EXPIRED


async def duel_with_cat(harness: Harness) -> ShownGame:
    cat = caller("cat")
    view = await harness.duels.challenge(again(ANN), Person(cat.player, cat.name), DuelTerms(CLASSIC))
    await harness.duels.hide_secret(again(cat), "0123", view.id)
    return await harness.duels.hide_secret(again(ANN), "4567", view.id)


@pytest.mark.parametrize("who", Who)
async def test_a_game_in_which_nobody_moves_expires_and_counts_as_given_up(harness: Harness, who: Who) -> None:
    view = await harness.play(ANN, who)
    await harness.guess(ANN, WRONG)
    for _ in range(IDLE_TIME // CHECK_EVERY):
        assert (await harness.board(ANN, view.id)).game.outcome is None
        harness.clock.advance(CHECK_EVERY)
        await expiry_of(harness).step()
    expired = await harness.board(ANN, view.id)
    assert expired.game.outcome is Outcome.EXPIRED
    assert [row.outcome for row in await harness.rows(results)] == [Outcome.GAVE_UP]
    with pytest.raises(GameOver):
        await harness.guess(ANN, "0123", view.id)


async def test_a_guess_puts_expiry_off_without_being_stored(harness: Harness) -> None:
    view = await harness.play(ANN)
    for _ in range(3):
        harness.clock.advance(IDLE_TIME - MOMENT)
        await expiry_of(harness).step()
        await harness.guess(ANN, WRONG)
    assert (await harness.board(ANN, view.id)).game.outcome is None


async def test_the_expiry_of_a_shared_game_is_news(harness: Harness) -> None:
    view = await harness.play(ANN)
    await harness.services.messages.posted(view.id, MessageKey("C1", "1.0"), "en")
    for player in (ANN, BOB):
        await harness.guess(player, WRONG)
    harness.clock.advance(IDLE_TIME)
    await expiry_of(harness).step()
    assert [news.key.kind for news in await harness.services.news.pending("chat")] == [NewsKind.END]


async def test_a_conversation_expires(harness: Harness) -> None:
    await harness.coach.start(again(ANN), Question(CLASSIC, (), Strategy("entropy")), 1)
    maintenance = Maintenance(harness.database.unit, harness.clock)
    harness.clock.advance(IDLE_TIME - MOMENT)
    await harness.coach.give_feedback(again(ANN), "0H1B")
    harness.clock.advance(IDLE_TIME - MOMENT)
    await maintenance.step()
    assert len((await harness.coach.resume(again(ANN))).conversation.turns) == 1
    harness.clock.advance(IDLE_TIME + MOMENT)
    await maintenance.step()
    with pytest.raises(NoConversation):
        await harness.coach.give_feedback(again(ANN), "0H1B")
    with pytest.raises(NoConversation):
        await harness.coach.give_feedback(again(ANN), "0H1B", step=1)


async def test_a_game_in_a_thread_has_the_limits_of_its_channel(harness: Harness) -> None:
    thread = replace(caller("ann", "thread"), parent=ANN.room.channel)
    async with committed(harness.database.unit) as unit:
        ann = await unit.players.ensure(ANN.player, ANN.room.workspace, ANN.name)
        await unit.room_settings.change(ANN.room, {"idle": "2"}, ann.id, harness.clock.now)
    view = await harness.play(thread)
    harness.clock.advance(timedelta(hours=2))
    await expiry_of(harness).step()
    assert (await harness.board(thread, view.id)).game.outcome is Outcome.EXPIRED


async def checks(harness: Harness) -> list[datetime]:
    return [row.check_at for row in await harness.rows(games)]


async def test_checks_of_games_that_go_on_are_put_off_together(harness: Harness) -> None:
    for person in (ANN, BOB):
        await harness.play(person, Who.ME)
    harness.clock.advance(CHECK_EVERY - timedelta(minutes=5))
    await Postponement(harness.database.unit, harness.clock).step()
    assert await checks(harness) == [harness.clock() + CHECK_EVERY] * 2


async def test_no_check_is_put_off_past_the_end_of_a_game(harness: Harness) -> None:
    await harness.play(ANN, Who.ME)
    harness.clock.advance(IDLE_TIME - timedelta(minutes=5))
    for _ in range(2):
        await Postponement(harness.database.unit, harness.clock).step()
    assert await checks(harness) == [harness.clock() + timedelta(minutes=5)]


async def test_checks_of_turns_and_of_moves_in_the_future_are_not_put_off(harness: Harness) -> None:
    await challenge(harness)
    await harness.play(BOB, Who.ME)
    before = await checks(harness)
    harness.clock.advance(-CHECK_EVERY)
    await Postponement(harness.database.unit, harness.clock).step()
    assert await checks(harness) == before
