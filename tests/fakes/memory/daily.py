"""The daily's repositories in memory."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Protocol

from typing_extensions import override

from bot.model.daily_games import DailyChain, DailyChains, DailyGame, DailyGames, StreakDays
from bot.model.player_records import Count, by_games
from bot.model.rooms import Room, RoomKey
from bot.model.summary_plans import SummaryPlan, SummaryPlans
from core.game.boards import Outcome
from core.game.rules import Rules


class DailyContent(Protocol):
    """What these repositories need of the content of a storage."""

    daily_chains: dict[DailyChain, tuple[tuple[int, str], ...]]
    daily_games: dict[tuple[str, date, str], DailyGame]
    streak_days: dict[tuple[str, date], None]
    void_days: dict[date, None]
    summary_plans: dict[str, SummaryPlan]
    rooms: dict[RoomKey, Room]


class MemoryDailyChains(DailyChains):
    """The chains with their links."""

    def __init__(self, work: DailyContent) -> None:
        self._work = work

    @override
    async def covering(self, day: date) -> DailyChain | None:
        return next((each for each in self._sorted() if each.first_day <= day <= each.last_day), None)

    @override
    async def first(self) -> DailyChain | None:
        return next(iter(self._sorted()), None)

    @override
    async def add(self, chain: DailyChain, links: Mapping[int, str]) -> bool:
        if chain.first_day in {each.first_day for each in self._work.daily_chains}:
            return False
        self._work.daily_chains[chain] = tuple(sorted(links.items()))
        return True

    @override
    async def next_link(self, chain: DailyChain, number: int) -> tuple[int, str]:
        return next(item for item in self._work.daily_chains[chain] if item[0] >= number)

    def _sorted(self) -> list[DailyChain]:
        return sorted(self._work.daily_chains, key=lambda chain: chain.first_day)


class MemoryDailyGames(DailyGames):
    """The games by player, day and rules."""

    def __init__(self, work: DailyContent) -> None:
        self._work = work

    @override
    async def get(self, player: str, day: date, rules: Rules) -> DailyGame | None:
        return self._work.daily_games.get((player, day, str(rules)))

    @override
    async def add(self, game: DailyGame) -> bool:
        key = _key(game)
        if key in self._work.daily_games:
            return False
        self._work.daily_games[key] = _without_secret(game)
        return True

    @override
    async def save(self, game: DailyGame) -> None:
        self._work.daily_games[_key(game)] = _without_secret(game)

    @override
    async def of(self, player: str, first: date, last: date) -> Sequence[DailyGame]:
        keys = sorted(key for key in self._work.daily_games if key[0] == player and first <= key[1] <= last)
        return [self._work.daily_games[key] for key in keys]

    @override
    async def counts(self, player: str) -> Mapping[str, Count]:
        counts: dict[str, Count] = {}
        for game in self._work.daily_games.values():
            if game.player == player and game.is_counted:
                is_solved = game.board.outcome is Outcome.SOLVED
                one = Count(1, int(is_solved), len(game.board.turns) if is_solved else 0)
                counts[str(game.rules)] = counts.get(str(game.rules), Count()) + one
        return by_games(counts)

    @override
    async def of_room(self, room: str, first: date, last: date) -> Sequence[DailyGame]:
        games = (game for game in self._work.daily_games.values() if game.room == room and first <= game.day <= last)
        return sorted(games, key=lambda game: (game.day, str(game.rules), game.player))

    @override
    async def any_open(self, room: str, day: date) -> bool:
        games = (game for game in self._work.daily_games.values() if (game.room, game.day) == (room, day))
        return any(game.is_on_day and game.ended_at is None for game in games)


class MemoryStreakDays(StreakDays):
    """The days by the id of a player or of a room, which differ."""

    def __init__(self, work: DailyContent) -> None:
        self._work = work

    @override
    async def add(self, player: str, room: str, day: date) -> None:
        self._work.streak_days |= {(player, day): None, (room, day): None}

    @override
    async def of_player(self, player: str) -> frozenset[date]:
        return frozenset(day for holder, day in self._work.streak_days if holder == player)

    @override
    async def of_room(self, room: str) -> frozenset[date]:
        return await self.of_player(room)

    @override
    async def add_void(self, day: date) -> bool:
        is_new = day not in self._work.void_days
        self._work.void_days[day] = None
        return is_new

    @override
    async def remove_void(self, day: date) -> bool:
        return self._work.void_days.pop(day, False) is None

    @override
    async def void(self) -> frozenset[date]:
        return frozenset(self._work.void_days)


class MemorySummaryPlans(SummaryPlans):
    """The plans by room."""

    def __init__(self, work: DailyContent) -> None:
        self._work = work

    @override
    async def schedule(self, room: str, at: datetime) -> None:
        plan = self._work.summary_plans.get(room, SummaryPlan(room, None))
        self._work.summary_plans[room] = replace(plan, check_at=plan.check_at or at)

    @override
    async def due(self, now: datetime, latest: datetime, most: int) -> Sequence[str]:
        plans = self._work.summary_plans.values()
        return [plan.room for plan in plans if plan.check_at and not now < plan.check_at <= latest][:most]

    @override
    async def get(self, room: str) -> SummaryPlan | None:
        return self._work.summary_plans.get(room)

    @override
    async def save(self, plan: SummaryPlan) -> None:
        self._work.summary_plans[plan.room] = plan

    @override
    async def key(self, room: str) -> RoomKey:
        return next(each.key for each in self._work.rooms.values() if each.id == room)


def _key(game: DailyGame) -> tuple[str, date, str]:
    return game.player, game.day, str(game.rules)


def _without_secret(game: DailyGame) -> DailyGame:
    return replace(game, board=replace(game.board, secret=()))
