"""The migration that classifies results by how their games started."""

import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, text

from bot.model.games import StoredGame
from bot.model.results import results_of
from bot.model.rooms import PlayerKey, Room, RoomKey
from bot.persistence.database import Database, alembic_config
from bot.persistence.maintenance.checks import check_database
from bot.persistence.unit_of_work import UnitOfWork
from core.game.any_game import AnyGame, Who
from core.game.duels import Duel
from core.game.games import Game
from core.game.hosting import HostedGame
from core.game.races import create_game
from core.game.rules import Rules
from core.game.sides import BOT, Level, Side
from tests.support.storage import committed

pytestmark = pytest.mark.slow  # the migration does not change

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
        return HostedGame.hide(RULES, SECRET, one, tries)
    if kind == "duel":
        return Duel(RULES, (Side(one, SECRET), Side(other, SECRET)), one, tries=tries)
    return Duel.against_bot(RULES, SECRET, Side(one, SECRET), Level.HARD, bot_moves_first=rng.random() < 0.5)


def played(game: AnyGame, rng: random.Random, people: list[str]) -> AnyGame:
    """The game after random guesses and hints, up to its end."""
    for _ in range(rng.randrange(1, 12)):
        if isinstance(game, Duel):
            by = game.to_move or BOT
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
    rooms = [await unit.rooms.ensure(RoomKey("chat", "club", channel)) for channel in ("lobby", "garden")]
    people = [
        (await unit.players.ensure(PlayerKey("chat", "club", f"U{one}"), "club", f"player {one}")).id
        for one in range(PEOPLE)
    ]
    for _ in range(number):
        some = rng.sample(people, 4)
        await store(unit, rng.choice(rooms), f"g{next(numbers)}", played(new_game(rng, some), rng, some), rng)
    await unit.results.delete_player(people[0])


async def store(unit: UnitOfWork, room: Room, name: str, game: AnyGame, rng: random.Random) -> None:
    now = datetime.now(UTC) - timedelta(days=rng.choice((0, 1, 5, 40)))
    new = StoredGame(name, room.id, game, "ab" * 32, now - timedelta(minutes=9))
    ended = new.after(game, now)
    assert await unit.games.add(ended)
    await unit.results.add(results_of(ended))


def rows(connection: Connection) -> dict[str, Counter[tuple[Any, ...]]]:
    return {name: Counter(tuple(row) for row in connection.execute(text(query))) for name, query in SUMS.items()}


async def test_classified_results_and_their_sums_are_those_of_the_program(database: Database) -> None:
    async with committed(database.unit) as unit:
        await store_games(unit, 150)
        await unit.leaderboards.prune((datetime.now(UTC) - KEPT).date(), 100_000)
    before = await database.run(rows)
    assert len({(row[2], row[3]) for row in before["results"]}) == len(("solo", "short", *"tdrhv"))
    assert {row[4] for row in before["results"]} >= {None, 1, 2, 3}

    await database.run(lambda connection: command.downgrade(alembic_config(connection), "0043"))
    await database.upgrade()

    after = await database.run(rows)
    assert {name: after[name] for name in ("results", "standings", "counts")} == {
        name: before[name] for name in ("results", "standings", "counts")
    }
    assert [fault async for fault in check_database(database, lambda *_: None) if fault.kind != "permissions"] == []
