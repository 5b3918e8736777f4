"""Noticing which workspaces have the bot."""

from datetime import datetime

import pytest

from bot.model.errors import StorageBusy
from bot.persistence.database import Database
from bot.persistence.tables.administration import bot_workspaces
from bot.platforms.common.catch_up import WorkspaceMonitor
from tests.services.harness import Harness


async def left(harness: Harness) -> dict[str, datetime | None]:
    """The workspaces that have had the bot, and when they removed it."""
    return {row.workspace: row.left_at for row in await harness.rows(bot_workspaces)}


async def test_workspaces_are_noted_and_missed_ones_have_left(database: Database) -> None:
    harness, present = Harness(database), {"T1", "T2"}

    async def listed() -> set[str]:
        return present

    presence = WorkspaceMonitor(harness.services.bot_workspaces, "chat", listed)
    await presence.note()
    assert await left(harness) == {"T1": None, "T2": None}
    present = {"T2"}
    await presence.note()
    assert await left(harness) == {"T1": harness.clock(), "T2": None}
    present = {"T1", "T2"}
    await presence.note()
    assert await left(harness) == {"T1": None, "T2": None}


@pytest.mark.logs_errors
async def test_nothing_changes_while_the_platform_or_the_storage_does_not_answer(database: Database) -> None:
    harness = Harness(database)

    async def silent() -> None:
        return None

    async def busy() -> set[str]:
        raise StorageBusy("games.db")

    async def broken() -> set[str]:
        raise RuntimeError

    await harness.services.bot_workspaces.record_present("chat", {"T1"})
    for listed in (silent, busy, broken):
        await WorkspaceMonitor(harness.services.bot_workspaces, "chat", listed).note()
    assert await left(harness) == {"T1": None}
