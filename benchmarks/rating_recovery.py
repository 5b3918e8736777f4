"""How well ratings recover a known strength from games against the bot's levels.

Run it with `python -m benchmarks.rating_recovery [RULES]`. Simulated players with the strength of a level, or of
a mixture of two, play some games against levels drawn at random, and are rated as the program rates them. Reported are
the bias (the mean error), the spread (its standard deviation), the mean stated uncertainty, and how often the known
strength lies within one and two stated uncertainties. All but the last are in points.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import fmean, stdev

import click

from benchmarks.level_strengths import Distribution, distribution, score
from bot.model.ratings import BASE, MU, SCALE, RatedBot, RatedGame, RatedPlayer, Rating
from bot.services.ratings import rate
from core.game.rules import Rules
from core.game.sides import Level
from core.solver.anchors import level_rating

START = datetime(2026, 11, 1, tzinfo=UTC)
_PAUSE = timedelta(hours=6)
_STEPS = 60


@dataclass(frozen=True)
class Recovery:
    """How far ratings are from a known strength, in points.

    Args:
        true: the known strength.
        bias: the mean error.
        spread: the standard deviation of the error.
        stated: the mean stated uncertainty.
        within_one: the share of players whose strength is within one stated uncertainty.
        within_two: within two.
    """

    true: float
    bias: float
    spread: float
    stated: float
    within_one: float
    within_two: float


@click.command()
@click.argument("rules", default="4x10")
@click.option("--games", default=50, show_default=True, help="Games of each player.")
@click.option("--players", default=500, show_default=True, help="Simulated players of each strength.")
@click.option("--played", default=6000, show_default=True, help="Games from which the levels are known.")
@click.option("--cache", "folder", type=click.Path(file_okay=False, path_type=Path), help="Keeps the distributions.")
def main(rules: str, games: int, players: int, played: int, folder: Path | None) -> None:
    """Print a line for each strength."""
    parsed = Rules.parse(rules)
    levels = {level: distribution(parsed, level, played, 1, folder) for level in Level}
    click.echo(f"{rules}, {games} games: true bias spread stated within_1 within_2")
    for name, player in strengths(levels):
        found = recovery(parsed, player, levels, games, players)
        click.echo(
            f"{name:14} {found.true:6.0f} {found.bias:+5.0f} {found.spread:5.0f} {found.stated:5.0f} "
            f"{found.within_one:6.0%} {found.within_two:6.0%}"
        )


def strengths(levels: Mapping[Level, Distribution]) -> Iterator[tuple[str, Distribution]]:
    """The levels, and players who play each half of their games at one of two neighbouring levels."""
    names = list(Level)
    for number, level in enumerate(names):
        yield level.value, levels[level]
        if number + 1 < len(names):
            after = names[number + 1]
            both = {*levels[level], *levels[after]}
            mixed = {one: (levels[level].get(one, 0) + levels[after].get(one, 0)) / 2 for one in both}
            yield f"{level.value}/{after.value}", mixed


def recovery(
    rules: Rules, player: Distribution, levels: Mapping[Level, Distribution], games: int, players: int
) -> Recovery:
    """Rate some players of the same strength."""
    true = true_points(rules, player, levels)
    rng = random.Random(f"{rules} {true}")  # no secrets
    ratings = [rated(rules, player, levels, games, rng) for _ in range(players)]
    errors = [BASE + SCALE * (rating.mu - MU) - true for rating in ratings]
    pairs = [(abs(error), SCALE * rating.sigma) for error, rating in zip(errors, ratings, strict=True)]
    return Recovery(
        true,
        fmean(errors),
        stdev(errors),
        fmean(stated for _, stated in pairs),
        _share(error <= stated for error, stated in pairs),
        _share(error <= 2 * stated for error, stated in pairs),
    )


def true_points(rules: Rules, player: Distribution, levels: Mapping[Level, Distribution]) -> float:
    """The rating at which the expected score against all levels together is that of the player."""
    wanted = sum(score(player, other) for other in levels.values())

    def expected(points: float) -> float:
        return sum(1 / (1 + 10 ** ((level_rating(rules, level) - points) / 400)) for level in levels)

    return _bisect(lambda points: expected(points) < wanted, 0, 3000)


def rated(
    rules: Rules, player: Distribution, levels: Mapping[Level, Distribution], games: int, rng: random.Random
) -> Rating:
    """The rating of a player after some games."""
    rating = Rating()
    for number in range(games):
        level = rng.choice(list(levels))
        own, other = _draw(player, rng), _draw(levels[level], rng)
        me, bot = RatedPlayer("me", 2 if other < own else 1, rating), RatedBot(level, 2 if own < other else 1)
        game = RatedGame("game", "room", str(rules), START + number * _PAUSE, (me,), bot)
        rating = rate(game).ratings["me"]
    return rating


def _draw(guesses: Distribution, rng: random.Random) -> int:
    return rng.choices(list(guesses), list(guesses.values()))[0]


def _share(true: Iterable[bool]) -> float:
    return fmean(map(float, true))


def _bisect(is_too_low: Callable[[float], bool], low: float, high: float) -> float:
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if is_too_low(middle) else (low, middle)
    return low


if __name__ == "__main__":
    main()
