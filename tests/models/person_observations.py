"""What people see of themselves and of others, as plain values, with the same from the plain model."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.model.daily import SummaryPlan
from bot.model.errors import NothingStored
from bot.model.records import Order, Period, Scope
from bot.model.rooms import Caller, RoomKey
from bot.services.cards import read_card
from bot.services.daily import ShownDaily
from bot.services.records import LeaderboardRequest, Statistics
from core.game.codes import format_code_ascii
from core.game.daily import Streak
from core.game.rules import Rules
from tests.fakes.clock import FakeClock
from tests.models.killed_processes import Process
from tests.models.plain_leaderboards import Row, figures, in_order, leaderboard
from tests.models.plain_persons import Persons, Played, caller_as_person

ORDERS = (Order.AVERAGE, Order.AVERAGE, Order.SOLVED)


@dataclass(frozen=True)
class Observation:
    """What somebody sees, and how to find the same in the plain model."""

    seen: object
    plain: Callable[[Persons], object]


def shown_daily(view: ShownDaily) -> dict[str, Any]:
    """The same as `Persons.shown_daily`."""
    game = view.game
    turns = [format_code_ascii(turn.guess, game.rules) for turn in game.board.turns]
    return {
        "game": (game.day, str(game.rules), turns, game.board.outcome, game.started_at, game.ended_at),
        "streak": view.streak,
    }


class Observations:
    """What the services show.

    Args:
        process: whose services these are.
        clock: tells the time.
        rules: the rules of games alone, against the bot and between people.
    """

    def __init__(self, process: Process, clock: FakeClock, rules: tuple[str, str, str]) -> None:
        self._process, self._clock = process, clock
        self._alone, self._against, self._between = rules

    async def person(self, caller: Caller) -> Observation:
        """Somebody looks at their statistics, settings and names."""
        services, now = self._process.services, self._clock()
        try:
            is_hidden = await services.privacy.is_hidden(caller)
        except NothingStored:
            return Observation(None, lambda persons: persons.known.get(caller_as_person(caller)))
        stats, language = (
            await services.records.player_stats(caller),
            await services.languages.chosen_personally_by(caller),
        )

        def plain(persons: Persons) -> object:
            person = caller_as_person(caller)
            about = persons.known.get(person)
            if about is None:
                return None
            dailies = persons.counted_dailies(person)
            return {
                "alone": _tally([game for game in persons.played if game.person == person]),
                "dailies": dailies,
                "streak": persons.streak(person, now.date(), now) if dailies else Streak(),
                "against the bot": (about.lost_to_bot, about.lost_to_bot),
                "duels": about.duels_won,
                "settings": (about.is_hidden, about.language),
                "name": about.names.get(caller.room.workspace, stats.name),  # where they have one
            }

        seen = {**self._statistics(stats), "settings": (is_hidden, language), "name": stats.name}
        return Observation(seen, plain)

    def _statistics(self, stats: Statistics) -> dict[str, Any]:
        records, tally = stats.record.by_rules, stats.record.ranked_alone.get(self._alone)
        lost = sum(sum(outcomes.values()) for outcomes in stats.record.against_bot.values())
        rating = stats.ratings.get(self._against)
        duels = records[self._between].duels if self._between in records else {}
        return {
            "alone": tally
            and (tally.games, tally.solved, tally.cost, tally.distribution, tally.streak, tally.best_streak),
            "dailies": {rules: (one.games, one.solved, one.guesses) for rules, one in stats.dailies.items()},
            "streak": stats.streak,
            "against the bot": (lost, rating.games if rating else 0),
            "duels": sum(duels.values()),
        }

    async def leaderboard(self, caller: Caller, number: int) -> Observation:
        """Somebody looks at the only page of a leaderboard."""
        order, today = ORDERS[number % len(ORDERS)], self._clock().date()
        scope, period = list(Scope)[number // 3 % 3], list(Period)[number // 9 % 5]
        question = LeaderboardRequest(Rules.parse(self._alone), period, scope, order)
        found = await self._process.services.records.leaderboard(caller, question)
        seen = [
            Row(one.rank, None if one.you else one.name, one.you, (one.tally.games, one.tally.solved, one.tally.cost))
            for one in found.entries
        ]
        viewer = caller_as_person(caller)
        return Observation(
            in_order(seen),
            lambda persons: leaderboard(persons, scope, order, period, self._alone, viewer, caller.room, today),
        )

    async def card(self, room: RoomKey) -> Observation:
        """A room sees its card."""
        now = self._clock()
        async with self._process.unit() as unit:
            card = await read_card(unit, SummaryPlan((await unit.rooms.get_or_add(room)).id, day=now.date()), now)
        games = [game for results in (card.today, card.before) if results is not None for game in results.games]
        seen = {(card.names[game.player], game.day, str(game.rules), len(game.board.turns)) for game in games}
        return Observation((card.streak, seen), lambda persons: persons.card(room, now.date(), now))


def _tally(games: Sequence[Played]) -> object:
    """The games, solved games, their cost, solved games by guesses, and series."""
    if not games:
        return None
    series = best = 0
    distribution: dict[int, int] = {}
    for game in games:
        series = series + 1 if game.is_solved else 0
        best = max(best, series)
        if game.is_solved:
            distribution[game.guesses] = distribution.get(game.guesses, 0) + 1
    return (*figures(games), distribution, series, best)
