"""The repositories of the daily and its summaries."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict

from bot.model.daily import DailyGame, DailyHashChain, SummaryPlan, day_start, is_counted
from bot.model.records import UnrankedGameCount, most_played_first
from bot.persistence.connection import Repository, Row, Values, queries_for_due_rows
from bot.persistence.repositories.game_mapping import pack_history, unpack_turns
from bot.persistence.repositories.messages import message_from_row
from bot.persistence.tables.records import (
    daily_chains,
    daily_games,
    daily_hashes,
    daily_links,
    daily_shares,
    room_streak_days,
    streak_days,
    summary_plans,
    void_days,
)
from core.game.boards import Board, Outcome
from core.game.rules import Rules

_COVERING = (
    sa.select(daily_chains)
    .where(daily_chains.c.first_day <= sa.bindparam("day"), daily_chains.c.last_day >= sa.bindparam("day"))
    .order_by(daily_chains.c.first_day)
    .limit(1)
)
_FIRST = (
    sa.select(daily_chains)
    .where(daily_chains.c.first_day <= sa.bindparam("latest"))
    .order_by(daily_chains.c.first_day)
    .limit(1)
)
_NEXT_LINK = (
    sa.select(daily_links)
    .where(daily_links.c.first_day == sa.bindparam("first_day"), daily_links.c.number >= sa.bindparam("number"))
    .order_by(daily_links.c.number)
    .limit(1)
)
_ADD_LINK = sa.insert(daily_links)


class DailyHashChainRepository(Repository):
    """The chains of keys. A chain lasts for forty years."""

    async def covering(self, day: date) -> DailyHashChain | None:
        """The chain that has a key for a day, the one that starts first if there are several; None if there is none."""
        return _chain_or_none(await self._connection.fetch_one(_COVERING, {"day": day}))

    async def first(self) -> DailyHashChain | None:
        """The chain that starts first, None if there is none."""
        return _chain_or_none(await self._connection.fetch_one(_FIRST, {"latest": date.max}))

    async def add(self, chain: DailyHashChain, links: Mapping[int, str]) -> bool:
        """Store a chain with some of its links by number, among them the last.

        Returns:
            Whether it was stored. It is not if another chain starts on the same day.
        """
        values = {"first_day": chain.first_day, "last_day": chain.last_day, "anchor": chain.anchor}
        if not await self._insert_if_new(daily_chains, **values):
            return False
        rows = [{"first_day": chain.first_day, "number": number, "link": link} for number, link in links.items()]
        await self._connection.execute_many(_ADD_LINK, rows)
        return True

    async def link_at_or_after(self, chain: DailyHashChain, number: int) -> tuple[int, str]:
        """The stored link with the lowest number that is not below `number`, preceded by its number."""
        row = await self._row(_NEXT_LINK, {"first_day": chain.first_day, "number": number})
        return row.number, row.link


def _chain_or_none(row: Row | None) -> DailyHashChain | None:
    return DailyHashChain(row.first_day, row.last_day, row.anchor) if row else None


_OF_PLAYER = daily_games.c.player_id == sa.bindparam("player")
_OF_DAY = (_OF_PLAYER, daily_games.c.day == sa.bindparam("on"), daily_games.c.rules == sa.bindparam("under"))
_GET = sa.select(daily_games).where(*_OF_DAY).with_for_update()
_CHANGE = sa.update(daily_games).where(*_OF_DAY)
_OF = (
    sa.select(daily_games)
    .where(_OF_PLAYER, daily_games.c.day.between(sa.bindparam("first"), sa.bindparam("last")))
    .order_by(daily_games.c.day, daily_games.c.rules)
)
_RUNNING = sa.select(daily_games).where(
    _OF_PLAYER, daily_games.c.day.between(sa.bindparam("first"), sa.bindparam("last")), daily_games.c.ended_at.is_(None)
)
_ENDED = sa.select(
    daily_games.c.rules,
    daily_games.c.day,
    daily_games.c.started_at,
    daily_games.c.ended_at,
    daily_games.c.outcome,
    daily_games.c.turns,
).where(_OF_PLAYER, daily_games.c.ended_at.is_not(None))
_LAST = sa.select(daily_games).where(_OF_PLAYER).order_by(daily_games.c.day.desc()).limit(sa.bindparam("most"))
_IN_ROOM = (
    sa.select(daily_games)
    .where(
        daily_games.c.room_id == sa.bindparam("room"),
        daily_games.c.day.between(sa.bindparam("first"), sa.bindparam("last")),
    )
    .order_by(daily_games.c.day, daily_games.c.rules, daily_games.c.player_id)
)
_ON_CARDS = (
    sa.select(daily_games)
    .join_from(
        daily_shares,
        daily_games,
        sa.and_(
            daily_games.c.player_id == daily_shares.c.player_id,
            daily_games.c.day == daily_shares.c.day,
            daily_games.c.rules == daily_shares.c.rules,
        ),
    )
    .where(
        daily_shares.c.room_id == sa.bindparam("room"),
        daily_shares.c.day.between(sa.bindparam("first"), sa.bindparam("last")),
    )
    .order_by(daily_shares.c.day, daily_shares.c.rules, daily_shares.c.player_id)
)
_SHARES_OF_GAME = (
    daily_shares.c.player_id == sa.bindparam("player"),
    daily_shares.c.day == sa.bindparam("on"),
    daily_shares.c.rules == sa.bindparam("under"),
)
_CARD_ROOMS = sa.select(daily_shares.c.room_id).where(*_SHARES_OF_GAME)
_IS_SHARED = sa.select(daily_shares.c.day).where(*_SHARES_OF_GAME, daily_shares.c.room_id == sa.bindparam("room"))
_OPEN = (
    sa.select(daily_games.c.player_id)
    .where(
        daily_games.c.room_id == sa.bindparam("room"),
        daily_games.c.day == sa.bindparam("on"),
        daily_games.c.ended_at.is_(None),
        daily_games.c.started_at < sa.bindparam("next_day"),
    )
    .limit(1)
)
_HASH = sa.select(daily_hashes).where(
    daily_hashes.c.day == sa.bindparam("day"), daily_hashes.c.hash == sa.bindparam("hash")
)


class DailyGameRepository(Repository):
    """The games of the daily, one for each player, day and rules."""

    async def get(self, player: str, day: date, rules: Rules) -> DailyGame | None:
        """A player's game, None if there is none. It is locked until the unit of work ends."""
        row = await self._connection.fetch_one(_GET, {"player": player, "on": day, "under": str(rules)})
        return _game_from(row) if row else None

    async def add(self, game: DailyGame) -> bool:
        """Store a new game.

        Returns:
            Whether it was stored. It is not if the player has a game of that day and rules.
        """
        return await self._insert_if_new(
            daily_games,
            **_key(game),
            room_id=game.room,
            tries=game.board.tries,
            started_at=game.started_at,
            **_changing_values(game),
        )

    async def update(self, game: DailyGame) -> None:
        """Store a game that has changed."""
        await self._connection.execute(_CHANGE, {**_parameters(game), **_changing_values(game)})

    async def of_player(self, player: str, first: date, last: date) -> Sequence[DailyGame]:
        """A player's games of the days from `first` to `last`, in the order of the days."""
        return await self._games(_OF, player=player, first=first, last=last)

    async def running(self, player: str, first: date, last: date) -> Sequence[DailyGame]:
        """A player's running games of the days from `first` to `last`."""
        return await self._games(_RUNNING, player=player, first=first, last=last)

    async def last(self, player: str, most: int) -> Sequence[DailyGame]:
        """A player's games of the last days, at most `most`."""
        return await self._games(_LAST, player=player, most=most)

    async def counts_by_rules(self, player: str) -> Mapping[str, UnrankedGameCount]:
        """The games of a player that count, by rules, the most played first."""
        counts: dict[str, UnrankedGameCount] = {}
        for row in await self._connection.fetch_all(_ENDED, {"player": player}):
            if is_counted(row.day, row.started_at, row.ended_at):
                is_solved = row.outcome == Outcome.SOLVED
                guesses = row.turns.count(",") + 1 if is_solved else 0
                counts[row.rules] = counts.get(row.rules, UnrankedGameCount()) + UnrankedGameCount(
                    1, int(is_solved), guesses
                )
        return most_played_first(counts)

    async def of_room(self, room: str, first: date, last: date) -> Sequence[DailyGame]:
        """The games of these days that were started in a room or are on its cards, in the order of the days."""
        started = await self._games(_IN_ROOM, room=room, first=first, last=last)
        on_cards = await self.on_cards(room, first, last)
        games = {(game.day, str(game.rules), game.player): game for game in (*started, *on_cards)}
        return [games[key] for key in sorted(games)]

    async def on_cards(self, room: str, first: date, last: date) -> Sequence[DailyGame]:
        """The games on the cards of a room of the days from `first` to `last`."""
        return await self._games(_ON_CARDS, room=room, first=first, last=last)

    async def _games(self, query: sa.Select[Any], **parameters: object) -> Sequence[DailyGame]:
        return [_game_from(row) for row in await self._connection.fetch_all(query, parameters)]

    async def card_rooms(self, game: DailyGame) -> Sequence[str]:
        """The ids of the rooms on whose cards a game is."""
        return [row.room_id for row in await self._connection.fetch_all(_CARD_ROOMS, _parameters(game))]

    async def add_to_card(self, game: DailyGame, room: str, at: datetime) -> bool:
        """Store that a game is on the card of a room; returns False if that is stored already."""
        return await self._insert_if_new(daily_shares, **_key(game), room_id=room, shared_at=at)

    async def is_on_card(self, game: DailyGame, room: str) -> bool:
        """Whether a game is on the card of a room."""
        return await self._connection.fetch_one(_IS_SHARED, {**_parameters(game), "room": room}) is not None

    async def has_game_still_counting(self, room: str, day: date) -> bool:
        """Whether a game that was started on this day in a room still runs and can count."""
        next_day = day_start(day + timedelta(days=1))
        return await self._connection.fetch_one(_OPEN, {"room": room, "on": day, "next_day": next_day}) is not None

    async def add_person_hash(self, day: date, hashed: str) -> bool:
        """Store a keyed hash of a day; returns False if it is stored already."""
        return await self._insert_if_new(daily_hashes, day=day, hash=hashed)

    async def has_person_hash(self, day: date, hashed: str) -> bool:
        """Whether a keyed hash of a day is stored."""
        return await self._connection.fetch_one(_HASH, {"day": day, "hash": hashed}) is not None


_DAYS_OF_PLAYER = sa.select(streak_days.c.day).where(streak_days.c.player_id == sa.bindparam("player"))
_DAYS_OF_ROOM = sa.select(room_streak_days.c.day).where(room_streak_days.c.room_id == sa.bindparam("room"))
_VOID = sa.select(void_days.c.day).where(void_days.c.day >= sa.bindparam("earliest"))
_REMOVE_VOID = sa.delete(void_days).where(void_days.c.day == sa.bindparam("day"))


class StreakDayRepository(Repository):
    """The days that count for streaks."""

    async def add_solved(self, player: str, room: str, day: date) -> None:
        """Store that a player solved a daily in time; `room` is where the game was started or shared."""
        await self._insert_if_new(streak_days, player_id=player, day=day)
        await self._insert_if_new(room_streak_days, room_id=room, day=day)

    async def of_player(self, player: str) -> frozenset[date]:
        """The days on which a player solved a daily in time."""
        rows = await self._connection.fetch_all(_DAYS_OF_PLAYER, {"player": player})
        return frozenset(row.day for row in rows)

    async def of_room(self, room: str) -> frozenset[date]:
        """The days for which somebody solved a daily in time that was started or shared in a room."""
        rows = await self._connection.fetch_all(_DAYS_OF_ROOM, {"room": room})
        return frozenset(row.day for row in rows)

    async def add_void(self, day: date) -> bool:
        """Make a day void, so that missing it ends no streak; returns False if it was void before."""
        return await self._insert_if_new(void_days, day=day)

    async def remove_void(self, day: date) -> bool:
        """Make a void day ordinary again; returns False if it was not void."""
        return await self._connection.execute(_REMOVE_VOID, {"day": day}) == 1

    async def void_days(self) -> frozenset[date]:
        """The void days."""
        rows = await self._connection.fetch_all(_VOID, {"earliest": date.min})
        return frozenset(row.day for row in rows)


def _key(game: DailyGame) -> Values:
    """The columns of the primary key."""
    return {"player_id": game.player, "day": game.day, "rules": str(game.rules)}


def _parameters(game: DailyGame) -> Values:
    """The parameters that find a game."""
    return {"player": game.player, "on": game.day, "under": str(game.rules)}


def _changing_values(game: DailyGame) -> Values:
    """The columns that moves change."""
    return {
        "turns": pack_history(game.board.turns),
        "given_up": game.board.given_up,
        "outcome": game.board.outcome,
        "ended_at": game.ended_at,
    }


def _game_from(row: Row) -> DailyGame:
    player, rules = row.player_id, Rules.parse(row.rules)
    turns, given_up_by = unpack_turns(row.turns, player), player if row.given_up else None
    board = Board(rules, (), row.tries, player, turns, row.given_up, given_up_by)
    return DailyGame(row.room_id, row.day, board, row.started_at, row.ended_at)


_OF_ROOM = summary_plans.c.room_id == sa.bindparam("room")
_PLAN = sa.select(summary_plans).where(_OF_ROOM).with_for_update()
_CHANGE_PLAN = sa.update(summary_plans).where(_OF_ROOM)
_IS_LATER = sa.or_(summary_plans.c.check_at.is_(None), summary_plans.c.check_at > sa.bindparam("at"))
_SCHEDULE = _CHANGE_PLAN.where(_IS_LATER).values(check_at=sa.bindparam("at"))
_SCHEDULE_CARDS = (
    sa.update(summary_plans)
    .where(
        summary_plans.c.room_id.in_(
            sa.select(daily_shares.c.room_id).where(
                daily_shares.c.player_id == sa.bindparam("player"), daily_shares.c.day >= sa.bindparam("first")
            )
        ),
        _IS_LATER,
    )
    .values(check_at=sa.bindparam("at"))
)
_PLAN_COLUMNS = ("check_at", "told", "week", "day", "posted_at", "posts", "shown", "message_day")


_DUE = queries_for_due_rows(sa.select(summary_plans.c.room_id), summary_plans.c.check_at)


class SummaryPlanRepository(Repository):
    """The plans of the rooms where a daily was played."""

    async def check_no_later_than(self, room: str, at: datetime) -> None:
        """Let a room be checked at a time, unless an earlier check is scheduled."""
        if not await self._insert_if_new(summary_plans, room_id=room, check_at=at, posts=0):
            await self._connection.execute(_SCHEDULE, {"room": room, "at": at})

    async def set_next_check(self, room: str, at: datetime) -> None:
        """Store when a room is to be checked next."""
        await self._connection.execute(_CHANGE_PLAN, {"room": room, "check_at": at})

    async def schedule_card_checks(self, player: str, first: date, at: datetime) -> None:
        """Let the rooms be checked at a time on whose cards a player's games since a day are."""
        await self._connection.execute(_SCHEDULE_CARDS, {"player": player, "first": first, "at": at})

    async def due(self, now: datetime, latest_plausible: datetime, most: int) -> Sequence[str]:
        """The ids of at most about `most` rooms to be checked now.

        Rooms to be checked after `latest_plausible` are included, because their time was stored by a wrong clock.
        """
        return [row.room_id for row in await self._due(_DUE, now, latest_plausible, most)]

    async def get(self, room: str) -> SummaryPlan | None:
        """The plan of a room, None if there is none. It is locked until the unit of work ends."""
        row = await self._connection.fetch_one(_PLAN, {"room": room})
        if row is None:
            return None
        values = {name: getattr(row, name) for name in _PLAN_COLUMNS}
        return SummaryPlan(room, message=message_from_row(row), **values)

    async def update(self, plan: SummaryPlan) -> None:
        """Store a plan that was read."""
        values = {name: getattr(plan, name) for name in _PLAN_COLUMNS}
        place = asdict(plan.message) if plan.message else {"channel": None, "message": None}
        await self._connection.execute(_CHANGE_PLAN, {"room": plan.room, **values, **place})
