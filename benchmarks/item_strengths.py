"""How often each level of the bot beats the weaker ones at Numer0n, with and without items.

Run it with `nice -n 19 python -m benchmarks.item_strengths --games 2000`. Each side starts half of the games. The
calls of `expert` are those of a one-step search, because 2,000 games of the bot's longer search take hours.
"""

import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

import click

from benchmarks.level_strengths import fit
from core.game.codes import Code, random_code
from core.game.duels import Duel
from core.game.errors import ItemError
from core.game.items import ITEM_RULES, Entry, Item, ItemSet, draw_defence, require_usable
from core.game.rules import Rules
from core.game.sides import Level, Side
from core.solver.candidates import CandidateSet, find_candidates
from core.solver.costs import GREEDY
from core.solver.item_play import choose_position_to_see, choose_use
from core.solver.opponent import choose_guess
from core.solver.selection import best_guess, guess_pool
from core.solver.state import State

SETS = {"no items": None, "three items": ItemSet(), "all items": ItemSet(tuple(Item))}

ALL_DIGITS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 0, 1))


@click.command()
@click.option("--games", default=2_000, show_default=True, help="Games of each pair with each set.")
@click.option("--seed", default=1, show_default=True)
def main(games: int, seed: int) -> None:
    """Print for each pair of levels how often the stronger one wins, draws and loses, and the ratings of all."""
    for name, items in SETS.items():
        scores: dict[tuple[int, int], float] = {}
        for (i, weaker), (j, stronger) in combinations(enumerate(Level), 2):
            results, calls = Counter[str](), 0
            rng = random.Random(f"{seed} {name} {weaker} {stronger}")  # no secrets of games
            for number in range(games):
                ended = play({stronger: stronger, weaker: weaker}, items, rng, starter=(stronger, weaker)[number % 2])
                results[ended.winner or "draw"] += 1
                calls += ended.side(stronger).guess_count
            scores[j, i] = (results[stronger] + results["draw"] / 2) / games
            scores[i, j] = 1 - scores[j, i]
            shares = [f"{results[key] / games:.1%}" for key in (stronger, "draw", weaker)]
            click.echo(f"{name}: {stronger} against {weaker}: {' / '.join(shares)}; {calls / games:.2f} calls")
        click.echo(f"{name}: {tuple(map(round, fit(scores)))}")


def play(levels: dict[str, Level], items: ItemSet | None, rng: random.Random, starter: str) -> Duel:
    """A game between two levels to its end."""
    sides = sorted(
        (Side(name, random_code(ITEM_RULES, rng)) for name in levels), key=lambda side: side.player != starter
    )
    game = Duel(ITEM_RULES, (sides[0], sides[1]), starter, items=items)
    while (mover := game.player_to_move) is not None:
        game = _with_item(game, mover, levels[mover], rng)
        level = levels[mover]
        if level is Level.EXPERT and game.opponent_of(mover).has_found_secret(game.rules) and items is not None:
            level = Level.HARD  # as in the service: only a candidate can save the game
        game = game.guess(choose_guess(ITEM_RULES, game.history(mover), level, rng, _solve), mover)
    return game


def _with_item(game: Duel, mover: str, level: Level, rng: random.Random) -> Duel:
    """The game after the mover has used an item, if they want to."""
    other = game.opponent_of(mover).player
    known, exposed = _candidates(game.history(mover)), _candidates(game.history(other))
    use = choose_use(known, exposed, [item for item in Item if _may_use(game, item, mover)], level, rng)
    if use is None:
        return game
    used = game.use_item(draw_defence(use, game.secret_of(mover) or (), rng), mover)
    return used.choose_position_to_see(choose_position_to_see(exposed), other) if used.pending_use is not None else used


def _may_use(game: Duel, item: Item, by: str) -> bool:
    made, faced = game.side(by).guess_count, game.opponent_of(by).guess_count
    try:
        require_usable(item, game.items, tuple(game.item_uses_of(by)), made, faced)
    except ItemError:
        return False
    return True


def _candidates(history: Sequence[Entry]) -> CandidateSet:
    return find_candidates(ITEM_RULES, history)


def _solve(rules: Rules, history: Sequence[Entry]) -> Code:
    return _best_call(find_candidates(rules, history))


@lru_cache(50_000)
def _best_call(known: CandidateSet) -> Code:
    """The call with the best one-step score, a candidate if there are few."""
    state = State(ITEM_RULES, ALL_DIGITS, known.weighted_codes(), weighted=not known.is_uniform)
    return state.find_splitter() or best_guess(GREEDY.valuation, state, guess_pool(state)).code


if __name__ == "__main__":
    main()
