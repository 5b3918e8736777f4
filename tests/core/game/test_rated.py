"""Which duels and races are rated, and what two people can take from one another."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from core.game.duels import Duel
from core.game.items import ItemSet
from core.game.races import Race
from core.game.rated import (
    FIRST,
    LAST,
    MOST_POINTS,
    allowed_share_of_change,
    compared_pairs,
    meets_too_often,
    rated_places,
    why_unrated,
)
from core.game.rules import Rules
from core.game.sides import BOT, Level, Side, UnratedReason

CLASSIC, SECRET, OTHER, WRONG = Rules.parse("4x10"), (3, 1, 0, 2), (9, 8, 7, 6), (4, 5, 6, 7)


def duel(second: str = "bob") -> Duel:
    """Ann begins, and has to find `SECRET`; the other has to find `OTHER`."""
    level = Level.EASY if second == BOT else None
    return Duel(CLASSIC, (Side("ann", OTHER), Side(second, SECRET)), "ann", level)


def race(*guesses: tuple[str, tuple[int, ...]], hinted: Sequence[str] = ()) -> Race:
    """A race of Ann after guesses; those who get a hint get it after their first guess."""
    played = Race(CLASSIC, SECRET, "ann", tries=2)
    for by, guess in guesses:
        played = played.guess(guess, by)
        if by in hinted and by not in played.hinted and played.outcome is None:
            played = played.record_hint(by)
    return played


def test_a_duel_with_items_is_rated_like_another() -> None:
    with_items = replace(duel(), items=ItemSet()).guess(WRONG, "ann").give_up("bob")
    assert why_unrated(with_items) is None
    assert rated_places(with_items) == {"ann": FIRST, "bob": LAST}


def test_the_winner_of_a_race_is_first_and_all_others_are_last() -> None:
    played = race(("ann", WRONG), ("bob", WRONG), ("cid", SECRET))
    assert rated_places(played) == {"ann": LAST, "bob": LAST, "cid": FIRST}


def test_a_hint_takes_nobody_elses_points() -> None:
    played = race(("ann", WRONG), ("bob", WRONG), ("cid", SECRET), hinted=["ann"])
    assert rated_places(played) == {"ann": LAST, "bob": LAST, "cid": FIRST}


def test_a_winner_with_a_hint_is_beaten_by_those_without_one() -> None:
    guesses = (("ann", WRONG), ("bob", WRONG), ("cid", WRONG), ("dee", WRONG), ("cid", SECRET))
    assert rated_places(race(*guesses, hinted=["cid"])) == {"ann": FIRST, "bob": FIRST, "dee": FIRST, "cid": LAST}
    assert rated_places(race(*guesses, hinted=["cid", "dee"])) == {"ann": FIRST, "bob": FIRST, "cid": LAST}
    assert why_unrated(race(*guesses, hinted=["ann", "bob", "cid", "dee"])) is UnratedReason.ALONE


def test_a_race_that_nobody_solves_or_runs_alone_is_not_rated() -> None:
    assert why_unrated(race(*[("ann", WRONG), ("bob", WRONG)] * 2)) is UnratedReason.UNSOLVED
    assert why_unrated(race(("ann", SECRET))) is UnratedReason.ALONE


def test_who_resigns_loses_even_before_their_own_first_guess() -> None:
    assert rated_places(duel().guess(WRONG, "ann").give_up("bob")) == {"ann": FIRST, "bob": LAST}


def test_a_duel_is_not_rated_before_the_side_that_wins_has_guessed() -> None:
    assert why_unrated(duel().give_up("bob")) is UnratedReason.NOT_GUESSED
    assert why_unrated(duel().guess(WRONG, "ann").give_up("ann")) is UnratedReason.NOT_GUESSED


def test_a_draw_is_rated_once_both_have_guessed() -> None:
    begun = duel().guess(WRONG, "ann")
    assert why_unrated(begun.offer_draw("ann").offer_draw("bob")) is UnratedReason.NOT_GUESSED
    both = begun.guess(WRONG, "bob").offer_draw("ann").offer_draw("bob")
    assert rated_places(both) == {"ann": FIRST, "bob": FIRST}


def test_resigning_after_the_bot_has_guessed_counts_so_that_the_coin_is_not_tossed_again() -> None:
    begun = Duel(CLASSIC, (Side(BOT, SECRET), Side("ann", OTHER)), "ann", Level.EASY).guess(WRONG, BOT)
    assert rated_places(begun.give_up("ann")) == {BOT: FIRST, "ann": LAST}


def test_a_hint_loses_against_the_bot() -> None:
    hinted = duel(BOT).record_hint("ann").guess(SECRET, "ann").guess(WRONG, BOT)
    assert rated_places(hinted) == {"ann": LAST, BOT: FIRST}


def test_a_duel_of_two_who_met_too_often_is_not_rated() -> None:
    assert (
        why_unrated(replace(duel(), unrated=UnratedReason.MET_OFTEN).guess(WRONG, "ann").give_up("bob"))
        is UnratedReason.MET_OFTEN
    )


def test_a_race_compares_its_winner_and_a_duel_its_two_sides() -> None:
    assert compared_pairs([LAST, FIRST, LAST]) == [(0, 1), (1, 2)]
    assert compared_pairs([FIRST, FIRST, LAST]) == [(0, 2), (1, 2)]
    assert compared_pairs([FIRST, FIRST]) == [(0, 1)]


@pytest.mark.parametrize(
    ("meetings", "last", "expected"),
    [
        (0, [], False),
        (1, [True], False),
        (2, [True, False], False),
        (2, [True, True], True),
        (2, [False, True], False),
        (3, [False, True], True),
    ],
)
def test_two_people_meet_three_times_but_not_thrice_in_a_row(
    *, meetings: int, last: list[bool], expected: bool
) -> None:
    assert meets_too_often(meetings, last) is expected


@given(st.lists(st.floats(-200, 200)))
def test_nobody_takes_more_than_a_few_points_from_the_same_person(changes: list[float]) -> None:
    taken = 0.0
    for change in changes:
        taken += change * allowed_share_of_change(taken, change)
        assert abs(taken) <= MOST_POINTS + 1e-9


def test_what_was_taken_can_be_given_back() -> None:
    assert allowed_share_of_change(MOST_POINTS, 10.0) == 0
    assert allowed_share_of_change(MOST_POINTS, -10.0) == 1
    assert allowed_share_of_change(MOST_POINTS - 5, 10.0) == 0.5
