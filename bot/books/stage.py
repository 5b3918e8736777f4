"""What is known of sets of candidates in the course of a game."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from bot.books.curve import least_costs
from bot.books.options import Effort
from bot.books.table import Floats, Members, Table

PAIR = 2
"""Candidates that cost what they cost at least, without a search."""

MANY = 60
"""Candidates above which it pays to look for guesses that are the same under the history, and at all of them."""

_SYMMETRIC = 2
"""Guesses after which hardly any two others are the same."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The least cost of a set of candidates, and the guess that begins the tree of it."""

    cost: int
    guess: int


class Past(NamedTuple):
    """How a set of candidates came about.

    Args:
        turn: the number of the guess to be made, from 1.
        guesses: those made so far, None if they do not matter.
    """

    turn: int
    guesses: Members | None = None

    def after(self, guess: int, candidates: int) -> "Past":
        """The past of so many candidates left by one more guess."""
        matters = self.guesses is not None and len(self.guesses) < _SYMMETRIC and candidates > MANY
        return Past(self.turn + 1, (*self.guesses, guess) if matters and self.guesses is not None else None)


class Stage:
    """What is known of sets of candidates when the guess of some number is to be made.

    Attributes:
        toll: of that guess.
        least: the least cost for each number of candidates.
        bounds: the same as floating numbers.
        likely: the likely cost for each number of candidates, by which guesses are put in order.
        solved: the sets solved.
        floors: for sets looked at, a cost that they cannot be below.
    """

    def __init__(self, turn: int, table: Table, effort: Effort, likely_costs: Floats) -> None:
        codes = len(table.codes)
        self.toll = next(effort.tolls_from(turn))
        self.least = least_costs(table.win, codes, effort.tolls_from(turn))
        self.bounds = np.array(self.least, np.float32)
        self.likely = np.maximum(likely_costs, self.bounds)
        self.solved: dict[Members, Solved] = {}
        self.floors: dict[Members, int] = {}
