"""The repository of ratings."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby, permutations

import sqlalchemy as sa

from bot.model.ratings import (
    MEETING_TIME,
    POINTS_TIME,
    Meetings,
    Pair,
    RatedBot,
    RatedGame,
    RatedPlayer,
    Rating,
    RatingBeforeGame,
)
from bot.model.rooms import Player
from bot.persistence.connection import Repository, Row, Values, insert_if_new, json_array, texts_in_parameter, upsert
from bot.persistence.repositories.sums import Sums
from bot.persistence.tables.games import games, players
from bot.persistence.tables.records import leaderboards, meetings, rated_games, rated_players, rating_standings, ratings
from core.game.rated import MOST_IN_A_ROW
from core.game.sides import Level

_ADD_PLAYER = rated_players.insert()
_CHANGE_PLAYER = (
    sa.update(rated_players)
    .where(rated_players.c.game_id == sa.bindparam("game"), rated_players.c.number == sa.bindparam("player_number"))
    .values(mu=sa.bindparam("mu_before"), sigma=sa.bindparam("sigma_before"))
)

_OF = (
    sa.select(ratings)
    .where(ratings.c.player_id == sa.bindparam("player"))
    .order_by(ratings.c.games.desc(), ratings.c.rules)
)
_UNDER = sa.select(ratings).where(
    ratings.c.player_id.in_(texts_in_parameter("ids")), ratings.c.rules == sa.bindparam("rules")
)

_PAST = (
    sa.select(rated_games.c.rules, rated_games.c.ended_at, rated_players.c.mu, rated_players.c.sigma)
    .join_from(rated_players, rated_games, rated_games.c.game_id == rated_players.c.game_id)
    .where(rated_players.c.player_id == sa.bindparam("player"))
    .order_by(rated_games.c.sequence)
)

_SET_POINTS = (
    sa.update(rating_standings)
    .where(
        rating_standings.c.player_id == sa.bindparam("player"),
        sa.exists().where(
            leaderboards.c.id == rating_standings.c.leaderboard_id, leaderboards.c.rules == sa.bindparam("under_rules")
        ),
    )
    .values(
        points=sa.bindparam("new_points"),
        hidden=sa.select(players.c.hidden).where(players.c.id == rating_standings.c.player_id).scalar_subquery(),
    )
)

_LAST_NUMBER = sa.select(sa.func.coalesce(sa.func.max(rated_games.c.sequence), 0).label("number"))

_SOME_GAMES = (
    sa.select(rated_games.c.game_id)
    .where(rated_games.c.sequence > sa.bindparam("after"))
    .order_by(rated_games.c.sequence)
    .limit(sa.bindparam("most"))
)
_GAMES = (
    sa.select(
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

_MEETINGS_OF = sa.select(meetings.c.at, meetings.c.change).where(
    meetings.c.player_id == sa.bindparam("player"), meetings.c.at.between(sa.bindparam("after"), sa.bindparam("now"))
)
_WITH_OTHER = _MEETINGS_OF.where(meetings.c.other_id == sa.bindparam("other"))
_WITH_DELETED = _MEETINGS_OF.where(meetings.c.other_id.is_(None), meetings.c.at < sa.bindparam("seen"))
_LAST_MEETINGS = (
    sa.select(meetings.c.other_id, meetings.c.at)
    .where(meetings.c.player_id == sa.bindparam("player"), meetings.c.at > sa.bindparam("after"))
    .order_by(meetings.c.at.desc())
    .limit(MOST_IN_A_ROW)
)
_MEETINGS_IN = sa.select(meetings.c.number, meetings.c.taken).where(meetings.c.game_id == sa.bindparam("game"))
_ADD_MEETING = sa.insert(meetings)
_DROP_MEETING = sa.delete(meetings).where(meetings.c.game_id == sa.bindparam("game"))
_DELETE_MEETINGS = sa.delete(meetings).where(meetings.c.player_id == sa.bindparam("player"))
_CLEAR_OTHER = sa.update(meetings).where(meetings.c.other_id == sa.bindparam("player")).values(other_id=None)

_CLEAR_NAME = sa.update(rated_players).where(rated_players.c.player_id == sa.bindparam("player")).values(player_id=None)
_DELETE_RATINGS = sa.delete(ratings).where(ratings.c.player_id == sa.bindparam("player"))
_DELETE_STANDINGS = sa.delete(rating_standings).where(rating_standings.c.player_id == sa.bindparam("player"))


class RatingRepository(Repository):
    """The ratings of players by rules, and the games that they follow from.

    The rated games and the standings on leaderboards are in tables of their own.
    """

    async def of_player(self, player: str) -> Mapping[str, Rating]:
        """A player's ratings by rules, those with the most games first."""
        rows = await self._connection.fetch_all(_OF, {"player": player})
        return {row.rules: _rating_from(row) for row in rows}

    async def of_players(self, rules: str, players: frozenset[str]) -> Mapping[str, Rating]:
        """The ratings of players under some rules, by player; those without a rated game are left out."""
        rows = await self._connection.fetch_all(_UNDER, {"rules": rules, "ids": json_array(sorted(players))})
        return {row.player_id: _rating_from(row) for row in rows}

    async def past_ratings(self, player: str) -> Sequence[RatingBeforeGame]:
        """The ratings before each rated game of a player, in the order of rating."""
        rows = await self._connection.fetch_all(_PAST, {"player": player})
        return [RatingBeforeGame(row.rules, row.ended_at, Rating(row.mu, row.sigma)) for row in rows]

    async def lock(self, players: Iterable[str]) -> None:
        """Lock players: no other unit of work changes their meetings or ratings until this one ends."""
        await Sums(self._connection).lock(players)

    async def meetings(self, player: str, other: Player, now: datetime) -> Meetings:
        """The meetings of a player with another one until now.

        Games with players who have been deleted count if the other was first seen later: they may be the same person.
        """
        found = {"player": player, "after": now - POINTS_TIME, "now": now}
        rows = [*await self._connection.fetch_all(_WITH_OTHER, {**found, "other": other.id})]
        if other.first_seen_at is not None:
            rows += await self._connection.fetch_all(_WITH_DELETED, {**found, "seen": other.first_seen_at})
        last = await self._connection.fetch_all(_LAST_MEETINGS, {"player": player, "after": now - MEETING_TIME})
        return Meetings(
            sum(row.at > now - MEETING_TIME for row in rows),
            [_may_be(row, other) for row in last],
            sum(row.change or 0.0 for row in rows),
        )

    async def start_meeting(self, game: str, one: str, other: str, now: datetime) -> None:
        """Store that two people have started a rated duel."""
        rows = [
            {"game_id": game, "number": number, "player_id": player, "other_id": opponent, "at": now}
            for number, (player, opponent) in enumerate(permutations((one, other)))
        ]
        await self._connection.execute_many(_ADD_MEETING, rows)

    async def remove_meeting(self, game: str) -> None:
        """Remove the meeting of a duel that has ended, and is not rated or rated now."""
        await self._connection.execute(_DROP_MEETING, {"game": game})

    async def save_exchanged_points(
        self, game: RatedGame, changed_before: Mapping[Pair, float], changes: Mapping[Pair, float]
    ) -> None:
        """Store by how many points the players of a rated game had changed each other before, and by how many in it."""
        rows = [
            {
                "game_id": game.id,
                "number": number,
                "player_id": game.players[i].player,
                "other_id": game.players[j].player,
                "at": game.ended_at,
                "taken": changed_before.get((i, j), 0.0),
                "change": changes[i, j],
            }
            for number, (i, j) in enumerate(game.pairs)
            if game.players[i].player is not None
        ]
        await self.remove_meeting(game.id)
        if rows:
            await self._connection.execute_many(_ADD_MEETING, rows)

    async def points_taken(self, game: RatedGame) -> Mapping[Pair, float]:
        """What `save_exchanged_points` stored, without deleted players; empty for games rated before it did."""
        rows = await self._connection.fetch_all(_MEETINGS_IN, {"game": game.id})
        pairs = game.pairs
        return {pairs[row.number]: row.taken for row in rows if row.taken is not None}

    async def add(self, game: RatedGame, after: Mapping[str, Rating]) -> None:
        """Store a game that was not rated before, as the last one, and the ratings of its players after it."""
        await self._insert_if_new(
            rated_games,
            game_id=game.id,
            rules=game.rules,
            level=game.bot.level.value if game.bot else None,
            level_place=game.bot.place if game.bot else None,
            ended_at=game.ended_at,
        )
        rows = [_player_values(game, number) for number in range(len(game.players))]
        await self._connection.execute_many(_ADD_PLAYER, rows)
        await self._join_leaderboards(game)
        await self._save(game.rules, after)

    async def update_rated_game(self, game: RatedGame, after: Mapping[str, Rating]) -> None:
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

    async def last_game_number(self) -> int:
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
        for statement in (_DELETE_MEETINGS, _CLEAR_OTHER, _CLEAR_NAME, _DELETE_RATINGS, _DELETE_STANDINGS):
            await self._connection.execute(statement, {"player": player})

    async def _join_leaderboards(self, game: RatedGame) -> None:
        numbers = await Sums(self._connection).get_or_add_leaderboards(game)
        rows = [
            {"player_id": player, "leaderboard_id": number, "points": None}
            for player in sorted(game.players_with_data)
            for number in sorted(numbers)
        ]
        if rows:
            await self._connection.execute_many(insert_if_new(rating_standings, self._connection.dialect), rows)

    async def _save(self, rules: str, after: Mapping[str, Rating]) -> None:
        rows: list[Values] = [
            {
                "player_id": player,
                "rules": rules,
                "mu": rating.mu,
                "sigma": rating.sigma,
                "games": rating.games,
                "rated_at": rating.rated_at,
            }
            for player, rating in sorted(after.items())
        ]
        points = [
            {"player": player, "under_rules": rules, "new_points": rating.points if rating.is_ranked else None}
            for player, rating in sorted(after.items())
        ]
        if rows:
            await self._connection.execute_many(upsert(ratings, self._connection.dialect, tuple(rows[0])), rows)
            await self._connection.execute_many(_SET_POINTS, points)


def _may_be(row: Row, other: Player) -> bool:
    """Whether a meeting was, or may have been, with a player; see `RatingRepository.meetings`."""
    if row.other_id is None:
        return other.first_seen_at is not None and bool(row.at < other.first_seen_at)
    return bool(row.other_id == other.id)


def _rating_from(row: Row) -> Rating:
    return Rating(row.mu, row.sigma, row.games, row.rated_at)


def _player_values(game: RatedGame, number: int) -> Values:
    one = game.players[number]
    before = one.before.at_time(game.ended_at)
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
