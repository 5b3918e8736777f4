"""What a room shows of its dailies: the card of a day, the week and streaks, read from the games."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, timedelta
from zlib import crc32

from msgspec import Struct
from msgspec.structs import astuple

from bot.model.daily import DailyGame, DailyHashChain, SummaryPlan, daily_opening, day_closing
from bot.model.room_settings import RoomSettings
from bot.model.rooms import RoomKey
from bot.persistence.unit_of_work import UnitOfWork
from bot.services.context import CallContext
from core.game.boards import Board
from core.game.codes import Code
from core.game.daily import Streak, compute_streak, daily_code, earlier_link, has_daily, keyed_hash
from core.game.hidden import HiddenCode, HiddenText, reveal
from core.game.policy import UNSOLVED_COST
from core.game.rules import Rules

_DAY = timedelta(days=1)
_DAYS = 7

_LEAST_DAYS, _LEAST_PLAYERS = 3, 2
"""A winner is named if so many people have played on so many days each."""


def monday_of(day: date) -> date:
    """The first day of the week of a day."""
    return day - day.weekday() * _DAY


class RoomWeek(Struct, frozen=True):
    """The dailies of a room in the days of a week that are over. Void days cost nobody anything.

    Args:
        rules: the rules that were played most.
        first: the Monday.
        days: the days, without void days.
        solved: the guesses of each game that was solved in time, by the player's id and the day.
        played: the number of days on which each player has guessed, by id; without hidden players.
        names: the names of these players, by id.
        is_final: whether the last day has closed.
        room: the room, None if the week is told there.
        unreachable: the channel for announcements, if the bot cannot write there and the week is told in its room
            instead; else None.
    """

    rules: Rules
    first: date
    days: Sequence[date]
    solved: Mapping[tuple[str, date], int]
    played: Mapping[str, int]
    names: Mapping[str, str]
    is_final: bool
    room: RoomKey | None = None
    unreachable: RoomKey | None = None

    def daily_costs(self, player: str) -> list[int]:
        """What each day has cost a player: the guesses, or `UNSOLVED_COST` if they have not solved it in time."""
        return [self.solved.get((player, day), UNSOLVED_COST) for day in self.days]

    @property
    def ranked_players(self) -> Sequence[tuple[int, str, int]]:
        """The place, the player and the total of each, best first. Equal totals share a place."""
        totals = sorted((sum(self.daily_costs(player)), self.names[player], player) for player in self.played)
        return [(1 + sum(less < total for less, *_ in totals), player, total) for total, _, player in totals]

    @property
    def winner_ids(self) -> Sequence[str]:
        """The players with the lowest total; none if too few have played on enough days."""
        regulars = sum(days >= _LEAST_DAYS for days in self.played.values())
        return [player for place, player, _ in self.ranked_players if place == 1] if regulars >= _LEAST_PLAYERS else []


async def read_week(unit: UnitOfWork, room: str, key: RoomKey, first: date, now: datetime) -> RoomWeek | None:
    """The week of a room from this Monday to its last day that is over; None if nobody has played."""
    last = min(first + (_DAYS - 1) * _DAY, now.date() - _DAY)
    found = await unit.daily_games.of_room(room, first, last)
    games = [game for game in found if game.was_played_on_day]
    players = await unit.players.by_id({game.player for game in games}, key.workspace)
    names = {player.id: player.name for player in players.values() if not player.hidden}
    shown = [game for game in games if game.player in names]
    void = await unit.streak_days.void_days()
    days = [day for number in range((last - first).days + 1) if (day := first + number * _DAY) not in void]
    if not shown or not days:
        return None
    rules = Counter(game.rules for game in shown).most_common(1)[0][0]
    counted = [game for game in shown if game.rules == rules and game.day in days]
    return RoomWeek(
        rules,
        first,
        days,
        {(game.player, game.day): len(game.board.turns) for game in counted if game.is_solved_in_time},
        Counter(game.player for game in counted),
        names,
        now >= day_closing(last),
    )


async def own_streak(unit: UnitOfWork, player: str, day: date, now: datetime) -> Streak:
    """The streak of a player up to a day.

    The day before is not missed while the player's game of it still runs and can be finished in time.
    """
    played, void = await unit.streak_days.of_player(player), await unit.streak_days.void_days()
    before = day - _DAY
    games = await unit.daily_games.of_player(player, before, before) if now < day_closing(before) else ()
    return _up_to(day, played, void | {before} if any(game.can_still_count(now) for game in games) else void)


async def room_streak(unit: UnitOfWork, room: str, day: date, now: datetime) -> Streak:
    """The streak of a room up to a day.

    A day that is over is missed if nobody solved a daily on it, unless a game of it can still be finished.
    """
    played, void = await unit.streak_days.of_room(room), await unit.streak_days.void_days()
    following = day + _DAY
    last = day if day in played or day >= now.date() else following
    before = last - _DAY
    is_open = now < day_closing(before) and await unit.daily_games.has_game_still_counting(room, before)
    return _up_to(last, played - {following}, void | {before} if is_open else void)


def _up_to(day: date, played: Collection[date], exempt: Collection[date]) -> Streak:
    return compute_streak({each.toordinal() for each in played}, day.toordinal(), {each.toordinal() for each in exempt})


class DayResults(Struct, frozen=True):
    """The games of one day that are on the card of a room.

    Args:
        day: the day.
        games: the games in which somebody has guessed, without those of hidden players.
        proof: the code and what proves it, as `daily_opening` and the anchor; None until the day closes.
    """

    day: date
    games: Sequence[DailyGame]
    proof: tuple[Sequence[int], str, str] | None = None


class RoomCard(Struct, frozen=True):
    """What the card of a room shows.

    Args:
        rules: the rules of the room's daily; games under other rules are marked.
        today: the results of the day of the card.
        before: those of the day before, None if there are none.
        names: the names of the players, by id.
        streaks: the days in a row of those who have solved it, by id.
        streak: the streak of the room; hidden players count.
        week: the week whose result heads the card, None for none.
        is_pictured: whether the message shows pictures of what has closed from now on.
        is_over: whether the message is a former one from now on.
        former: what the message that this one replaces becomes, if it is of an earlier day.
    """

    rules: Rules
    today: DayResults
    before: DayResults | None
    names: Mapping[str, str]
    streaks: Mapping[str, int]
    streak: Streak
    week: RoomWeek | None = None
    is_pictured: bool = False
    is_over: bool = False
    former: "RoomCard | None" = None

    @property
    def closed_day_count(self) -> int:
        """The number of days on it that have closed."""
        return sum(results is not None and results.proof is not None for results in (self.today, self.before))

    @property
    def content_fingerprint(self) -> int:
        """A number that changes with what is shown; its last two bits are `closed_day_count`."""
        shown = [
            (game.day, game.player, self.names[game.player], str(game.rules), len(game.board.turns), is_solved)
            for results in filter(None, (self.today, self.before))
            for game in results.games
            for is_solved in [game.is_solved_in_time]
        ]
        week = None if self.week is None else (self.week.first, self.week.ranked_players)
        return crc32(repr((shown, week)).encode()) >> 3 << 2 | self.closed_day_count


async def read_card(unit: UnitOfWork, plan: SummaryPlan, now: datetime, *, has_streaks: bool = True) -> RoomCard:
    """The card of a room's plan, which has a day."""
    key, day = await unit.rooms.key_of(plan.room), plan.day or now.date()
    settings = await unit.room_settings.get(key)
    games = await unit.daily_games.on_cards(plan.room, day - _DAY, day)
    players = await unit.players.by_id({game.player for game in games}, key.workspace)
    names = {player.id: player.name for player in players.values() if not player.hidden}
    rules = daily_rules_in_room(settings)
    today, before = [
        await _results(unit, on, [game for game in games if game.player in names and game.day == on], rules, now)
        for on in (day, day - _DAY)
    ]
    solved = [game for game in today.games if has_streaks and game.is_solved_in_time]
    return RoomCard(
        rules,
        today,
        before if before.games else None,
        names,
        {game.player: (await own_streak(unit, game.player, day, now)).days for game in solved},
        await room_streak(unit, plan.room, day, now),
        None if plan.week is None else await read_week(unit, plan.room, key, plan.week, now),
    )


async def _results(unit: UnitOfWork, day: date, games: Sequence[DailyGame], rules: Rules, now: datetime) -> DayResults:
    played = [game for game in games if game.was_played_on_day]
    chain = await unit.daily_chains.covering(day)
    if now < day_closing(day) or chain is None or not played:
        return DayResults(day, played)
    code = await read_daily_code(unit, chain, day, rules)
    proven = DailyGame("", day, Board(rules, code), now)
    opening = daily_opening(chain, proven, reveal(await read_daily_key(unit, chain, day)))
    return DayResults(day, played, (code, opening, chain.anchor))


async def read_daily_key(unit: UnitOfWork, chain: DailyHashChain, day: date) -> HiddenText:
    """The key of a day."""
    number = chain.link_number(day)
    stored, link = await unit.daily_chains.link_at_or_after(chain, number)
    return HiddenText(earlier_link(link, stored - number))


async def read_daily_code(unit: UnitOfWork, chain: DailyHashChain, day: date, rules: Rules) -> Code:
    """The code of a day under these rules."""
    return HiddenCode(daily_code(await read_daily_key(unit, chain, day), day.isoformat(), rules))


def daily_rules_in_room(settings: RoomSettings) -> Rules:
    """The rules of the daily in a room: its default rules or, if they have no daily, those of most rooms."""
    return settings.rules if has_daily(settings.rules) else RoomSettings().rules


async def person_hash(context: CallContext, chain: DailyHashChain, game: DailyGame, what: str) -> str:
    """The keyed hash of what the caller has done: "played" under these rules, or "shared" a result in this room."""
    key, room = await read_daily_key(context.unit, chain, game.day), context.room.key
    where = (str(game.rules),) if what == "played" else (room.platform, room.workspace, room.channel)
    return keyed_hash(key, what, *astuple(context.player.key), *where)
