"""Challenges to duels, and the secrets by which they are accepted."""

import asyncio

import pytest

from bot.model.errors import AlreadyChallenged, ChallengedBot, ChallengedSelf, NoGameHere, NotADuel, OpponentHasLeft
from bot.persistence.database import Database
from bot.services.games.duels import DuelTerms, Person
from core.game.challenges import ChallengeEnding
from core.game.commitment import digest, duel_opening, starter_moves_first
from core.game.errors import (
    GameOver,
    NotYourGame,
    SecretAlreadyHidden,
    WrongLength,
)
from tests.services.games.duelists import ANNS, BOBS, SMALL, Duelists, challenge, duel
from tests.services.harness import ANN, BOB, CAT, again


@pytest.fixture
def match(database: Database) -> Duelists:
    return Duelists(database)


# Challenges


async def test_a_duel_begins_when_both_have_hidden_a_secret(match: Duelists) -> None:
    view = await match.challenge()
    assert [view.names[player] for player in challenge(view).players] == ["ann", "bob"]
    waiting = await match.hide(BOB, BOBS)
    assert challenge(waiting).has_hidden(challenge(waiting).opponent)
    started = await match.hide(ANN, ANNS)
    assert (started.id, duel(started).rules, duel(started).outcome) == (view.id, SMALL, None)


async def test_who_begins_is_drawn_by_a_commitment_that_nobody_can_choose(match: Duelists) -> None:
    view = await match.challenge()
    await match.hide(ANN, ANNS)
    started = await match.hide(BOB, BOBS)
    ended = await match.give_up(ANN)

    assert ended.nonce is not None
    assert view.commitment == digest(ended.nonce)
    opening = duel_opening(view.id, SMALL, (0, 1, 2), (9, 8, 7), ended.nonce)
    assert started.commitment == ended.commitment == digest(opening)
    first = (
        duel(started).starter
        if starter_moves_first(started.commitment)
        else duel(started).opponent_of(duel(started).starter)
    )
    assert first in {duel(started).sides[0].player, duel(started).sides[0]}


@pytest.mark.parametrize("opponent_moves_first", [False, True])
async def test_the_terms_can_say_who_starts(match: Duelists, *, opponent_moves_first: bool) -> None:
    started = duel(await match.start(DuelTerms(SMALL, opponent_moves_first=opponent_moves_first)))
    assert (started.to_move != started.starter) == opponent_moves_first


async def test_nobody_challenges_themselves_a_bot_or_somebody_who_has_left(match: Duelists) -> None:
    with pytest.raises(ChallengedSelf):
        await match.challenge(ANN)
    with pytest.raises(ChallengedBot):
        await match.duels.challenge(again(ANN), Person(CAT.player, "robot", is_bot=True), DuelTerms(SMALL))
    with pytest.raises(OpponentHasLeft):
        await match.duels.challenge(again(ANN), Person(CAT.player, "Cat", has_left=True), DuelTerms(SMALL))
    with pytest.raises(NoGameHere):
        await match.board(ANN)


async def test_the_same_two_have_one_challenge_or_duel_at_a_time(match: Duelists) -> None:
    view = await match.challenge()
    for again_by, opponent in ((ANN, BOB), (BOB, ANN)):
        with pytest.raises(AlreadyChallenged) as refused:
            await match.challenge(opponent, again_by)
        assert refused.value.game == view.id
    await match.hide(ANN, ANNS)
    await match.hide(BOB, BOBS)
    with pytest.raises(AlreadyChallenged):
        await match.challenge()


async def test_a_challenge_is_declined_by_the_opponent_and_withdrawn_by_the_challenger(match: Duelists) -> None:
    await match.challenge()
    assert (await match.give_up(BOB)).game.outcome is ChallengeEnding.DECLINED
    await match.challenge()
    assert (await match.give_up(ANN)).game.outcome is ChallengeEnding.WITHDRAWN
    assert (await match.challenge()).game.outcome is None


async def test_a_secret_that_is_not_a_code_or_is_given_twice_is_refused(match: Duelists) -> None:
    await match.challenge()
    with pytest.raises(WrongLength):
        await match.hide(ANN, "0123")
    await match.hide(ANN, ANNS)
    with pytest.raises(SecretAlreadyHidden):
        await match.hide(ANN, "345")


async def test_a_secret_is_refused_as_told_before_also_after_the_duel_has_begun(match: Duelists) -> None:
    view = await match.start()
    with pytest.raises(SecretAlreadyHidden):
        await match.hide(BOB, "345", view.id)
    with pytest.raises(NotYourGame):
        await match.hide(CAT, "345", view.id)
    await match.give_up(BOB, view.id)
    with pytest.raises(GameOver):
        await match.hide(BOB, "345", view.id)


async def test_only_the_two_may_hide_a_secret_in_a_challenge(match: Duelists) -> None:
    view = await match.challenge()
    with pytest.raises(NotYourGame):
        await match.hide(CAT, "345", view.id)
    other = await match.play(CAT)
    with pytest.raises(NotADuel):
        await match.hide(CAT, "345", other.id)
    await match.give_up(ANN, view.id)
    with pytest.raises(GameOver):
        await match.hide(BOB, BOBS, view.id)


async def test_both_hiding_at_once_begins_one_duel(match: Duelists) -> None:
    view = await match.challenge()
    await asyncio.gather(match.hide(ANN, ANNS, view.id), match.hide(BOB, BOBS, view.id))
    assert duel(await match.board(ANN, view.id)).outcome is None
