"""How many codes fit a history, exactly, however many there are, and which.

The answers of one guess to all codes, lowest first, are one string of bytes. It is put together from the back: what
follows a symbol is the string for the positions after it, with a constant added to every byte if the symbol is a hit or
a blow. Ten million answers take some hundredths of a second that way, since bytes are only copied and translated.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import compress

from core.game.codes import Code, all_codes
from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn, score
from core.game.rules import Rules
from core.solver.partition import cell_number

_ADD = tuple(bytes((byte + more) % 256 for byte in range(256)) for more in range(12))
_LISTED = 100_000
"""Rules with up to so many codes have them listed to be chosen from; in greater ones codes are found by their place."""

_FEW = 1_000
"""Candidates that are sooner answered one by one than all codes at once."""


@dataclass(frozen=True)
class Census:
    """The candidates of a history.

    Args:
        rules: of the game.
        count: how many candidates, exactly.
        flags: one byte for every code, lowest first, 1 for the candidates.
    """

    rules: Rules
    count: int
    flags: bytes = field(repr=False)

    def codes(self) -> list[Code]:
        """All candidates, lowest first."""
        return list(self._codes)

    @cached_property
    def _codes(self) -> list[Code]:
        if self.rules.codes <= _LISTED:
            return list(compress(all_codes(self.rules), self.flags))
        return [code_at(place, self.rules) for place in self._places()]

    def sample(self, size: int, chance: random.Random) -> list[Code]:
        """Some of the candidates, each as likely as another, lowest first; all of them if there are no more."""
        if self.count <= size:
            return self.codes()
        places: Sequence[int] = range(self.count) if self.count == self.rules.codes else list(self._places())
        return [code_at(place, self.rules) for place in sorted(chance.sample(places, size))]

    def sizes(self, guess: Code) -> dict[Feedback, int]:
        """How many candidates each feedback to a guess would leave, without those that would leave none."""
        if self.count <= _FEW:
            return dict(Counter(score(code, guess) for code in self._codes))
        row = answers(guess, self.rules)
        if self.count < self.rules.codes:
            row = bytes(compress(row, self.flags))
        found = {
            Feedback(*pair): row.count(cell_number(Feedback(*pair), self.rules)) for pair in self.rules.feedbacks()
        }
        return {feedback: size for feedback, size in found.items() if size}

    def _places(self) -> Iterator[int]:
        return compress(range(self.rules.codes), self.flags)


def census(rules: Rules, turns: Sequence[Turn]) -> Census:
    """Count the codes consistent with every turn; each guess must be a code of these rules.

    Raises:
        Contradiction: there are none, from the turn it names on.
    """
    return _census(rules, tuple((turn.guess, turn.feedback) for turn in turns))


@lru_cache(maxsize=4)
def _census(rules: Rules, turns: tuple[tuple[Code, Feedback], ...]) -> Census:
    """The same; kept for a while, so that a game that goes on by a turn costs that turn only."""
    if not turns:
        return Census(rules, rules.codes, b"\1" * rules.codes)
    before = int.from_bytes(_census(rules, turns[:-1]).flags, "little")
    guess, feedback = turns[-1]
    cell = cell_number(feedback, rules) if rules.allows(*feedback) else _NO_CELL
    same = bytes(byte == cell for byte in range(256))
    left = before & int.from_bytes(answers(guess, rules).translate(same), "little")
    if not left:
        raise Contradiction(len(turns))
    return Census(rules, left.bit_count(), left.to_bytes(rules.codes, "little"))


_NO_CELL = 255


def answers(guess: Code, rules: Rules) -> bytes:
    """The number of the cell that every code, lowest first, falls into."""
    return (_with_repeats if rules.repeats else _distinct)(guess, rules)


def _distinct(guess: Code, rules: Rules) -> bytes:
    memo: dict[int, bytes] = {}

    def after(position: int, used: int) -> bytes:
        """The answers of all ways to go on from `position` without the symbols of the mask `used`."""
        if position == rules.positions:
            return b"\0"
        if used not in memo:
            memo[used] = b"".join(
                after(position + 1, used | 1 << symbol).translate(
                    _ADD[rules.positions + 1 if guess[position] == symbol else symbol in guess]
                )
                for symbol in range(rules.symbols)
                if not used >> symbol & 1
            )
        return memo[used]

    row = after(0, 0)
    memo.clear()  # which the functions here keep alive until the next collection of cycles
    return row


def _with_repeats(guess: Code, rules: Rules) -> bytes:
    memo: dict[tuple[int, Code], bytes] = {}

    def after(position: int, left: Code) -> bytes:
        """The answers of all ways to go on from `position`, `left` being the symbols of the guess not yet matched."""
        if position == rules.positions:
            return b"\0"
        if (position, left) not in memo:
            memo[position, left] = b"".join(follow(position, left, symbol) for symbol in range(rules.symbols))
        return memo[position, left]

    def follow(position: int, left: Code, symbol: int) -> bytes:
        hit = guess[position] == symbol
        if symbol not in left:  # a hit here was counted as a blow before
            return after(position + 1, left).translate(_ADD[rules.positions * hit])
        place = left.index(symbol)
        matched = (*left[:place], *left[place + 1 :])
        return after(position + 1, matched).translate(_ADD[rules.positions + 1 if hit else 1])

    row = after(0, guess)
    memo.clear()
    return row


def code_at(place: int, rules: Rules) -> Code:
    """The code that has `place` codes below it."""
    if rules.repeats:
        return tuple(place // rules.symbols**power % rules.symbols for power in reversed(range(rules.positions)))
    left = list(range(rules.symbols))
    below = rules.codes
    code: list[int] = []
    while len(code) < rules.positions:
        below //= len(left)
        code.append(left.pop(place // below))
        place %= below
    return tuple(code)
