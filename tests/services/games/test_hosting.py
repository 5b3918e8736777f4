"""Hosted games: secrets, guesses, ends, and the feedback that hosts give, also contradictory."""

import asyncio
from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.model.errors import GameRunning, NoGameHere, NoSuchCorrection
from bot.model.room_settings import RoomSettings
from bot.model.rooms import Caller, MessageKey, NewsKind
from bot.persistence.tables.records import results
from bot.services.background import GameExpiry
from bot.services.solver import Priority
from core.game.any_game import Who
from core.game.boards import Outcome
from core.game.commitment import commit
from core.game.errors import NoPendingGuess, NotTheHost, RepeatedSymbol, WrongLength
from core.game.feedback import Feedback
from core.game.hosting import HostedGame
from core.game.sides import Level
from tests.services.games.versus_games import SECRET, SMALL, Hosts, feedbacks, hosted, waiting
from tests.services.harness import ANN, BOB, CAT, again, caller

# The bot keeps the secret


async def test_the_others_find_the_secret_of_the_host(room: Hosts) -> None:
    view = await room.host(SECRET)
    await room.guess(BOB, "012")
    ended = (await room.guess(CAT, SECRET)).view
    assert (ended.id, ended.game.outcome) == (view.id, Outcome.SOLVED)
    assert ended.nonce is not None
    assert view.commitment == ended.commitment == commit(view.id, SMALL, (5, 2, 7), ended.nonce)


async def test_a_secret_that_is_no_code_is_refused_and_no_game_begins(room: Hosts) -> None:
    for text, error in (("0123", WrongLength), ("", WrongLength), ("055", RepeatedSymbol)):
        with pytest.raises(error):
            await room.host(text)
    with pytest.raises(NoGameHere):
        await room.board(ANN)


async def test_a_secret_told_twice_begins_one_game(room: Hosts) -> None:
    event = again(ANN)
    view = await room.hosting.start(event, SMALL, SECRET)
    assert (await room.hosting.start(event, SMALL, SECRET)).id == view.id
    with pytest.raises(GameRunning) as refused:
        await room.host("345")
    assert refused.value.game == view.id


async def test_a_room_has_one_shared_game(room: Hosts) -> None:
    running = await room.play(BOB)
    for attempt in (room.services.referee.require_free(again(ANN), is_shared=True), room.host(SECRET)):
        with pytest.raises(GameRunning) as refused:
            await attempt
        assert refused.value.game == running.id
        assert not refused.value.is_own
    await room.give_up(BOB)
    await room.services.referee.require_free(again(ANN), is_shared=True)
    await room.host(SECRET)
    with pytest.raises(GameRunning):
        await room.play(CAT)


async def test_who_plays_alone_cannot_host_beside_that(room: Hosts) -> None:
    alone = await room.play(ANN, Who.ME)
    with pytest.raises(GameRunning) as refused:
        await room.services.referee.require_free(again(ANN), is_shared=True)
    assert refused.value.game == alone.id


# Ends and records


async def test_games_hosted_and_their_guesses_are_counted(room: Hosts) -> None:
    await room.host(SECRET)
    await room.guess(BOB, "012")
    await room.guess(CAT, SECRET)
    await room.host_and_guess()
    await room.guess(BOB, "345")
    await room.answer("0,1")
    await room.give_up(ANN)

    host = (await room.records.player_stats(again(ANN))).record
    assert (host.hosted.games, host.hosted.solved, host.hosted.guesses) == (2, 1, 2)
    assert host.guessed_with_others.games == 0
    assert host.ranked_alone == {}
    guesser = (await room.records.player_stats(again(BOB))).record
    assert guesser.guessed_with_others.games == 2
    assert guesser.guessed_with_others.solved == 1
    assert guesser.hosted.games == 0


async def test_nothing_is_counted_without_a_guess_or_when_a_moderator_ends_it(room: Hosts) -> None:
    await room.host(SECRET)
    await room.give_up(ANN)
    await room.host_and_guess()
    await room.referee.give_up(moderator())
    for who in (ANN, BOB):
        record = (await room.records.player_stats(again(who))).record
        assert record.hosted.games == 0
        assert record.guessed_with_others.games == 0


async def test_a_host_who_is_silent_beyond_the_limit_loses_the_game_for_all(room: Hosts) -> None:
    view = await room.host_and_guess()
    room.clock.advance(RoomSettings().turn - timedelta(hours=1))
    await room.guess(CAT, "345")  # gives the host no more time
    expiry = GameExpiry(room.database.unit, room.clock)
    await expiry.run_step()
    assert (await room.board(ANN, view.id)).game.outcome is None
    room.clock.advance(timedelta(hours=1))
    await expiry.run_step()
    expired = await room.board(ANN, view.id)
    assert (expired.game.outcome, expired.has_news) == (Outcome.EXPIRED, True)
    assert await room.rows(results) == []


async def test_a_host_is_told_of_the_first_guess_that_waits_and_not_of_their_own_moves(room: Hosts) -> None:
    await room.services.messages.record_posted((await room.host()).id, MessageKey("C1", "1.0"), "en")
    assert await calls(room) == []
    await room.guess(BOB, "012")
    assert await calls(room) == ["ann"]
    await room.guess(CAT, "345")
    assert await calls(room) == ["ann"]
    await room.answer("0,1")  # the next guess waits
    assert await calls(room) == []
    await room.answer("0,0")
    await room.hosting.undo_feedback(again(ANN), None)
    assert await calls(room) == []


async def test_a_host_who_has_given_contradictory_feedback_is_not_called_again(room: Hosts) -> None:
    await room.services.messages.record_posted((await room.contradict()).id, MessageKey("C1", "1.0"), "en")
    assert await calls(room) == []


async def calls(room: Hosts) -> list[str]:
    """The names of those whom the pending news mentions."""
    pending = [each for each in await room.services.news.pending("chat") if each.key.kind is not NewsKind.PASSED]
    notices = [await room.services.turn_notices.notice_for(news) for news in pending]
    return [notice.player.name for notice in notices if notice is not None]


async def test_a_game_that_nobody_guesses_in_ends_and_shows_the_secret(room: Hosts) -> None:
    view = await room.host(SECRET)
    room.clock.advance(RoomSettings().idle)
    await GameExpiry(room.database.unit, room.clock).run_step()
    expired = await room.board(BOB, view.id)
    assert (expired.game.outcome, hosted(expired).secret) == (Outcome.EXPIRED, (5, 2, 7))
    await room.host("345")  # the room is free again


async def test_a_hosted_game_is_reviewed_by_its_host(room: Hosts) -> None:
    view = await room.host(SECRET)
    await room.guess(BOB, "012")
    await room.guess(BOB, SECRET)
    assert (await room.analysis.review(again(ANN), None)).game == view.id


def moderator() -> Caller:
    return replace(caller("mod"), is_moderator=True)


# The host gives the feedback


async def test_a_guess_may_come_while_the_solver_looks_at_the_feedback(room: Hosts) -> None:
    await room.host_and_guess()
    room.solver.before["is_consistent"] = lambda: room.guess(CAT, "345")
    view = await room.answer("0,1")
    assert (feedbacks(view), waiting(view)) == (["0H1B"], ["345"])


async def test_a_repeated_guess_is_asked_about_while_the_first_one_waits(room: Hosts) -> None:
    await room.host_and_guess()
    assert (await room.referee.guess(again(CAT), "012")).repetition == ((0, 1, 2), 1)
    assert (await room.referee.guess(again(CAT), "012", is_confirmed=True)).repetition is None
    assert waiting(await room.board(ANN)) == ["012", "012"]


async def test_an_event_delivered_twice_counts_once(room: Hosts) -> None:
    await room.host()
    guess, feedback, undo = again(BOB), again(ANN), again(ANN)
    for _ in range(2):
        await room.referee.guess(guess, "012")
    await room.guess(CAT, "345")
    await room.hosting.give_feedback(feedback, "0,1")
    view = await room.hosting.give_feedback(feedback, "0,1")
    assert (feedbacks(view), waiting(view)) == (["0H1B"], ["345"])
    await room.hosting.undo_feedback(undo, None)
    view = await room.hosting.undo_feedback(undo, None)
    assert (feedbacks(view), waiting(view)) == ([], ["012", "345"])


async def test_feedback_at_the_same_instant_counts_once(room: Hosts) -> None:
    await room.host_and_guess()
    await room.guess(CAT, "345")
    await asyncio.gather(room.answer("0,1", step=0), room.answer("0,1", step=0))
    assert feedbacks(await room.board(ANN)) == ["0H1B"]


async def test_a_button_that_was_about_another_guess_changes_nothing(room: Hosts) -> None:
    view = await room.host_and_guess()
    await room.guess(CAT, "345")
    await room.answer("0,1", view.id, step=0)
    after = await room.answer("0,1", view.id, step=0)
    assert (feedbacks(after), waiting(after)) == (["0H1B"], ["345"])


async def test_typed_feedback_is_about_the_game_in_which_a_guess_waits(room: Hosts) -> None:
    assert not await room.hosting.receives_feedback(again(ANN), None)
    view = await room.host_and_guess()
    assert await room.hosting.receives_feedback(again(ANN), None)
    assert not await room.hosting.receives_feedback(again(BOB), None)
    assert await room.hosting.receives_feedback(again(BOB), view.id)
    room.random_source.coin_shows = True
    room.random_source.deal("527")
    await room.opponent.start(again(ANN), SMALL, Level.EASY, None)  # she is asked for feedback there too
    assert not await room.hosting.receives_feedback(again(ANN), None)
    assert await room.hosting.receives_feedback(again(ANN), view.id)


async def test_a_hint_considers_only_guesses_with_feedback(room: Hosts) -> None:
    await room.host_and_guess()
    assert hosted((await room.analysis.hint(again(BOB), None)).view).hinted


# Contradictions


async def test_feedback_that_contradicts_itself_is_told_to_the_host_alone(room: Hosts) -> None:
    view = await room.contradict()
    assert view.corrections
    assert hosted(view).withheld == Feedback(0, 3)
    assert feedbacks(view) == ["0H1B", "0H0B"]
    assert (await room.board(ANN)).corrections == view.corrections
    for seen in (await room.board(BOB), await room.board(CAT)):
        assert seen.corrections is None
        assert hosted(seen).withheld is None
    public = view.public
    assert isinstance(public, HostedGame)
    assert public.withheld is None


async def test_a_chosen_correction_is_shown_to_everybody(room: Hosts) -> None:
    view = await room.contradict()
    assert view.corrections is not None
    number = next(place for place, correction in enumerate(view.corrections, 1) if correction.changes[0].number == 1)
    corrected = await room.hosting.correct(again(ANN), number)
    change = view.corrections[number - 1].changes[0]
    assert corrected.corrections is None
    assert hosted(await room.board(BOB)).shared_board.turns[0].feedback == change.feedback
    assert feedbacks(corrected)[1:] == ["0H0B", "0H3B"]
    assert room.solver.priorities == {("is_consistent", Priority.GAME), ("corrections", Priority.GAME)}


async def test_a_correction_is_chosen_once_from_the_list(room: Hosts) -> None:
    view = await room.contradict()
    for choice in (0, 99):
        with pytest.raises(NoSuchCorrection):
            await room.hosting.correct(again(ANN), choice)
    with pytest.raises(NotTheHost):
        await room.hosting.correct(again(BOB), 1, view.id)
    assert (await room.hosting.show_corrections(again(ANN), None)).corrections == view.corrections
    event = again(ANN)
    corrected = await room.hosting.correct(event, 1, view.id, 2)
    assert feedbacks(await room.hosting.correct(event, 1, view.id, 2)) == feedbacks(corrected)
    assert feedbacks(await room.hosting.correct(again(ANN), 1, view.id, 2)) == feedbacks(corrected)
    with pytest.raises(NoPendingGuess):
        await room.hosting.show_corrections(again(ANN), None)


async def test_a_correction_is_dropped_if_the_host_has_done_something_else_meanwhile(room: Hosts) -> None:
    await room.contradict()
    room.solver.before["corrections"] = lambda: room.answer("0,2")
    assert feedbacks(await room.hosting.correct(again(ANN), 1)) == ["0H1B", "0H0B", "0H2B"]


async def test_a_contradictory_end_does_not_end_the_game(room: Hosts) -> None:
    view = await room.contradict_at_once()
    assert (view.game.outcome, feedbacks(view)) == (None, ["0H0B"])
    assert view.corrections
