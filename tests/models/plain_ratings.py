"""Ratings in their plainest form, from Weng and Lin (2011), algorithm 1, and step 1 of Glickman (1999)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

MU, SIGMA = 25.0, 25 / 3
BETA, TAU, LEAST = 25 / 6, 25 / 300, 0.0001
SETTLED, FORGOTTEN_DAYS = 2.5, 3 * 365


@dataclass(frozen=True)
class Skill:
    """A mean and its standard deviation after so many games, the last of them at some time."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    last: datetime | None = None

    @property
    def points(self) -> int:
        return round(1500 + 29.5 * (self.mu - 25))

    def variance_at(self, now: datetime) -> float:
        """The variance, which grows with the days since the last game up to that of somebody new."""
        days = max(0.0, (now - self.last).total_seconds() / 86_400) if self.last else 0.0
        return min(SIGMA**2, self.sigma**2 + days * (SIGMA**2 - SETTLED**2) / FORGOTTEN_DAYS)


MOST_POINTS = 30


def after_game(
    places: Sequence[int], before: Sequence[Skill], now: datetime, taken: Sequence[Sequence[float]]
) -> tuple[list[Skill], dict[tuple[int, int], float]]:
    """The skills after a game, and the points by which the first of each pair was changed by the second.

    Two are compared with one another, in a race only the winner with the others. `taken[i][j]` are the points by which
    the second has changed the first before; within `MOST_POINTS`.
    """
    variances = [skill.variance_at(now) + TAU**2 for skill in before]
    mus, shrinking, changes = [skill.mu for skill in before], [0.0] * len(before), {}
    for one, other in combinations(range(len(before)), 2):
        if len(places) > 2 and {places[one], places[other]} != {1, 2}:
            continue
        spread = math.sqrt(variances[one] + variances[other] + 2 * BETA**2)
        for own, rival in ((one, other), (other, one)):
            expected = 1 / (1 + math.exp((before[rival].mu - before[own].mu) / spread))
            scored = 0.5 if places[own] == places[rival] else float(places[own] < places[rival])
            points = 29.5 * 2 / len(before) * variances[own] / spread * (scored - expected)
            sum_after = max(-MOST_POINTS, min(MOST_POINTS, taken[own][rival] + points))
            share = (sum_after - taken[own][rival]) / points if points else 1.0
            changes[own, rival] = points * share
            mus[own] += points * share / 29.5
            shrinking[own] += share * 2 / len(before) * variances[own] / spread**2 * expected * (1 - expected)
    skills = [
        Skill(mu, math.sqrt(variance * max(1 - shrunk, LEAST)), skill.games + 1, now)
        for mu, variance, shrunk, skill in zip(mus, variances, shrinking, before, strict=True)
    ]
    return skills, changes
