from itertools import product

import pytest
from hypothesis import given, strategies as st

from core.errors import CoreError
from core.game.boards import MAX_TRIES
from core.game.clues import format_clue
from core.game.codes import all_codes, format_code, format_code_ascii
from core.game.errors import (
    ImpossibleFeedback,
    RepeatedSymbol,
    UnknownSymbol,
    UnreadableFeedback,
    UnreadableTurn,
    UnsafeCodeText,
    WrongLength,
)
from core.game.feedback import Feedback, Turn, format_feedback, possible_feedbacks
from core.game.history import MAX_TEXT, format_turn, parse_history, parse_turn
from core.game.items import Clue, Entry
from core.game.rules import Rules
from tests.core.generators import CLASSIC, CONFUSING_TEXTS, MASTERMIND, any_code, any_feedback, any_rules, any_text

FIRST = Turn((0, 1, 2, 3), Feedback(0, 2))
SECOND = Turn((1, 4, 3, 5), Feedback(0, 1))


def any_turn(rules: Rules) -> st.SearchStrategy[Turn]:
    return st.tuples(any_code(rules), any_feedback(rules)).map(lambda pair: Turn(*pair))


@pytest.mark.parametrize("notation", ["3x4", "2x3r-colors", "3x5-eatbite", "3x4-letters-bulls", "1x2r", "2x16-fruit"])
def test_every_turn_of_small_rules_round_trips_in_glyphs_and_in_ascii(notation: str) -> None:
    rules = Rules.parse(notation)
    for code, feedback in product(all_codes(rules), possible_feedbacks(rules)):
        turn = Turn(code, feedback)
        assert parse_turn(format_turn(turn, format_code(code, rules), rules), rules) == turn
        assert parse_turn(format_turn(turn, format_code_ascii(code, rules), rules), rules) == turn


@given(st.data())
def test_any_history_round_trips_with_any_separator(data: st.DataObject) -> None:
    rules = data.draw(any_rules)
    turns = data.draw(st.lists(any_turn(rules), max_size=12))
    form = data.draw(st.sampled_from([format_code, format_code_ascii]))
    between = data.draw(st.sampled_from([", ", ",", "; ", ";", "\n", ",\n", "、", "；", " , "]))
    text = between.join(format_turn(turn, form(turn.guess, rules), rules) for turn in turns)
    assert parse_history(text, rules) == tuple(turns)


@given(st.data())
def test_any_history_round_trips_with_commas_everywhere(data: st.DataObject) -> None:
    rules = data.draw(any_rules)
    turns = data.draw(st.lists(any_turn(rules), max_size=12))
    text = ",".join(
        ",".join(format_code_ascii((symbol,), rules) for symbol in turn.guess)
        + f" {turn.feedback.hits},{turn.feedback.blows}"
        for turn in turns
    )
    assert parse_history(text, rules) == tuple(turns)


@pytest.mark.parametrize(
    "text",
    [
        "0123 0H2B, 1435 0H1B",
        "0123 0H2B,1435 0H1B,",
        "0123 0H2B; 1435 0H1B;",
        "0123 0H2B\n1435 0H1B\n",
        "0123 0H2B\r\n1435 0H1B\r\n",
        "0123 0H2B 1435 0H1B",
        "0123 0,2, 1435 0,1",
        "0123 0 2, 1435 0 1",
        "0123 02,1435 01",
        "0123 2b, 1435 1b",
        "0 1 2 3 0H2B, 1 4 3 5 0H1B",
        "0 1 2 3 0 2, 1 4 3 5 0 1",
        "0,1,2,3 0,2, 1,4,3,5 0,1",
        "0、1、2、3 0H2B、1、4、3、5 0H1B",
        "0123=0H2B, 1435=0H1B",
        "0123: 0H2B, 1435: 0H1B",
        "0123 → 0H2B, 1435 → 0H1B",
        "0123->0H2B, 1435 => 0H1B",
        "０１２３　０Ｈ２Ｂ、１４３５　０Ｈ１Ｂ",
        "0123 0 EAT 2 BITE, 1435 0 EAT 1 BITE",
        "0123 0 hits, 2 blows, 1435 0 hits, 1 blow",
        "0123 ○○, 1435 ○",
        "\n\n0123 0H2B,,\n;1435 0H1B\n\n",
    ],
)
def test_two_turns_are_read_in_many_notations(text: str) -> None:
    assert parse_history(text, CLASSIC) == (FIRST, SECOND)


@pytest.mark.parametrize("text", ["🔴🟡🟢🔵 ●○", "🔴 🟡 🟢 🔵 ● ○", "rygb 1H1B", "r,y,g,b 1,1", "🔴y🟢Ｂ = 🎯💨"])
def test_a_turn_in_colors_is_read_in_many_notations(text: str) -> None:
    assert parse_history(text, MASTERMIND) == (Turn((0, 1, 2, 3), Feedback(1, 1)),)


@pytest.mark.parametrize("text", ["", "  ", "\n", ",", ";\n;"])
def test_an_empty_text_is_a_history_without_turns(text: str) -> None:
    assert parse_history(text, CLASSIC) == ()


@pytest.mark.parametrize(
    ("text", "number", "read", "error"),
    [
        ("0123", 1, "0123", None),
        ("0123 0H2B, 1435", 2, "1435", None),
        ("0123 0H2B, 14350H1B, 4567 1H", 2, "14350H1B", None),
        ("012 0H2B", 1, "012 0H2B", WrongLength),
        ("0 1 2 0H2B", 1, "0 1 2 0H2B", WrongLength),
        ("0 1 2 3 4 0H2B", 1, "0 1 2 3 4 0H2B", WrongLength),
        ("0,1,2 0H2B", 1, "0,1,2 0H2B", WrongLength),
        ("0,1,2,3,4 0H2B", 1, "0,1,2,3,4 0H2B", WrongLength),
        ("0,1,2,3,4,5 0H2B", 1, "0,1,2,3,4", None),
        ("0,1,2,3 0H2B, 1,4,3 0H1B", 2, "1,4,3 0H1B", WrongLength),
        ("0123 0H2B, 14x5 0H1B, 4567", 2, "14x5 0H1B", UnknownSymbol),
        ("0123 0H2B\n1435 0H1B\n4564 1H", 3, "4564 1H", RepeatedSymbol),
        ("0123 0H2B, 1435 0H1", 2, "1435 0H1", UnreadableFeedback),
        ("0123 3H1B", 1, "0123 3H1B", ImpossibleFeedback),
        ("0123 3,1", 1, "0123 3,1", ImpossibleFeedback),
        ("0123 0,2, 1435 3,1, 4567 0,1", 2, "1435 3,1", ImpossibleFeedback),
        ("0 1 2 3 3 1", 1, "0 1 2 3 3 1", ImpossibleFeedback),
        ("0 1 2 3H1B", 1, "0 1 2 3H1B", WrongLength),
        ("0123 3,1,4,3,5 0H1B,xyz", 3, "xyz", None),
        ("hello world", 1, "hello world", UnknownSymbol),
        ("012\u200f3 0H2B", 1, "012\u200f3 0H2B", UnsafeCodeText),
        ("0123 0H2B, 012\ud83d 0H", 2, "012\ud83d 0H", UnsafeCodeText),
    ],
)
def test_the_first_unreadable_turn_is_named_with_the_error_in_it(
    text: str, number: int, read: str, error: type[CoreError] | None
) -> None:
    with pytest.raises(UnreadableTurn) as caught:
        parse_history(text, CLASSIC)
    wrong = caught.value
    assert (wrong.number, wrong.read, wrong.rules) == (number, read, CLASSIC)
    assert (type(wrong.error) if wrong.error else None) is error


def test_the_error_in_a_turn_names_only_the_wrong_part() -> None:
    with pytest.raises(UnreadableTurn) as caught:
        parse_history("0123 0H2B, 0 1 2 0H2B", CLASSIC)
    assert isinstance(caught.value.error, WrongLength)
    assert (caught.value.error.read, caught.value.error.length) == ("0 1 2", 3)


@pytest.mark.parametrize("text", CONFUSING_TEXTS.values(), ids=CONFUSING_TEXTS)
def test_a_turn_with_characters_that_hide_or_reorder_text_is_refused(text: str) -> None:
    with pytest.raises(UnreadableTurn):
        parse_history(f"{text} 0H2B", CLASSIC)


@pytest.mark.parametrize("text", ["0123 0H2B, " * 1_000, "0," * 5_000, "0 " * 5_000, " " * 10_000, ";" * 10_000])
def test_a_history_of_ten_thousand_characters_is_refused_as_a_whole(text: str) -> None:
    with pytest.raises(UnreadableTurn) as caught:
        parse_history(text, CLASSIC)
    assert isinstance(caught.value.error, UnsafeCodeText)


def test_the_longest_game_is_not_too_long() -> None:
    rules, turn = Rules.parse("10x10"), Turn(tuple(range(10)), Feedback(10, 0))
    text = ", ".join([format_turn(turn, format_code_ascii(turn.guess, rules), rules)] * MAX_TRIES)
    assert len(text) <= MAX_TEXT
    assert parse_history(text, rules) == (turn,) * MAX_TRIES


@given(any_text | st.text("0123 ,;=HB\n", max_size=60), any_rules)
def test_any_text_is_either_read_as_a_history_or_refused(text: str, rules: Rules) -> None:
    try:
        turns = parse_history(text, rules)
    except UnreadableTurn:
        return
    assert parse_history("\n".join(written(turn, rules) for turn in turns), rules) == turns


def written(turn: Entry, rules: Rules) -> str:
    if isinstance(turn, Clue):
        return format_clue(turn)
    return f"{format_code_ascii(turn.guess, rules)} {format_feedback(turn.feedback, rules)}"
