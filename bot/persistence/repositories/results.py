"""The repositories of results, with the sums that statistics are read from, and of their marks: skill and luck."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from itertools import groupby

from sqlalchemy import bindparam, delete, select, update

from bot.model.records import Count, Period, PlayerRecord, RaceCount, RulesRecord, Scope, Tally
from bot.model.results import DueMarks, MarkedMonth, MarkSum, Result
from bot.persistence.connection import Repository, Row, due_queries, insert_numbered_if_new, unindexed, upsert_sums
from bot.persistence.repositories.ratings import RatingRepository
from bot.persistence.repositories.sums import Sums, UnrankedKind, result_from, result_values, tally_from
from bot.persistence.tables.records import leaderboards, mark_months, results, standings, unranked_games
from core.game.boards import Outcome
from core.game.sides import Level, SideOutcome

_OF_PLAYER = results.c.player_id == bindparam("player")
_OF = select(results).where(_OF_PLAYER).order_by(results.c.sequence)
_LAST = select(results).where(_OF_PLAYER).order_by(results.c.sequence.desc()).limit(bindparam("most"))
_DELETE = delete(results).where(_OF_PLAYER)

_ALONE = (
    select(leaderboards.c.rules, standings)
    .join_from(standings, leaderboards, leaderboards.c.id == standings.c.leaderboard_id)
    .where(
        standings.c.player_id == bindparam("player"),
        unindexed(leaderboards.c.scope) == Scope.EVERYWHERE.value,
        unindexed(leaderboards.c.period) == Period.ALL.value,
    )
    .order_by(standings.c.games.desc(), leaderboards.c.rules)
)
_UNRANKED = select(unranked_games).where(unranked_games.c.player_id == bindparam("player"))


class ResultRepository(Repository):
    """How games ended, one result for each player.

    Their sums are in tables of their own.
    """

    async def add(self, results: Iterable[Result]) -> Sequence[Result]:
        """Store results, at most one for each player of a game. Results that are already stored are ignored.

        The players are locked: no other unit of work changes their results or ratings before this one ends.

        Returns:
            The results that were not stored before.
        """
        if not (some := list(results)):
            return ()
        sums = Sums(self._connection)
        await sums.lock({result.player for result in some})
        added = [result for result in some if await self._insert_result(result)]
        await sums.add(added)
        return added

    async def _insert_result(self, result: Result) -> bool:
        return (
            await self._connection.execute(
                insert_numbered_if_new(results, self._connection.dialect), result_values(result)
            )
            == 1
        )

    async def of_player(self, player: str) -> Sequence[Result]:
        """All results of a player, in the order in which they were stored."""
        return [result_from(row) for row in await self._connection.fetch_all(_OF, {"player": player})]

    async def last(self, player: str, most: int) -> Sequence[Result]:
        """The last results of a player in all rooms, newest first, at most `most`."""
        return [result_from(row) for row in await self._connection.fetch_all(_LAST, {"player": player, "most": most})]

    async def record(self, player: str) -> PlayerRecord:
        """The sums of a player's results."""
        alone = await self._connection.fetch_all(_ALONE, {"player": player})
        unranked = await self._connection.fetch_all(_UNRANKED, {"player": player})
        tallies = {row.rules: tally_from(row) for row in alone}
        by_rules = {rules: [row for row in unranked if row.rules == rules] for rules in {row.rules for row in unranked}}
        return PlayerRecord.sorted_by_games(
            {
                rules: _rules_record(tallies.get(rules, Tally()), by_rules.get(rules, ()))
                for rules in {*tallies, *by_rules}
            }
        )

    async def delete_player(self, player: str) -> None:
        """Delete a player's results, their sums and their ratings.

        The ratings of others stay as they are.
        """
        await Sums(self._connection).delete_player(player)
        await RatingRepository(self._connection).delete_player(player)
        await MarkRepository(self._connection).delete_player(player)
        await self._connection.execute(_DELETE, {"player": player})


def _rules_record(alone: Tally, unranked: Sequence[Row]) -> RulesRecord:
    """The record of a player under some rules, from rows of `unranked_games`."""
    against: dict[Level, Counter[SideOutcome]] = {}
    for row in unranked:
        if row.kind == UnrankedKind.DUEL and row.level:
            against.setdefault(Level(row.level), Counter())[SideOutcome(row.outcome)] = row.games
    return RulesRecord(
        alone,
        _count(unranked, UnrankedKind.ALONE),
        _count(unranked, UnrankedKind.TOGETHER),
        _race_count([row for row in unranked if row.kind == UnrankedKind.RACE]),
        _count(unranked, UnrankedKind.HOSTED),
        {SideOutcome(row.outcome): row.games for row in unranked if row.kind == UnrankedKind.DUEL and not row.level},
        against,
    )


def _race_count(rows: Sequence[Row]) -> RaceCount:
    won = sum(row.games for row in rows if row.outcome == SideOutcome.WON)
    return RaceCount(sum(row.games for row in rows), won, sum(row.places for row in rows))


def _count(unranked: Sequence[Row], kind: UnrankedKind) -> Count:
    rows = [row for row in unranked if row.kind == kind]
    solved = [row for row in rows if row.outcome == Outcome.SOLVED]
    return Count(sum(row.games for row in rows), sum(row.games for row in solved), sum(row.guesses for row in solved))


_SUMS = ("games", "skill", "exact", "lucky_games", "luck")


_DUE = due_queries(select(results.c.game_id, results.c.player_id, results.c.mark_at), results.c.mark_at)

_ONE = (results.c.game_id == bindparam("game"), results.c.player_id == bindparam("player"))
_GET = select(results).where(*_ONE)
_PUT_OFF = update(results).where(*_ONE, results.c.mark_at == bindparam("stored"))
_MARKED = update(results).where(*_ONE).values(mark_at=None)
_MONTHS_OF_PLAYER = mark_months.c.player_id == bindparam("player")
_MONTHS = select(mark_months).where(_MONTHS_OF_PLAYER).order_by(mark_months.c.rules, mark_months.c.month)
_DELETE_MONTHS = delete(mark_months).where(_MONTHS_OF_PLAYER)


class MarkRepository(Repository):
    """When results are to be marked, and the sums of their marks by month.

    `ResultRepository.add` stores that results are due.
    """

    async def due(self, now: datetime, latest: datetime, most: int) -> Sequence[DueMarks]:
        """At most about `most` results to be marked now, those that have waited longest first.

        Results to be marked after `latest` are included, because their time was stored by a wrong clock.
        """
        return [DueMarks(row.game_id, row.player_id, row.mark_at) for row in await self._due(_DUE, now, latest, most)]

    async def put_off(self, due: DueMarks, at: datetime) -> bool:
        """Store that a result is to be marked at another time; False if the stored time has changed since."""
        parameters = {"game": due.game, "player": due.player, "stored": due.mark_at, "mark_at": at}
        return await self._connection.execute(_PUT_OFF, parameters) == 1

    async def save(self, due: DueMarks, marks: MarkSum | None) -> bool:
        """Count the marks of a result that is to be marked, None if it gets none.

        Returns:
            Whether they were counted. They are not if the result is no longer to be marked.
        """
        await Sums(self._connection).lock([due.player])
        key = {"game": due.game, "player": due.player}
        row = await self._connection.fetch_one(_GET, key)
        if row is None or row.mark_at is None:
            return False
        await self._connection.execute(_MARKED, key)
        if marks:
            month = {"player_id": due.player, "rules": row.rules, "month": row.ended_at.date().replace(day=1)}
            await self._connection.execute_many(
                upsert_sums(mark_months, self._connection.dialect, _SUMS), [{**month, **asdict(marks)}]
            )
        return True

    async def months(self, player: str) -> Mapping[str, Sequence[MarkedMonth]]:
        """The marks of a player by rules and month, in the order of the months."""
        rows = await self._connection.fetch_all(_MONTHS, {"player": player})
        return {
            rules: [MarkedMonth(row.month, mark_sum_from(row)) for row in months]
            for rules, months in groupby(rows, lambda row: str(row.rules))
        }

    async def delete_player(self, player: str) -> None:
        """Remove the sums of a player's marks."""
        await self._connection.execute(_DELETE_MONTHS, {"player": player})


def mark_sum_from(row: Row) -> MarkSum:
    """The sum in the columns of a row."""
    return MarkSum(*(int(getattr(row, name)) for name in _SUMS))
