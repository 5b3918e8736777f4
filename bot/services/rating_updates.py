"""Storing the results of games, and rating their players in the same unit of work."""

from bot.services.model import StoredGame
from bot.services.ports import UnitOfWork, UnitOfWorkFactory
from bot.services.ratings import Rating, rate, rated_game
from bot.services.results import results_of

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
    game = game.knowing(await unit.ratings.under(game.rules, game.people))
    await unit.ratings.add(game, rate(game))


async def rate_all_again(units: UnitOfWorkFactory, most: int = _GAMES_AT_ONCE) -> int:
    """Rate every stored game again, in the order in which they were rated, `most` in each unit of work; how many.

    Nobody may play meanwhile. It is needed after a change of the formula or of the bot's ratings.
    """
    ratings: dict[tuple[str, str], Rating] = {}
    count = last = 0
    while True:
        async with units() as unit:
            games = await unit.ratings.games(last, most)
            for stored in games.values():
                game = stored.knowing(
                    {player: ratings.get((player, stored.rules), Rating()) for player in stored.people}
                )
                after = rate(game)
                await unit.ratings.change(game, after)
                ratings |= {(player, game.rules): rating for player, rating in after.items()}
            await unit.commit()
        if not games:
            return count
        count, last = count + len(games), max(games)
