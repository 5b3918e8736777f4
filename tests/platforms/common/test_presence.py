"""Noticing which workspaces have the bot."""

import pytest

from bot.model.errors import StorageBusy
from bot.platforms.common.presence import Presence
from tests.services.harness import Harness


async def test_workspaces_are_noted_and_missed_ones_have_left() -> None:
    harness, present = Harness(), {"T1", "T2"}

    async def listed() -> set[str]:
        return present

    presence = Presence(harness.services.departures, "chat", listed)
    await presence.note()
    assert harness.memory.stored.bot_workspaces == {("chat", "T1"): None, ("chat", "T2"): None}
    present = {"T2"}
    await presence.note()
    assert harness.memory.stored.bot_workspaces == {("chat", "T1"): harness.clock(), ("chat", "T2"): None}
    present = {"T1", "T2"}
    await presence.note()
    assert harness.memory.stored.bot_workspaces == {("chat", "T1"): None, ("chat", "T2"): None}


@pytest.mark.logs_errors
async def test_nothing_changes_while_the_platform_or_the_storage_does_not_answer() -> None:
    harness = Harness()

    async def silent() -> None:
        return None

    async def busy() -> set[str]:
        raise StorageBusy("games.db")

    async def broken() -> set[str]:
        raise RuntimeError

    await harness.services.departures.note_present("chat", {"T1"})
    for listed in (silent, busy, broken):
        await Presence(harness.services.departures, "chat", listed).note()
    assert harness.memory.stored.bot_workspaces == {("chat", "T1"): None}
