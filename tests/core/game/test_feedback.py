import random

import pytest
from hypothesis import example, given, strategies as st

from core.game.codes import MAX_TEXT, Code, all_codes
from core.game.errors import FeedbackTextError, ImpossibleFeedback, UnreadableFeedback
from core.game.feedback import (
    Feedback,
    compute_feedback,
    example_feedback,
    format_feedback,
    parse_feedback,
    possible_feedbacks,
)
from core.game.rules import BULLS, EATBITE, FEEDBACK_WORDS, HITBLOW, FeedbackWords, Rules
from tests.core.generators import (
    ALL_RULES,
    CLASSIC,
    CONFUSING_TEXTS,
    SIZES,
    any_code,
    any_feedback,
    any_rules,
    any_text,
    representative_guesses,
)


def paper_method(secret: Code, guess: Code) -> Feedback:
    """Count as on paper: cross off the hits, then pair each remaining symbol with an equal one in the secret."""
    rest_of_secret, rest_of_guess = [], []
    hits = blows = 0
    for hidden, guessed in zip(secret, guess, strict=True):
        if hidden == guessed:
            hits += 1
        else:
            rest_of_secret.append(hidden)
            rest_of_guess.append(guessed)
    for guessed in rest_of_guess:
        if guessed in rest_of_secret:
            rest_of_secret.remove(guessed)
            blows += 1
    return Feedback(hits, blows)


@pytest.mark.parametrize("rules", [Rules.parse("4x6r"), Rules.parse("3x10"), CLASSIC], ids=str)
def test_the_feedback_of_every_kind_of_guess_is_that_of_the_paper_method(rules: Rules) -> None:
    for guess in representative_guesses(rules):
        for secret in all_codes(rules):
            assert compute_feedback(secret, guess) == paper_method(secret, guess)


@given(st.data())
def test_the_feedback_under_any_rules_is_that_of_the_paper_method(data: st.DataObject) -> None:
    rules = data.draw(any_rules)
    secret, guess = data.draw(any_code(rules)), data.draw(any_code(rules))
    assert compute_feedback(secret, guess) == paper_method(secret, guess)


@given(st.data())
def test_swapping_secret_and_guess_does_not_change_the_feedback(data: st.DataObject) -> None:
    rules = data.draw(any_rules)
    one, other = data.draw(any_code(rules)), data.draw(any_code(rules))
    assert compute_feedback(one, other) == compute_feedback(other, one)


@given(st.data(), st.randoms(use_true_random=False))
def test_renaming_symbols_and_permuting_positions_does_not_change_the_feedback(
    data: st.DataObject, rng: random.Random
) -> None:
    rules = data.draw(any_rules)
    secret, guess = data.draw(any_code(rules)), data.draw(any_code(rules))
    renaming = rng.sample(range(rules.symbols), rules.symbols)
    permutation = rng.sample(range(rules.positions), rules.positions)

    def relabeled(code: Code) -> Code:
        return tuple(renaming[code[position]] for position in permutation)

    assert compute_feedback(relabeled(secret), relabeled(guess)) == compute_feedback(secret, guess)


@pytest.mark.parametrize(
    ("secret", "guess", "feedback"),
    [
        ((0, 1, 2, 3), (0, 1, 2, 3), (4, 0)),
        ((0, 1, 2, 3), (3, 2, 1, 0), (0, 4)),
        ((0, 1, 2, 3), (4, 5, 6, 7), (0, 0)),
        ((0, 0, 1, 1), (0, 1, 1, 0), (2, 2)),
        ((0, 0, 1, 1), (0, 0, 0, 1), (3, 0)),
        ((0, 1, 1, 1), (1, 0, 0, 0), (0, 2)),
        ((0, 1, 2, 3), (1, 1, 1, 1), (1, 0)),
    ],
)
def test_a_repeated_symbol_counts_as_often_as_it_occurs_in_both_codes(
    secret: Code, guess: Code, feedback: Feedback
) -> None:
    assert compute_feedback(secret, guess) == feedback


@pytest.mark.parametrize("rules", [rules for rules in SIZES if rules.code_count <= 1_300], ids=str)
def test_the_possible_feedbacks_are_those_that_occur(rules: Rules) -> None:
    occurring = {
        compute_feedback(secret, guess) for guess in representative_guesses(rules) for secret in all_codes(rules)
    }
    assert possible_feedbacks(rules) == tuple(sorted(occurring))


@given(st.data())
def test_any_feedback_that_occurs_is_listed_as_possible(data: st.DataObject) -> None:
    rules = data.draw(any_rules)
    assert compute_feedback(data.draw(any_code(rules)), data.draw(any_code(rules))) in possible_feedbacks(rules)


@pytest.mark.slow
@pytest.mark.no_cover
def test_every_feedback_of_all_rules_round_trips() -> None:
    for rules in ALL_RULES:
        for feedback in possible_feedbacks(rules):
            assert parse_feedback(format_feedback(feedback, rules), rules) == feedback


@pytest.mark.parametrize("form", ["{0},{1}", "{0} {1}", "{0}{1}", "{0}:{1}"])
def test_feedback_is_read_without_words(form: str) -> None:
    for rules in SIZES:
        for feedback in possible_feedbacks(rules):
            assert parse_feedback(form.format(*feedback), rules) == feedback


@pytest.mark.parametrize("words", FEEDBACK_WORDS.values(), ids=FEEDBACK_WORDS)
def test_all_feedback_words_are_read_under_all_rules(words: FeedbackWords) -> None:
    written = [f"{hits}{words.hit}{blows}{words.blow}" for hits, blows in possible_feedbacks(CLASSIC)]
    assert tuple(parse_feedback(text, CLASSIC) for text in written) == possible_feedbacks(CLASSIC)


def test_feedback_is_written_in_the_words_of_the_rules() -> None:
    written = [format_feedback(Feedback(1, 2), Rules(4, 10, words=words)) for words in (HITBLOW, EATBITE, BULLS)]
    assert written == ["1H2B", "1EAT2BITE", "1A2B"]


@pytest.mark.parametrize(
    "text",
    [
        "0H2B",
        "0h2b",
        "0,2",
        "0, 2",
        "0 2",
        "02",
        "0-2",
        "0/2",
        "0:2",
        "2B",
        "2B0H",
        "0A2B",
        "0 EAT 2 BITE",
        "0eat2bite",
        "0 hits 2 blows",
        "0 hits, 2 blows",
        "2 blows, 0 hits",
        "0 hit 2 blow",
        "0 bulls 2 cows",
        "2 cows",
        "2C",
        "0B2C",
        "2C0B",
        "0E2B",
        "０Ｈ２Ｂ",
        "０，２",
        "０　２",
        "0ヒット2ブロー",
        "0ﾋｯﾄ2ﾌﾞﾛｰ",
        "2ブロー",
        "0イート2バイト",
        "○○",
        "💨💨",
        "0🎯2💨",
        "0️⃣🎯2️⃣💨",
        "\t0H2B\n",
        "\u200b0H2B",
    ],
)
def test_two_blows_are_read_in_many_notations(text: str) -> None:
    assert parse_feedback(text, CLASSIC) == (0, 2)


@pytest.mark.parametrize(
    ("text", "feedback"),
    [
        *((text, (1, 2)) for text in ("1A2B", "1 EAT 2 BITE", "1b2c", "2C1B", "1 bull 2 cows", "12")),
        *((text, (1, 2)) for text in ("●○○", "● ○ ○", "🎯💨💨", "🎯\ufe0f💨💨")),
        *((text, (2, 0)) for text in ("2", " 2 ", "２", "2H", "2 hits", "2EAT", "2ブル", "20", "2,0", "●●", "🎯🎯")),
    ],
)
def test_hits_are_read_in_many_notations_with_and_without_blows(text: str, feedback: Feedback) -> None:
    assert parse_feedback(text, CLASSIC) == feedback


@pytest.mark.parametrize(
    ("text", "feedback"), [("100", (10, 0)), ("10H0B", (10, 0)), ("10,0", (10, 0)), ("10", (1, 0))]
)
def test_ten_hits_without_words_need_three_digits(text: str, feedback: Feedback) -> None:
    assert parse_feedback(text, Rules.parse("10x4r")) == feedback


@pytest.mark.parametrize(
    ("text", "hits", "blows"),
    [("3H1B", 3, 1), ("5H0B", 5, 0), ("0H5B", 0, 5), ("31", 3, 1), ("9", 9, 0), ("2,3", 2, 3), ("99H99B", 99, 99)],
)
def test_impossible_feedback_is_refused_with_its_hits_and_blows(text: str, hits: int, blows: int) -> None:
    with pytest.raises(ImpossibleFeedback) as caught:
        parse_feedback(text, CLASSIC)
    error = caught.value
    assert (error.hits, error.blows, error.rules) == (hits, blows, CLASSIC)


def test_which_feedback_is_possible_depends_on_the_rules() -> None:
    with pytest.raises(ImpossibleFeedback):
        parse_feedback("0H0B", Rules(4, 7))
    assert parse_feedback("0H0B", Rules(4, 8)) == (0, 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "H",
        "HB",
        "H2B",
        "0H2",
        "0123",
        "012",
        "1 2 3",
        "-1",
        "0H-2B",
        "1H2H",
        "1B2B",
        "one hit",
        "●x",
        "○●",
        "🔴",
        "0H2B!",
        "0\u0301H2B",
        *CONFUSING_TEXTS.values(),
        *(text.replace("0123", "0H2B") for text in CONFUSING_TEXTS.values()),
        "0" * 10_000,
        " " * 10_000,
        "●" * 10_000,
        "0H2B" + "\u200b" * 10_000,
        "0" * MAX_TEXT + "H",
    ],
)
def test_a_text_that_is_not_feedback_is_refused(text: str) -> None:
    with pytest.raises(UnreadableFeedback) as caught:
        parse_feedback(text, CLASSIC)
    assert (caught.value.read, caught.value.rules) == (text, CLASSIC)


def test_the_example_for_any_rules_is_possible_and_has_two_digits() -> None:
    for rules in SIZES:
        example = example_feedback(rules)
        assert example in possible_feedbacks(rules)
        assert max(example) < 10


@given(any_text, any_rules)
@example("1H3B", CLASSIC)
def test_any_text_is_either_read_as_feedback_or_refused(text: str, rules: Rules) -> None:
    try:
        feedback = parse_feedback(text, rules)
    except FeedbackTextError:
        return
    assert feedback in possible_feedbacks(rules)


@given(st.data())
def test_spaces_do_not_change_feedback(data: st.DataObject) -> None:
    rules = data.draw(any_rules)
    feedback = data.draw(any_feedback(rules))
    space = data.draw(st.sampled_from([" ", "  ", "\u3000", "\t", "\n"]))
    text = f"{feedback.hits}{rules.words.hit} {feedback.blows}{rules.words.blow}".replace(" ", space)
    assert parse_feedback(space + text + space, rules) == feedback
