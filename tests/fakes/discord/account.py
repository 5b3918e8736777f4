"""The routes about the bot itself: who it is, where its gateway is, what its commands are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fakes.discord import payloads, refusals
from tests.fakes.discord.commands import check_commands
from tests.fakes.discord.routing import Call, Route

if TYPE_CHECKING:
    from tests.fakes.discord.wire import Json
    from tests.fakes.discord.world import World


def read_me(world: World, _: Call) -> Json:
    return payloads.user(world.bot)


def read_application(world: World, _: Call) -> Json:
    return payloads.application(world)


def read_gateway(world: World, _: Call) -> Json:
    limit = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
    return {"url": world.gateway_url, "shards": world.shards, "session_start_limit": limit}


def read_commands(world: World, call: Call) -> list[Json]:
    """The commands, abridged as Discord does: without translations unless asked for, and without what is not set."""
    translated = call.query.get("with_localizations") in ("1", "true")
    return [_abridged(command, translated=translated) for command in world.commands]


def _abridged(node: Json, *, translated: bool) -> Json:
    kept = {key: value for key, value in node.items() if key != "required" or value}
    if not translated:
        kept = {key: value for key, value in kept.items() if not key.endswith("_localizations")}
    if not kept.get("options"):
        kept.pop("options", None)
        return kept
    return {**kept, "options": [_abridged(option, translated=translated) for option in kept["options"]]}


def write_commands(world: World, call: Call) -> list[Json]:
    """Replace all; a command that keeps its name keeps its id."""
    check_commands(call.body)
    known = {command["name"]: command["id"] for command in world.commands}
    world.commands = [_registered(world, body, known.get(body["name"])) for body in call.body]
    return world.commands


def _registered(world: World, body: Json, known: str | None) -> Json:
    version = str(world.snowflakes.next())
    defaults: Json = {"type": 1, "contexts": None, "integration_types": [0], "nsfw": False}
    fixed: Json = {"id": known or version, "application_id": str(world.application_id), "version": version}
    return {**defaults, **body, **fixed}


def read_command(world: World, call: Call) -> Json:
    for command in world.commands:
        if command["id"] == call["command_id"]:
            return command
    raise refusals.unknown_command()


_COMMANDS = "/applications/{application_id}/commands"

ROUTES = [
    Route("me", "GET", "/users/@me", read_me),
    Route("application", "GET", "/applications/@me", read_application),
    Route("application", "GET", "/oauth2/applications/@me", read_application),
    Route("gateway", "GET", "/gateway/bot", read_gateway),
    Route("read_commands", "GET", _COMMANDS, read_commands),
    Route("write_commands", "PUT", _COMMANDS, write_commands),
    Route("read_command", "GET", _COMMANDS + "/{command_id}", read_command),
]
