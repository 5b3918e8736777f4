"""Giving up: who may, what it would do, votes, moderators, and the news of it."""

import asyncio
from dataclasses import replace

import pytest

from bot.model.messages import MessageKey
from bot.persistence.tables.records import results
from bot.services.games.referee import GiveUpEffect
from core.game.boards import Outcome
from core.game.errors import AlreadyVoted, NotPlaying
from core.game.games import Who
from tests.services.harness import ANN, BOB, CAT, WRONG, Harness, again, caller
from tests.support.storage import contents

DAN = caller("dan")
MODERATOR = replace(caller("mod"), is_moderator=True)


async def shared(harness: Harness) -> str:
    """A game that Ann has started and in which Bob, Cat and Dan have guessed; returns its id."""
    view = await harness.play(ANN)
    for who in (BOB, CAT, DAN):
        await harness.guess(who, WRONG)
    return view.id


async def test_what_giving_up_would_do_is_known_before_and_changes_nothing(harness: Harness) -> None:
    await shared(harness)
    before = await contents(harness.database)
    effects = {who.name: (await harness.referee.preview_give_up(again(who))).effect for who in (ANN, BOB, MODERATOR)}
    assert effects == {"ann": GiveUpEffect.ENDS_GAME, "bob": GiveUpEffect.VOTE, "mod": GiveUpEffect.ENDS_GAME}
    with pytest.raises(NotPlaying):
        await harness.referee.preview_give_up(caller("eve"))
    assert await contents(harness.database) == before


async def test_the_preview_of_a_vote_counts_it(harness: Harness) -> None:
    await shared(harness)
    first = await harness.referee.preview_give_up(again(CAT))
    assert (first.effect, first.votes, first.needed) == (GiveUpEffect.VOTE, 1, 2)
    await harness.give_up(CAT)
    assert (await harness.referee.preview_give_up(again(BOB))).effect is GiveUpEffect.ENDS_GAME


async def test_in_a_race_giving_up_ends_ones_own_part(harness: Harness) -> None:
    await harness.play(ANN, Who.RACE)
    await harness.guess(ANN, WRONG)
    await harness.guess(BOB, WRONG)
    assert (await harness.referee.preview_give_up(again(BOB))).effect is GiveUpEffect.ENDS_PART


async def test_votes_of_two_processes_at_once_count_once_for_each_player(harness: Harness) -> None:
    game = await shared(harness)
    votes = await asyncio.gather(*(harness.give_up(BOB) for _ in range(3)), return_exceptions=True)
    assert sorted(type(vote).__name__ for vote in votes) == ["AlreadyVoted", "AlreadyVoted", "ShownGame"]
    assert (await harness.board(ANN, game)).game.outcome is None
    with pytest.raises(AlreadyVoted):
        await harness.give_up(BOB)
    assert (await harness.give_up(CAT)).game.outcome is Outcome.GAVE_UP


async def test_a_game_that_a_moderator_ended_counts_for_nobody(harness: Harness) -> None:
    view = await harness.play(ANN, Who.ME)
    await harness.guess(ANN, WRONG)
    ended = await harness.give_up(MODERATOR, view.id)
    assert ended.game.outcome is Outcome.GAVE_UP
    assert ended.names[ended.viewer] == "mod"
    assert await harness.rows(results) == []


async def test_the_end_of_a_shared_game_is_pending_news_once_it_has_a_message(harness: Harness) -> None:
    game = await shared(harness)
    await harness.services.messages.posted(game, MessageKey("C1", "1.0"), "en")
    assert (await harness.give_up(ANN)).has_news
    (news,) = await harness.services.news.pending("chat")
    assert (news.game, news.message) == (game, MessageKey("C1", "1.0"))


async def test_the_end_of_a_game_of_one_player_is_no_news(harness: Harness) -> None:
    view = await harness.play(ANN)
    await harness.services.messages.posted(view.id, MessageKey("C1", "1.0"), "en")
    assert not (await harness.give_up(ANN)).has_news
    assert await harness.services.news.pending("chat") == []
