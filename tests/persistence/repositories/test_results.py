"""Results, their sums and leaderboards against a plain model that goes through every result; and marks."""

import asyncio
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from itertools import count, product
from typing import Any

import pytest
from alembic import command
from hypothesis import HealthCheck, given, settings, strategies as st
from msgspec import structs
from sqlalchemy import select

from bot.model.records import (
    MIN_GAMES,
    LeaderboardKey,
    LeaderboardPage,
    Order,
    Period,
    Scope,
    ranked_average,
    scope_place,
)
from bot.model.results import MarkSum, Result, ResultToReview
from bot.model.rooms import Player, PlayerKey, Room, RoomKey
from bot.persistence.database import Database, alembic_config
from bot.persistence.tables.records import standings
from bot.persistence.unit_of_work import UnitOfWork
from core.game.any_game import GameKind
from core.game.boards import Outcome
from core.game.policy import typical_average
from core.game.rules import Rules
from core.game.sides import Level, OutcomeForSide
from tests.fakes.clock import NOON
from tests.models.plain_records import NOBODY, page_of, record_of
from tests.persistence.store import Store, enter, new_game, room_key
from tests.support.storage import committed

RULES = ("4x10", "3x10")
PLAYERS = 4
ROOMS = (("club", "lobby"), ("club", "garden"), ("next door", "lobby"))

ORDERS = [order for order in Order if not order.is_rating]
"""The orders that follow from results alone."""

_platforms = (f"p{number}" for number in count())


@dataclass(frozen=True)
class Played:
    """A game that one player finishes."""

    player: int
    room: int
    rules: int
    solved: bool
    guesses: int
    days_ago: int
    kind: str


@dataclass(frozen=True)
class Repeated:
    """A result that is stored again, changed."""

    index: int


@dataclass(frozen=True)
class Deleted:
    """A player who is deleted."""

    player: int


@dataclass(frozen=True)
class Hidden:
    """A player who hides, or shows themselves again."""

    player: int
    hidden: bool


Event = Played | Repeated | Deleted | Hidden

KINDS = {"together": GameKind.TOGETHER, "race": GameKind.RACE, "duel": GameKind.DUEL}

played = st.builds(
    Played,
    player=st.integers(0, PLAYERS - 1),
    room=st.sampled_from((0, 0, 0, 1, 2)),
    rules=st.sampled_from((0, 0, 0, 1)),
    solved=st.booleans(),
    guesses=st.integers(1, 6),
    days_ago=st.sampled_from((0, 0, 1, 3, 20, 60, 200)),
    kind=st.sampled_from(("ranked",) * 6 + ("assisted", "together", "race", "duel")),
)
events = st.lists(
    st.one_of(
        *[played] * 8,
        st.builds(Repeated, st.integers(0, 99)),
        st.builds(Deleted, st.integers(0, PLAYERS - 1)),
        st.builds(Hidden, st.integers(0, PLAYERS - 1), st.booleans()),
    ),
    max_size=60,
)


@dataclass
class Model:
    """Players and rooms of a platform of their own, and every result so far."""

    rooms: list[Room]
    players: list[Player]
    now: datetime = NOON
    results: list[Result] = field(default_factory=list)
    hidden: set[str] = field(default_factory=set)


async def start(unit: UnitOfWork, now: datetime = NOON) -> Model:
    platform = next(_platforms)
    return Model(
        [await unit.rooms.get_or_add(RoomKey(platform, *room)) for room in ROOMS],
        [
            await unit.players.get_or_add(PlayerKey(platform, "club", f"U{one}"), "club", f"{one}")
            for one in range(PLAYERS)
        ],
        now,
    )


async def happen(unit: UnitOfWork, model: Model, event: Event) -> None:
    """Let an event change the storage and the model."""
    match event:
        case Played():
            model.results.append(await finish(unit, model, event))
        case Repeated() if model.results:
            known = model.results[event.index % len(model.results)]
            if not known.player.startswith(NOBODY):
                await unit.results.add([structs.replace(known, guesses=9)])
        case Hidden():
            player = model.players[event.player].id
            await unit.leaderboards.set_hidden(player, hidden=event.hidden)
            (model.hidden.add if event.hidden else model.hidden.discard)(player)
        case Deleted():
            player = model.players[event.player].id
            await unit.results.delete_player(player)
            nobody = f"{NOBODY}{len(model.results)}{player}"
            model.results = [
                structs.replace(one, player=nobody) if one.player == player else one for one in model.results
            ]


async def finish(unit: UnitOfWork, model: Model, event: Played) -> Result:
    """Store a game and its result."""
    room, player = model.rooms[event.room], model.players[event.player]
    game = new_game(room, player, f"{room.key.platform}g{len(model.results):05}")
    ended_at = model.now - timedelta(days=event.days_ago)
    assert await unit.games.add(game)
    await unit.games.update(game.after(game.game.give_up(player.id), ended_at))
    outcome: Outcome | OutcomeForSide = Outcome.SOLVED if event.solved else Outcome.GAVE_UP
    if event.kind == "duel":
        outcome = OutcomeForSide.WON if event.solved else OutcomeForSide.LOST
    result = Result(
        game=game.id,
        room=room.id,
        player=player.id,
        rules=RULES[event.rules],
        outcome=outcome,
        guesses=event.guesses,
        tries=0,
        kind=KINDS.get(event.kind, GameKind.SOLO),
        ended_at=ended_at,
        ranked=event.kind not in KINDS,
        assisted=event.kind == "assisted",
        level=Level.HARD if event.kind == "duel" and event.guesses % 2 else None,
        place=event.guesses if event.kind == "race" else None,
    )
    await unit.results.add([result])
    return result


def keys_of(model: Model) -> Iterator[LeaderboardKey]:
    """The leaderboards of every kind that are current."""
    for room, scope, period, rules in product(model.rooms, Scope, Period, RULES):
        yield LeaderboardKey(
            scope, scope_place(scope, room.key, room.id), rules, period, period.first_day(model.now.date())
        )


def ranks(page: LeaderboardPage, rules: str) -> list[tuple[int | None, float]]:
    typical = typical_average(Rules.parse(rules))
    return [(one.rank, round(ranked_average(one.tally, typical), 6)) for one in page.standings]


def own(page: LeaderboardPage) -> tuple[Any, ...]:
    return (page.own.player, page.own.tally, page.own.rank) if page.own else ()


async def compare(unit: UnitOfWork, model: Model) -> None:
    """Compare every leaderboard and record with those of the model."""
    for key, order in product(keys_of(model), ORDERS):
        for viewer, most, skip in ((model.players[0].id, 10, 0), (model.players[1].id, 2, 1)):
            found = await unit.leaderboards.page(key, order, viewer, most, skip)
            expected = page_of(model.results, model.rooms, key, order, viewer, most, skip, hidden=model.hidden)
            assert own(found) == own(expected)
            if order is Order.AVERAGE:  # equal averages are in any order
                assert ranks(found, key.rules) == ranks(expected, key.rules)
            else:
                assert list(found.standings) == list(expected.standings)
    for player in model.players:
        own_results = [one for one in model.results if one.player == player.id]
        assert await unit.results.player_record(player.id) == record_of(own_results)
        assert list(await unit.results.of_player(player.id)) == own_results


async def test_the_sums_after_many_results_are_those_of_a_plain_model(database: Database) -> None:
    rng = random.Random(5)
    async with database.unit() as unit:
        model = await start(unit)
        for number in range(90):
            again = Repeated(rng.randrange(99)) if number % 9 == 8 else None
            await happen(unit, model, again or ranked(rng.randrange(PLAYERS), rng.choice((0, 0, 0, 1, 2)), rng))
            if number in {5, 70}:
                await happen(unit, model, Hidden(0, hidden=number == 5))
                await happen(unit, model, Hidden(1, hidden=True))
        await happen(unit, model, Deleted(2))
        await compare(unit, model)


@pytest.mark.slow
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(events)
def test_the_sums_are_those_of_a_plain_model(url: str, happened: Sequence[Event]) -> None:
    async def check() -> None:
        database = Database(url)
        try:
            async with committed(database.unit) as unit:
                model = await start(unit)
                for event in happened:
                    await happen(unit, model, event)
                await compare(unit, model)
        finally:
            await database.close()

    asyncio.run(check())


@pytest.mark.slow
async def test_hidden_players_leave_no_gap_in_the_ranks(database: Database) -> None:
    async with database.unit() as unit:
        model = await start(unit)
        for player, guesses in enumerate((2, 3, 3, 5)):
            for _ in range(MIN_GAMES + player % 2):
                await happen(unit, model, replace(ranked(player), guesses=guesses))
        for player in range(PLAYERS):
            await happen(unit, model, Hidden(player, hidden=True))
            await compare(unit, model)
            if player % 2:
                await happen(unit, model, Hidden(player, hidden=False))
                await compare(unit, model)


@pytest.mark.slow
async def test_a_migration_computes_what_orders_standings_as_the_program_does(database: Database) -> None:
    rng = random.Random(7)
    async with committed(database.unit) as unit:
        model = await start(unit)
        for number in range(60):
            game = replace(ranked(number % PLAYERS), guesses=rng.randint(1, 9), rules=rng.randrange(2))
            await happen(unit, model, game)
        await happen(unit, model, Hidden(0, hidden=True))
    query = select(standings.c.player_id, standings.c.leaderboard_id, standings.c.ranked_average, standings.c.hidden)
    stored = await database.run(lambda connection: set(map(tuple, connection.execute(query))))
    await database.run(lambda connection: command.downgrade(alembic_config(connection), "0057"))
    await database.upgrade()
    assert await database.run(lambda connection: set(map(tuple, connection.execute(query)))) == stored
    assert len({average for _, _, average, _ in stored}) > PLAYERS
    assert {player for player, *_, hidden in stored if hidden} == model.hidden


DISTANT = date(2027, 6, 1)


async def test_only_leaderboards_that_ended_before_a_day_are_removed(store: Store) -> None:
    async with store.unit() as unit:
        model = await start(unit)
        for _ in range(MIN_GAMES):
            await happen(unit, model, ranked())
        key = next(key for key in keys_of(model) if (key.scope, key.period) == (Scope.CHANNEL, Period.WEEK))
        end = Period.WEEK.first_day_after(key.first_day)
        assert end is not None
        await unit.leaderboards.remove_ended(end, 10_000)
        assert len((await unit.leaderboards.page(key, Order.AVERAGE, None, 9)).standings) == 1


async def test_leaderboards_that_have_ended_are_removed_in_steps_and_those_of_all_time_stay(database: Database) -> None:
    async with database.unit() as unit:
        model = await start(unit)
        for player in range(PLAYERS):
            await happen(unit, model, ranked(player))
        steps = [await unit.leaderboards.remove_ended(DISTANT, 5) for _ in range(99)]
        assert max(steps) <= 5 + PLAYERS  # with the last standing of a leaderboard, it goes too
        assert sum(steps) > 3 * 4 * PLAYERS  # three scopes of four periods
        assert steps[-1] == 0
        own = model.players[0].id
        left = [key for key in keys_of(model) if (await unit.leaderboards.page(key, Order.SOLVED, own, 9)).own]
        assert {(key.scope, key.period) for key in left} == {(scope, Period.ALL) for scope in Scope}


def ranked(player: int = 0, room: int = 0, rng: random.Random | None = None) -> Played:
    """A ranked game that is solved; with `rng`, any game."""
    if rng is None:
        return Played(player, room, 0, solved=True, guesses=4, days_ago=0, kind="ranked")
    kind = rng.choice(("ranked", "ranked", "ranked", "assisted", "together", "race", "duel"))
    return Played(player, room, 0, rng.random() < 0.8, rng.randint(1, 7), rng.choice((0, 0, 1, 8, 40, 300)), kind)


async def test_results_of_one_player_that_are_stored_at_once_are_all_counted(database: Database) -> None:
    async with committed(database.unit) as unit:
        model = await start(unit)
        for _ in range(2):
            await happen(unit, model, ranked())  # ended, so that the next one can start
    result = model.results[0]
    others = [structs.replace(result, player=player.id) for player in model.players[1:]]

    async def add(results: Sequence[Result]) -> None:
        async with committed(database.unit) as unit:
            await unit.results.add(results)

    again = [structs.replace(one, game=model.results[1].game) for one in others]
    await asyncio.gather(*(add(results) for results in (others, again[::-1], others, again)))

    async with database.unit() as unit:
        stored = [result for player in model.players[1:] for result in await unit.results.of_player(player.id)]
        assert set(stored) == {*others, *again}
        model.results += stored  # those of one player are in any order
        await compare(unit, model)


async def test_a_result_counts_on_the_day_in_the_time_zone_of_its_room(store: Store) -> None:
    async with store.unit() as unit:
        model = await start(unit, datetime(2026, 11, 18, 15, 30, tzinfo=UTC))  # the 19th in Tokyo
        lobby, garden, _ = model.rooms
        await unit.room_settings.change(lobby.key, {"timezone": "Asia/Tokyo"}, model.players[0].id, NOON)
        for room in (0, 1):
            await happen(unit, model, replace(ranked(), room=room))
        days = {
            (room.id, day): (await unit.leaderboards.page(key, Order.SOLVED, model.players[0].id, 9)).own is not None
            for room in (lobby, garden)
            for day in (18, 19)
            for key in [LeaderboardKey(Scope.CHANNEL, room.id, "4x10", Period.TODAY, date(2026, 11, day))]
        }
        assert [place for place, counted in days.items() if counted] == [(lobby.id, 19), (garden.id, 18)]


LOBBY = room_key()


async def keep(
    unit: UnitOfWork,
    name: str,
    at: datetime = NOON,
    key: RoomKey = LOBBY,
    **changed: Any,
) -> Result:
    """Store a result of a game that Ann gave up in a room."""
    room = await unit.rooms.get_or_add(key)
    player = await unit.players.get_or_add(key.player_key("ANN"), key.workspace, "ann")
    game = new_game(room, player, name)
    await unit.games.add(game)
    await unit.games.update(game.after(game.game.give_up(player.id), at))
    result = Result(name, room.id, player.id, "4x10", Outcome.GAVE_UP, 3, 12, GameKind.SOLO, at, ranked=True)
    result = structs.replace(result, **changed)
    await unit.results.add([result])
    return result


async def test_results_are_read_as_they_were_stored(store: Store) -> None:
    async with committed(store.unit) as unit:
        stored = [
            await keep(unit, "one", kind=GameKind.RACE, ranked=False, place=2),
            await keep(unit, "two", NOON + timedelta(1), outcome=Outcome.SOLVED, guesses=7, tries=0, assisted=True),
            await keep(
                unit, "three", NOON + timedelta(2), outcome=OutcomeForSide.DRAWN, level=Level.EXPERT, rules="3x10"
            ),
        ]
    async with store.other() as unit:
        assert list(await unit.results.of_player(stored[0].player)) == stored


async def test_results_are_in_the_order_in_which_they_were_stored_whatever_the_clock_showed(store: Store) -> None:
    async with store.unit() as unit:
        kept = [await keep(unit, f"game{minutes}", NOON + timedelta(minutes=minutes)) for minutes in (5, 1, 3)]
        found = await unit.results.of_player(kept[0].player)
        assert [one.game for one in found] == ["game5", "game1", "game3"]


async def test_a_result_is_stored_once(store: Store) -> None:
    async with committed(store.unit) as unit:
        kept = await keep(unit, "game", outcome=Outcome.SOLVED)
        await unit.results.add([kept, structs.replace(kept, guesses=1)])
    async with store.other() as unit:
        await unit.results.add([kept])
        assert list(await unit.results.of_player(kept.player)) == [kept]
        assert (await unit.results.player_record(kept.player)).ranked_alone[kept.rules].games == 1


async def test_the_last_results_of_a_player_are_those_of_all_rooms_that_were_stored_last(store: Store) -> None:
    async with store.unit() as unit:
        await keep(unit, "first", NOON + timedelta(1))
        await keep(unit, "second", NOON)
        last = await keep(unit, "elsewhere", key=room_key("garden"))
        _, bob = await enter(unit, "BOB")
        assert [one.game for one in await unit.results.last(last.player, 2)] == ["elsewhere", "second"]
        assert await unit.results.last(bob.id, 2) == []


HOUR = timedelta(hours=1)
FAR = NOON + timedelta(days=1)
GOOD = MarkSum.of_game(90, 40, is_exact=True)


async def play(unit: UnitOfWork, *players: int, kind: str = "ranked") -> Model:
    """A model in which these players have solved a game each."""
    model = await start(unit)
    for player in players:
        model.results.append(
            await finish(unit, model, Played(player, 0, 0, solved=True, guesses=4, days_ago=0, kind=kind))
        )
    return model


async def due_in(unit: UnitOfWork, model: Model) -> list[ResultToReview]:
    """What is due of a model, among that of others."""
    games = {result.game for result in model.results}
    return [due for due in await unit.marks.due(NOON, FAR, 1_000_000) if due.game in games]


async def test_a_ranked_result_is_due_from_its_end(store: Store) -> None:
    async with store.unit() as unit:
        model = await play(unit, 0)
        (result,) = model.results
        assert await due_in(unit, model) == [ResultToReview(result.game, result.player, NOON)]
        assert result.game not in {due.game for due in await unit.marks.due(NOON - HOUR, FAR, 1_000_000)}


async def test_a_result_with_hints_is_never_due(store: Store) -> None:
    async with store.unit() as unit:
        assert await due_in(unit, await play(unit, 0, kind="assisted")) == []


async def test_only_one_process_can_put_a_result_off(store: Store) -> None:
    async with store.unit() as unit:
        model = await play(unit, 0)
        (due,) = await due_in(unit, model)
        assert await unit.marks.postpone(due, NOON + HOUR)
        assert not await unit.marks.postpone(due, NOON + HOUR)
        assert await due_in(unit, model) == []


async def test_a_result_that_a_wrong_clock_has_put_off_is_due(store: Store) -> None:
    async with store.unit() as unit:
        model = await play(unit, 0)
        (due,) = await due_in(unit, model)
        assert await unit.marks.postpone(due, FAR + HOUR)
        assert [late.game for late in await due_in(unit, model)] == [due.game]


async def test_marks_are_counted_once(store: Store) -> None:
    async with store.unit() as unit:
        (due,) = await due_in(unit, await play(unit, 0))
        assert await unit.marks.record_marks(due, GOOD)
        assert not await unit.marks.record_marks(due, GOOD)
        ((month,),) = (await unit.marks.marks_by_month(due.player)).values()
        assert (month.first_day, month.marks) == (NOON.date().replace(day=1), GOOD)


async def test_a_result_without_marks_is_no_longer_due(store: Store) -> None:
    async with store.unit() as unit:
        model = await play(unit, 0)
        (due,) = await due_in(unit, model)
        assert await unit.marks.record_marks(due, None)
        assert (await due_in(unit, model), await unit.marks.marks_by_month(due.player)) == ([], {})


async def test_sums_by_month_agree_with_a_plain_model(store: Store) -> None:
    rng = random.Random(13)
    async with store.unit() as unit:
        model = await start(unit)
        for _ in range(60):
            event = Played(rng.randrange(4), rng.randrange(3), 0, True, 4, rng.choice((0, 1, 20, 200)), "ranked")  # noqa: FBT003
            model.results.append(await finish(unit, model, event))
        ends = {(result.game, result.player): result.ended_at for result in model.results}
        expected: dict[tuple[str, date], MarkSum] = {}
        for due in await due_in(unit, model):
            skill, luck = rng.choice((None, 80, 81, 99)), rng.choice((None, 50))
            marks = MarkSum.of_game(skill, luck, is_exact=rng.random() < 0.5)
            await unit.marks.record_marks(due, marks)
            month = due.player, ends[due.game, due.player].date().replace(day=1)
            expected[month] = expected.get(month, MarkSum()) + marks
        gone = model.players[3].id
        await unit.results.delete_player(gone)
        found = {
            (player.id, month.first_day): month.marks
            for player in model.players
            for months in (await unit.marks.marks_by_month(player.id)).values()
            for month in months
        }
    assert found == {month: marks for month, marks in expected.items() if month[0] != gone}
