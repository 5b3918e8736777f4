"""A year of 180 people in 12 rooms, some of whom delete their data, compared with a plain model.

They play dailies, games of their own, duels and races.
"""

import random
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime, time
from functools import partial
from itertools import product
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.model.messages import MessageKey
from bot.model.records import LeaderboardKey, LeaderboardPage, Order, Period, Scope, place_in, ranked_average
from bot.model.results import Result
from bot.model.rooms import Caller, RoomKey
from bot.persistence.database import Database
from bot.services.services import Services
from bot.services.streaks import room_streak
from bot.services.summaries import Summaries
from bot.services.weeks import RoomWeek
from core.game.any_game import Kind, Who
from core.game.boards import Outcome
from core.game.policy import typical_average
from core.game.rules import Rules
from tests.fakes.clock import FakeClock
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.solver import InlineSolver
from tests.models.plain_records import NOBODY, page_of
from tests.models.plain_summaries import DAY, DAYS, FIRST, Room, streak
from tests.persistence.store import new_game
from tests.services.contests import Contests
from tests.support.daily import code_of, wrong_for
from tests.support.storage import migrated

NOON = time(12)
LOOKS = (time(6, 40), time(18, 40))
"""When the processes look for what is due, in UTC. That is seldom, so that the test takes less time."""

PEOPLE, ROOMS = 180, 12
DELETIONS_A_DAY = 0.2

ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/St_Johns",
    "Asia/Tokyo",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Asia/Kathmandu",
    "America/Santiago",
)
RULES = Rules.parse("4x10")


def averages(page: LeaderboardPage) -> list[tuple[int | None, float]]:
    """The ranks and averages of a page."""
    return [(one.rank, round(ranked_average(one.tally, typical_average(RULES)), 6)) for one in page.standings]


class Year:
    """The services over a database, the people and rooms, and what the model knows of them."""

    def __init__(self, database: Database) -> None:
        self.chance = random.Random(13)
        self.clock = FakeClock(datetime.combine(FIRST, time(), UTC))
        self.services = Services(database.unit, self.clock, FakeRandomSource(), InlineSolver())
        self.processes = [Summaries(database.unit, self.clock) for _ in range(2)]
        self.rooms = [self._room(number) for number in range(ROOMS)]
        self.homes = {f"p{number}": self.rooms[number % ROOMS] for number in range(PEOPLE)}
        self.zeal = {
            person: 0.97 if number < 12 else self.chance.choice((0.01, 0.02, 0.05))
            for number, person in enumerate(self.homes)
        }
        self.solved: dict[str, set[date]] = defaultdict(set)
        self.solved_in: dict[RoomKey, set[date]] = defaultdict(set)
        self.left: set[tuple[str, date]] = set()
        self.deleted = 0
        self.database = database
        self.results: list[Result] = []
        self.zones: dict[str, ZoneInfo] = {}
        self.contests = Contests(self.services, self.chance, self.results)
        self.ranked: Counter[Order] = Counter()
        self.void: set[date] = set()
        self.down = {FIRST + self.chance.randrange(20, DAYS) * DAY for _ in range(14)}
        self.posts: Counter[tuple[str, date | None]] = Counter()
        self.weeks: set[tuple[str, date]] = set()
        self.events = 0

    def _room(self, number: int) -> Room:
        platform = "discord" if number % 2 else "slack"
        summary = self.chance.choice(("today", "today", "weekly"))
        key = RoomKey(platform, f"w{number // 4}", f"c{number}")
        return Room(key, summary, self.chance.randrange(5, 23), self.chance.choice(ZONES))

    def caller(self, person: str, room: Room) -> Caller:
        self.events += 1
        return Caller(room.key, room.key.player_key(person), person, f"event {self.events}")

    async def play(self, person: str, day: date) -> None:
        """Play at the present time: solve, give up, or leave the game after a guess."""
        room, code = self.homes[person], code_of(day, number=(day - FIRST).days + 1)
        fate = self.chance.choices(("solve", "give up", "leave"), (88, 4, 8))[0]
        guesses = 1 if fate != "solve" else self.chance.choice((1, 2))
        if fate != "solve" or guesses > 1:
            await self.services.daily.guess(self.caller(person, room), wrong_for(code), RULES)
        if fate == "give up":
            await self.services.daily.give_up(self.caller(person, room), RULES, is_confirmed=True)
        if fate == "leave":
            self.left.add((person, day))
        if fate != "leave":
            room.games[day, person] = guesses if fate == "solve" else 0
        if fate == "solve":
            view = (await self.services.daily.guess(self.caller(person, room), code, RULES)).view
            self.solved[person].add(day)
            self.solved_in[room.key].add(day)
            own = view.streak
            assert own is not None
            assert (own.days, own.best, own.freezes) == streak(self.marks(self.solved[person], {person}, day))
            if self.events % 10 == 0:
                members = {other for other, home in self.homes.items() if home is room}
                async with self.database.unit() as unit:
                    stored = await unit.rooms.ensure(room.key)
                    together = await room_streak(unit, stored.id, day, self.clock.now)
                assert (together.days, together.best, together.freezes) == streak(
                    self.marks(self.solved_in[room.key], members, day)
                )

    async def enter(self, *people: str) -> None:
        """Let people be known for longer than is stored, so that their wins are rated."""
        async with self.database.unit() as unit:
            for person in people:
                await unit.players.ensure(
                    self.caller(person, self.homes[person]).player, self.homes[person].key.workspace, person
                )
            await unit.commit()

    async def delete(self, person: str) -> None:
        """Delete what is stored about somebody who has played; the streak of their room stays."""
        room = self.homes[person]
        if not any(who == person for _, who in room.games):
            return
        async with self.database.unit() as unit:
            player = await unit.players.ensure(self.caller(person, room).player, room.key.workspace, person)
        nobody = f"{NOBODY}{len(self.results)}{player.id}"
        self.results[:] = [replace(one, player=nobody) if one.player == player.id else one for one in self.results]
        self.contests.delete(player.id)
        await self.services.privacy.delete(self.caller(person, room))
        await self.enter(person)
        room.games = {key: guesses for key, guesses in room.games.items() if key[1] != person}
        self.solved[person].clear()
        self.left = {(who, day) for who, day in self.left if who != person}
        self.deleted += 1

    async def finish(self, person: str) -> None:
        """Play a game alone to its end, at the present time."""
        home = self.homes[person]
        async with self.database.unit() as unit:
            room = await unit.rooms.ensure(home.key)
            player = await unit.players.ensure(self.caller(person, home).player, home.key.workspace, person)
            game = new_game(room, player, f"y{len(self.results):05}", Who.ME)
            await unit.games.add(game)
            await unit.games.save(game.after(game.game.give_up(player.id), self.clock.now))
            outcome = self.chance.choice((Outcome.SOLVED, Outcome.SOLVED, Outcome.OUT_OF_TRIES))
            guesses = self.chance.randrange(3, 9)
            result = Result(
                game.id, room.id, player.id, "4x10", outcome, guesses, 12, Kind.SOLO, self.clock.now, ranked=True
            )
            await unit.results.add([result])
            await unit.commit()
        self.results.append(result)
        self.zones[room.id] = ZoneInfo(home.zone)

    async def contend(self) -> None:
        """Play a duel or a race in some room, at the present time."""
        home = self.chance.choice(self.rooms[:2])  # so that some people have many rated games
        async with self.database.unit() as unit:
            room = await unit.rooms.ensure(home.key)
            await unit.commit()
        self.zones[room.id] = ZoneInfo(home.zone)
        people = self.chance.sample([person for person, place in self.homes.items() if place is home], 5)
        call = partial(self.caller, room=home)
        if self.chance.random() < 0.7:
            await self.contests.duel(room.id, self.clock.now, call, *people[:2])
        else:
            await self.contests.race(room.id, self.clock.now, call, people[: self.chance.randrange(2, 6)])

    async def compare_leaderboards(self) -> None:
        """Compare the leaderboards of a room at the present time with the plain model."""
        home = self.chance.choice(self.rooms)
        async with self.database.unit() as unit:
            rooms = [await unit.rooms.ensure(room.key) for room in self.rooms]
            room = await unit.rooms.ensure(home.key)
            today = self.clock.now.astimezone(ZoneInfo(home.zone)).date()
            for scope, period, order in product(Scope, Period, Order):
                place = place_in(scope, room.key, room.id)
                key = LeaderboardKey(scope, place, "4x10", period, period.first_day(today))
                viewer = self.chance.choice(self.results).player or None
                if order.is_rating:
                    expected = self.contests.page(rooms, key, viewer, self.zones)
                else:
                    expected = page_of(self.results, rooms, key, order, viewer, 5, 0, self.zones)
                page = await unit.leaderboards.page(key, order, viewer, 5)
                if order is Order.AVERAGE:  # equal averages are in any order
                    assert averages(page) == averages(expected)
                else:
                    assert list(page.standings) == list(expected.standings)
                assert page.own == expected.own
                self.ranked[order] += len(page.standings)
            await self.contests.compare(unit)

    def marks(self, solved: set[date], people: set[str], today: date) -> str:
        """A mark for each day up to today, of which days were solved and what some people have left."""
        marks = ""
        for number in range((today - FIRST).days + 1):
            day = FIRST + number * DAY
            is_yesterday_open = day == today - DAY and self.clock.now.time() < NOON
            is_exempt = day in self.void or (is_yesterday_open and any((one, day) in self.left for one in people))
            marks += "P" if day in solved else "x" if is_exempt else "-"
        return marks

    async def look(self) -> None:
        """Both processes look for what is due, and tell it."""
        for process in self.processes:
            while await process.step():
                pass
        for platform in ("discord", "slack"):
            for news in await self.services.news.pending(platform):
                card = await self.processes[0].card(news)
                claim = await self.services.news.claim(news.key)
                assert claim.card is not None
                self.posts[news.room.channel, claim.card.day] += not claim.card.is_posted
                message = claim.before if claim.card.is_posted else MessageKey("c", str(self.clock.now))
                await self.services.news.complete(news.key, message, claim.card.day)
                if card is not None and card.week is not None:
                    self._check_week(card.week, next(room for room in self.rooms if room.key == news.room))

    def _check_week(self, week: RoomWeek, room: Room) -> None:
        """Compare the week of a room, as it is now, with the plain model."""
        days = [week.first + number * DAY for number in range(7)]
        counted = [day for day in days if day not in self.void]
        played = {who for day, who in room.games if day in days}
        played |= {who for who, day in self.left if day in days and self.homes[who] is room}
        assert week.days == counted
        assert {week.names[player]: total for _, player, total in week.ranked} == {
            who: sum(room.games.get((day, who)) or 13 for day in counted) for who in played
        }
        self.weeks.add((room.key.channel, week.first))

    async def switch_on(self, database: Database) -> None:
        async with database.unit() as unit:
            for room in self.rooms:
                player = await unit.players.ensure(room.key.player_key("manager"), room.key.workspace, "manager")
                texts = {"summary": room.summary, "hour": str(room.hour), "timezone": room.zone}
                await unit.room_settings.change(room.key, texts, player.id, self.clock.now)
            await unit.commit()


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = Database(f"sqlite:///{migrated(tmp_path / 'year.db')}")
    yield opened
    await opened.close()


@pytest.mark.slow
@pytest.mark.no_cover
async def test_streaks_summaries_and_leaderboards_of_a_year_equal_a_plain_model(database: Database) -> None:
    year = Year(database)
    await year.switch_on(database)
    await year.enter(*year.homes)
    for number in range(DAYS):
        today = FIRST + number * DAY
        if today in year.down:
            if year.chance.random() < 0.6:
                await year.services.void_days.add(today)
                year.void.add(today)
            continue
        if year.chance.random() < DELETIONS_A_DAY:
            year.clock.now = datetime.combine(today, time(), UTC)
            await year.delete(year.chance.choice([*year.homes][: year.chance.choice((12, PEOPLE))]))
        for _ in range(year.chance.randrange(7)):
            year.clock.now = datetime.combine(today, time(year.chance.randrange(24), year.chance.randrange(60)), UTC)
            await year.finish(f"p{year.chance.choice((year.chance.randrange(8), year.chance.randrange(PEOPLE)))}")
        await year.contend()
        if number % 15 == 14:
            await year.compare_leaderboards()
        players = [person for person, zeal in year.zeal.items() if year.chance.random() < zeal]
        moments = [(time(year.chance.randrange(24), year.chance.randrange(1, 60)), person) for person in players]
        for at, person in sorted([*moments, *((look, "") for look in LOOKS)]):
            year.clock.now = datetime.combine(today, at, UTC)
            if person:
                await year.play(person, today)
                continue
            await year.look()
    assert set(year.posts.values()) == {1}
    assert len(year.posts) > 100 * ROOMS
    assert len(year.weeks) > 40 * ROOMS
    assert year.deleted > 20
    assert min(year.ranked[order] for order in Order) > 20
