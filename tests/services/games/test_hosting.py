"""Hosted games: secrets, guesses and ends."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.model.errors import GameRunning, NoGameHere
from bot.model.messages import MessageKey, NewsKind
from bot.model.room_settings import RoomSettings
from bot.model.rooms import Caller
from bot.persistence.database import Database
from bot.persistence.tables.records import results
from bot.services.games.moves import Expiry
from core.game.any_game import Who
from core.game.boards import Outcome
from core.game.commitment import commit
from core.game.errors import (
    RepeatedSymbol,
    WrongLength,
)
from tests.services.games.hosts import SECRET, SMALL, Hosts, hosted
from tests.services.harness import ANN, BOB, CAT, again, caller


@pytest.fixture
def room(database: Database) -> Hosts:
    return Hosts(database)


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
    for attempt in (room.hosting.require_free(again(ANN)), room.host(SECRET)):
        with pytest.raises(GameRunning) as refused:
            await attempt
        assert refused.value.game == running.id
        assert not refused.value.is_own
    await room.give_up(BOB)
    await room.hosting.require_free(again(ANN))
    await room.host(SECRET)
    with pytest.raises(GameRunning):
        await room.play(CAT)


async def test_who_plays_alone_cannot_host_beside_that(room: Hosts) -> None:
    alone = await room.play(ANN, Who.ME)
    with pytest.raises(GameRunning) as refused:
        await room.hosting.require_free(again(ANN))
    assert refused.value.game == alone.id


# Ends and records


async def test_games_hosted_and_their_guesses_are_counted(room: Hosts) -> None:
    await room.host(SECRET)
    await room.guess(BOB, "012")
    await room.guess(CAT, SECRET)
    await room.host()
    await room.guess(BOB, "012")
    await room.guess(BOB, "345")
    await room.answer("0,1")
    await room.give_up(ANN)

    host = (await room.records.stats(again(ANN))).record
    assert (host.hosted.games, host.hosted.solved, host.hosted.guesses) == (2, 1, 2)
    assert (host.together.games, host.alone) == (0, {})
    guesser = (await room.records.stats(again(BOB))).record
    assert (guesser.together.games, guesser.together.solved, guesser.hosted.games) == (2, 1, 0)


async def test_nothing_is_counted_without_a_guess_or_when_a_moderator_ends_it(room: Hosts) -> None:
    await room.host(SECRET)
    await room.give_up(ANN)
    await room.host()
    await room.guess(BOB, "012")
    await room.referee.give_up(moderator())
    for who in (ANN, BOB):
        record = (await room.records.stats(again(who))).record
        assert (record.hosted.games, record.together.games) == (0, 0)


async def test_a_host_who_is_silent_beyond_the_limit_loses_the_game_for_all(room: Hosts) -> None:
    view = await room.host()
    await room.guess(BOB, "012")
    room.clock.advance(RoomSettings().turn - timedelta(hours=1))
    await room.guess(CAT, "345")  # gives the host no more time
    expiry = Expiry(room.database.unit, room.clock)
    await expiry.step()
    assert (await room.board(ANN, view.id)).game.outcome is None
    room.clock.advance(timedelta(hours=1))
    await expiry.step()
    expired = await room.board(ANN, view.id)
    assert (expired.game.outcome, expired.has_news) == (Outcome.EXPIRED, True)
    assert await room.rows(results) == []


async def test_a_host_is_told_of_the_first_guess_that_waits_and_not_of_their_own_moves(room: Hosts) -> None:
    view = await room.host()
    await room.services.messages.posted(view.id, MessageKey("C1", "1.0"), "en")
    assert await calls(room) == []
    await room.guess(BOB, "012")
    assert await calls(room) == ["ann"]
    await room.guess(CAT, "345")
    assert await calls(room) == ["ann"]
    await room.answer("0,1")  # the next guess waits
    assert await calls(room) == []
    await room.answer("0,0")
    await room.hosting.undo_feedback(again(ANN))
    assert await calls(room) == []


async def calls(room: Hosts) -> list[str]:
    """The names of those whom the pending news mentions."""
    pending = [each for each in await room.services.news.pending("chat") if each.key.kind is not NewsKind.PASSED]
    notices = [await room.services.turn_notices.notice(news) for news in pending]
    return [notice.player.name for notice in notices if notice is not None]


async def test_feedback_gives_the_host_time_for_the_next_guess(room: Hosts) -> None:
    view = await room.host()
    await room.guess(BOB, "012")
    await room.guess(CAT, "345")
    room.clock.advance(RoomSettings().turn - timedelta(hours=1))
    await room.answer("0,1")
    room.clock.advance(RoomSettings().turn - timedelta(hours=1))
    await Expiry(room.database.unit, room.clock).step()
    assert (await room.board(ANN, view.id)).game.outcome is None


async def test_a_game_that_nobody_guesses_in_ends_and_shows_the_secret(room: Hosts) -> None:
    view = await room.host(SECRET)
    room.clock.advance(RoomSettings().idle)
    await Expiry(room.database.unit, room.clock).step()
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
