"""Exporting and deleting people with many games on SQLite, and for how long that blocks the event loop.

Run `python -m benchmarks.leaving [--games N] [--rounds N]`. Every round exports and deletes one person, as
`/hitblow privacy` does, and does the same by SQL alone, the floor: the rows of another person are read and written as
JSON, then deleted in one transaction. Half of the games of each person have a board in a channel.
"""

import asyncio
import json
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import click

from benchmarks.growth import RIGHT, RULES, WRONG, KnownSecret, LagMeter, again, caller, machine_time
from benchmarks.proc import machine
from bot.model.rooms import Caller
from bot.persistence.database import Database
from bot.presenters.privacy import export_file
from bot.services.services import Services
from bot.solving.executor import ExecutorSolver
from core.game.any_game import Who

_OF_GAMES = ("turns", "boards", "participants", "results", "messages")

_MESSAGES = """
INSERT INTO messages (game_id, channel, message, language) SELECT id, 'C', 'M' || id, 'en' FROM games
WHERE sequence % 2 = 0 AND id NOT IN (SELECT game_id FROM messages)
"""


async def play(services: Services, who: Caller, games: int) -> None:
    """End so many games, each with three guesses."""
    for _ in range(games):
        await services.referee.start_game(again(who), RULES, 0, Who.ME)
        for guess in (WRONG, "4568", RIGHT):
            await services.referee.guess(again(who), guess)


async def measured(command: Callable[[], Awaitable[object]]) -> dict[str, float]:
    """The milliseconds and CPU time that a command takes, and for how long it blocks the event loop.

    The last figure is the CPU time of the event loop's thread within the longest block, which other work on the machine
    does not lengthen.
    """
    meter, start, used = LagMeter(), time.perf_counter(), time.process_time()
    async with meter.watching():
        await command()
        taken, cpu = time.perf_counter() - start, time.process_time() - used
    figures = {"": taken, ", CPU": cpu, ", loop blocked": meter.longest, ", loop's CPU": meter.longest_cpu}
    return {name: 1000 * seconds for name, seconds in figures.items()}


def floor_export(file: Path, player: str) -> float:
    """The milliseconds for reading the rows about a player and writing them as JSON."""
    start = time.perf_counter()
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        games = "SELECT id FROM games WHERE starter_id = ?"
        queries = {table: f"SELECT * FROM {table} WHERE game_id IN ({games})" for table in _OF_GAMES}
        queries["games"] = "SELECT * FROM games WHERE starter_id = ?"
        tables = {
            table: [dict(row) for row in connection.execute(query, (player,))] for table, query in queries.items()
        }
    json.dumps(tables, ensure_ascii=False, indent=2)
    return 1000 * (time.perf_counter() - start)


def floor_delete(file: Path, player: str) -> float:
    """The milliseconds for deleting the games of a player in one transaction."""
    start = time.perf_counter()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA secure_delete = FAST")
        games = "SELECT id FROM games WHERE starter_id = ?"
        for table in _OF_GAMES:
            connection.execute(f"DELETE FROM {table} WHERE game_id IN ({games})", (player,))
        connection.execute("DELETE FROM games WHERE starter_id = ?", (player,))
    return 1000 * (time.perf_counter() - start)


async def measure(file: Path, games: int, rounds: int) -> Sequence[str]:
    """The medians of all rounds."""
    database = Database(f"sqlite:///{file}")
    await database.upgrade()
    with ThreadPoolExecutor(1) as executor:
        services = Services(database.unit, machine_time, KnownSecret(), ExecutorSolver(executor))
        samples: dict[str, list[float]] = {}
        for number in range(rounds):
            people = [caller(1 + 100 * (2 * number + other)) for other in range(2)]
            for who in people:
                await play(services, who, games)
            with closing(sqlite3.connect(file)) as connection, connection:
                connection.execute(_MESSAGES)
                query = "SELECT id FROM players WHERE user = ?"
                [(other,)] = connection.execute(query, (people[1].player.user,))
            for name, command in _commands(services, people[0]).items():
                for figure, value in (await measured(command)).items():
                    samples.setdefault(name + figure, []).append(value)
            samples.setdefault("export floor", []).append(await asyncio.to_thread(floor_export, file, other))
            samples.setdefault("delete floor", []).append(await asyncio.to_thread(floor_delete, file, other))
    await database.close()
    return [
        f"{name:22} median {statistics.median(values):7.1f} ms  rounds {' '.join(f'{value:.0f}' for value in values)}"
        for name, values in sorted(samples.items())
    ]


def _commands(services: Services, who: Caller) -> dict[str, Callable[[], Awaitable[object]]]:
    async def export() -> None:
        found = await services.privacy.export(again(who))
        await asyncio.to_thread(export_file, found)

    async def delete() -> None:
        await services.privacy.delete(again(who))

    return {"export": export, "delete": delete}


@click.command()
@click.option("--games", default=1000, show_default=True, help="Games of each person.")
@click.option("--rounds", default=5, show_default=True)
def main(games: int, rounds: int) -> None:
    """Measure, and print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        lines = asyncio.run(measure(Path(folder, "leaving.db"), games, rounds))
    click.echo(machine())
    for line in lines:
        click.echo(line)


if __name__ == "__main__":
    main()
