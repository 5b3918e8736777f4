"""The opponent and the strength of its levels."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, strategies as st

from core.game.codes import Code, all_codes, is_code
from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn, compute_feedback
from core.game.history import parse_history
from core.game.items import Entry
from core.game.rules import Rules
from core.game.sides import Level
from core.solver.candidates import find_candidates
from core.solver.opponent import choose_guess, randomize_guess
from tests.core.solver.reference import reference_candidates

HITBLOW = Rules.parse("hitblow")
SMALL = Rules.parse("3x6")
REPEATS = Rules.parse("3x4r")


def lowest_candidate(rules: Rules, history: Sequence[Entry]) -> Code:
    """A simple substitute for the search."""
    return reference_candidates(rules, history)[0]


def played(rules: Rules, secret: Code, level: Level, rng: random.Random) -> list[Turn]:
    history: list[Turn] = []
    while not history or history[-1].guess != secret:
        guess = choose_guess(rules, history, level, rng, lowest_candidate)
        history.append(Turn(guess, compute_feedback(secret, guess)))
    return history


@pytest.mark.slow
@pytest.mark.no_cover
@given(st.randoms(use_true_random=False), st.sampled_from(Level), st.sampled_from([SMALL, REPEATS]))
def test_every_level_finds_every_secret_with_valid_guesses(rng: random.Random, level: Level, rules: Rules) -> None:
    secret = rng.choice(list(all_codes(rules)))

    history = played(rules, secret, level, rng)

    assert all(is_code(turn.guess, rules) for turn in history)
    assert len(history) <= rules.code_count


def test_the_hard_level_guesses_candidates_only() -> None:
    rng = random.Random(1)
    for _ in range(20):
        history = played(SMALL, rng.choice(list(all_codes(SMALL))), Level.HARD, rng)
        for number, turn in enumerate(history):
            assert all(compute_feedback(turn.guess, earlier.guess) == earlier.feedback for earlier in history[:number])


def test_no_level_makes_a_guess_twice() -> None:
    rng = random.Random(2)
    for level in Level:
        history = played(SMALL, (5, 3, 1), level, rng)
        assert len({turn.guess for turn in history}) == len(history)


@pytest.mark.no_cover
def test_weaker_levels_need_more_guesses() -> None:
    rng, rules = random.Random(3), Rules.parse("3x8")
    secrets = [rng.choice(list(all_codes(rules))) for _ in range(50)]
    guesses = {
        level: sum(len(played(rules, secret, level, rng)) for secret in secrets)
        for level in (Level.EASY, Level.NORMAL, Level.HARD)
    }

    assert guesses[Level.EASY] > guesses[Level.NORMAL] > guesses[Level.HARD]


@pytest.mark.slow
@pytest.mark.parametrize(("level", "average"), [(Level.EASY, 7.5), (Level.NORMAL, 6.3), (Level.HARD, 5.5)])
def test_each_level_is_as_strong_as_documented(level: Level, average: float) -> None:
    rng, codes = random.Random(4), list(all_codes(HITBLOW))
    games = 500

    guesses = sum(len(played(HITBLOW, rng.choice(codes), level, rng)) for _ in range(games))

    assert abs(guesses / games - average) <= 0.15


def test_all_openings_are_equally_likely() -> None:
    rng, rules = random.Random(5), Rules.parse("2x3")

    openings = Counter(choose_guess(rules, (), Level.EXPERT, rng, lowest_candidate) for _ in range(3000))

    assert set(openings) == set(all_codes(rules))
    assert max(openings.values()) < 1.3 * min(openings.values())


@pytest.mark.no_cover
@given(st.randoms(use_true_random=False))
def test_a_randomized_guess_has_the_same_cell_sizes(rng: random.Random) -> None:
    codes = list(all_codes(SMALL))
    secret = rng.choice(codes)
    history = [Turn(guess, compute_feedback(secret, guess)) for guess in rng.sample(codes, rng.randrange(3))]
    candidates = [code for code in codes if all(compute_feedback(code, t.guess) == t.feedback for t in history)]
    guess = rng.choice(codes)

    randomized = randomize_guess(guess, SMALL, history, rng)

    assert is_code(randomized, SMALL)
    assert Counter(compute_feedback(code, randomized) for code in candidates) == Counter(
        compute_feedback(code, guess) for code in candidates
    )


@pytest.mark.parametrize("clues", ["highlow hhl", "target 7 2", "slash 6", "double 1 7", "shuffle", "change 2 high"])
def test_the_best_guess_after_a_clue_is_replaced_by_any_that_is_equivalent(clues: str) -> None:
    rules, rng = Rules.parse("numeron"), random.Random(1)
    history = parse_history(f"012 0E1B, {clues}", rules)
    candidates = find_candidates(rules, history)

    varied = {randomize_guess((1, 3, 0), rules, history, rng) for _ in range(20)}

    assert len(varied) > 1
    assert all(candidates.cell_weights(guess) == candidates.cell_weights((1, 3, 0)) for guess in varied)


def test_a_contradictory_history_is_refused_at_every_level() -> None:
    history = [Turn((0, 1, 2), Feedback(3, 0)), Turn((3, 4, 5), Feedback(3, 0))]
    for level in Level:
        with pytest.raises(Contradiction) as caught:
            choose_guess(SMALL, history, level, random.Random(6), lowest_candidate)
        assert caught.value.number == 2


@pytest.mark.parametrize("level", Level)
def test_a_guess_that_turns_out_to_have_been_right_is_made_again(level: Level) -> None:
    history = [Turn((0, 1, 2), Feedback(3, 0)), Turn((0, 1, 3), Feedback(2, 0))]
    assert choose_guess(SMALL, history, level, random.Random(6), lowest_candidate) == (0, 1, 2)
