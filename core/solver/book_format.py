"""Books as values and as bytes.

A book is a strategy tree. A state with a splitter (see `State.find_splitter`) has no node, because the splitter is the
best guess. Every other state is a `Node`.

The file format is a magic number, the SHA-256 of the rest, and a sequence of integers compressed with LZMA. Each
integer is written in groups of seven bits, the lowest first, with the high bit set in all bytes but the last (LEB128).
The integers are the positions, the symbols, 1 if symbols may repeat, 1 if the book is optimal, and the nodes in
preorder. Each node consists of

- the guess, as a number in base `symbols`,
- the number n of candidates,
- the total minus 2n - 1,
- a bit set of the feedbacks that have a child node, in the order of `possible_feedbacks`.

After the nodes follow the facts of the book's making, as UTF-8: their length in bytes, and the bytes of a JSON object
with the fields of `BookBuildInfo`. The length is 0 where they are not known. Files of the first version end with the
nodes.
"""

import hashlib
import json
import lzma
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field

from core.game.codes import Code, is_code
from core.game.feedback import Feedback, possible_feedbacks
from core.game.rules import Rules, RulesError
from core.solver.errors import BookUnusable

_MAGIC = b"hitblow book 2\n"
_FIRST_MAGIC = b"hitblow book 1\n"
_DIGEST_SIZE = hashlib.sha256().digest_size
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 20}]
"""Books are smaller than the dictionary. That of the preset has 64 MiB, which take long to allocate."""

_MAX_BYTES = 10_000_000
"""The largest decompressed size, far above that of any book, so that a forged file cannot fill the memory."""


@dataclass(frozen=True, slots=True)
class Node:
    """The guess for a state.

    Args:
        guess: the guess.
        candidate_count: number of candidates.
        total: number of guesses from this one to the winning one, summed over the candidates.
        children: the nodes after each feedback, without the states that have a splitter.
    """

    guess: Code
    candidate_count: int
    total: int
    children: Mapping[Feedback, "Node"] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BookBuildInfo:
    """How a book was made.

    Args:
        version: the version of hitblow.
        commands: the shell commands that make it from nothing.
        seconds: how long the last of them took.
    """

    version: str
    commands: tuple[str, ...]
    seconds: int


@dataclass(frozen=True, slots=True)
class Book:
    """A strategy tree.

    Args:
        rules: rules of the games; their alphabet and feedback words do not matter.
        root: the opening.
        optimal: whether it is proven that no tree has a smaller total.
        facts: how it was made, None if that is not known.
    """

    rules: Rules
    root: Node
    optimal: bool
    facts: BookBuildInfo | None = None


def encode_book(book: Book) -> bytes:
    """The book as bytes; `decode_book` reads them back."""
    facts = b"" if book.facts is None else json.dumps(asdict(book.facts)).encode()
    content = b"".join(map(_encode_integer, (*book_numbers(book), len(facts)))) + facts
    compressed = lzma.compress(content, lzma.FORMAT_RAW, filters=_FILTERS)
    return _MAGIC + hashlib.sha256(compressed).digest() + compressed


def decode_book(data: bytes, rules: Rules) -> Book:
    """Read the book for some rules from its bytes.

    Raises:
        BookUnusable: the bytes are not a complete and unchanged book for these rules.
    """
    reader = _Reader(_decompress(data, rules), rules)
    positions, symbols, repeats, optimal = (reader.read_integer() for _ in range(4))
    if (positions, symbols, repeats) != (rules.positions, rules.symbols, rules.repeats):
        raise BookUnusable(rules, "foreign")
    root = reader.read_node()
    facts = None if data.startswith(_FIRST_MAGIC) else reader.read_facts()
    if not reader.finished:
        raise BookUnusable(rules, "content")
    return Book(rules, root, bool(optimal), facts)


def is_book(data: bytes) -> bool:
    """Whether bytes are an encoded book, by how they start."""
    return data.startswith((_MAGIC, _FIRST_MAGIC))


def rules_of_book(data: bytes) -> Rules | None:
    """The rules of a book, None if the bytes are damaged or no book."""
    unknown = Rules(1, 2)  # only for the error
    try:
        reader = _Reader(_decompress(data, unknown), unknown)
        positions, symbols, repeats = (reader.read_integer() for _ in range(3))
        return Rules(positions, symbols, bool(repeats))
    except (BookUnusable, RulesError):
        return None


def book_numbers(book: Book) -> Iterator[int]:
    """The integers of a book, without the facts of its making."""
    rules = book.rules
    yield from (rules.positions, rules.symbols, int(rules.repeats), int(book.optimal))
    yield from _node_numbers(book.root, rules)


def _node_numbers(node: Node, rules: Rules) -> Iterator[int]:
    """The integers of a node and all nodes below it."""
    feedbacks = possible_feedbacks(rules)
    guess = 0
    for symbol in node.guess:
        guess = guess * rules.symbols + symbol
    yield guess
    yield node.candidate_count
    yield node.total - (2 * node.candidate_count - 1)
    yield sum(1 << index for index, feedback in enumerate(feedbacks) if feedback in node.children)
    for feedback in feedbacks:
        if feedback in node.children:
            yield from _node_numbers(node.children[feedback], rules)


def _encode_integer(number: int) -> bytes:
    encoded = bytearray()
    while number > 0x7F:  # noqa: PLR2004  # seven bits
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)


def _decompress(data: bytes, rules: Rules) -> bytes:
    """The integers of a book, after checking its magic number and checksum."""
    if not is_book(data):
        raise BookUnusable(rules, "foreign")
    digest = data[len(_MAGIC) : len(_MAGIC) + _DIGEST_SIZE]
    compressed = data[len(_MAGIC) + _DIGEST_SIZE :]
    if hashlib.sha256(compressed).digest() != digest:
        raise BookUnusable(rules, "checksum")
    try:
        return lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=_FILTERS).decompress(compressed, _MAX_BYTES)
    except lzma.LZMAError:
        raise BookUnusable(rules, "content") from None


class _Reader:
    """Reads integers and nodes from the decompressed bytes of a book."""

    def __init__(self, data: bytes, rules: Rules) -> None:
        self._data = data
        self._next = 0
        self._rules = rules
        self._feedbacks = possible_feedbacks(rules)

    @property
    def finished(self) -> bool:
        return self._next == len(self._data)

    def read_integer(self) -> int:
        number = shift = 0
        while True:
            if self.finished:
                raise BookUnusable(self._rules, "content")
            byte = self._data[self._next]
            self._next += 1
            number |= (byte & 0x7F) << shift
            if byte <= 0x7F:  # noqa: PLR2004  # the high bit is not set
                return number
            shift += 7

    def read_node(self) -> Node:
        guess = self._read_code()
        candidate_count = self.read_integer()
        total = self.read_integer() + 2 * candidate_count - 1
        bits = self.read_integer()
        children = {feedback: self.read_node() for index, feedback in enumerate(self._feedbacks) if bits >> index & 1}
        return Node(guess, candidate_count, total, children)

    def read_facts(self) -> BookBuildInfo | None:
        length = self.read_integer()
        text = self._data[self._next : self._next + length]
        self._next += len(text)
        if not length:
            return None
        try:
            fields = json.loads(text)
            return BookBuildInfo(str(fields["version"]), tuple(map(str, fields["commands"])), int(fields["seconds"]))
        except (ValueError, TypeError, KeyError):
            raise BookUnusable(self._rules, "content") from None

    def _read_code(self) -> Code:
        number = self.read_integer()
        symbols = []
        for _ in range(self._rules.positions):
            number, symbol = divmod(number, self._rules.symbols)
            symbols.append(symbol)
        code = tuple(reversed(symbols))
        if number or not is_code(code, self._rules):
            raise BookUnusable(self._rules, "content")
        return code
