"""A bot on a Discord of its own: a server with two people in it, where every secret is 3102."""

import json
from collections.abc import AsyncIterator
from functools import partialmethod
from pathlib import Path
from typing import Any

import pytest
from discord import gateway, http
from discord.app_commands import CommandTree, Group, Translator
from discord.state import AutoShardedConnectionState

from bot.platforms.discord import shards
from tests.platforms.discord.harness import Harness, running_harness


@pytest.fixture(autouse=True)
def _time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a reply takes longer; that changes what people see only where a test wants it to."""
    for name in ("ACKNOWLEDGE_SECONDS", "FIRST_RESPONSE_SECONDS"):
        monkeypatch.setattr(f"bot.platforms.discord.responder.{name}", 30.0)


@pytest.fixture(autouse=True)
def _no_time_between_events(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loopback Discord lets shards identify at any time, and tells of every server at once."""
    monkeypatch.setattr(shards, "IDENTIFY_SECONDS", 0.0)
    start = partialmethod(AutoShardedConnectionState.__init__, guild_ready_timeout=0.005)
    monkeypatch.setattr(AutoShardedConnectionState, "__init__", start)


@pytest.fixture(autouse=True)
def _addresses_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The addresses are discord.py's classes' own; whoever changes them here leaves no trace."""
    monkeypatch.setattr(http.Route, "BASE", http.Route.BASE)
    monkeypatch.setattr(gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway.DiscordWebSocket.DEFAULT_GATEWAY)


@pytest.fixture(autouse=True)
def _commands_translated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To translate the commands into every language of Discord takes as long as the rest of a start."""
    monkeypatch.setattr(Group, "get_translated_payload", _translated_payload)


_translate = Group.get_translated_payload
_payloads: dict[str, dict[str, Any]] = {}


async def _translated_payload(group: Group, tree: CommandTree[Any], translator: Translator) -> dict[str, Any]:
    """The payload of the same commands as translated before."""
    key = json.dumps(group.to_dict(tree))
    if key not in _payloads:
        _payloads[key] = await _translate(group, tree, translator)
    return _payloads[key]


@pytest.fixture
async def harness(tmp_path: Path, busy_seconds: float) -> AsyncIterator[Harness]:
    async with running_harness(tmp_path, busy_seconds=busy_seconds) as ready:
        yield ready
