"""The repository of results, with the sums that statistics are read from."""

from collections import Counter
from collections.abc import Iterable, Sequence

from sqlalchemy import bindparam, delete, select

from bot.model.leaderboards import Period, Scope, Tally
from bot.model.player_records import Count, PlayerRecord, RulesRecord, ordered
from bot.model.results import Result
from bot.persistence.connection import Row
from bot.persistence.repositories import record_mapping
from bot.persistence.repositories.base import Repository, unindexed
from bot.persistence.repositories.marks import MarkRepository
from bot.persistence.repositories.ratings import RatingRepository
from bot.persistence.repositories.sums import Sums, UnrankedKind
from bot.persistence.tables.records import leaderboards, results, standings, unranked_games
from bot.persistence.upserts import insert_numbered_if_new
from core.game.boards import Outcome
from core.game.sides import Level, SideOutcome

_OF_PLAYER = results.c.player_id == bindparam("player")
_OF = select(results).where(_OF_PLAYER).order_by(results.c.sequence)
_LAST_GAME = (
    select(results.c.game_id)
    .where(_OF_PLAYER, results.c.room_id == bindparam("room"))
    .order_by(results.c.sequence.desc())
    .limit(1)
)
_FORGET = delete(results).where(_OF_PLAYER)

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
                insert_numbered_if_new(results, self._connection.dialect), record_mapping.result_values(result)
            )
            == 1
        )

    async def of(self, player: str) -> Sequence[Result]:
        """All results of a player, in the order in which they were stored."""
        return [record_mapping.result_from(row) for row in await self._connection.fetch_all(_OF, {"player": player})]

    async def last_game(self, room: str, player: str) -> str | None:
        """The id of the last game of a room with a result for a player, None if there is none."""
        row = await self._connection.fetch_one(_LAST_GAME, {"room": room, "player": player})
        return row.game_id if row else None

    async def record(self, player: str) -> PlayerRecord:
        """The sums of a player's results."""
        alone = await self._connection.fetch_all(_ALONE, {"player": player})
        unranked = await self._connection.fetch_all(_UNRANKED, {"player": player})
        tallies = {row.rules: record_mapping.tally_from(row) for row in alone}
        by_rules = {rules: [row for row in unranked if row.rules == rules] for rules in {row.rules for row in unranked}}
        return ordered(
            {
                rules: _rules_record(tallies.get(rules, Tally()), by_rules.get(rules, ()))
                for rules in {*tallies, *by_rules}
            }
        )

    async def forget(self, player: str) -> None:
        """Delete a player's results, their sums and their ratings.

        Leaderboards still count the games in the mean of all players, and the ratings of others stay as they are.
        """
        await Sums(self._connection).forget(player)
        await RatingRepository(self._connection).forget(player)
        await MarkRepository(self._connection).forget(player)
        await self._connection.execute(_FORGET, {"player": player})


def _rules_record(alone: Tally, unranked: Sequence[Row]) -> RulesRecord:
    """The record of a player under some rules, from rows of `unranked_games`."""
    against: dict[Level, Counter[SideOutcome]] = {}
    for row in unranked:
        if row.kind == UnrankedKind.DUEL and row.level:
            against.setdefault(Level(row.level), Counter())[SideOutcome(row.outcome)] = row.games
    return RulesRecord(
        alone,
        _count(unranked, UnrankedKind.ASSISTED),
        _count(unranked, UnrankedKind.TOGETHER),
        _count(unranked, UnrankedKind.HOSTED),
        {SideOutcome(row.outcome): row.games for row in unranked if row.kind == UnrankedKind.DUEL and not row.level},
        against,
    )


def _count(unranked: Sequence[Row], kind: UnrankedKind) -> Count:
    rows = [row for row in unranked if row.kind == kind]
    solved = [row for row in rows if row.outcome == Outcome.SOLVED]
    return Count(sum(row.games for row in rows), sum(row.games for row in solved), sum(row.guesses for row in solved))
