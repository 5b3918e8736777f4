"""The times that decide a game, which are fixed when it starts, and games whose time is up."""

import logging
from datetime import datetime, timedelta

import pytest
from msgspec.structs import replace

from bot.model.errors import NoCoachConversation
from bot.model.games import ShownGame
from bot.model.room_settings import RoomSettings
from bot.model.rooms import MessageKey, NewsKind, RoomKey
from bot.persistence.tables.games import games, news
from bot.persistence.tables.records import rated_games, results
from bot.services.background import STEP, GameExpiry, OldRowRemoval, ScheduledWork, UnneededCheckPostponer
from bot.services.coach import NextGuessQuestion
from bot.services.games.duels import DuelTerms, NamedPerson
from bot.services.games.moves import CHECK_EVERY
from core.game.any_game import Who
from core.game.boards import Outcome
from core.game.challenges import Challenge, ChallengeEnding
from core.game.duels import Duel
from core.game.errors import GameOver, NotPossibleNow
from core.game.sides import DuelEnding, Level, UnratedReason
from core.solver.strategies import Strategy
from tests.services.games.versus_games import SMALL, Duelists, Hosts
from tests.services.harness import ANN, BOB, CAT, CLASSIC, WRONG, Harness, again, caller
from tests.support.storage import committed

MOMENT, HOUR = timedelta(microseconds=1), timedelta(hours=1)
CHALLENGE_TIME, TURN_TIME, IDLE_TIME = RoomSettings().challenge, RoomSettings().turn, RoomSettings().idle


def expiry_of(harness: Harness) -> ScheduledWork:
    return GameExpiry(harness.database.unit, harness.clock)


async def pass_at_once(harness: Harness, time: timedelta) -> None:
    """Let time pass, after which games are checked once."""
    harness.clock.advance(time)
    await expiry_of(harness).run_step()


async def challenge(harness: Harness) -> ShownGame:
    return await harness.duels.challenge(again(ANN), NamedPerson(BOB.player, BOB.name), DuelTerms(CLASSIC))


async def duel(harness: Harness) -> ShownGame:
    view = await challenge(harness)
    await harness.duels.hide_secret(again(BOB), "0123", view.id)
    return await harness.duels.hide_secret(again(ANN), "4567", view.id)


async def test_a_challenge_expires_at_its_limit(harness: Harness) -> None:
    view = await challenge(harness)
    await pass_at_once(harness, CHALLENGE_TIME - MOMENT)
    assert (await harness.board(ANN, view.id)).game.outcome is None
    harness.clock.advance(MOMENT)
    assert not await expiry_of(harness).run_step()
    expired = await harness.board(ANN, view.id)
    assert isinstance(expired.game, Challenge)
    assert [expired.game.outcome, expired.revision] == [ChallengeEnding.EXPIRED, view.revision + 1]


async def test_a_challenge_to_anyone_expires_at_its_limit_and_reminds_nobody(harness: Harness) -> None:
    view = await harness.duels.challenge(again(ANN), None, DuelTerms(CLASSIC), "4567")
    assert view.turn_limit == CHALLENGE_TIME
    await pass_at_once(harness, CHALLENGE_TIME - MOMENT)
    assert (await harness.rows(news), (await harness.board(ANN, view.id)).game.outcome) == ([], None)
    await pass_at_once(harness, MOMENT)
    assert (await harness.board(ANN, view.id)).game.outcome is ChallengeEnding.EXPIRED


async def test_who_accepts_a_challenge_to_anyone_has_the_time_of_a_turn(harness: Harness) -> None:
    view = await harness.duels.challenge(again(ANN), None, DuelTerms(CLASSIC), "4567")
    harness.clock.advance(CHALLENGE_TIME - MOMENT)
    assert (await harness.duels.hide_secret(again(BOB), "0123", view.id)).turn_limit == TURN_TIME


async def test_a_duel_without_moves_expires_without_results(harness: Harness) -> None:
    view = await duel(harness)
    for _ in range((TURN_TIME + IDLE_TIME) // CHECK_EVERY):
        assert (await harness.board(ANN, view.id)).game.outcome is None
        await pass_at_once(harness, CHECK_EVERY)
    expired = await harness.board(ANN, view.id)
    assert isinstance(expired.game, Duel)
    assert [expired.game.outcome, expired.game.winner] == [DuelEnding.EXPIRED, None]
    assert await harness.rows(results) == []


async def test_accepting_gives_the_challenger_as_much_time(harness: Harness) -> None:
    view = await challenge(harness)
    harness.clock.advance(CHALLENGE_TIME - MOMENT)
    await harness.duels.hide_secret(again(BOB), "4567", view.id)
    await pass_at_once(harness, CHALLENGE_TIME - MOMENT)
    assert (await harness.board(ANN, view.id)).game.outcome is None
    await pass_at_once(harness, MOMENT)
    assert (await harness.board(ANN, view.id)).game.outcome is ChallengeEnding.EXPIRED


async def test_a_board_is_shown_again_once_when_the_time_for_a_turn_is_over(harness: Harness) -> None:
    view, messages, begun = await duel(harness), harness.services.messages, harness.clock.now
    await messages.record_posted(view.id, MessageKey("C1", "1.0"), "en")
    for passed, is_late in ((TURN_TIME / 2, False), (TURN_TIME / 2 - MOMENT, False), (MOMENT, True), (MOMENT, False)):
        await messages.record_shown({view.id: view.revision}, {view.id})
        await pass_at_once(harness, passed)
        assert [board.game for board in await messages.outdated(ANN.room.platform)] == [view.id] * is_late
        seen = await harness.services.referee.public_view(view.id)
        assert seen is not None
        assert seen.is_late == (harness.clock.now >= begun + TURN_TIME)


async def test_many_games_expire_in_steps(harness: Harness) -> None:
    for number in range(STEP + 1):
        await harness.duels.challenge(caller(f"ann{number}"), NamedPerson(BOB.player, BOB.name), DuelTerms(CLASSIC))
    harness.clock.advance(CHALLENGE_TIME)
    assert await expiry_of(harness).run_step()
    assert not await expiry_of(harness).run_step()
    assert all(game.ended_at for game in await harness.rows(games))


async def test_a_game_that_another_process_has_just_checked_is_not_checked_again(harness: Harness) -> None:
    await harness.play(ANN)
    harness.clock.advance(CHECK_EVERY)
    expiry = GameExpiry(harness.database.unit, harness.clock)
    (due,) = await expiry._found(1)
    await expiry_of(harness).run_step()
    (checked,) = await harness.rows(games)
    harness.clock.advance(MOMENT)
    for game in (due, replace(due, game="gone")):
        await expiry._process(game)
    assert await harness.rows(games) == [checked]


@pytest.mark.logs_errors
async def test_a_fault_in_one_game_does_not_keep_the_others(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, other = await challenge(harness), await duel_with_cat(harness)
    monkeypatch.setattr(Challenge, "expire", lambda _: 1 / 0)
    await pass_at_once(harness, TURN_TIME + IDLE_TIME)
    monkeypatch.undo()
    assert (await harness.board(ANN, other.id)).game.outcome is DuelEnding.EXPIRED
    assert (await harness.board(ANN, broken.id)).game.outcome is None
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    await expiry_of(harness).run_step()
    assert (await harness.board(ANN, broken.id)).game.outcome is None
    await pass_at_once(harness, timedelta(hours=1))
    assert (await harness.board(ANN, broken.id)).game.outcome is ChallengeEnding.EXPIRED


async def duel_with_cat(harness: Harness) -> ShownGame:
    cat = caller("cat")
    view = await harness.duels.challenge(again(ANN), NamedPerson(cat.player, cat.name), DuelTerms(CLASSIC))
    await harness.duels.hide_secret(again(cat), "0123", view.id)
    return await harness.duels.hide_secret(again(ANN), "4567", view.id)


@pytest.mark.parametrize("who", Who)
async def test_a_game_in_which_nobody_moves_expires_and_counts_as_given_up(harness: Harness, who: Who) -> None:
    view = await harness.play(ANN, who)
    await harness.guess(ANN, WRONG)
    for _ in range(IDLE_TIME // CHECK_EVERY):
        assert (await harness.board(ANN, view.id)).game.outcome is None
        await pass_at_once(harness, CHECK_EVERY)
    assert (await harness.board(ANN, view.id)).game.outcome is Outcome.EXPIRED
    assert [row.outcome for row in await harness.rows(results)] == [Outcome.GAVE_UP]
    with pytest.raises(GameOver):
        await harness.guess(ANN, "0123", view.id)


async def test_a_guess_puts_expiry_off_without_being_stored(harness: Harness) -> None:
    view = await harness.play(ANN)
    for _ in range(3):
        await pass_at_once(harness, IDLE_TIME - MOMENT)
        await harness.guess(ANN, WRONG)
    assert (await harness.board(ANN, view.id)).game.outcome is None


async def test_the_expiry_of_a_shared_game_is_news(harness: Harness) -> None:
    await harness.services.messages.record_posted((await harness.play(ANN)).id, MessageKey("C1", "1.0"), "en")
    for player in (ANN, BOB):
        await harness.guess(player, WRONG)
    await pass_at_once(harness, IDLE_TIME)
    assert [news.key.kind for news in await harness.services.news.pending("chat")] == [NewsKind.END]


async def test_a_conversation_expires(harness: Harness) -> None:
    await harness.coach.start(again(ANN), NextGuessQuestion(CLASSIC, (), Strategy("entropy")), 1)
    maintenance = OldRowRemoval(harness.database.unit, harness.clock)
    harness.clock.advance(IDLE_TIME - MOMENT)
    await harness.coach.give_feedback(again(ANN), "0H1B")
    harness.clock.advance(IDLE_TIME - MOMENT)
    await maintenance.run_step()
    assert len((await harness.coach.resume(again(ANN))).conversation.turns) == 1
    harness.clock.advance(IDLE_TIME + MOMENT)
    await maintenance.run_step()
    with pytest.raises(NoCoachConversation):
        await harness.coach.give_feedback(again(ANN), "0H1B")
    with pytest.raises(NoCoachConversation):
        await harness.coach.give_feedback(again(ANN), "0H1B", step=1)


async def test_a_game_in_a_thread_has_the_limits_of_its_channel(harness: Harness) -> None:
    thread = replace(caller("ann", "thread"), parent=ANN.room.channel)
    async with committed(harness.database.unit) as unit:
        ann = await unit.players.get_or_add(ANN.player, ANN.room.workspace, ANN.name)
        await unit.room_settings.change(ANN.room, {"idle": "2"}, ann.id, harness.clock.now)
    view = await harness.play(thread)
    await pass_at_once(harness, timedelta(hours=2))
    assert (await harness.board(thread, view.id)).game.outcome is Outcome.EXPIRED


async def checks(harness: Harness) -> list[datetime]:
    return [row.check_at for row in await harness.rows(games)]


async def test_checks_of_games_that_go_on_are_put_off_together(harness: Harness) -> None:
    for person in (ANN, BOB):
        await harness.play(person, Who.ME)
    harness.clock.advance(CHECK_EVERY - timedelta(minutes=5))
    await UnneededCheckPostponer(harness.database.unit, harness.clock).run_step()
    assert await checks(harness) == [harness.clock() + CHECK_EVERY] * 2


async def test_no_check_is_put_off_past_the_end_of_a_game(harness: Harness) -> None:
    await harness.play(ANN, Who.ME)
    harness.clock.advance(IDLE_TIME - timedelta(minutes=5))
    for _ in range(2):
        await UnneededCheckPostponer(harness.database.unit, harness.clock).run_step()
    assert await checks(harness) == [harness.clock() + timedelta(minutes=5)]


async def test_checks_of_turns_and_of_moves_in_the_future_are_not_put_off(harness: Harness) -> None:
    await challenge(harness)
    await harness.play(BOB, Who.ME)
    before = await checks(harness)
    harness.clock.advance(CHECK_EVERY + timedelta(days=2))
    await harness.guess(BOB, "4567")
    harness.clock.advance(-timedelta(days=2, minutes=5))
    await UnneededCheckPostponer(harness.database.unit, harness.clock).run_step()
    assert await checks(harness) == before


async def choose(harness: Harness, **texts: str | None) -> None:
    """Choose settings of the server."""
    server = RoomKey(ANN.room.platform, ANN.room.workspace, "")
    async with committed(harness.database.unit) as unit:
        ann = await unit.players.get_or_add(ANN.player, ANN.room.workspace, ANN.name)
        await unit.room_settings.change(server, texts, ann.id, harness.clock.now)


async def pass_time(harness: Harness, time: timedelta) -> None:
    """Let time pass, in steps in which games are checked."""
    for _ in range(time // HOUR):
        await pass_at_once(harness, HOUR)


async def test_a_manager_does_not_win_by_shortening_the_time_for_a_turn(match: Duelists) -> None:
    view = await match.start()
    await choose(match, turn="1")
    match.clock.advance(TURN_TIME - HOUR)
    assert (await match.guess(ANN, "345", view.id)).view.turn_limit == TURN_TIME
    await choose(match, turn=None)
    await pass_time(match, TURN_TIME - HOUR)
    with pytest.raises(NotPossibleNow):
        await match.duels.claim_win(again(ANN), view.id)
    await pass_time(match, HOUR)
    assert (await match.duels.claim_win(again(ANN), view.id)).game.outcome is DuelEnding.CLAIMED


async def test_the_time_for_a_turn_is_that_of_the_challenge(match: Duelists) -> None:
    await choose(match, turn="20")
    view = await match.challenge()
    assert view.turn_time == timedelta(hours=20)
    await choose(match, turn="1", challenge="1")
    await match.hide(BOB, "987", view.id)
    assert (await match.board(ANN, view.id)).turn_limit == RoomSettings().challenge
    started = await match.hide(ANN, "012", view.id)
    assert started.turn_limit == started.turn_time == timedelta(hours=20)


@pytest.mark.parametrize(("hours", "reason"), [("11", UnratedReason.SHORT_TURNS), ("12", None)])
async def test_a_duel_is_rated_if_a_turn_may_take_half_a_day(
    match: Duelists, hours: str, reason: UnratedReason | None
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


async def test_a_contradictory_answer_and_undo_give_the_host_no_time(room: Hosts) -> None:
    view = await room.contradict_at_once()
    await pass_time(room, TURN_TIME - HOUR)
    await room.hosting.undo_feedback(again(ANN), None)
    await room.answer("3,0")
    await pass_time(room, HOUR)
    assert (await room.board(BOB, view.id)).game.outcome is Outcome.EXPIRED


async def test_feedback_that_is_taken_back_and_given_again_gives_the_host_no_time(room: Hosts) -> None:
    view = await room.host_and_guess()
    await pass_time(room, TURN_TIME - HOUR)
    for _ in range(2):
        await room.answer("0,1")
        await room.hosting.undo_feedback(again(ANN), None)
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
    view = await room.host_and_guess()
    await room.answer("0,1")
    await pass_time(room, TURN_TIME)
    with pytest.raises(NotPossibleNow):
        await room.hosting.undo_feedback(again(ANN), None)
    assert (await room.board(BOB, view.id)).game.outcome is None
    await room.guess(CAT, "345")
    await room.answer("0,1")
    await room.hosting.undo_feedback(again(ANN), None)
