"""The strength of the bot's levels, as `core.solver.anchors` lists it.

Run it with `python -m benchmarks.level_strengths 4x10 mastermind --games 20000`. Neither side of a duel learns
anything about the other's progress, so both play by themselves, and two distributions of the number of guesses give the
probability that one side wins. `expert` plays from the book, so its distribution is exact; the other levels play
`--games` games against random secrets.
"""

import json
import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise, permutations
from pathlib import Path
from typing import TypeAlias

import click

from core.game.codes import Code
from core.game.feedback import Turn, compute_feedback
from core.game.items import Entry
from core.game.rules import Rules
from core.game.sides import Level
from core.solver.book import shipped_book
from core.solver.code_masks import code_at
from core.solver.evaluate import evaluate_book
from core.solver.opponent import choose_guess

Distribution: TypeAlias = Mapping[int, float]
"""The probability of each number of guesses."""

BASE = 1500
"""The rating of `normal` under all rules."""

_SCALE = 400 / math.log(10)
_ROUNDS = 2000


@click.command()
@click.argument("rules", nargs=-1, required=True)
@click.option("--games", default=10_000, show_default=True, help="Games of each level.")
@click.option("--seed", default=1, show_default=True)
@click.option("--cache", "folder", type=click.Path(file_okay=False, path_type=Path), help="Keeps the distributions.")
def main(rules: Sequence[str], games: int, seed: int, folder: Path | None) -> None:
    """Print a line of the table for each of RULES, and the shares of draws between neighbouring levels."""
    for notation in rules:
        played = [distribution(Rules.parse(notation), level, games, seed, folder) for level in Level]
        draws = [f"{draw(one, another):.0%}" for one, another in pairwise(played)]
        averages = [f"{sum(guesses * share for guesses, share in one.items()):.3f}" for one in played]
        scores = {(i, j): score(played[i], played[j]) for i, j in permutations(range(len(played)), 2)}
        ratings = tuple(map(round, fit(scores)))
        click.echo(f'"{notation}": {ratings},  # draws {", ".join(draws)}; guesses {", ".join(averages)}')


def fit(scores: Mapping[tuple[int, int], float]) -> list[float]:
    """The ratings that fit the scores of all pairs of levels, in both orders; that of `normal` is `BASE`.

    This is the maximum likelihood of the model of Bradley and Terry, found by the iteration of Hunter (2004), "MM
    algorithms for generalized Bradley-Terry models".
    """
    players = range(len(Level))
    strengths = [1.0] * len(Level)
    for _ in range(_ROUNDS):
        for i in players:
            others = [j for j in players if j != i]
            wins = sum(scores[i, j] for j in others)
            strengths[i] = wins / sum(1 / (strengths[i] + strengths[j]) for j in others)
    base = strengths[list(Level).index(Level.NORMAL)]
    return [BASE + _SCALE * math.log(strength / base) for strength in strengths]


def score(one: Distribution, another: Distribution) -> float:
    """The expected score of one side against another: the probability of a win and half that of a draw."""
    wins = sum(share * other for guesses, share in one.items() for more, other in another.items() if guesses < more)
    return wins + draw(one, another) / 2


def draw(one: Distribution, another: Distribution) -> float:
    """The probability that both sides need the same number of guesses."""
    return sum(share * another.get(guesses, 0) for guesses, share in one.items())


def play(rules: Rules, level: Level, games: int, seed: int) -> Distribution:
    """The distribution of the number of guesses at a level."""
    if level is Level.EXPERT:
        return _from_book(rules)
    rng = random.Random(f"{seed} {rules} {level}")  # no secrets of games
    counts = Counter(_guesses(rules, level, rng) for _ in range(games))
    return {guesses: count / games for guesses, count in sorted(counts.items())}


def _from_book(rules: Rules) -> Distribution:
    book = shipped_book(rules)
    if book is None:
        raise click.UsageError(f"{rules} has no book")
    evaluation = evaluate_book(book)
    return {guesses: count / evaluation.games for guesses, count in enumerate(evaluation.distribution, 1) if count}


def _guesses(rules: Rules, level: Level, rng: random.Random) -> int:
    secret = code_at(rng.randrange(rules.code_count), rules)
    turns: list[Turn] = []
    while not turns or turns[-1].guess != secret:
        guess = choose_guess(rules, turns, level, rng, _no_solver)
        turns.append(Turn(guess, compute_feedback(secret, guess)))
    return len(turns)


def _no_solver(rules: Rules, history: Sequence[Entry]) -> Code:
    raise NotImplementedError(rules, history)


def distribution(rules: Rules, level: Level, games: int, seed: int, folder: Path | None) -> Distribution:
    """As `play`, but a distribution that is in the folder is read from there."""
    if folder is None:
        return play(rules, level, games, seed)
    file = folder / f"{rules}-{level.value}-{games}-{seed}.json"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(play(rules, level, games, seed)))
    return {int(guesses): share for guesses, share in json.loads(file.read_text()).items()}


if __name__ == "__main__":
    main()
