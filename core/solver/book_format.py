"""Books as values, and as bytes.

A book is a strategy tree. A set of candidates that one of its own members splits into singletons needs no entry: its
lowest such member is the guess, and nothing can be better. Everything else is a `Node`.

The bytes are a mark, the SHA-256 of all that follows, and a compressed row of numbers of seven bits a byte, the high
bit saying that more follow: what the rules are, whether the book is proven, and the nodes, each before those below it:

    guess, as a number to the base of the symbols   candidates   total above the least, 2 * candidates - 1
    which feedbacks have a node below, as bits in the order of `possible_feedbacks`
"""

import hashlib
import lzma
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from core.game.codes import Code, is_code
from core.game.feedback import Feedback, possible_feedbacks
from core.game.rules import Rules
from core.solver.errors import BookDamaged

_MARK = b"hitblow book 1\n"
_DIGEST = hashlib.sha256().digest_size
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME}]
_MAX_BYTES = 10_000_000
"""Unpacked; no book comes near it, and a forged one shall not fill the memory."""


@dataclass(frozen=True, slots=True)
class Node:
    """A guess for a set of candidates.

    Args:
        guess: the guess.
        candidates: how many codes may be the secret.
        total: guesses from this one on, summed over the candidates as secrets.
        below: what follows each feedback, where the candidates left have no member that splits them into singletons.
    """

    guess: Code
    candidates: int
    total: int
    below: Mapping[Feedback, "Node"] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Book:
    """A strategy tree for some rules, whose alphabet and feedback words do not matter.

    Args:
        rules: of the games.
        root: the opening.
        optimal: whether no tree has a smaller total.
    """

    rules: Rules
    root: Node
    optimal: bool


def encode_book(book: Book) -> bytes:
    """The book as bytes; `decode_book` reads them back."""
    rules = book.rules
    numbers = [rules.positions, rules.symbols, int(rules.repeats), int(book.optimal)]
    numbers.extend(_numbers_of(book.root, rules))
    packed = lzma.compress(b"".join(map(_varint, numbers)), lzma.FORMAT_RAW, filters=_FILTERS)
    return _MARK + hashlib.sha256(packed).digest() + packed


def decode_book(data: bytes, rules: Rules) -> Book:
    """Read a book for some rules from its bytes.

    Raises:
        BookDamaged: the bytes are not all there, were changed, or are those of something else.
    """
    numbers = _unpack(data, rules)
    reader = _Reader(numbers, rules)
    positions, symbols, repeats, optimal = (reader.number() for _ in range(4))
    if (positions, symbols, repeats) != (rules.positions, rules.symbols, rules.repeats):
        _refuse(rules, "foreign")
    book = Book(rules, reader.node(), bool(optimal))
    if not reader.finished:
        _refuse(rules, "content")
    return book


def _numbers_of(node: Node, rules: Rules) -> Iterator[int]:
    feedbacks = possible_feedbacks(rules)
    guess = 0
    for symbol in node.guess:
        guess = guess * rules.symbols + symbol
    yield guess
    yield node.candidates
    yield node.total - (2 * node.candidates - 1)
    yield sum(1 << place for place, feedback in enumerate(feedbacks) if feedback in node.below)
    for feedback in feedbacks:
        if feedback in node.below:
            yield from _numbers_of(node.below[feedback], rules)


def _varint(number: int) -> bytes:
    low = bytearray()
    while number > 0x7F:  # noqa: PLR2004  # seven bits
        low.append(number & 0x7F | 0x80)
        number >>= 7
    low.append(number)
    return bytes(low)


def _unpack(data: bytes, rules: Rules) -> bytes:
    """The row of numbers, once its mark and checksum are right."""
    if not data.startswith(_MARK):
        _refuse(rules, "foreign")
    digest = data[len(_MARK) : len(_MARK) + _DIGEST]
    packed = data[len(_MARK) + _DIGEST :]
    if hashlib.sha256(packed).digest() != digest:
        _refuse(rules, "checksum")
    try:
        return lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=_FILTERS).decompress(packed, _MAX_BYTES)
    except lzma.LZMAError:
        _refuse(rules, "content")


def _refuse(rules: Rules, fault: str) -> NoReturn:
    raise BookDamaged(rules, fault)


class _Reader:
    """Reads numbers and nodes from the bytes of a book."""

    def __init__(self, data: bytes, rules: Rules) -> None:
        self._data = data
        self._next = 0
        self._rules = rules
        self._feedbacks = possible_feedbacks(rules)

    @property
    def finished(self) -> bool:
        return self._next == len(self._data)

    def number(self) -> int:
        number = shift = 0
        while True:
            if self.finished:
                _refuse(self._rules, "content")
            byte = self._data[self._next]
            self._next += 1
            number |= (byte & 0x7F) << shift
            if byte <= 0x7F:  # noqa: PLR2004  # the high bit is not set
                return number
            shift += 7

    def node(self) -> Node:
        guess = self._code()
        candidates = self.number()
        total = self.number() + 2 * candidates - 1
        places = self.number()
        below = {feedback: self.node() for place, feedback in enumerate(self._feedbacks) if places >> place & 1}
        return Node(guess, candidates, total, below)

    def _code(self) -> Code:
        number = self.number()
        symbols = []
        for _ in range(self._rules.positions):
            number, symbol = divmod(number, self._rules.symbols)
            symbols.append(symbol)
        code = tuple(reversed(symbols))
        if number or not is_code(code, self._rules):
            _refuse(self._rules, "content")
        return code
