"""What Discord's own client would let a person type as a slash command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fakes.discord import payloads
from tests.fakes.discord.answers import NotOffered
from tests.fakes.discord.channels import Channel
from tests.fakes.discord.commands import BOOLEAN, CHANNEL, GROUP, INTEGER, NUMBER, STRING, SUBCOMMAND, USER
from tests.fakes.discord.users import User

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.fakes.discord.guilds import Guild
    from tests.fakes.discord.interactions import Interaction
    from tests.fakes.discord.wire import Json

Value = str | int | float | bool | User | Channel

_PYTHON: dict[int, type | tuple[type, ...]] = {
    STRING: str,
    INTEGER: int,
    BOOLEAN: bool,
    NUMBER: (int, float),
    USER: User,
    CHANNEL: Channel,
}


def command_data(
    commands: list[Json], line: str, values: Mapping[str, Value], focused: str = "", guild: Guild | None = None
) -> Json:
    """The ``data`` of an interaction for ``/line`` with ``values``.

    Args:
        commands: those the bot registered.
        line: the command and its subcommands, ``"hitblow play"``.
        values: options by name; people and channels as themselves.
        focused: the option being typed, for autocomplete; the others may then be missing or wrong.
        guild: the server, if any.

    Raises:
        NotOffered: if the client would not send it.
    """
    path = line.removeprefix("/").split()
    command = node = _named(commands, path[0])
    for name in path[1:]:
        node = _named(node.get("options") or [], name)
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in node.get("options") or ()):
        msg = f"/{line} has subcommands and cannot be used alone"
        raise NotOffered(msg)
    options = _options(node.get("options") or [], values, focused)
    for name in reversed(path[1:]):
        options = [{"name": name, "type": _type_of(command, path, name), "options": options}]
    data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
    resolved = _resolved(values, guild)
    return data | ({"resolved": resolved} if resolved else {})


def check_place(command: Json, interaction: Interaction) -> None:
    """Raise NotOffered if the command does not show there, by its contexts and kinds of installation."""
    contexts = command.get("contexts")
    owners = {int(owner) for owner in interaction.owners}
    if contexts is not None and interaction.context not in contexts:
        msg = f"/{command['name']} is not offered in context {interaction.context}"
        raise NotOffered(msg)
    if not owners & set(command.get("integration_types") or [0]):
        msg = f"/{command['name']} is not installed for {interaction.person} in {interaction.channel}"
        raise NotOffered(msg)


def _named(nodes: list[Json], name: str) -> Json:
    for node in nodes:
        if node["name"] == name:
            return node
    msg = f"no {name!r} among {', '.join(node['name'] for node in nodes) or 'no commands'}"
    raise NotOffered(msg)


def _type_of(command: Json, path: list[str], name: str) -> int:
    node = command
    for step in path[1 : path.index(name, 1) + 1]:
        node = _named(node["options"], step)
    return int(node["type"])


def _options(wanted: list[Json], values: Mapping[str, Value], focused: str) -> list[Json]:
    unknown = set(values) - {option["name"] for option in wanted}
    if unknown:
        msg = f"no option {', '.join(sorted(unknown))}"
        raise NotOffered(msg)
    missing = [option["name"] for option in wanted if option.get("required") and option["name"] not in values]
    if missing and not focused:
        msg = f"required: {', '.join(missing)}"
        raise NotOffered(msg)
    return [_option(option, values[option["name"]], focused) for option in wanted if option["name"] in values]


def _option(option: Json, value: Value, focused: str) -> Json:
    given: Json = {"name": option["name"], "type": option["type"]}
    if option["name"] == focused:
        return {**given, "value": value, "focused": True}
    kind = _PYTHON[option["type"]]
    if not isinstance(value, kind) or (isinstance(value, bool) and option["type"] != BOOLEAN):
        msg = f"{option['name']} does not take {value!r}"
        raise NotOffered(msg)
    if isinstance(value, User | Channel):
        return {**given, "value": str(value.id)}
    return {**given, "value": _in_range(option, value)}


def _in_range(option: Json, value: str | float) -> str | float:
    if option.get("choices"):
        values = {name: choice["value"] for choice in option["choices"] for name in (choice["value"], choice["name"])}
        if value not in values:
            msg = f"{option['name']} is one of {', '.join(map(str, values))}, not {value!r}"
            raise NotOffered(msg)
        found: str | float = values[value]
        return found
    size = len(value) if isinstance(value, str) else value
    kind = "length" if isinstance(value, str) else "value"
    least, most = option.get(f"min_{kind}"), option.get(f"max_{kind}")
    if (least is not None and size < least) or (most is not None and size > most):
        msg = f"{option['name']} is from {least} to {most}, not {value!r}"
        raise NotOffered(msg)
    return value


def _resolved(values: Mapping[str, Value], guild: Guild | None) -> Json:
    users = [value for value in values.values() if isinstance(value, User)]
    channels = [value for value in values.values() if isinstance(value, Channel)]
    resolved: Json = {}
    if users:
        resolved["users"] = {str(user.id): payloads.user(user) for user in users}
    if channels:
        resolved["channels"] = {str(channel.id): payloads.channel(channel) for channel in channels}
    if users and guild:
        resolved["members"] = {str(user.id): payloads.member(guild, user, with_user=False) for user in users}
    return resolved
