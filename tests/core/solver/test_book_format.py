"""Encoding and decoding books."""

import hashlib
import lzma
import random

import pytest

from core.game.feedback import Feedback
from core.game.rules import Rules
from core.solver.book_format import Book, BookBuildInfo, Node, decode_book, encode_book, is_book, rules_of_book
from core.solver.errors import BookUnusable

RULES = Rules.parse("3x6r")
ROOT = Node((0, 1, 2), 216, 900, {Feedback(0, 1): Node((3, 5, 5), 40, 100), Feedback(2, 0): Node((0, 0, 0), 9, 21)})
BOOK = Book(RULES, ROOT, optimal=False)


def test_a_book_reads_back_as_it_was_written() -> None:
    assert decode_book(encode_book(BOOK), RULES) == BOOK


def test_a_book_keeps_whether_it_is_optimal() -> None:
    assert decode_book(encode_book(Book(RULES, ROOT, optimal=True)), RULES).optimal


def test_a_book_keeps_how_it_was_made() -> None:
    facts = BookBuildInfo("0.1.0", ("hitblow book build 3x6r", "hitblow book improve 3x6r --book 3x6r.book"), 12)
    assert decode_book(encode_book(Book(RULES, ROOT, optimal=True, facts=facts)), RULES).facts == facts


def test_a_book_of_the_first_version_of_the_format_is_read() -> None:
    numbers = bytes([3, 6, 1, 0, 0, 5, 0, 0])  # the rules, not optimal, and a node for 000 without children
    compressed = lzma.compress(
        numbers, lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME}]
    )
    data = b"hitblow book 1\n" + hashlib.sha256(compressed).digest() + compressed
    assert decode_book(data, RULES) == Book(RULES, Node((0, 0, 0), 5, 9), optimal=False)


def test_a_book_can_be_read_with_another_alphabet() -> None:
    assert decode_book(encode_book(BOOK), Rules.parse("3x6r-colors")).root == ROOT


def test_the_rules_of_a_book_are_read_from_it() -> None:
    data = encode_book(BOOK)
    assert is_book(data)
    assert rules_of_book(data) == RULES
    assert rules_of_book(data[:-1]) is None
    assert not is_book(b"3x6r")


@pytest.mark.parametrize("notation", ["3x6", "3x7r", "4x6r"])
def test_a_book_for_other_rules_is_refused(notation: str) -> None:
    with pytest.raises(BookUnusable) as caught:
        decode_book(encode_book(BOOK), Rules.parse(notation))
    assert caught.value.fault == "foreign"


def test_a_file_that_is_not_a_book_is_refused() -> None:
    with pytest.raises(BookUnusable) as caught:
        decode_book(b"PK\x03\x04", RULES)
    assert caught.value.fault == "foreign"


def test_a_truncated_book_is_refused() -> None:
    data = encode_book(BOOK)
    for length in range(len(data)):
        with pytest.raises(BookUnusable):
            decode_book(data[:length], RULES)


def test_a_book_with_any_byte_changed_is_refused() -> None:
    data, rng = encode_book(BOOK), random.Random(1)
    for index in range(len(data)):
        changed = bytearray(data)
        changed[index] ^= rng.randrange(1, 256)
        with pytest.raises(BookUnusable):
            decode_book(bytes(changed), RULES)


def test_a_book_with_trailing_bytes_is_refused() -> None:
    with pytest.raises(BookUnusable):
        decode_book(encode_book(BOOK) + b"\0", RULES)


def test_a_book_with_an_invalid_guess_is_refused() -> None:
    rules = Rules.parse("3x6")
    invalid = Book(rules, Node((1, 1, 2), 120, 500), optimal=False)
    with pytest.raises(BookUnusable) as caught:
        decode_book(encode_book(invalid), rules)
    assert caught.value.fault == "content"
