"""The keypad under all rules: every code can be pressed, nothing else, and the state fits into an id."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from bot.commands.command import UnknownCommand
from bot.locales import LANGUAGES, words_for
from bot.locales.columns import PHONE_CELLS, width
from bot.presenters.keypad import ROW, ControlKey, Key, Keypad, turn_columns
from core.game.boards import Board
from core.game.codes import all_codes, is_code, parse_code, random_code
from core.game.rules import ALPHABETS, FEEDBACK_WORDS, MAX_POSITIONS, MAX_SYMBOLS, Rules, RulesOutOfRange

WORDS = words_for("en")
NAMES = "0123456789abcdef"


def every_rules() -> Iterator[Rules]:
    """All rules there are, in each alphabet."""
    shapes = product(range(1, MAX_POSITIONS + 1), range(2, MAX_SYMBOLS + 1), (False, True), ALPHABETS.values())
    for positions, symbols, repeats, alphabet in shapes:
        try:
            yield Rules(positions, symbols, repeats, alphabet)
        except RulesOutOfRange:
            continue


def keys_of(pad: Keypad) -> dict[str, Key]:
    return {key.name: key for row in pad.rows(WORDS) for key in row}


def press(pad: Keypad, names: str) -> Keypad:
    for name in names:
        pad = pad.press(name)
    return pad


@pytest.mark.parametrize("language", LANGUAGES)
def test_under_all_rules_the_keys_fit_into_five_rows_of_five(language: str) -> None:
    for rules in every_rules():
        rows = Keypad(rules).rows(words_for(language))
        names = [key.name for row in rows for key in row]
        assert len(rows) <= 5
        assert all(1 <= len(row) <= ROW for row in rows)
        controls = set(ControlKey) - (set() if rules.alphabet.pictorial else {ControlKey.TYPE})
        assert sorted(names) == sorted([*NAMES[: rules.symbols], *controls])
        assert all(key.label for row in rows for key in row)


def test_every_code_of_small_rules_can_be_pressed() -> None:
    for notation in ("3x4", "3x3r", "2x5-colors", "4x4-fruit", "2x16-letters"):
        rules = Rules.parse(notation)
        for code in all_codes(rules):
            pad = press(Keypad(rules), "".join(NAMES[symbol] for symbol in code))
            assert pad.is_complete
            assert parse_code(pad.code, rules) == code


def test_whatever_is_pressed_only_the_beginning_of_a_code_is_typed_and_the_state_is_read_back() -> None:
    rng = random.Random(26)
    for rules in rng.sample([*every_rules()], 200):
        pad = Keypad(rules, turn=rng.randint(1, 999))
        for name in rng.choices([*NAMES, *ControlKey], k=30):
            key, before, pad = keys_of(pad).get(name), pad, pad.press(name)
            assert (key is not None and key.is_enabled) or pad == before
            assert len(pad.typed) <= rules.positions
            assert rules.repeats or len(set(pad.typed)) == len(pad.typed)
            assert pad.is_complete == is_code(pad.typed, rules)
            assert Keypad.decode(pad.encode()) == pad


def test_the_longest_state_has_53_characters() -> None:
    longest = 0
    for rules in every_rules():
        for words in FEEDBACK_WORDS.values():
            full = Rules(rules.positions, rules.symbols, rules.repeats, rules.alphabet, words)
            typed = random_code(full, random.Random(1))
            pad = Keypad(full, 9999, typed, frozenset(range(rules.symbols)), notes=True, is_repeated=True)
            longest = max(longest, len(pad.encode()))
    assert longest <= 53


def test_ten_digits_are_in_the_order_of_a_telephone() -> None:
    rows = Keypad(Rules.parse("4x10")).rows(WORDS)
    assert ["".join(key.label for key in row) for row in rows[:2]] == ["12345", "67890"]


def test_without_repeats_typed_symbols_are_disabled_and_with_repeats_they_are_not() -> None:
    assert not keys_of(press(Keypad(Rules.parse("4x10")), "1"))["1"].is_enabled
    assert keys_of(press(Keypad(Rules.parse("4x10r")), "1"))["1"].is_enabled


def test_what_is_typed_is_shown_with_the_positions_that_are_left() -> None:
    pad = press(Keypad(Rules.parse("4x10")), "12")
    assert pad.text_with_blanks == "1 2 _ _"
    assert pad.press(ControlKey.UNDO).text_with_blanks == "1 _ _ _"
    assert press(Keypad(Rules.parse("3x6-colors")), "01").text_with_blanks == "🔴 🟡 _"


def test_a_guess_can_be_made_when_every_position_is_typed() -> None:
    pad = press(Keypad(Rules.parse("3x10")), "01")
    assert not keys_of(pad)[ControlKey.GUESS].is_enabled
    assert keys_of(pad.press("2"))[ControlKey.GUESS].is_enabled


def test_notes_cross_symbols_out_and_the_same_press_undoes_it() -> None:
    pad = press(Keypad(Rules.parse("4x6-colors")), "n3")
    assert pad.excluded == frozenset({3})
    assert keys_of(pad)["3"].label == "✕ 🔵 B"
    assert press(pad, "3").excluded == frozenset()
    assert press(pad, "n3").typed == (3,)


def test_what_is_crossed_out_stays_after_a_guess() -> None:
    after = press(Keypad(Rules.parse("3x10"), turn=4), "n9n012").emptied_for_turn(5)
    assert after.turn == 5
    assert after.text_with_blanks == "_ _ _"
    assert after.excluded == {9}


@pytest.mark.parametrize(
    "text", ["", "4x10", "4x10.1..0", "4x10.x..0.00", "4x10.1.g.0.00", "4x6.1.9.0.00", "4x6.1..ffff.00", "99x9.1..0.00"]
)
def test_a_state_that_the_pad_does_not_write_is_refused(text: str) -> None:
    with pytest.raises(UnknownCommand):
        Keypad.decode(text)


def board_of(notation: str, count: int) -> Board:
    rules = Rules.parse(notation)
    secret, *guesses = (code for code, _ in zip(all_codes(rules), range(count + 1), strict=False))
    board = Board(rules, secret, tries=count)
    for guess in guesses:
        board = board.guess(guess, "Ann")
    return board


def test_all_turns_stand_in_two_columns_above_the_keys() -> None:
    assert turn_columns(board_of("4x10", 0), WORDS) == ()
    assert turn_columns(board_of("4x10", 5), WORDS) == (
        "1 0124 3H0B    4 0127 3H0B",
        "2 0125 3H0B    5 0128 3H0B",
        "3 0126 3H0B",
    )


def test_of_more_than_sixteen_turns_the_earlier_ones_are_counted() -> None:
    first, *lines = turn_columns(board_of("4x10", 20), WORDS)
    assert "4" in first
    assert len(lines) == 8
    assert lines[0].split()[::3] == ["5", "13"]


@pytest.mark.parametrize("notation", ["4x10", "4x6r-colors", "5x8-fruit", "5x16-letters", "10x10"])
def test_turns_above_the_keys_fit_on_a_phone(notation: str) -> None:
    assert max(map(width, turn_columns(board_of(notation, 11), WORDS))) <= PHONE_CELLS
