"""Exports of what is stored about a person: all of it, but nothing that they were not shown."""

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest

from bot.persistence.database import Database
from bot.services.services import Services
from tests.fakes.clock import FakeClock
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.solver import InlineSolver
from tests.persistence.sample_workspace import BOB, NAME, USER, ZOE, Member, SampleWorkspace
from tests.support.daily import code_of

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
