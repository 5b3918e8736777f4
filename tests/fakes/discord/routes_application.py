"""Routes of the application: its account, its gateway, its commands."""

from tests.fakes.discord import payloads
from tests.fakes.discord.routing import Call, Route
from tests.fakes.discord.state import State
from tests.fakes.discord.validation import check_commands
from tests.fakes.loopback import Json


def read_me(state: State, _: Call) -> Json:
    return payloads.user(state.bot)


def read_application(state: State, _: Call) -> Json:
    return payloads.application(state)


def read_gateway(state: State, _: Call) -> Json:
    limit = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
    return {"url": state.gateway_url, "shards": state.shards, "session_start_limit": limit}


def read_commands(state: State, call: Call) -> list[Json]:
    """Return the commands as Discord does: without unset properties, with localisations only on request."""
    localised = call.query.get("with_localizations") in ("1", "true")
    return [_without_unset(command, localised=localised) for command in state.commands]


def _without_unset(node: Json, *, localised: bool) -> Json:
    kept = {key: value for key, value in node.items() if key != "required" or value}
    if not localised:
        kept = {key: value for key, value in kept.items() if not key.endswith("_localizations")}
    if not kept.get("options"):
        kept.pop("options", None)
        return kept
    return {**kept, "options": [_without_unset(option, localised=localised) for option in kept["options"]]}


def write_commands(state: State, call: Call) -> list[Json]:
    """Replace all commands; a command that keeps its name keeps its id."""
    check_commands(call.body)
    known = {command["name"]: command["id"] for command in state.commands}
    state.commands = [_registered(state, body, known.get(body["name"])) for body in call.body]
    return state.commands


def _registered(state: State, body: Json, known: str | None) -> Json:
    version = str(state.snowflakes.next())
    defaults: Json = {"type": 1, "contexts": None, "integration_types": [0], "nsfw": False}
    if body.get("type", 1) != 1:
        defaults["description"] = ""  # context menus have none
    fixed: Json = {"id": known or version, "application_id": str(state.application_id), "version": version}
    return {**defaults, **body, **fixed}


def read_guilds(state: State, _: Call) -> list[Json]:
    """The servers that the bot is in; there are never more than fit on one page."""
    partial: Json = {"icon": None, "owner": False, "permissions": "0", "features": []}
    return [{"id": str(one.id), "name": one.name, **partial} for one in state.guilds.values() if one.has_bot]


_COMMANDS = "/applications/{application_id}/commands"

ROUTES = [
    Route("me", "GET", "/users/@me", read_me),
    Route("guilds", "GET", "/users/@me/guilds", read_guilds),
    Route("application", "GET", "/applications/@me", read_application),
    Route("application", "GET", "/oauth2/applications/@me", read_application),
    Route("gateway", "GET", "/gateway/bot", read_gateway),
    Route("read_commands", "GET", _COMMANDS, read_commands),
    Route("write_commands", "PUT", _COMMANDS, write_commands),
]
