from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from core.game.codes import Code, all_codes
from core.game.rules import Rules
from core.solver.partition import Trie
from core.solver.symmetry import inequivalent_guesses, inequivalent_trie
from tests.core.solver.solving import Played, games, plain_candidates, plain_cells

ENOUGH = 1_000_000


def looked_at(rules: Rules, *guesses: Code) -> tuple[Code, ...]:
    found = inequivalent_guesses(rules, guesses, frozenset(), ENOUGH)
    assert found is not None
    return found


@given(games())
@settings(deadline=None)
def test_every_way_to_divide_the_candidates_is_had_by_a_guess_no_higher_that_is_looked_at(game: Played) -> None:
    rules, turns = game
    candidates = plain_candidates(rules, turns)
    absent = frozenset(range(rules.symbols)) - {symbol for code in candidates for symbol in code}
    kept = inequivalent_guesses(rules, tuple(turn.guess for turn in turns), absent, ENOUGH)
    assert kept is not None
    lowest: dict[tuple[tuple[object, int], ...], Code] = {}
    for guess in all_codes(rules):
        lowest.setdefault(_shape(guess, candidates), guess)
    assert set(lowest.values()) <= set(kept)


@given(games())
@settings(deadline=None)
def test_the_trie_holds_the_same_guesses(game: Played) -> None:
    rules, turns = game
    guesses = tuple(turn.guess for turn in turns)
    symbols = {symbol for code in plain_candidates(rules, turns) for symbol in code}
    absent = frozenset(range(rules.symbols)) - symbols
    trie = inequivalent_trie(rules, guesses, absent, ENOUGH)
    assert trie is not None
    assert tuple(_codes_of(trie)) == inequivalent_guesses(rules, guesses, absent, ENOUGH)


def _codes_of(trie: Trie) -> Iterator[Code]:
    for symbol, below in trie:
        yield from ((symbol, *rest) for rest in _codes_of(below)) if below else [(symbol,)]


def _shape(guess: Code, candidates: list[Code]) -> tuple[tuple[object, int], ...]:
    cells: Counter[object] = Counter(plain_cells(guess, candidates))
    return tuple(sorted(cells.items(), key=repr))


@pytest.mark.parametrize(
    ("notation", "openings"), [("4x10", 1), ("10x10", 1), ("4x6r", 5), ("4x2r", 3), ("10x5r", 30), ("1x16", 1)]
)
def test_openings_differ_only_in_how_often_symbols_occur(notation: str, openings: int) -> None:
    assert len(looked_at(Rules.parse(notation))) == openings


def test_after_one_guess_positions_are_still_interchangeable() -> None:
    assert len(looked_at(Rules.parse("4x10"), (0, 1, 2, 3))) == 20


def test_guesses_looked_at_are_in_order() -> None:
    found = looked_at(Rules.parse("4x6r"), (0, 0, 1, 2))
    assert list(found) == sorted(found)


def test_too_many_guesses_are_given_up_on() -> None:
    assert inequivalent_guesses(Rules.parse("5x10"), ((0, 1, 2, 3, 4), (5, 6, 7, 8, 9)), frozenset(), 1_000) is None
