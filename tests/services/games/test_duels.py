"""Challenges, and duels between people."""

import asyncio
from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.handlers.request import never
from bot.model.errors import (
    AlreadyAccepted,
    AlreadyChallenged,
    CannotBeChallenged,
    ChallengesUnwanted,
    GameRunning,
    NoGameHere,
    SeveralDuels,
    TooManyChallenges,
)
from bot.persistence.tables.games import players
from bot.services.games.duels import DuelTerms, NamedPerson
from core.game.any_game import Who
from core.game.challenges import ChallengeEnding
from core.game.commitment import digest, duel_opening, starter_moves_first
from core.game.errors import DuelNotStarted, GameOver, NotPossibleNow, NotYourGame
from core.game.sides import DuelEnding, Level, OutcomeForSide
from tests.services.games.versus_games import ANNS, BOBS, SMALL, Duelists, challenge, duel, person
from tests.services.harness import ANN, BOB, CAT, WRONG, again, caller

# Challenges


async def test_whoever_accepts_a_challenge_to_anyone_first_plays(match: Duelists) -> None:
    view = await match.challenge_anyone()
    assert (challenge(view).players, view.called) == ((view.viewer,), None)
    assert not challenge(await match.duels.challenge_awaiting_secret(again(BOB), view.id)).has_hidden_secret("")
    assert not challenge(await match.duels.challenge_awaiting_secret(again(CAT), view.id)).has_hidden_secret("")
    started = await match.hide(CAT, BOBS, view.id)
    assert {started.names[player] for player in duel(started).players} == {"ann", "cat"}
    with pytest.raises(AlreadyAccepted) as refused:
        await match.hide(BOB, BOBS, view.id)
    assert refused.value.name == "cat"


async def test_only_the_challenger_withdraws_a_challenge_to_anyone(match: Duelists) -> None:
    view = await match.challenge_anyone()
    with pytest.raises(NotYourGame):
        await match.give_up(BOB, view.id)
    assert challenge(await match.give_up(ANN, view.id)).outcome is ChallengeEnding.WITHDRAWN
    with pytest.raises(GameOver):
        await match.hide(BOB, BOBS, view.id)
    with pytest.raises(NotPossibleNow):
        await match.duels.rematch_of(again(ANN), view.id, never)


async def test_the_challenger_does_not_accept_their_own_challenge_to_anyone(match: Duelists) -> None:
    view = await match.challenge_anyone()
    with pytest.raises(NotPossibleNow):
        await match.hide(ANN, BOBS, view.id)


async def test_one_challenge_to_anyone_is_open_in_a_room_and_counts_among_those_to_people(match: Duelists) -> None:
    view = await match.challenge_anyone()
    with pytest.raises(AlreadyChallenged) as refused:
        await match.challenge_anyone()
    assert refused.value.game == view.id
    for opponent in (BOB, CAT):
        await match.challenge(opponent)
    elsewhere = replace(ANN, room=replace(ANN.room, channel="elsewhere"))
    with pytest.raises(TooManyChallenges):
        await match.challenge_anyone(elsewhere)


async def test_two_who_play_a_duel_here_begin_no_second_one_by_a_challenge_to_anyone(match: Duelists) -> None:
    running, view = await match.start(), await match.challenge_anyone()
    with pytest.raises(AlreadyChallenged) as refused:
        await match.hide(BOB, BOBS, view.id)
    assert refused.value.game == running.id
    assert duel(await match.hide(CAT, BOBS, view.id)).outcome is None


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


async def test_nobody_challenges_themselves_a_bot_or_somebody_who_has_left(match: Duelists) -> None:
    with pytest.raises(CannotBeChallenged):
        await match.challenge(ANN)
    with pytest.raises(CannotBeChallenged):
        await match.duels.challenge(again(ANN), NamedPerson(CAT.player, "robot", is_bot=True), DuelTerms(SMALL))
    with pytest.raises(ChallengesUnwanted):
        await match.duels.challenge(again(ANN), NamedPerson(CAT.player, "Cat", has_left=True), DuelTerms(SMALL))
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


async def test_the_same_two_have_one_open_challenge_in_all_rooms(match: Duelists) -> None:
    view, elsewhere = await match.challenge(), caller("ann", channel="garden")
    for by, opponent in ((elsewhere, BOB), (caller("bob", channel="garden"), ANN)):
        with pytest.raises(AlreadyChallenged) as refused:
            await match.challenge(opponent, by)
        assert refused.value.game == view.id
    await match.hide(ANN, ANNS)
    await match.hide(BOB, BOBS)
    assert (await match.challenge(BOB, elsewhere)).id != view.id


async def test_nobody_has_more_than_three_open_challenges(match: Duelists) -> None:
    rooms = [caller("ann", channel=channel) for channel in ("lobby", "garden", "lobby", "garden")]
    views = [await match.challenge(caller(f"friend {number}"), by) for number, by in enumerate(rooms[:3])]
    with pytest.raises(TooManyChallenges) as refused:
        await match.challenge(CAT, rooms[3])
    assert refused.value.games == tuple(view.id for view in views)
    assert len(await match.rows(players)) == len(rooms)  # nobody is stored for a challenge that is refused
    await match.challenge(ANN, CAT)  # those of others do not count
    await match.give_up(rooms[1], views[1].id)
    await match.hide(rooms[2], ANNS, views[2].id)
    await match.hide(caller("friend 2"), BOBS, views[2].id)
    for number in range(2):
        await match.challenge(caller(f"another {number}"))
    with pytest.raises(TooManyChallenges):
        await match.challenge(BOB)


async def test_nobody_is_challenged_who_does_not_want_it(match: Duelists) -> None:
    await match.services.preferences.change(again(BOB), {"duels": "off"})
    with pytest.raises(ChallengesUnwanted) as refused:
        await match.challenge()
    assert refused.value.name == BOB.name
    view = await match.challenge(ANN, BOB)
    await match.hide(ANN, ANNS)
    await match.hide(BOB, BOBS)
    await match.give_up(BOB)
    with pytest.raises(ChallengesUnwanted):
        await match.rematch(ANN, view.id)
    await match.services.preferences.change(again(BOB), {"duels": "on"})
    assert challenge(await match.challenge()).outcome is None


async def test_a_secret_is_refused_as_told_before_also_after_the_duel_has_begun(match: Duelists) -> None:
    view = await match.start()
    with pytest.raises(NotPossibleNow):
        await match.hide(BOB, "345", view.id)
    with pytest.raises(NotYourGame):
        await match.duels.challenge_awaiting_secret(again(CAT), view.id)
    await match.give_up(BOB, view.id)
    with pytest.raises(GameOver):
        await match.hide(BOB, "345", view.id)


async def test_only_the_two_may_hide_a_secret_in_a_challenge(match: Duelists) -> None:
    view = await match.challenge()
    with pytest.raises(NotYourGame):
        await match.duels.challenge_awaiting_secret(again(CAT), view.id)
    with pytest.raises(NotYourGame):
        await match.hide(CAT, "345", view.id)
    match.random_source.deal("012")
    against_the_bot = await match.services.opponent.start(caller("dan"), SMALL, Level.EASY, "987")
    for other in (await match.play(CAT), against_the_bot):
        with pytest.raises(NotPossibleNow):
            await match.hide(BOB, "345", other.id)
    await match.give_up(ANN, view.id)
    with pytest.raises(GameOver):
        await match.hide(BOB, BOBS, view.id)


async def test_both_hiding_at_once_begins_one_duel(match: Duelists) -> None:
    view = await match.challenge()
    await asyncio.gather(match.hide(ANN, ANNS, view.id), match.hide(BOB, BOBS, view.id))
    assert duel(await match.board(ANN, view.id)).outcome is None


async def test_a_guess_goes_to_the_duel_in_which_it_is_ones_turn(match: Duelists) -> None:
    with_bob = await match.start()
    with_cat = await match.start(DuelTerms(SMALL, opponent_moves_first=True), CAT)
    shared = await match.play(BOB, Who.EVERYONE, rules=SMALL, secret=(4, 5, 6))

    assert (await match.guess(ANN, "345")).view.id == with_bob.id
    assert (await match.guess(CAT, "345")).view.id == with_cat.id
    assert (await match.guess(ANN, "345")).view.id == with_cat.id
    assert (await match.guess(caller("dan"), "345")).view.id == shared.id


async def test_a_guess_in_two_duels_at_once_has_to_name_one(match: Duelists) -> None:
    duels = [await match.start(), await match.start(opponent=CAT)]
    with pytest.raises(SeveralDuels) as refused:
        await match.guess(ANN, "345")
    assert refused.value.games == tuple(view.id for view in duels)
    assert (await match.guess(ANN, "345", duels[1].id)).view.id == duels[1].id
    assert (await match.guess(ANN, "345")).view.id == duels[0].id


async def test_who_gives_up_one_of_several_duels_has_to_name_it(match: Duelists) -> None:
    duels = [await match.start(), await match.start(opponent=CAT)]
    with pytest.raises(SeveralDuels) as refused:
        await match.give_up(ANN)
    assert refused.value.games == tuple(view.id for view in duels)


async def test_an_open_challenge_takes_no_guess_from_a_duel(match: Duelists) -> None:
    view = await match.start()
    await match.challenge(ANN, by=CAT)
    assert (await match.guess(ANN, "345")).view.id == view.id


async def test_a_challenge_takes_no_guess_or_hint_from_the_shared_game(match: Duelists) -> None:
    shared = await match.play(BOB, Who.EVERYONE, rules=SMALL, secret=(4, 5, 6))
    await match.challenge(BOB)
    assert (await match.guess(BOB, "345")).view.id == shared.id
    assert (await match.analysis.hint(again(BOB), None)).view.id == shared.id


async def test_a_guess_in_nothing_but_a_challenge_is_refused_by_it(match: Duelists) -> None:
    await match.challenge(BOB)
    with pytest.raises(DuelNotStarted):
        await match.guess(BOB, "345")


async def test_a_secret_goes_to_the_challenge_that_waits_for_it_also_beside_a_game_of_ones_own(match: Duelists) -> None:
    await match.start()
    await match.play(ANN, Who.ME)
    challenged = await match.challenge(ANN, by=CAT)
    assert (await match.hide(ANN, "345")).id == challenged.id


async def test_who_waits_in_several_duels_is_not_told_that_no_game_runs(match: Duelists) -> None:
    duels = [await match.start(), await match.start(opponent=CAT)]
    for view in duels:
        await match.guess(ANN, "345", view.id)
    with pytest.raises(SeveralDuels) as refused:
        await match.guess(ANN, "345")
    assert refused.value.games == tuple(view.id for view in duels)


async def test_a_game_of_ones_own_comes_before_duels(match: Duelists) -> None:
    await match.start()
    own = await match.play(ANN, Who.ME)
    assert (await match.guess(ANN, "4567")).view.id == own.id
    with pytest.raises(GameRunning):
        await match.challenge(CAT)


# Draws, claims and events delivered twice


async def test_the_other_can_claim_the_game_when_the_time_is_over(match: Duelists) -> None:
    view = await match.start()
    match.clock.now += timedelta(hours=47)
    with pytest.raises(NotPossibleNow):
        await match.duels.claim_win(again(BOB), view.id)
    match.clock.now += timedelta(hours=2)
    with pytest.raises(NotPossibleNow):
        await match.duels.claim_win(again(ANN), view.id)
    ended = duel(await match.duels.claim_win(again(BOB), view.id))
    assert (ended.outcome, ended.outcome_for(ended.starter)) == (DuelEnding.CLAIMED, OutcomeForSide.LOST)


async def test_an_offer_of_a_draw_gives_nobody_more_time(match: Duelists) -> None:
    view = await match.start()
    match.clock.now += timedelta(hours=48)
    assert (await match.duels.offer_draw(again(ANN), view.id)).is_late
    assert (await match.duels.claim_win(again(BOB), view.id)).game.outcome is DuelEnding.CLAIMED


async def test_an_event_delivered_twice_counts_once(match: Duelists) -> None:
    event = again(ANN)
    views = [await match.duels.challenge(event, person(BOB), DuelTerms(SMALL)) for _ in range(2)]
    assert views[0] == views[1]
    for who, secret in ((ANN, ANNS), (BOB, BOBS)):
        event = again(who)
        views = [await match.duels.hide_secret(event, secret, views[0].id) for _ in range(2)]
        assert views[0] == views[1]
    event = again(ANN)
    offered = [duel(await match.duels.offer_draw(event, views[0].id)) for _ in range(2)]
    assert offered[0] == offered[1]
    match.clock.now += timedelta(hours=49)
    event = again(BOB)
    claimed = [duel(await match.duels.claim_win(event, views[0].id)) for _ in range(2)]
    assert [each.outcome for each in claimed] == [DuelEnding.CLAIMED] * 2


async def test_a_duel_has_no_rematch_while_it_runs(match: Duelists) -> None:
    view = await match.start()
    with pytest.raises(GameRunning):
        await match.duels.rematch_of(again(ANN), view.id, never)
    await match.give_up(ANN, view.id)
    opponent, _ = await match.duels.rematch_of(again(ANN), view.id, never)
    assert opponent.key == BOB.player


async def test_a_rematch_on_the_same_terms_is_begun_by_whoever_did_not_begin_the_duel(match: Duelists) -> None:
    terms = DuelTerms(SMALL, 7, hidden=True, opponent_moves_first=False)  # Ann begins
    view = await match.start(terms)
    await match.give_up(ANN, view.id)
    for by, is_other_first in ((ANN, True), (BOB, False)):
        _, again_terms = await match.duels.rematch_of(again(by), view.id, never)
        assert again_terms == replace(terms, opponent_moves_first=is_other_first)


async def test_whoever_has_deleted_their_data_has_left_when_a_rematch_is_asked_for(match: Duelists) -> None:
    view = await match.start()
    await match.give_up(ANN, view.id)
    await match.services.privacy.delete(again(BOB))
    opponent, _ = await match.duels.rematch_of(again(ANN), view.id, never)
    assert opponent.has_left


async def test_the_running_game_is_the_duel_that_waits_even_if_there_are_several(match: Duelists) -> None:
    assert await match.referee.running_game(again(ANN)) is None
    first = await match.start()
    second = await match.start(opponent=CAT)
    for who, expected in ((ANN, first), (BOB, first), (CAT, second)):
        running = await match.referee.running_game(again(who))
        assert running is not None
        assert running.id == expected.id
    for one in (first, second):
        await match.guess(ANN, "345", one.id)
    shared = await match.play(BOB)
    assert (await match.guess(ANN, WRONG)).view.id == shared.id  # neither duel waits for Ann
