"""The use cases of personal data."""

import asyncio
import sqlite3
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.errors import HiddenPlayer, NoSuchGame, NothingStored, StorageBusy
from bot.model.records import MIN_GAMES
from bot.persistence.database import Database
from bot.persistence.sqlite import backend
from bot.persistence.tables.games import players
from bot.services import privacy
from bot.services.privacy import DELETION_TIMEOUT, DeletionFinisher, Privacy
from bot.services.records import LeaderboardRequest
from core.game.any_game import Who
from tests.services.harness import ANN, BOB, CAT, CLASSIC, Harness, again, caller, finish
from tests.support.interruptions import Interrupted
from tests.support.storage import contents, migrated


async def names(harness: Harness, viewer: str) -> list[str | None]:
    """The names on a leaderboard, as Ann or Bob sees it."""
    caller = again(ANN if viewer == "ann" else BOB)
    return [entry.name for entry in (await harness.records.leaderboard(caller, LeaderboardRequest(CLASSIC))).entries]


async def test_leaderboards_leave_out_who_is_hidden_except_for_themselves(harness: Harness) -> None:
    for person in (ANN, BOB):
        for _ in range(MIN_GAMES):
            await harness.finish(again(person))
    await harness.services.privacy.set_hidden(again(ANN), hidden=True)
    assert await names(harness, "bob") == ["bob"]
    assert sorted(map(str, await names(harness, "ann"))) == ["ann", "bob"]
    await harness.services.privacy.set_hidden(again(ANN), hidden=False)
    assert sorted(map(str, await names(harness, "bob"))) == ["ann", "bob"]


@pytest.mark.parametrize("name", ["ann", ANN.player.user])
async def test_statistics_of_somebody_hidden_are_refused_to_others(harness: Harness, name: str) -> None:
    await harness.finish(again(ANN))
    await harness.services.privacy.set_hidden(again(ANN), hidden=True)
    await harness.play(BOB)
    with pytest.raises(HiddenPlayer):
        await harness.records.player_stats(again(BOB), name)
    assert (await harness.records.player_stats(again(ANN), name)).name == "ann"
    await harness.services.privacy.set_hidden(again(ANN), hidden=False)
    assert (await harness.records.player_stats(again(BOB), name)).name == "ann"


async def test_somebody_unknown_has_nothing_and_stays_unknown(harness: Harness) -> None:
    await harness.play(ANN)
    privacy = harness.services.privacy
    for ask in (privacy.export, privacy.is_hidden, privacy.delete):
        with pytest.raises(NothingStored):
            await ask(again(CAT))
    with pytest.raises(NothingStored):
        await privacy.set_hidden(again(CAT), hidden=True)
    assert "CAT" not in await users(harness)


async def users(harness: Harness) -> list[str]:
    """The user ids of the players."""
    return [row.user for row in await harness.rows(players)]


@pytest.mark.slow
@pytest.mark.parametrize("units", range(10))
async def test_a_deletion_can_be_interrupted_at_any_unit_of_work(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, units: int
) -> None:
    monkeypatch.setattr(privacy, "_GAMES_AT_ONCE", 1)
    await finish(harness, again(ANN), 2, 2)
    await harness.play(BOB)
    await harness.guess(ANN, "4567")
    ann = next(row.id for row in await harness.rows(players) if row.user == "ANN")
    with suppress(StorageBusy):
        await Privacy(Interrupted(harness.database.unit, after=units), harness.clock).delete(again(ANN))
    harness.clock.advance(DELETION_TIMEOUT + timedelta(seconds=1))
    deleting = DeletionFinisher(harness.database.unit, harness.clock)
    assert await deleting.run_step() == (0 < units < 9)
    assert not await deleting.run_step()
    assert (ann in repr(await contents(harness.database))) == (units == 0)


async def test_a_deletion_that_is_delivered_again_deletes_nothing_new(harness: Harness) -> None:
    event = again(ANN)
    for _ in range(2):
        await harness.play(ANN, Who.ME)
        await harness.services.privacy.delete(event)
    assert "ANN" in await users(harness)


async def test_an_interrupted_deletion_is_finished_when_the_player_asks_again(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(privacy, "_GAMES_AT_ONCE", 1)
    await finish(harness, again(ANN), 2, 2)
    shared = await harness.play(BOB)
    for who in (ANN, BOB):
        await harness.guess(who, "4567", shared.id)
    with pytest.raises(StorageBusy):
        await Privacy(Interrupted(harness.database.unit, after=3), harness.clock).delete(again(ANN))
    await harness.services.privacy.delete(again(ANN))
    assert len([player for player in await harness.rows(players) if not player.name]) == 1
    assert "ANN" not in await users(harness)


async def test_an_interrupted_deletion_hides_the_player_at_once_and_is_finished_later(harness: Harness) -> None:
    for _ in range(MIN_GAMES):
        await harness.finish(again(ANN))
    with pytest.raises(StorageBusy):
        await Privacy(Interrupted(harness.database.unit, after=1), harness.clock).delete(again(ANN))
    assert "ann" not in await names(harness, "bob")
    harness.clock.advance(DELETION_TIMEOUT + timedelta(seconds=1))
    for work in harness.services.scheduler._work:
        await work.run_step()
    assert "ANN" not in await users(harness)


async def test_a_deletion_ends_the_games_that_need_the_player(harness: Harness) -> None:
    shared = await harness.play(ANN)
    await harness.guess(BOB, "4567", shared.id)
    await harness.services.privacy.delete(again(ANN))
    assert (await harness.board(BOB)).game.outcome is None
    assert "ann" not in (await harness.board(BOB)).names.values()
    assert "ANN" not in await users(harness)
    await harness.guess(BOB, "0123", shared.id)
    alone = await harness.play(CAT)
    await harness.guess(CAT, "4567", alone.id)
    await harness.services.privacy.delete(again(CAT))
    with pytest.raises(NoSuchGame):
        await harness.board(BOB, alone.id)


@pytest.mark.parametrize("stops", [False, True], ids=["the bot goes on", "the bot stops"])
async def test_nothing_of_a_deleted_person_can_be_read_in_the_files_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, stops: bool
) -> None:
    monkeypatch.setattr(backend, "SECONDS_UNTIL_EMPTY", 60.0 if stops else 0.01)
    file = migrated(tmp_path / "games.db")
    harness, zoe = Harness(Database(f"sqlite:///{file}")), caller("zoe-zubizarreta", "lobby")
    for number in range(20):
        await harness.finish(zoe, 3)
        await harness.finish(caller(f"somebody-else-{number}"))
    [player] = [row.id for row in await harness.rows(players) if row.name == zoe.name]
    traces = [text.encode() for text in (player, zoe.name, zoe.player.user)]
    assert all(text in files_of(file) for text in traces)
    await harness.services.privacy.delete(again(zoe))
    other_process = sqlite3.connect(file)
    other_process.execute("SELECT count(*) FROM players").fetchone()
    if stops:
        await harness.database.close()
    async with asyncio.timeout(10):
        while any(text in files_of(file) for text in traces):  # noqa: ASYNC110  # nothing tells when it is done
            await asyncio.sleep(0.01)
    other_process.close()
    await harness.database.close()


def files_of(file: Path) -> bytes:
    """The contents of a database's file and of its write-ahead log, free pages included."""
    return b"".join(each.read_bytes() for each in file.parent.glob(f"{file.name}*"))
