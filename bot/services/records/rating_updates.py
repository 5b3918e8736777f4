"""Storing the results of games, and rating their players in the same unit of work."""

from collections.abc import Callable

from bot.model.games import StoredGame
from bot.model.ratings import Rating
from bot.model.results import results_of
from bot.persistence.unit_of_work import Access, UnitOfWork, UnitOfWorkFactory
from bot.services.records.ratings import rate, rated_game

_GAMES_AT_ONCE = 500


async def add_results(unit: UnitOfWork, stored: StoredGame) -> None:
    """Store the results of a game that has ended, and rate its players.

    A game that was stored before, or in part, is not rated again.
    """
    results = results_of(stored)
    added = await unit.results.add(results)
    game = rated_game(results)
    if game is None or len(added) < len(results):
        return
    game = game.with_ratings(await unit.ratings.under(game.rules, game.people))
    await unit.ratings.add(game, rate(game))


def _ignore_progress(_done: int, _total: int) -> None:
    """The default of `progress`, which does nothing."""


async def recalculate_ratings(
    units: UnitOfWorkFactory, most: int = _GAMES_AT_ONCE, progress: Callable[[int, int], None] = _ignore_progress
) -> int:
    """Rate every rated game again, in the same order, after a change of the formula or of the bot's ratings.

    Nobody may play meanwhile.

    Args:
        units: begins units of work.
        most: the number of games in one unit of work.
        progress: called with the sequence number of the last game rated and with the largest sequence number.

    Returns:
        The number of games.
    """
    async with units(Access.READ) as unit:
        total = await unit.ratings.last_number()
    ratings: dict[tuple[str, str], Rating] = {}
    count = last = 0
    while True:
        async with units() as unit:
            games = await unit.ratings.games(last, most)
            for stored in games.values():
                game = stored.with_ratings(
                    {player: ratings.get((player, stored.rules), Rating()) for player in stored.people}
                )
                after = rate(game)
                await unit.ratings.change(game, after)
                ratings |= {(player, game.rules): rating for player, rating in after.items()}
            await unit.commit()
        if not games:
            return count
        count, last = count + len(games), max(games)
        progress(last, total)
