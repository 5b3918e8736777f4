"""Migrations that change rows: ratings and results are as the program has them, and shared dailies are kept."""

import random
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, select, text

from bot.model.daily import DailyGame
from bot.model.games import StoredGame
from bot.model.results import results_of
from bot.model.rooms import PlayerKey, Room, RoomKey
from bot.persistence.database import Database, alembic_config
from bot.persistence.maintenance.checks import check_database
from bot.persistence.tables.records import (
    daily_games,
    daily_shares,
    meetings,
    rated_games,
    rated_players,
    rating_standings,
    ratings,
)
from bot.persistence.unit_of_work import UnitOfWork
from bot.services.ratings import recalculate_ratings
from core.game.any_game import AnyGame, Who
from core.game.boards import Board
from core.game.duels import Duel
from core.game.games import Game
from core.game.hosting import HostedGame
from core.game.races import create_game
from core.game.rules import Rules
from core.game.sides import BOT, Level, Side
from tests.fakes.clock import NOON
from tests.persistence.repositories.test_ratings import keep
from tests.persistence.store import CLASSIC, NONCE, enter
from tests.support.storage import committed, rows

TABLES = (ratings, rated_games, rated_players, rating_standings, meetings)


def _go_back(connection: Connection, name: str) -> None:
    """Go back to the revision before the migration of this name."""
    config = alembic_config(connection)
    (script,) = (one for one in ScriptDirectory.from_config(config).walk_revisions() if name in one.path)
    command.downgrade(config, str(script.down_revision))


def _before_meetings(connection: Connection) -> None:
    """The revision in which one race that nobody solved was rated as a draw."""
    _go_back(connection, "meetings")
    connection.execute(text("UPDATE games SET who = 'race' WHERE id = 'unsolved'"))
    connection.execute(text("UPDATE rated_players SET place = 1 WHERE game_id = 'unsolved'"))
    connection.execute(text("UPDATE ratings SET mu = 3"))


@pytest.mark.slow
async def test_a_migration_rates_games_as_the_program_does(database: Database) -> None:
    async with committed(database.unit) as unit:
        for number in range(30):
            users = ("ANN", "BOB", "CID")[: 2 + number % 2]
            name = "unsolved" if number == 4 else f"game{number}"
            await keep(unit, name, *users, at=NOON + timedelta(days=number * 17))
    await database.run(_before_meetings)
    await database.upgrade()
    migrated = await database.run(_rows)
    assert "unsolved" not in str(migrated)
    assert len(migrated["meetings"]) == 14 * 2 + 15 * 4  # each pair twice
    await recalculate_ratings(database.unit)
    again = await database.run(_rows)
    for table, found in migrated.items():
        assert len(found) == len(again[table])
        for one, other in zip(found, again[table], strict=True):
            for value, expected in zip(one, other, strict=True):
                assert value == (pytest.approx(expected) if isinstance(expected, float) else expected), table


def _rows(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
    return {
        table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
        for table in TABLES
    }


DAY = date(2026, 11, 18)


async def test_a_share_where_the_game_was_started_outlives_a_downgrade_and_an_upgrade(database: Database) -> None:
    async with committed(database.unit) as unit:
        (lobby, _), (garden, _) = await enter(unit), await enter(unit, channel="garden")
        for user, rooms in (("ANN", (lobby, garden)), ("BOB", (garden,)), ("CID", ())):
            _, player = await enter(unit, user)
            game = DailyGame(lobby.id, DAY, Board(CLASSIC, (), 12, player.id), NOON)
            await unit.daily_games.add(game)
            for room in rooms:
                await unit.daily_games.add_to_card(game, room.id, NOON)
    games, shares = await rows(database, daily_games), await rows(database, daily_shares)
    await database.run(lambda connection: _go_back(connection, "daily_shares"))
    await database.upgrade()
    assert await rows(database, daily_games) == games
    assert await rows(database, daily_shares) == [row for row in shares if row.room_id == lobby.id]
    assert len(shares) == 3


RULES = Rules.parse("3x6")
SECRET = (0, 1, 2)
KEPT = timedelta(days=14)
PEOPLE = 5

SUMS = {
    "results": "SELECT game_id, player_id, kind, ranked, place FROM results",
    "standings": "SELECT * FROM standings",
    "counts": "SELECT player_id, rules, kind, level, outcome, games, guesses, places FROM unranked_games",
}


def new_game(rng: random.Random, people: list[str]) -> AnyGame:
    """A game of any kind that has just started."""
    one, other = rng.sample(people, 2)
    kind = rng.choice(["me", "me", "me", "everyone", "race", "race", "hosted", "duel", "versus"])
    tries = rng.choice([0, 3, 12, 12, 20])
    if kind in set(Who):
        return create_game(RULES, SECRET, one, Who(kind), tries)
    if kind == "hosted":
        return HostedGame.start(RULES, SECRET, one, tries)
    if kind == "duel":
        return Duel(RULES, (Side(one, SECRET), Side(other, SECRET)), one, tries=tries)
    return Duel.against_bot(RULES, SECRET, Side(one, SECRET), Level.HARD, bot_moves_first=rng.random() < 0.5)


def played(game: AnyGame, rng: random.Random, people: list[str]) -> AnyGame:
    """The game after random guesses and hints, up to its end."""
    for _ in range(rng.randrange(1, 12)):
        if isinstance(game, Duel):
            by = game.player_to_move or BOT
        else:
            by = game.starter if game.who is Who.ME else rng.choice([one for one in people[:3] if one != game.starter])
        if rng.random() < 0.1 and not (isinstance(game, Duel) and game.is_between_people) and by in game.players:
            game = game.record_hint(by)
        game = game.guess(rng.choice([SECRET, (3, 4, 5), (0, 1, 3), (0, 2, 1)]), by)
        if game.outcome is not None:
            return game
        if isinstance(game, Game) and game.who is Who.RACE and game.board(by).outcome is not None:
            break
    return game.expire()


async def store_games(unit: UnitOfWork, number: int) -> None:
    rng, numbers = random.Random(number), count()
    rooms = [await unit.rooms.get_or_add(RoomKey("chat", "club", channel)) for channel in ("lobby", "garden")]
    people = [
        (await unit.players.get_or_add(PlayerKey("chat", "club", f"U{one}"), "club", f"player {one}")).id
        for one in range(PEOPLE)
    ]
    for _ in range(number):
        some = rng.sample(people, 4)
        await store(unit, rng.choice(rooms), f"g{next(numbers)}", played(new_game(rng, some), rng, some), rng)
    await unit.results.delete_player(people[0])


async def store(unit: UnitOfWork, room: Room, name: str, game: AnyGame, rng: random.Random) -> None:
    now = datetime.now(UTC) - timedelta(days=rng.choice((0, 1, 5, 40)))
    ended = StoredGame(name, room.id, game, NONCE, now - timedelta(minutes=9)).after(game, now)
    assert await unit.games.add(ended)
    await unit.results.add(results_of(ended))


def results_and_sums(connection: Connection) -> dict[str, Counter[tuple[Any, ...]]]:
    return {name: Counter(tuple(row) for row in connection.execute(text(query))) for name, query in SUMS.items()}


@pytest.mark.slow
async def test_classified_results_and_their_sums_are_those_of_the_program(database: Database) -> None:
    async with committed(database.unit) as unit:
        await store_games(unit, 150)
        await unit.leaderboards.remove_ended((datetime.now(UTC) - KEPT).date(), 100_000)
    before = await database.run(results_and_sums)
    assert len({(row[2], row[3]) for row in before["results"]}) == len(("solo", "short", *"tdrhv"))
    assert {row[4] for row in before["results"]} >= {None, 1, 2, 3}

    await database.run(lambda connection: command.downgrade(alembic_config(connection), "0043"))
    await database.upgrade()

    after = await database.run(results_and_sums)
    assert {name: after[name] for name in ("results", "standings", "counts")} == {
        name: before[name] for name in ("results", "standings", "counts")
    }
    assert [fault async for fault in check_database(database, lambda *_: None) if fault.kind != "permissions"] == []
