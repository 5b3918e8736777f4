"""What a deletion removes: what was the person's alone; and exports, which hold nothing that they were not shown."""

import json
import re
from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import insert, select

from bot.model.games import StoredGame
from bot.model.rooms import Caller, Exported, MessageKey, RoomKey
from bot.persistence.database import Database
from bot.persistence.repositories.deletions import RETRY
from bot.persistence.repositories.personal_data import NOBODY
from bot.persistence.tables.games import games, players
from bot.persistence.tables.references import EXPORTED, EXPORTED_AT_END, game_column, player_columns
from bot.persistence.tables.slack import slack_installations
from bot.services.privacy import FormerGameDeleter
from bot.services.services import Services
from core.game.any_game import AnyGame, Who
from tests.fakes.clock import FakeClock
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.solver import InlineSolver
from tests.persistence.sample_workspace import BOB, NAME, USER, ZOE, Member, SampleWorkspace
from tests.persistence.store import CLASSIC, LATER, NONCE, enter
from tests.support.daily import code_of
from tests.support.hidden_numbers import KINDS, positions, with_other_numbers
from tests.support.storage import committed, contents

DIRECT = "D0ZOE5678"
"""Zoe's direct messages with the app on Slack."""

Line = tuple[str, str]

ALONE: dict[str, Sequence[Line]] = {
    "own": [(ZOE, "play who:me tries:20"), (ZOE, "4567")],
    "shared": [(ZOE, "play tries:20"), (ZOE, "4567")],
    "solved": [(ZOE, "play"), (ZOE, "0123")],
    "race": [(ZOE, "play who:race"), (ZOE, "4567")],
    "versus": [(ZOE, "versus easy"), (ZOE, "4567"), (ZOE, "giveup")],
    "host": [(ZOE, "host")],
    DIRECT: [
        (ZOE, "play"),
        (ZOE, "0123"),
        (ZOE, "versus easy"),
        (ZOE, "daily guess:4567"),
        (ZOE, "suggest 0123 0H2B"),
        (ZOE, "settings channel idle:24"),
    ],
}
TOGETHER: dict[str, Sequence[Line]] = {
    "guessed by both": [(ZOE, "play tries:20"), (BOB, "4567"), (ZOE, "4568")],
    "guessed by Bob": [(ZOE, "play"), (BOB, "0123")],
    "hint for Bob": [(BOB, "play tries:20"), (BOB, "4567"), (ZOE, "4568"), (ZOE, "giveup"), (BOB, "giveup")],
    "race of both": [(ZOE, "play who:race"), (ZOE, "4567"), (BOB, "0123")],
    "duel": [(ZOE, "duel UBOB99"), (BOB, "secret"), (ZOE, "4567"), (BOB, "4567")],
    "challenge": [(BOB, f"duel {USER}"), (ZOE, "giveup")],
    "hosted for Bob": [(ZOE, "host"), (BOB, "4567")],
}


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def services(database: Database, clock: FakeClock) -> Services:
    return Services(database.unit, clock, FakeRandomSource(), InlineSolver())


@pytest.fixture
def workspace(services: Services, clock: FakeClock) -> SampleWorkspace:
    return SampleWorkspace(services, clock)


async def play(workspace: SampleWorkspace, rooms: dict[str, Sequence[Line]]) -> None:
    for room, lines in rooms.items():
        for who, line in lines:
            await workspace.types(who, room, line)


async def delete(services: Services, user: str = USER) -> None:
    await services.privacy.delete(Member(user, NAME, "any")())


async def rows(database: Database) -> list[tuple[Any, ...]]:
    """Every row of every table but the ids of events, after the table's name."""
    return [row for row in await contents(database) if row[0] != "events"]


async def game_ids(database: Database) -> set[str]:
    return set(await database.run(lambda connection: connection.scalars(select(games.c.id)).all()))


async def player_id(database: Database) -> str:
    return str(
        await database.run(lambda connection: connection.scalar(select(players.c.id).where(players.c.user == USER)))
    )


async def test_a_deletion_removes_what_was_the_persons_alone_and_keeps_the_rest(
    database: Database, services: Services, workspace: SampleWorkspace
) -> None:
    await workspace.types(BOB, "lobby", "stats")
    await play(workspace, {"first": [(BOB, "play"), (BOB, "0123")]})
    await play(workspace, ALONE)
    alone = await game_ids(database)
    await play(workspace, TOGETHER)
    zoe = await player_id(database)
    await delete(services)
    left = await rows(database)
    assert len(await game_ids(database) & alone) == 1  # Bob's
    assert len(await game_ids(database) - alone) == len(TOGETHER)
    assert [row for row in left if any(text in str(row) for text in (zoe, USER, NAME, DIRECT))] == []
    deleted = alone - await game_ids(database)
    assert [row for row in left if deleted & set(map(str, row))] == []
    for room in TOGETHER:
        assert NAME not in str((await workspace.types(BOB, room, "board")).board)


async def test_what_only_former_players_have_played_is_removed(
    database: Database, services: Services, workspace: SampleWorkspace
) -> None:
    await play(workspace, TOGETHER)
    await delete(services)
    assert len(await game_ids(database)) == len(TOGETHER)
    await delete(services, "UBOB99")
    assert await game_ids(database) == set()


async def test_a_game_stays_without_a_name_until_its_message_has_been_edited(
    database: Database, services: Services, workspace: SampleWorkspace, clock: FakeClock
) -> None:
    await play(workspace, {"own": ALONE["own"]})
    (game,) = await game_ids(database)
    async with committed(database.unit) as unit:
        await unit.messages.save(game, MessageKey("own", "1.1"), "en")
    zoe = await player_id(database)
    await delete(services)
    assert not [row for row in await rows(database) if zoe in str(row)]
    removing = FormerGameDeleter(database.unit, clock)
    for _ in range(2):
        assert not await removing.run_step()
        clock.advance(RETRY + timedelta(seconds=1))
        assert await removing.run_step()
        assert await game_ids(database) == {game}
    (board,) = await services.messages.outdated("slack", 9)
    await services.messages.record_shown({game: board.revision}, {game})
    clock.advance(RETRY + timedelta(seconds=1))
    assert await removing.run_step()
    assert await game_ids(database) == set()
    assert not await removing.run_step()


async def test_the_messages_of_ended_games_are_edited_because_they_show_the_name(
    database: Database, services: Services, workspace: SampleWorkspace
) -> None:
    lines = [(ZOE, "play"), (ZOE, "4567"), (BOB, "4567"), (ZOE, "giveup")]
    await play(workspace, {"one": lines, "another": lines})
    unposted, posted = sorted(await game_ids(database))
    async with committed(database.unit) as unit:
        await unit.messages.save(posted, MessageKey("C1", "1.1"), "en")
    await services.messages.record_shown(dict.fromkeys((unposted, posted), 9), {unposted, posted})
    assert await services.messages.outdated("slack", 9) == []
    await delete(services)
    assert [board.game for board in await services.messages.outdated("slack", 9)] == [posted]


def on_discord(user: str, number: int) -> Caller:
    """A call in a conversation outside servers."""
    room = RoomKey("discord", "direct:5550001", "5550001")
    return Caller(room, room.player_key(user), user.lower(), f"{user} {number}", is_manager=True)


@pytest.mark.parametrize("others", [(), ("BEN",)], ids=["alone", "group"])
async def test_a_conversation_on_discord_is_removed_unless_others_have_played_there(
    database: Database, services: Services, clock: FakeClock, others: Sequence[str]
) -> None:
    for user in ("ANN", *others):
        person = on_discord(user, 0)
        await services.referee.start_game(replace(person, event=f"begin {user}"), CLASSIC, who=Who.ME)
        await services.referee.guess(replace(person, event=f"guess {user}"), "4567")
        await services.daily.guess(replace(person, event=f"daily {user}"), "4567", CLASSIC)
    async with committed(database.unit) as unit:
        ann = await unit.players.get_or_add(on_discord("ANN", 0).player, "direct:5550001", "ann")
        await unit.workspace_languages.get_or_set_language("discord", "direct:5550001", "fr")
        await unit.room_settings.change(on_discord("ANN", 0).room, {"idle": "24"}, ann.id, clock())
    await services.privacy.delete(on_discord("ANN", 9))
    left = [row for row in await rows(database) if "5550001" in str(row)]
    assert bool(left) == bool(others)
    assert not [row for row in left if "ANN" in str(row)]


@pytest.mark.parametrize(
    ("workspace", "installed"),
    [("T0TEAM", {"team_id": "T0TEAM"}), ("E1:T1", {"enterprise_id": "E1", "is_enterprise_install": True})],
    ids=["workspace", "organisation"],
)
async def test_who_installed_the_app_is_exported_and_forgotten(
    database: Database, services: Services, clock: FakeClock, workspace: str, installed: dict[str, object]
) -> None:
    now = clock().replace(tzinfo=None)
    values = {"client_id": "1", "app_id": "A", "is_enterprise_install": False, "installed_at": now}
    both = [{**values, **installed, "user_id": user} for user in (USER, "U0OTHER")]
    await database.run(lambda connection: connection.execute(insert(slack_installations), both))
    await services.referee.start_game(Member(USER, NAME, "lobby", workspace)(), CLASSIC)
    export = await services.privacy.export(Member(USER, NAME, "lobby", workspace)())
    assert [row["user_id"] for row in export.tables["slack_installations"]] == [USER]
    await services.privacy.delete(Member(USER, NAME, "lobby", workspace)())
    left = await database.run(lambda connection: connection.scalars(select(slack_installations.c.user_id)).all())
    assert sorted(left) == [NOBODY, "U0OTHER"]


BOBS_SECRET, BOBS_GUESS, ZOES_SECRET = "9876", "5678", "0123"

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
async def acquainted(services: Services, clock: FakeClock) -> SampleWorkspace:
    """Bob and Zoe, who know each other."""
    workspace = SampleWorkspace(services, clock, {BOB: BOBS_SECRET, ZOE: ZOES_SECRET})
    for who in (BOB, ZOE):
        await workspace.types(who, "lobby", "play who:me")
    return workspace


async def exported(services: Services) -> tuple[dict[str, Any], set[str]]:
    """The tables of Zoe's export, and all words and numbers in it."""
    tables = dict((await services.privacy.export(Member(USER, NAME, "any")())).tables)
    return tables, set(re.findall(r"\w+", json.dumps(tables)))


@pytest.mark.parametrize("lines", UNSHOWN.values(), ids=UNSHOWN)
async def test_an_export_holds_nothing_that_the_person_was_not_shown(
    services: Services, acquainted: SampleWorkspace, lines: Sequence[Line]
) -> None:
    await play(acquainted, {"room": lines})
    _, words = await exported(services)
    assert not {BOBS_SECRET, BOBS_GUESS} & words


async def test_an_export_does_not_tell_the_code_of_a_daily_that_runs(
    services: Services, acquainted: SampleWorkspace, clock: FakeClock
) -> None:
    await play(acquainted, {"home": [(ZOE, "daily guess:4567")]})
    tables, words = await exported(services)
    assert tables["daily_games"][0]["turns"].startswith("4567:")
    assert code_of(clock.now.date()) not in words


async def test_an_export_shows_both_secrets_of_a_duel_that_has_ended(
    services: Services, acquainted: SampleWorkspace
) -> None:
    await play(acquainted, {"room": [*DUEL, (ZOE, "giveup")]})
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
    for column in player_columns():
        listed = [*EXPORTED[column.table].split(), *EXPORTED_AT_END.get(column.table, "").split()]
        assert sorted(listed) == sorted(each.name for each in column.table.columns)
    assert all(game_column(table) is not None for table in EXPORTED_AT_END)
