"""Books come back from their bytes as they were, or are refused."""

import random

import pytest

from core.game.feedback import Feedback
from core.game.rules import Rules
from core.solver.book_format import Book, Node, decode_book, encode_book
from core.solver.errors import BookDamaged

RULES = Rules.parse("3x6r")
ROOT = Node((0, 1, 2), 216, 900, {Feedback(0, 1): Node((3, 5, 5), 40, 100), Feedback(2, 0): Node((0, 0, 0), 9, 21)})
BOOK = Book(RULES, ROOT, optimal=False)


def test_a_book_reads_back_as_it_was_written() -> None:
    assert decode_book(encode_book(BOOK), RULES) == BOOK


def test_a_book_says_whether_it_is_proven() -> None:
    proven = Book(RULES, ROOT, optimal=True)
    assert decode_book(encode_book(proven), RULES).optimal


def test_a_book_does_not_mind_what_its_symbols_look_like() -> None:
    assert decode_book(encode_book(BOOK), Rules.parse("3x6r-colors")).root == ROOT


@pytest.mark.parametrize("notation", ["3x6", "3x7r", "4x6r"])
def test_a_book_for_other_rules_is_refused(notation: str) -> None:
    with pytest.raises(BookDamaged) as refused:
        decode_book(encode_book(BOOK), Rules.parse(notation))
    assert refused.value.fault == "foreign"


def test_a_file_that_is_no_book_is_refused() -> None:
    with pytest.raises(BookDamaged) as refused:
        decode_book(b"PK\x03\x04 and so on", RULES)
    assert refused.value.fault == "foreign"


def test_a_book_cut_short_anywhere_is_refused() -> None:
    data = encode_book(BOOK)
    for length in range(len(data)):
        with pytest.raises(BookDamaged):
            decode_book(data[:length], RULES)


def test_a_book_with_any_byte_changed_is_refused() -> None:
    data = encode_book(BOOK)
    chance = random.Random(1)  # a test wants the same draws every time
    for place in range(len(data)):
        changed = bytearray(data)
        changed[place] ^= chance.randrange(1, 256)
        with pytest.raises(BookDamaged):
            decode_book(bytes(changed), RULES)


def test_a_book_with_something_after_its_end_is_refused() -> None:
    with pytest.raises(BookDamaged):
        decode_book(encode_book(BOOK) + b"\0", RULES)


def test_a_book_that_guesses_what_is_no_code_is_refused() -> None:
    rules = Rules.parse("3x6")
    impossible = Book(rules, Node((1, 1, 2), 120, 500), optimal=False)
    with pytest.raises(BookDamaged) as refused:
        decode_book(encode_book(impossible), rules)
    assert refused.value.fault == "content"
