"""Statistics and leaderboards."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from msgspec import Struct, field
from msgspec.structs import replace

from bot.model import records
from bot.model.errors import HiddenPlayer
from bot.model.names import player_name
from bot.model.ratings import MOST_RATED_GAMES, RatedMonth, Rating, rated_months
from bot.model.results import MonthlyMarkSum
from bot.model.rooms import Caller, Player, Room
from bot.persistence.unit_of_work import Access, UnitOfWork
from bot.services.cards import own_streak
from bot.services.context import Service, find_named_player, known_player
from core.game.daily import Streak
from core.game.policy import counted_rules, read_rules_and_items
from core.game.rules import Rules
from core.solver.strategies import best_average

PAGE = 10
"""The number of players on a page of a leaderboard, without the caller, who is added if they are not among them."""


MOST_LAST_GAMES = 9
"""The number of games that are listed. Each has a number of one digit."""


_LAST_DAILIES = 98
"""The dailies among which the last ones are looked for: those of two weeks under all rules with a name."""


class LastGame(Struct, frozen=True):
    """An ended game in which a player guessed.

    Args:
        game: the id of the game, or the day and rules of a daily, such as `2026-11-21 4x10`.
        rules: rules of the game.
        guesses: the number of guesses on the player's board.
        ended_at: when the game ended.
        day: the day of a daily, None for other games.
    """

    game: str
    rules: Rules
    guesses: int
    ended_at: datetime
    day: date | None = None


async def last_games(unit: UnitOfWork, player: str) -> Sequence[LastGame]:
    """The last games in which a player guessed, in all rooms, newest first, at most `MOST_LAST_GAMES`."""
    results = await unit.results.last(player, 2 * MOST_LAST_GAMES)
    dailies = await unit.daily_games.last(player, _LAST_DAILIES)
    games = [
        LastGame(one.game, read_rules_and_items(one.rules)[0], one.guesses, one.ended_at)
        for one in results
        if not one.hosted
    ]
    games += [
        LastGame(f"{one.day} {one.rules}", one.rules, len(one.board.turns), one.ended_at, one.day)
        for one in dailies
        if one.ended_at is not None and one.board.turns
    ]
    return sorted(games, key=lambda game: game.ended_at, reverse=True)[:MOST_LAST_GAMES]


class Statistics(Struct, frozen=True):
    """The statistics of a player.

    Args:
        name: the player's name.
        record: the player's games.
        ratings: the ratings by rules, those with the most games first, with their present uncertainty.
        optimal: the best possible average by rules, for the rules in `record` where it is known.
        history: skill and luck by rules and month, in the order of the months; months without a marked game are left
            out.
        dailies: the dailies that count, by rules, the most played first.
        streak: the streak of days on which the player solved a daily.
        reviewable: the player's last games, newest first; empty if somebody else asks.
        rated: the ratings at the end of each month by rules, in the order of the months; empty for players with more
            than `MOST_RATED_GAMES` rated games.
        user: the platform's id of somebody other than the caller; empty for the caller.
    """

    name: str
    record: records.PlayerRecord
    ratings: Mapping[str, Rating] = field(default_factory=dict)
    optimal: Mapping[str, float] = field(default_factory=dict)
    history: Mapping[str, Sequence[MonthlyMarkSum]] = field(default_factory=dict)
    dailies: Mapping[str, records.UnrankedGameCount] = field(default_factory=dict)
    streak: Streak = field(default_factory=Streak)
    reviewable: Sequence[LastGame] = ()
    rated: Mapping[str, Sequence[RatedMonth]] = field(default_factory=dict)
    user: str = ""


class LeaderboardEntry(Struct, frozen=True):
    """One player on a leaderboard.

    Args:
        rank: the rank, from 1; players with the same figure share a rank. None with too few games.
        name: the player's name in the caller's workspace, None for somebody who is not known there.
        you: whether the player is the caller.
        tally: the tally of the games that the leaderboard counts.
        rating: the player's rating, None unless the leaderboard is ordered by rating.
        is_hidden: whether the player does not want to be shown to others.
    """

    rank: int | None
    name: str | None
    you: bool
    tally: records.Tally
    rating: Rating | None = None
    is_hidden: bool = False


class LeaderboardRequest(Struct, frozen=True):
    """A request for one page of a leaderboard.

    Args:
        rules: rules of the games.
        period: the period in which the games ended.
        scope: where the games were played.
        order: what the leaderboard is sorted by.
        page: the number of the page, from 1.
    """

    rules: Rules
    period: records.Period = records.Period.ALL
    scope: records.Scope = records.Scope.SERVER
    order: records.Order = records.Order.AVERAGE
    page: int = 1

    def leaderboard_key(self, caller: Caller, room: Room | None, today: date) -> records.LeaderboardKey:
        """The key of the leaderboard, which depends on the caller's room."""
        place = records.scope_place(self.scope, caller.room, room.id if room else "")
        rules = counted_rules(self.rules, with_items=self.order is records.Order.ITEMS)
        return records.LeaderboardKey(self.scope, place, rules, self.period, self.period.first_day(today))


class Leaderboard(Struct, frozen=True):
    """A page of the players with enough games, best first; then the caller if they are not among them.

    A caller with fewer games, or none, has no rank. Hidden players are left out and take no rank.
    """

    question: LeaderboardRequest
    entries: Sequence[LeaderboardEntry]
    has_more: bool = False


class Records(Service):
    """The use cases of statistics; none of them changes anything."""

    async def player_stats(self, caller: Caller, name: str | None = None) -> Statistics:
        """The record of the caller, or of the player of their workspace with that user id or name.

        Raises:
            NoSuchPlayer: there is no such player.
            HiddenPlayer: the player is hidden, and is not the caller.
        """
        now = self._clock()
        async with self._units(Access.LONG_READ) as unit:
            player = await (known_player(unit, caller) if name is None else find_named_player(unit, caller, name))
            if player is None:
                return Statistics(player_name(caller.name, caller.player.user), records.PlayerRecord())
            is_own = player.key == caller.player
            if player.hidden and not is_own:
                raise HiddenPlayer(player.name)
            record, ratings = await unit.results.player_record(player.id), await unit.ratings.of_player(player.id)
            history = await unit.marks.marks_by_month(player.id)
            rated_games = sum(rating.games for rating in ratings.values())
            past = await unit.ratings.past_ratings(player.id) if rated_games <= MOST_RATED_GAMES else ()
            dailies, streak = await unit.daily_games.counts_by_rules(player.id), Streak()
            if dailies:
                streak = await own_streak(unit, player.id, now.date(), now)
            games = await last_games(unit, player.id) if is_own else ()
        averages = {notation: best_average(Rules.parse(notation)) for notation in record.ranked_alone}
        return Statistics(
            name=player.name,
            record=record,
            ratings={rules: one.at_time(now) for rules, one in ratings.items()},
            optimal={notation: one for notation, one in averages.items() if one is not None},
            history=history,
            dailies=dailies,
            streak=streak,
            reviewable=games,
            rated=rated_months(past, ratings),
            user="" if is_own else player.key.user,
        )

    async def leaderboard(self, caller: Caller, question: LeaderboardRequest) -> Leaderboard:
        """A page of a leaderboard, with the caller's own row. Periods are those of the room's time zone."""
        now = self._clock()
        async with self._units(Access.LONG_READ) as unit:
            you = await known_player(unit, caller)
            room = await unit.rooms.find(caller.room)
            zone = (await unit.room_settings.get(caller.room)).zone
            key = question.leaderboard_key(caller, room, now.astimezone(zone).date())
            page = await unit.leaderboards.page(
                key, question.order, you.id if you else None, PAGE + 1, (question.page - 1) * PAGE
            )
            shown, own = page.standings[:PAGE], _own_standing(page, you)
            ids = {standing.player for standing in (*shown, *own)}
            players = await unit.players.by_id(ids, caller.room.workspace)
            is_rating = question.order.is_rating
            ratings = await unit.ratings.of_players(key.rules, frozenset(ids)) if is_rating else {}
        rows = [*shown, *(standing for standing in own if standing not in shown)]
        entries = [_entry(row, players.get(row.player), caller) for row in rows]
        if is_rating:
            entries = [
                replace(entry, rating=ratings.get(row.player, Rating()).at_time(now))
                for entry, row in zip(entries, rows, strict=True)
            ]
        if you is None:
            name = player_name(caller.name, caller.player.user)
            entries.append(LeaderboardEntry(None, name, you=True, tally=records.Tally()))
        return Leaderboard(question, entries, has_more=len(page.standings) > PAGE)


def _own_standing(page: records.LeaderboardPage, you: Player | None) -> Sequence[records.Standing]:
    """The caller's standing, without a rank if they have no games there; none for somebody who is not stored."""
    if page.own is not None:
        return (page.own,)
    return () if you is None else (records.Standing(you.id, records.Tally(), None),)


def _entry(standing: records.Standing, player: Player | None, caller: Caller) -> LeaderboardEntry:
    is_you = player is not None and player.key == caller.player
    own_name = player_name(caller.name, caller.player.user) if is_you else None
    return LeaderboardEntry(
        rank=standing.rank,
        name=player.name if player and player.is_member else own_name,
        you=is_you,
        tally=standing.tally,
        is_hidden=player is not None and player.hidden,
    )
