"""What counts for what."""

import pytest

from core.game.any_game import AnyGame, GameKind, Who
from core.game.boards import NO_LIMIT
from core.game.challenges import Challenge
from core.game.duels import Duel
from core.game.hosting import HostedGame
from core.game.policy import (
    RankedStatus,
    UnrankedReason,
    counted_rules,
    ranked_status,
    read_rules_and_items,
    typical_average,
)
from core.game.races import Race, create_game
from core.game.rules import Rules
from core.game.sides import BOT, Level, Side
from core.solver.strategies import TOTALS, best_average

RULES = Rules.parse("3x6")
SECRET, WRONG, CLOSE = (0, 1, 2), (3, 4, 5), (0, 2, 1)


def game(who: Who, tries: int = 12) -> AnyGame:
    return create_game(RULES, SECRET, "ann", who, tries)


def duel(level: Level | None) -> Duel:
    return Duel(RULES, (Side("ann", SECRET), Side("bob" if level is None else BOT, SECRET)), "ann", level)


@pytest.mark.parametrize("tries", [NO_LIMIT, 12, 99])
def test_a_game_alone_with_enough_tries_is_ranked(tries: int) -> None:
    assert ranked_status(game(Who.ME, tries)) == RankedStatus(GameKind.SOLO)


@pytest.mark.parametrize(
    ("started", "kind", "reason"),
    [
        (game(Who.ME, 11), GameKind.SOLO, UnrankedReason.SHORT_LIMIT),
        (game(Who.EVERYONE), GameKind.TOGETHER, UnrankedReason.SHARED),
        (game(Who.RACE), GameKind.RACE, UnrankedReason.RACE),
        (HostedGame.start(RULES, SECRET, "ann"), GameKind.HOSTED, UnrankedReason.HOSTED),
        (duel(None), GameKind.DUEL, UnrankedReason.DUEL),
        (duel(Level.HARD), GameKind.VERSUS, UnrankedReason.VERSUS),
        (Challenge(RULES, "ann", "bob"), GameKind.DUEL, UnrankedReason.DUEL),
    ],
    ids=lambda one: one.value if isinstance(one, UnrankedReason) else "",
)
def test_other_games_are_not_ranked_for_a_reason(started: AnyGame, kind: GameKind, reason: UnrankedReason) -> None:
    assert ranked_status(started) == RankedStatus(kind, reason)


def test_everyone_in_a_direct_message_is_one_person() -> None:
    assert ranked_status(game(Who.EVERYONE), is_direct=True).is_ranked


def raced(*guesses: tuple[str, tuple[int, ...]], hinted: str = "") -> Race:
    race = Race(RULES, SECRET, "ann")
    for by, guess in guesses:
        race = race.guess(guess, by)
        if by == hinted:
            race = race.record_hint(by) if race.outcome is None else race
    return race


def test_places_of_a_race_follow_the_best_feedback_and_equals_share_one() -> None:
    race = raced(("ann", WRONG), ("cid", CLOSE), ("dan", CLOSE), ("bob", SECRET))
    assert race.race_places == {"bob": 1, "cid": 2, "dan": 2, "ann": 4}


def test_a_hint_means_the_last_place_and_moves_others_up() -> None:
    race = raced(("bob", CLOSE), ("ann", WRONG), ("cid", CLOSE), ("bob", SECRET), hinted="bob")
    assert race.race_places == {"cid": 1, "ann": 2, "bob": 3}


@pytest.mark.parametrize("with_items", [False, True])
@pytest.mark.parametrize("notation", ["3x10", "3x10-eatbite"])
def test_games_with_items_count_under_a_notation_of_their_own(notation: str, *, with_items: bool) -> None:
    rules = Rules.parse(notation)
    counted = counted_rules(rules, with_items=with_items)
    assert (counted == notation) is not with_items
    assert read_rules_and_items(counted) == (rules, with_items)


def test_nobody_has_a_place_alone() -> None:
    assert raced(("bob", SECRET)).race_places == {}


@pytest.mark.parametrize("notation", TOTALS)
def test_small_records_are_pulled_to_an_average_that_is_reachable_and_above_best_play(notation: str) -> None:
    best = best_average(Rules.parse(notation))
    assert best is not None
    assert best + 0.5 < typical_average(Rules.parse(notation)) < best + 1.5
