"""Playing the shipped books through `lookup` with the positions, the symbols and the turns in any order."""

import random
from collections.abc import Sequence
from itertools import groupby

import pytest

from core.game.codes import Code, all_codes
from core.game.feedback import Turn, compute_feedback
from core.game.rules import Rules
from core.solver.book import FEWEST_WORST, SHIPPED, lookup, shipped_book
from core.solver.search import Move

MOST_SECRETS = 5_100
"""With more secrets, a sample is played."""


class Disguise:
    """A random order of the positions and the symbols, in which every history is looked up in a random order."""

    def __init__(self, rules: Rules, seed: int, *, fewest_worst: bool) -> None:
        self._rules = rules
        self._rng = random.Random(seed)
        self._positions = self._rng.sample(range(rules.positions), rules.positions)
        self._symbols = self._rng.sample(range(rules.symbols), rules.symbols)
        self._fewest_worst = fewest_worst

    def lookup(self, turns: Sequence[Turn]) -> Move:
        """The move of the book for the disguised history, undisguised."""
        disguised = [Turn(self._disguise(turn.guess), turn.feedback) for turn in turns]
        self._rng.shuffle(disguised)
        move = lookup(self._rules, disguised, fewest_worst=self._fewest_worst)
        assert move is not None
        return move._replace(guess=self._undisguise(move.guess))

    def _disguise(self, code: Code) -> Code:
        return tuple(self._symbols[code[position]] for position in self._positions)

    def _undisguise(self, code: Code) -> Code:
        symbols = dict(zip(self._positions, map(self._symbols.index, code), strict=True))
        return tuple(symbols[position] for position in range(len(code)))


def guesses_needed(disguise: Disguise, secrets: Sequence[Code], played: frozenset[Code], turns: list[Turn]) -> int:
    """The guesses that the played secrets need after a history that leaves `secrets`, one lookup for each history."""
    if len(secrets) == 1:
        return 1
    move = disguise.lookup(turns)
    total = len(played.intersection(secrets))
    cells = sorted((compute_feedback(secret, move.guess), secret) for secret in secrets if secret != move.guess)
    for feedback, group in groupby(cells, key=lambda cell: cell[0]):
        cell = [secret for _, secret in group]
        if not played.isdisjoint(cell):
            total += guesses_needed(disguise, cell, played, [*turns, Turn(move.guess, feedback)])
    return total


@pytest.mark.slow
@pytest.mark.parametrize(
    ("notation", "fewest_worst"),
    [*((notation, False) for notation in SHIPPED), *((notation, True) for notation in FEWEST_WORST)],
)
def test_a_book_is_played_with_positions_symbols_and_turns_in_any_order(notation: str, *, fewest_worst: bool) -> None:
    rules = Rules.parse(notation)
    book = shipped_book(rules, fewest_worst=fewest_worst)
    assert book is not None
    secrets = list(all_codes(rules))
    played = frozenset(random.Random(7).sample(secrets, min(MOST_SECRETS, len(secrets))))
    needed = guesses_needed(Disguise(rules, 5, fewest_worst=fewest_worst), secrets, played, [])
    if len(played) == len(secrets) and book.optimal:
        assert needed == book.root.total
    else:
        assert needed / len(played) == pytest.approx(book.root.total / len(secrets), abs=0.15)
