"""Exports of what is stored about a person: all of it, but nothing that they were not shown."""

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from bot.model.games import StoredGame
from bot.model.rooms import Exported
from bot.persistence.database import Database
from bot.persistence.tables.games import games
from bot.persistence.tables.references import EXPORTED, EXPORTED_AT_END, game_column, of_players
from bot.services.services import Services
from core.game.any_game import AnyGame
from tests.fakes.clock import FakeClock
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.solver import InlineSolver
from tests.persistence.sample_workspace import BOB, NAME, USER, ZOE, Member, SampleWorkspace
from tests.persistence.store import LATER, NONCE, enter
from tests.support.daily import code_of
from tests.support.hidden_numbers import KINDS, positions, with_other_numbers
from tests.support.storage import committed

BOBS_SECRET, BOBS_GUESS, ZOES_SECRET = "9876", "5678", "0123"

Line = tuple[str, str]

CHALLENGED: Sequence[Line] = [(BOB, f"duel {USER}")]
DUEL: Sequence[Line] = [(ZOE, "duel UBOB99 hidden:yes"), (BOB, "secret"), (BOB, BOBS_GUESS)]
HELD: Sequence[Line] = [(BOB, "host keep:head"), (ZOE, "4567")]

UNSHOWN: dict[str, Sequence[Line]] = {
    "challenge": CHALLENGED,
    "declined challenge": [*CHALLENGED, (ZOE, "giveup")],
    "withdrawn challenge": [*CHALLENGED, (BOB, "giveup")],
    "hidden duel": [*DUEL, (ZOE, "4567"), (BOB, BOBS_GUESS)],
    "hosted game": [(BOB, "host"), (ZOE, "4567")],
    "game in the host's head": HELD,
    "race": [(ZOE, "play who:race"), (ZOE, "4567"), (BOB, BOBS_GUESS)],
    "given up in a race": [(ZOE, "play who:race"), (ZOE, "4567"), (BOB, BOBS_GUESS), (ZOE, "giveup")],
}
"""What leaves a secret or guesses of Bob's hidden from Zoe."""


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def services(database: Database, clock: FakeClock) -> Services:
    return Services(database.unit, clock, FakeRandomSource(), InlineSolver())


@pytest.fixture
async def workspace(services: Services, clock: FakeClock) -> SampleWorkspace:
    """Bob and Zoe, who know each other."""
    workspace = SampleWorkspace(services, clock, {BOB: BOBS_SECRET, ZOE: ZOES_SECRET})
    for who in (BOB, ZOE):
        await workspace.types(who, "lobby", "play who:me")
    return workspace


async def play(workspace: SampleWorkspace, room: str, lines: Sequence[Line]) -> None:
    for who, line in lines:
        await workspace.types(who, room, line)


async def exported(services: Services) -> tuple[dict[str, Any], set[str]]:
    """The tables of Zoe's export, and all words and numbers in it."""
    tables = dict((await services.privacy.export(Member(USER, NAME, "any")())).tables)
    return tables, set(re.findall(r"\w+", json.dumps(tables)))


@pytest.mark.parametrize("lines", UNSHOWN.values(), ids=UNSHOWN)
async def test_an_export_holds_nothing_that_the_person_was_not_shown(
    services: Services, workspace: SampleWorkspace, lines: Sequence[Line]
) -> None:
    await play(workspace, "room", lines)
    _, words = await exported(services)
    assert not {BOBS_SECRET, BOBS_GUESS} & words


async def test_an_export_does_not_tell_the_code_of_a_daily_that_runs(
    services: Services, workspace: SampleWorkspace, clock: FakeClock
) -> None:
    await play(workspace, "home", [(ZOE, "daily guess:4567")])
    tables, words = await exported(services)
    assert tables["daily_games"][0]["turns"].startswith("4567:")
    assert code_of(clock.now.date()) not in words


async def test_an_export_shows_both_secrets_of_a_duel_that_has_ended(
    services: Services, workspace: SampleWorkspace
) -> None:
    await play(workspace, "room", [*DUEL, (ZOE, "giveup")])
    tables, _ = await exported(services)
    assert BOBS_SECRET in [row.get("secret") for row in tables["games"]]
    assert [row["starter_secret"] for row in tables["duels"]] == [ZOES_SECRET]
    assert all(row["nonce"] for row in tables["games"] if row["ended_at"])


async def export_during(database: Database, room: str, game: AnyGame, viewer: str) -> Exported:
    """A player's export while a game runs, which is stored for that only."""
    async with database.unit() as unit:
        await unit.games.add(StoredGame("k3qz7", room, game, NONCE, LATER))
        exported = await unit.personal_data.export(viewer)
    # PostgreSQL does not give the number of a game twice.
    return {
        table: [{**row, "sequence": 0} for row in rows] if table == games.name else rows
        for table, rows in exported.items()
    }


async def compare_exports(database: Database, kind: str, random: Random, moves: int) -> None:
    """Check that what both sides export in a random game does not depend on numbers that they may not see."""
    async with committed(database.unit) as unit:
        (room, ann), (_, bob) = await enter(unit), await enter(unit, "BOB")
    for game in positions(kind, ann.id, bob.id, random, moves):
        for viewer in (ann.id, bob.id):
            exported = await export_during(database, room.id, game, viewer)
            other = await export_during(database, room.id, with_other_numbers(game, viewer, random), viewer)
            assert exported == other


@pytest.mark.parametrize("kind", KINDS)
async def test_an_export_does_not_depend_on_numbers_that_are_hidden(database: Database, kind: str) -> None:
    await compare_exports(database, kind, Random(kind), 12)


@pytest.mark.slow
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("kind", KINDS)
async def test_no_export_of_many_games_depends_on_numbers_that_are_hidden(database: Database, kind: str) -> None:
    for seed in range(40):
        await compare_exports(database, kind, Random(f"{kind} {seed}"), 15)


def test_every_column_is_exported_at_once_or_at_the_end_of_a_game() -> None:
    for column in of_players():
        listed = [*EXPORTED[column.table].split(), *EXPORTED_AT_END.get(column.table, "").split()]
        assert sorted(listed) == sorted(each.name for each in column.table.columns)
    assert all(game_column(table) is not None for table in EXPORTED_AT_END)
