"""The repository of ratings."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from sqlalchemy import bindparam, delete, exists, func, select, update

from bot.model.ratings import PastRating, RatedBot, RatedGame, RatedPlayer, Rating
from bot.persistence.connection import Row
from bot.persistence.repositories.base import (
    Repository,
    any_of,
    insert_if_new,
    insert_numbered_if_new,
    json_array,
    upsert,
)
from bot.persistence.repositories.codes import Values
from bot.persistence.repositories.sums import Sums
from bot.persistence.tables.games import games
from bot.persistence.tables.records import leaderboards, rated_games, rated_players, rating_standings, ratings
from core.game.sides import Level

_RATING_COLUMNS = ("player_id", "rules", "mu", "sigma", "games", "rated_at")

_ADD_PLAYER = rated_players.insert()
_CHANGE_PLAYER = (
    update(rated_players)
    .where(rated_players.c.game_id == bindparam("game"), rated_players.c.number == bindparam("player_number"))
    .values(mu=bindparam("mu_before"), sigma=bindparam("sigma_before"))
)

_OF = (
    select(ratings).where(ratings.c.player_id == bindparam("player")).order_by(ratings.c.games.desc(), ratings.c.rules)
)
_UNDER = select(ratings).where(ratings.c.player_id.in_(any_of("ids")), ratings.c.rules == bindparam("rules"))

_PAST = (
    select(rated_games.c.rules, rated_games.c.ended_at, rated_players.c.mu, rated_players.c.sigma)
    .join_from(rated_players, rated_games, rated_games.c.game_id == rated_players.c.game_id)
    .where(rated_players.c.player_id == bindparam("player"))
    .order_by(rated_games.c.sequence)
)

_SET_POINTS = (
    update(rating_standings)
    .where(
        rating_standings.c.player_id == bindparam("player"),
        exists().where(
            leaderboards.c.id == rating_standings.c.leaderboard_id, leaderboards.c.rules == bindparam("under_rules")
        ),
    )
    .values(points=bindparam("new_points"))
)

_LAST_NUMBER = select(func.coalesce(func.max(rated_games.c.sequence), 0).label("number"))

_SOME_GAMES = (
    select(rated_games.c.game_id)
    .where(rated_games.c.sequence > bindparam("after"))
    .order_by(rated_games.c.sequence)
    .limit(bindparam("most"))
)
_GAMES = (
    select(
        rated_games,
        games.c.room_id,
        rated_players.c.player_id,
        rated_players.c.place,
        rated_players.c.mu,
        rated_players.c.sigma,
    )
    .join_from(rated_games, games, games.c.id == rated_games.c.game_id)
    .join(rated_players, rated_players.c.game_id == rated_games.c.game_id)
    .where(rated_games.c.game_id.in_(_SOME_GAMES))
    .order_by(rated_games.c.sequence, rated_players.c.number)
)

_CLEAR_NAME = update(rated_players).where(rated_players.c.player_id == bindparam("player")).values(player_id=None)
_DELETE_RATINGS = delete(ratings).where(ratings.c.player_id == bindparam("player"))
_DELETE_STANDINGS = delete(rating_standings).where(rating_standings.c.player_id == bindparam("player"))


class RatingRepository(Repository):
    """The ratings of players by rules, and the games that they follow from.

    The rated games and the standings on leaderboards are in tables of their own.
    """

    async def of_player(self, player: str) -> Mapping[str, Rating]:
        """A player's ratings by rules, those with the most games first."""
        rows = await self._connection.fetch_all(_OF, {"player": player})
        return {row.rules: _rating_from(row) for row in rows}

    async def under(self, rules: str, players: frozenset[str]) -> Mapping[str, Rating]:
        """The ratings of players under some rules, by player; those without a rated game are left out."""
        rows = await self._connection.fetch_all(_UNDER, {"rules": rules, "ids": json_array(sorted(players))})
        return {row.player_id: _rating_from(row) for row in rows}

    async def past(self, player: str) -> Sequence[PastRating]:
        """The ratings before each rated game of a player, in the order of rating."""
        rows = await self._connection.fetch_all(_PAST, {"player": player})
        return [PastRating(row.rules, row.ended_at, Rating(row.mu, row.sigma)) for row in rows]

    async def add(self, game: RatedGame, after: Mapping[str, Rating]) -> None:
        """Store a game that was not rated before, as the last one, and the ratings of its players after it."""
        await self._connection.execute(
            insert_numbered_if_new(rated_games, self._connection.dialect), _game_values(game)
        )
        rows = [_player_values(game, number) for number in range(len(game.players))]
        await self._connection.execute_many(_ADD_PLAYER, rows)
        await self._join_leaderboards(game)
        await self._save(game.rules, after)

    async def change(self, game: RatedGame, after: Mapping[str, Rating]) -> None:
        """Replace the ratings before and after a game that was rated before."""
        rows = [_player_values(game, number) for number in range(len(game.players))]
        changed = [
            {
                "game": game.id,
                "player_number": row["number"],
                "mu_before": row["mu"],
                "sigma_before": row["sigma"],
            }
            for row in rows
        ]
        await self._connection.execute_many(_CHANGE_PLAYER, changed)
        await self._save(game.rules, after)

    async def last_number(self) -> int:
        """The number of the last rated game, 0 if there is none."""
        return int((await self._row(_LAST_NUMBER, {})).number)

    async def games(self, after: int, most: int) -> Mapping[int, RatedGame]:
        """At most `most` rated games with a sequence number above `after`, by that number, in ascending order.

        The ratings before each game have no times.
        """
        rows = await self._connection.fetch_all(_GAMES, {"after": after, "most": most})
        return {number: _game_from(list(of_game)) for number, of_game in groupby(rows, lambda row: int(row.sequence))}

    async def delete_player(self, player: str) -> None:
        """Delete a player's ratings. In rated games with others, they become a player without an id."""
        for statement in (_CLEAR_NAME, _DELETE_RATINGS, _DELETE_STANDINGS):
            await self._connection.execute(statement, {"player": player})

    async def _join_leaderboards(self, game: RatedGame) -> None:
        numbers = await Sums(self._connection).leaderboards_of(game)
        rows = [
            {"player_id": player, "leaderboard_id": number, "points": None}
            for player in sorted(game.people)
            for number in sorted(numbers)
        ]
        if rows:
            await self._connection.execute_many(insert_if_new(rating_standings, self._connection.dialect), rows)

    async def _save(self, rules: str, after: Mapping[str, Rating]) -> None:
        rows = [_rating_values(player, rules, rating) for player, rating in sorted(after.items())]
        points = [
            {"player": player, "under_rules": rules, "new_points": rating.points if rating.is_ranked else None}
            for player, rating in sorted(after.items())
        ]
        if rows:
            await self._connection.execute_many(upsert(ratings, self._connection.dialect, _RATING_COLUMNS), rows)
            await self._connection.execute_many(_SET_POINTS, points)


def _rating_from(row: Row) -> Rating:
    return Rating(row.mu, row.sigma, row.games, row.rated_at)


def _rating_values(player: str, rules: str, rating: Rating) -> Values:
    values = (player, rules, rating.mu, rating.sigma, rating.games, rating.rated_at)
    return dict(zip(_RATING_COLUMNS, values, strict=True))


def _game_values(game: RatedGame) -> Values:
    return {
        "game_id": game.id,
        "rules": game.rules,
        "level": game.bot.level.value if game.bot else None,
        "level_place": game.bot.place if game.bot else None,
        "ended_at": game.ended_at,
    }


def _player_values(game: RatedGame, number: int) -> Values:
    one = game.players[number]
    before = one.before.at(game.ended_at)
    return {
        "game_id": game.id,
        "number": number,
        "player_id": one.player,
        "place": one.place,
        "mu": before.mu,
        "sigma": before.sigma,
    }


def _game_from(rows: Sequence[Row]) -> RatedGame:
    """A game from its row, repeated for each of its players."""
    first = rows[0]
    bot = RatedBot(Level(first.level), first.level_place) if first.level else None
    players = tuple(RatedPlayer(row.player_id, row.place, Rating(row.mu, row.sigma)) for row in rows)
    return RatedGame(first.game_id, first.room_id, first.rules, first.ended_at, players, bot)
