"""Giving up, and the games of one's own that come first."""

import asyncio
from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.model.errors import GameRunning, NoGameHere
from bot.model.rooms import MessageKey
from bot.persistence.tables.records import results
from bot.services.games.moves import STUCK_AFTER
from bot.services.games.referee import GiveUpEffect
from core.game.any_game import Who
from core.game.boards import Outcome
from core.game.errors import (
    AlreadyVoted,
    EndedByPlayersOnly,
    GameOver,
    NotPlaying,
    NotYourGame,
    OnlyPlayersGiveUp,
    PartOfRaceOver,
)
from tests.services.harness import ANN, BOB, CAT, WRONG, Harness, again, caller
from tests.support.storage import driver_contents

DAN, EVE = caller("dan"), caller("eve")
MOMENT = timedelta(microseconds=1)
MODERATOR = replace(caller("mod"), is_moderator=True)


async def shared(harness: Harness) -> str:
    """A game that Ann has started and in which Bob, Cat and Dan have guessed; returns its id."""
    view = await harness.play(ANN)
    for who in (BOB, CAT, DAN):
        await harness.guess(who, WRONG)
    return view.id


async def test_what_giving_up_would_do_is_known_before_and_changes_nothing(harness: Harness) -> None:
    await shared(harness)
    before = await driver_contents(harness.database)
    effects = {
        who.name: (await harness.referee.preview_give_up(again(who), None)).effect for who in (ANN, BOB, MODERATOR)
    }
    assert effects == {"ann": GiveUpEffect.ENDS_GAME, "bob": GiveUpEffect.VOTE, "mod": GiveUpEffect.ENDS_GAME}
    with pytest.raises(NotPlaying):
        await harness.referee.preview_give_up(caller("eve"), None)
    assert await driver_contents(harness.database) == before


async def test_the_preview_of_a_vote_counts_it(harness: Harness) -> None:
    await shared(harness)
    first = await harness.referee.preview_give_up(again(CAT), None)
    assert (first.effect, first.votes, first.needed) == (GiveUpEffect.VOTE, 1, 2)
    await harness.give_up(CAT)
    assert (await harness.referee.preview_give_up(again(BOB), None)).effect is GiveUpEffect.ENDS_GAME


async def test_votes_of_two_processes_at_once_count_once_for_each_player(harness: Harness) -> None:
    game = await shared(harness)
    votes = await asyncio.gather(*(harness.give_up(BOB) for _ in range(3)), return_exceptions=True)
    assert sorted(type(vote).__name__ for vote in votes) == ["AlreadyVoted", "AlreadyVoted", "ShownGame"]
    assert (await harness.board(ANN, game)).game.outcome is None
    with pytest.raises(AlreadyVoted):
        await harness.give_up(BOB)
    assert (await harness.give_up(CAT)).game.outcome is Outcome.GAVE_UP


async def test_a_game_that_a_moderator_ended_counts_for_nobody(harness: Harness) -> None:
    view = await harness.play(ANN)
    await harness.guess(ANN, WRONG)
    ended = await harness.give_up(MODERATOR, view.id)
    assert ended.game.outcome is Outcome.GAVE_UP
    assert ended.names[ended.viewer] == "mod"
    assert await harness.rows(results) == []


async def test_a_moderator_gives_up_a_game_alone_that_is_their_own(harness: Harness) -> None:
    view = await harness.play(MODERATOR, Who.ME)
    await harness.guess(MODERATOR, WRONG)
    await harness.give_up(MODERATOR, view.id)
    assert [row.outcome for row in await harness.rows(results)] == [Outcome.GAVE_UP]


async def test_a_moderator_who_plays_stops_a_shared_game_for_themselves_alone(harness: Harness) -> None:
    await shared(harness)
    await harness.guess(MODERATOR, WRONG)
    ended = await harness.give_up(MODERATOR)
    assert ended.game.outcome is Outcome.GAVE_UP
    assert [(row.player_id, row.outcome) for row in await harness.rows(results)] == [(ended.viewer, Outcome.GAVE_UP)]


async def test_a_moderator_stops_a_race_until_a_second_player_has_guessed(harness: Harness) -> None:
    view = await harness.play(ANN, Who.RACE)
    await harness.guess(ANN, WRONG)
    assert (await harness.give_up(MODERATOR, view.id)).game.outcome is Outcome.GAVE_UP
    view = await harness.play(ANN, Who.RACE)
    for who in (ANN, BOB):
        await harness.guess(who, WRONG)
    with pytest.raises(EndedByPlayersOnly):
        await harness.give_up(MODERATOR, view.id)
    assert await harness.rows(results) == []
    await harness.guess(ANN, "0123", view.id)
    with pytest.raises(GameOver):
        await harness.give_up(MODERATOR, view.id)


async def test_a_moderator_who_plays_a_race_loses_it_like_anybody(harness: Harness) -> None:
    await harness.play(ANN, Who.RACE)
    for who in (ANN, MODERATOR):
        await harness.guess(who, WRONG)
    await harness.give_up(MODERATOR)
    with pytest.raises(PartOfRaceOver):
        await harness.give_up(MODERATOR)
    ended = await harness.guess(ANN, "0123")
    names = {ended.view.names[row.player_id]: row.outcome for row in await harness.rows(results)}
    assert names == {"ann": Outcome.SOLVED, "mod": Outcome.GAVE_UP}


@pytest.mark.parametrize("who", [Who.EVERYONE, Who.RACE])
async def test_anybody_may_vote_a_game_away_in_which_nobody_has_moved_for_an_hour(harness: Harness, who: Who) -> None:
    view = await harness.play(ANN, who)
    await harness.guess(BOB, WRONG)
    harness.clock.advance(STUCK_AFTER - MOMENT)
    with pytest.raises(OnlyPlayersGiveUp):
        await harness.referee.preview_give_up(again(CAT), None)
    harness.clock.advance(MOMENT)
    preview = await harness.referee.preview_give_up(again(CAT), None)
    assert (preview.effect, preview.votes, preview.needed) == (GiveUpEffect.VOTE, 1, 2)
    await harness.give_up(CAT)
    with pytest.raises(AlreadyVoted):
        await harness.give_up(CAT)
    ended = await harness.give_up(DAN)
    assert (ended.id, ended.game.outcome) == (view.id, Outcome.GAVE_UP)
    assert [row.outcome for row in await harness.rows(results)] == [Outcome.GAVE_UP]
    assert (await harness.play(CAT)).game.outcome is None


async def test_a_move_ends_the_time_in_which_anybody_may_vote_but_a_vote_does_not(harness: Harness) -> None:
    await harness.play(ANN)
    harness.clock.advance(STUCK_AFTER)
    for who in (BOB, CAT):
        await harness.guess(who, WRONG)
    with pytest.raises(OnlyPlayersGiveUp):
        await harness.give_up(DAN)
    harness.clock.advance(STUCK_AFTER)
    await harness.give_up(BOB)
    assert (await harness.give_up(DAN)).game.outcome is Outcome.GAVE_UP


async def test_a_game_of_one_player_cannot_be_voted_away(harness: Harness) -> None:
    view = await harness.play(ANN, Who.ME)
    harness.clock.advance(STUCK_AFTER)
    with pytest.raises(NotYourGame):
        await harness.give_up(BOB, view.id)


async def test_one_person_who_deletes_themselves_between_votes_has_one_vote(harness: Harness) -> None:
    await harness.play(ANN)
    for who in (BOB, CAT, DAN):
        await harness.guess(who, WRONG)
    for _ in range(4):
        await harness.guess(EVE, WRONG)
        assert (await harness.give_up(EVE)).game.outcome is None
        await harness.services.privacy.delete(again(EVE))
    preview = await harness.referee.preview_give_up(again(BOB), None)
    assert (preview.effect, preview.votes, preview.needed) == (GiveUpEffect.VOTE, 1, 2)


async def test_the_seats_of_deleted_players_vanish(harness: Harness) -> None:
    await shared(harness)
    for who in (ANN, CAT, DAN):
        await harness.services.privacy.delete(again(who))
    assert (await harness.give_up(BOB)).game.outcome is Outcome.GAVE_UP


async def test_the_end_of_a_shared_game_is_pending_news_once_it_has_a_message(harness: Harness) -> None:
    game = await shared(harness)
    await harness.services.messages.record_posted(game, MessageKey("C1", "1.0"), "en")
    assert (await harness.give_up(ANN)).has_news
    (news,) = await harness.services.news.pending("chat")
    assert (news.key.subject, news.message) == (game, MessageKey("C1", "1.0"))


# Games of one's own


async def test_when_ones_own_game_has_ended_guesses_go_to_the_shared_one(harness: Harness) -> None:
    shared = await harness.play(ANN)
    await harness.play(ANN, Who.ME)
    await harness.guess(ANN, "0123")
    assert (await harness.guess(ANN, WRONG)).view.id == shared.id


async def test_a_second_game_of_ones_own_is_refused(harness: Harness) -> None:
    own = await harness.play(ANN, Who.ME)
    with pytest.raises(GameRunning) as refused:
        await harness.play(ANN, Who.ME)
    assert refused.value.game == own.id


async def test_nobody_else_can_guess_in_ones_own_game_or_give_it_up(harness: Harness) -> None:
    own = await harness.play(ANN, Who.ME)
    with pytest.raises(NotYourGame):
        await harness.guess(BOB, WRONG, own.id)
    with pytest.raises(NotYourGame):
        await harness.give_up(BOB, own.id)


# Races


async def test_giving_up_a_race_ends_only_ones_own_part(harness: Harness) -> None:
    await harness.play(ANN, Who.RACE)
    await harness.guess(ANN, WRONG)
    await harness.guess(BOB, WRONG)
    assert (await harness.give_up(ANN)).game.outcome is None
    with pytest.raises(GameOver):
        await harness.guess(ANN, "0123")
    assert (await harness.give_up(BOB)).game.outcome is Outcome.GAVE_UP


# Giving up


async def test_without_a_running_game_there_is_nothing_to_give_up(harness: Harness) -> None:
    view = await harness.play()
    await harness.give_up(ANN)
    with pytest.raises(NoGameHere) as refused:
        await harness.give_up(ANN)
    assert refused.value.ended == view.id
