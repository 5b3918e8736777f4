"""The sums that are updated when a result is stored: standings, totals of leaderboards, counts of unranked games."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from datetime import tzinfo
from enum import StrEnum
from typing import TypeAlias

import sqlalchemy as sa

from bot.model.records import (
    MIN_GAMES,
    LeaderboardKey,
    Period,
    ResultOrRatedGame,
    Scope,
    Tally,
    leaderboard_keys,
    ranked_average,
)
from bot.model.results import Result, can_be_marked
from bot.model.rooms import RoomKey
from bot.persistence.connection import Repository, Row, Values, insert_if_new, upsert, upsert_sums
from bot.persistence.repositories.rooms import RoomRepository, RoomSettingsRepository
from bot.persistence.tables.games import players
from bot.persistence.tables.records import leaderboards, standings, unranked_games
from core.game.any_game import GameKind
from core.game.boards import Outcome
from core.game.policy import read_rules_and_items, typical_average
from core.game.sides import Level, OutcomeForSide

NOBODY = ""
"""A player id that no player has."""

_Tallies: TypeAlias = Mapping[LeaderboardKey, tuple[int, Tally, bool]]
"""The id of each leaderboard, the tally of one player on it, and whether the player is hidden."""

_TALLIES = (
    sa.select(
        leaderboards.c.id,
        leaderboards.c.scope,
        leaderboards.c.place,
        leaderboards.c.rules,
        leaderboards.c.period,
        leaderboards.c.first_day,
        standings.c.games,
        standings.c.solved,
        standings.c.cost,
        standings.c.streak,
        standings.c.best_streak,
        standings.c.distribution,
        sa.select(players.c.hidden).where(players.c.id == sa.bindparam("player")).scalar_subquery().label("hidden"),
    )
    .outerjoin(
        standings, (standings.c.leaderboard_id == leaderboards.c.id) & (standings.c.player_id == sa.bindparam("player"))
    )
    .where(
        leaderboards.c.rules == sa.bindparam("rules"),
        leaderboards.c.place.in_([sa.bindparam(scope.value, type_=sa.String()) for scope in Scope]),
        leaderboards.c.first_day.in_([sa.bindparam(period.value, type_=sa.Date()) for period in Period]),
    )
)
"""The leaderboards of some places that start on some days, with a player's tallies. The result can include other
combinations of places and days than those that are wanted.
"""

_LOCK = sa.select(sa.func.pg_advisory_xact_lock(sa.bindparam("player")))

_DELETE_STANDINGS = sa.delete(standings).where(standings.c.player_id == sa.bindparam("player"))
_DELETE_UNRANKED = sa.delete(unranked_games).where(unranked_games.c.player_id == sa.bindparam("player"))


class UnrankedKind(StrEnum):
    """How results that are not ranked are counted."""

    ALONE = "alone"
    TOGETHER = "together"
    RACE = "race"
    DUEL = "duel"
    HOSTED = "hosted"

    @classmethod
    def for_result(cls, result: Result) -> "UnrankedKind":
        """How a result is counted that is not ranked."""
        if isinstance(result.outcome, OutcomeForSide):
            return cls.DUEL
        if result.hosted:
            return cls.HOSTED
        if result.place is not None:
            return cls.RACE
        return cls.ALONE if result.kind in {GameKind.SOLO, GameKind.RACE} else cls.TOGETHER


def unranked_values(result: Result) -> Values:
    """The row of `unranked_games` that counts one result, which is not ranked."""
    outcome = result.outcome
    if result.place is not None:
        outcome = OutcomeForSide.WON if result.place == 1 and result.is_solved_unassisted else OutcomeForSide.LOST
    return {
        "player_id": result.player,
        "rules": result.rules,
        "kind": UnrankedKind.for_result(result).value,
        "level": result.level.value if result.level else "",
        "outcome": outcome.value,
        "games": 1,
        "guesses": result.guesses if result.hosted else 0,
        "places": result.place or 0,
    }


class Sums(Repository):
    """Updates the sums of results that are stored in the same transaction.

    A tally is read, changed and written. So that two transactions do not do this for one player at the same time, each
    locks the player. On PostgreSQL this is an advisory lock: locking the player's row could cause a deadlock, because
    another transaction may have locked it before it waits for a game. SQLite has only one writer.
    """

    async def add(self, results: Sequence[Result]) -> None:
        """Count results that were not stored before. Their players must be locked."""
        found = {room: await self._room(room) for room in {result.room for result in results if result.ranked}}
        for result in results:
            await asyncio.sleep(0)  # SQLite's statements run in the event loop's thread; many results take long
            if result.ranked:
                await self._add_ranked(result, *found[result.room])
            else:
                await self._add_unranked(result)

    async def get_or_add_leaderboards(self, counted: ResultOrRatedGame) -> Sequence[int]:
        """The ids of the leaderboards that count a result or rated game. New leaderboards are stored."""
        keys = list(leaderboard_keys(counted, *await self._room(counted.room)))
        return [number for number, *_ in (await self._with_leaderboards(NOBODY, keys)).values()]

    async def delete_player(self, player: str) -> None:
        """Remove the sums of a player."""
        await self.lock([player])
        for statement in (_DELETE_STANDINGS, _DELETE_UNRANKED):
            await self._connection.execute(statement, {"player": player})

    async def lock(self, players: Iterable[str]) -> None:
        """Lock players: no other transaction counts their results until this one ends."""
        if self._connection.dialect == "postgresql":
            for key in sorted(int.from_bytes(player.encode()[-7:]) for player in players):
                await self._connection.fetch_one(_LOCK, {"player": key})

    async def _room(self, room: str) -> tuple[RoomKey, tzinfo]:
        """The key of a room and its time zone."""
        key = await RoomRepository(self._connection).key_of(room)
        return key, (await RoomSettingsRepository(self._connection).get(key)).zone

    async def _add_ranked(self, result: Result, room: RoomKey, zone: tzinfo) -> None:
        """Add a result to the player's standings."""
        tallies = await self._with_leaderboards(result.player, list(leaderboard_keys(result, room, zone)))
        rows = [
            {
                "player_id": result.player,
                "leaderboard_id": number,
                "hidden": hidden,
                **tally_values(tally.plus(result), result.rules),
            }
            for number, tally, hidden in sorted(
                tallies.values(), key=lambda found: found[0]
            )  # always in this order: no deadlocks
        ]
        await self._connection.execute_many(upsert(standings, self._connection.dialect, tuple(rows[0])), rows)

    async def _with_leaderboards(self, player: str, keys: Sequence[LeaderboardKey]) -> _Tallies:
        """The tallies of a player on these leaderboards, which are stored if they are new."""
        tallies = await self._tallies(player, keys)
        if missing := [key for key in keys if key not in tallies]:
            rows = [{**leaderboard_values(key), "end": key.period.first_day_after(key.first_day)} for key in missing]
            await self._connection.execute_many(insert_if_new(leaderboards, self._connection.dialect), rows)
            tallies = await self._tallies(player, keys)
        return tallies

    async def _tallies(self, player: str, keys: Sequence[LeaderboardKey]) -> _Tallies:
        days = {key.period.value: key.first_day for key in keys}
        places = {key.scope.value: key.place for key in keys}
        rows = await self._connection.fetch_all(_TALLIES, {"player": player, "rules": keys[0].rules, **places, **days})
        found = {
            LeaderboardKey(Scope(row.scope), row.place, row.rules, Period(row.period), row.first_day): (
                row.id,
                Tally() if row.games is None else tally_from_row(row),
                row.hidden,
            )
            for row in rows
        }
        return {key: found[key] for key in keys if key in found}

    async def _add_unranked(self, result: Result) -> None:
        add = upsert_sums(unranked_games, self._connection.dialect, ("games", "guesses", "places"))
        await self._connection.execute(add, unranked_values(result))


def results_table_row(result: Result) -> Values:
    """The row of a result."""
    return {
        "game_id": result.game,
        "player_id": result.player,
        "room_id": result.room,
        "rules": result.rules,
        "outcome": result.outcome.value,
        "guesses": result.guesses,
        "tries": result.tries,
        "kind": result.kind.value,
        "ranked": result.ranked,
        "assisted": result.assisted,
        "level": result.level.value if result.level else None,
        "hosted": result.hosted,
        "place": result.place,
        "ended_at": result.ended_at,
        "mark_at": result.ended_at if can_be_marked(result) else None,
    }


def result_from_row(row: Row) -> Result:
    """A result from its row."""
    return Result(
        game=row.game_id,
        room=row.room_id,
        player=row.player_id,
        rules=row.rules,
        outcome=OutcomeForSide(row.outcome) if row.outcome in set(OutcomeForSide) else Outcome(row.outcome),
        guesses=row.guesses,
        tries=row.tries,
        kind=GameKind(row.kind),
        ended_at=row.ended_at,
        ranked=row.ranked,
        assisted=row.assisted,
        level=Level(row.level) if row.level else None,
        hosted=row.hosted,
        place=row.place,
    )


def leaderboard_values(key: LeaderboardKey) -> Values:
    """The columns of `leaderboards` that identify a leaderboard."""
    return {
        "scope": key.scope.value,
        "place": key.place,
        "rules": key.rules,
        "period": key.period.value,
        "first_day": key.first_day,
    }


def tally_values(tally: Tally, rules: str) -> Values:
    """The columns of a tally of games under some rules in `standings`."""
    return {
        "games": tally.games,
        "solved": tally.solved,
        "cost": tally.cost,
        "streak": tally.streak,
        "best_streak": tally.best_streak,
        "distribution": ",".join(f"{guesses}:{games}" for guesses, games in tally.distribution.items()),
        "ranked_average": leaderboard_average(tally, rules),
    }


def leaderboard_average(tally: Tally, rules: str) -> float | None:
    """The figure that orders the players with games under some rules, None if they are too few to be ranked."""
    if tally.games < MIN_GAMES:
        return None
    return ranked_average(tally, typical_average(read_rules_and_items(rules)[0]))


def tally_from_row(row: Row) -> Tally:
    """A tally from the columns of a row of `standings`."""
    pairs = (pair.split(":") for pair in row.distribution.split(",") if pair)
    distribution = {int(guesses): int(games) for guesses, games in pairs}
    return Tally(row.games, row.solved, row.cost, distribution, row.streak, row.best_streak)
