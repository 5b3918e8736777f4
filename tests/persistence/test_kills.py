"""After `kill -9` under load, every guess that was answered is stored, and every guess at most once."""

import asyncio
import os
import random
import subprocess
import sys
import threading
from collections import Counter

import pytest
from sqlalchemy import text

from bot.persistence.database import Database
from tests.persistence.conftest import POSTGRESQL

PLAYERS = 40
KILLS = int(os.environ.get("HITBLOW_TEST_KILLS", "4"))
MAX_SECONDS = 0.5
"""From the first answer to the kill."""


def play_until_killed(url: str, firsts: list[int], seconds: float) -> list[tuple[int, int]]:
    """The guesses that were answered, as (player, number)."""
    command = (sys.executable, "-m", "tests.persistence.guessing", url, *map(str, firsts))
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    first, killer = process.stdout.readline(), threading.Timer(seconds, process.kill)
    killer.start()
    lines = [first, *process.stdout]
    process.wait()
    killer.join()
    process.stdout.close()
    answered = [line.split() for line in lines if line.endswith("\n")]
    return [(int(player), int(number)) for player, number in answered]


async def stored_guesses(url: str) -> Counter[tuple[int, int]]:
    """The guesses that are stored, each with how often, as (player, number)."""
    query = text('SELECT players."user", turns.guess FROM turns JOIN players ON players.id = turns.player_id')
    database = Database(url)
    async with database.engine.connect() as connection:
        rows = (await connection.execute(query)).all()
    await database.close()
    return Counter((int(user), int(guess)) for user, guess in rows)


@pytest.mark.slow
@pytest.mark.timeout(60 * KILLS)
@pytest.mark.parametrize("kind", ["sqlite", POSTGRESQL])
def test_nothing_answered_is_lost_and_nothing_is_doubled_by_kills(kind: str, request: pytest.FixtureRequest) -> None:
    url: str = request.getfixturevalue(f"{kind}_url")
    generator = random.Random(20261121)
    firsts, all_answered = [0] * PLAYERS, set[tuple[int, int]]()
    for _ in range(KILLS):
        answered = play_until_killed(url, firsts, generator.uniform(0, MAX_SECONDS))
        assert answered
        all_answered.update(answered)
        for player, number in answered:
            firsts[player] = max(firsts[player], number + 1)  # what was not answered is sent again
        stored = asyncio.run(stored_guesses(url))
        assert all_answered <= stored.keys()
        assert set(stored.values()) == {1}
        assert all(number <= firsts[player] for player, number in stored)
