"""No advice about running duels, and reviews of ended ones."""

from dataclasses import replace

import pytest

from bot.model.errors import NothingToReview
from bot.model.rooms import RoomKey
from bot.services.coach import Question
from core.game.errors import (
    HintsNotAllowed,
)
from core.game.history import parse_history
from core.game.rules import Rules
from core.solver.strategies import Strategy
from tests.services.games.duelists import ANNS, SMALL, Duelists
from tests.services.harness import ANN, BOB, CAT, again

# Fair play and reviews


@pytest.mark.parametrize("rules", ["3x10", "3x10-eatbite"])
async def test_nobody_gets_advice_about_a_running_duel(match: Duelists, rules: str) -> None:
    asked = Rules.parse(rules)
    view = await match.start()
    for guess in ("345", "346"):
        for who in (ANN, BOB):
            await match.guess(who, guess, view.id)
    history = parse_history("345 0H0B", asked)
    with pytest.raises(HintsNotAllowed):
        await match.coach.start(again(ANN), Question(asked, history, Strategy("optimal")), 1)
    with pytest.raises(HintsNotAllowed):
        await match.analysis.check(again(ANN), "678", asked, history)


async def test_others_and_other_histories_get_advice_beside_a_duel(match: Duelists) -> None:
    view = await match.start()
    await match.guess(ANN, "345", view.id)
    for who, history in (
        (CAT, "345 0H0B"),
        (BOB, "345 0H0B"),
        (ANN, "345 0H1B"),
        (ANN, "345 0H0B, 678 0H1B"),
        (ANN, ""),
    ):
        found = await match.analysis.check(again(who), "678", SMALL, parse_history(history, SMALL))
        assert found.check.guess.code == (6, 7, 8)


async def test_an_ended_duel_may_be_asked_about_and_reviewed_from_both_sides(match: Duelists) -> None:
    view = await match.start()
    for who, guess in ((ANN, "345"), (BOB, "345"), (ANN, "678"), (BOB, ANNS)):
        await match.guess(who, guess, view.id)
    for who, names in ((ANN, ["ann", "bob"]), (BOB, ["bob", "ann"]), (CAT, ["ann", "bob"])):
        found = await match.analysis.review(again(who), view.id)
        assert [board.name for board in found.boards] == names
    checked = await match.analysis.check(again(ANN), "678", SMALL, parse_history("345 0H0B", SMALL))
    assert checked.check.guess.code == (6, 7, 8)


async def test_people_of_another_server_are_not_named_in_a_review(match: Duelists) -> None:
    view = await match.start()
    for who, guess in ((ANN, "345"), (BOB, "345"), (ANN, "678"), (BOB, ANNS)):
        await match.guess(who, guess, view.id)
    abroad = replace(ANN, room=RoomKey(ANN.room.platform, "abroad", "hall"))
    for game in (None, view.id):
        found = await match.analysis.review(again(abroad), game)
        assert (found.game, [board.name for board in found.boards]) == (view.id, ["ann", ""])


async def test_with_several_duels_and_no_ended_game_there_is_nothing_to_review(match: Duelists) -> None:
    for opponent in (BOB, CAT):
        await match.challenge(opponent)
    with pytest.raises(NothingToReview):
        await match.analysis.review(again(ANN), None)
