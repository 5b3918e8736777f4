"""Slash commands as Discord's own client sends them, and what it does not let people send."""

from collections.abc import Mapping

from tests.fakes.discord import payloads
from tests.fakes.discord.channels import Channel
from tests.fakes.discord.errors import UnavailableAction
from tests.fakes.discord.guilds import Account, Guild
from tests.fakes.discord.interactions import Interaction
from tests.fakes.discord.validation import BOOLEAN, CHANNEL, GROUP, INTEGER, NUMBER, STRING, SUBCOMMAND, USER
from tests.fakes.loopback import Json

USER_MENU = 2
"""The type of commands in the context menu of a person."""

OptionValue = str | int | float | bool | Account | Channel

_PYTHON: dict[int, type | tuple[type, ...]] = {
    STRING: str,
    INTEGER: int,
    BOOLEAN: bool,
    NUMBER: (int, float),
    USER: Account,
    CHANNEL: Channel,
}


def command_data(
    commands: list[Json], line: str, values: Mapping[str, OptionValue], focused: str = "", guild: Guild | None = None
) -> Json:
    """Return the `data` of the interaction for a slash command.

    Args:
        commands: the registered commands.
        line: the command and its subcommands, for example `"hitblow play"`.
        values: options by name; accounts and channels as objects.
        focused: the option that is being typed, for autocomplete; other options may then be missing or wrong.
        guild: the server, if any.

    Raises:
        UnavailableAction: the client would not send it.
    """
    path = line.removeprefix("/").split()
    command = node = _named(commands, path[0])
    for name in path[1:]:
        node = _named(node.get("options") or [], name)
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in node.get("options") or ()):
        msg = f"/{line} has subcommands and cannot be used alone"
        raise UnavailableAction(msg)
    options = _options(node.get("options") or [], values, focused)
    for name in reversed(path[1:]):
        options = [{"name": name, "type": _type_of(command, path, name), "options": options}]
    data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
    resolved = _resolved(values, guild)
    return data | ({"resolved": resolved} if resolved else {})


def removed_command_data(commands: list[Json], line: str, values: Mapping[str, str | int | bool]) -> Json:
    """Return the `data` of the interaction for a subcommand that is no longer registered.

    Raises:
        UnavailableAction: it is registered.
    """
    group, name = line.split()
    command = _named(commands, group)
    if any(option["name"] == name for option in command["options"]):
        msg = f"/{line} is listed"
        raise UnavailableAction(msg)
    types = {bool: BOOLEAN, int: INTEGER, str: STRING}
    options = [{"name": each, "type": types[type(value)], "value": value} for each, value in values.items()]
    inner = {"name": name, "type": SUBCOMMAND, "options": options}
    return {"id": command["id"], "name": group, "type": 1, "options": [inner]}


def menu_data(commands: list[Json], name: str, target: Account, guild: Guild | None = None) -> Json:
    """Return the `data` of the interaction for an entry in the context menu of a person."""
    command = _named([each for each in commands if each["type"] == USER_MENU], name)
    data: Json = {"id": command["id"], "name": name, "type": USER_MENU, "target_id": str(target.id)}
    return data | {"resolved": _resolved({"target": target}, guild)}


def check_available(command: Json, interaction: Interaction) -> None:
    """Raise UnavailableAction if the contexts or installation types of the command exclude the interaction."""
    contexts, owners = command.get("contexts"), {int(owner) for owner in interaction.owners}
    if contexts is not None and interaction.context not in contexts:
        msg = f"/{command['name']} is not available in context {interaction.context}"
        raise UnavailableAction(msg)
    if not owners & set(command.get("integration_types") or [0]):
        msg = f"/{command['name']} is not installed for {interaction.user} in #{interaction.channel.name}"
        raise UnavailableAction(msg)


def _named(nodes: list[Json], name: str) -> Json:
    for node in nodes:
        if node["name"] == name:
            return node
    msg = f"no {name!r} among {', '.join(node['name'] for node in nodes) or 'no commands'}"
    raise UnavailableAction(msg)


def _type_of(command: Json, path: list[str], name: str) -> int:
    node = command
    for step in path[1 : path.index(name, 1) + 1]:
        node = _named(node["options"], step)
    return int(node["type"])


def _options(wanted: list[Json], values: Mapping[str, OptionValue], focused: str) -> list[Json]:
    unknown = set(values) - {option["name"] for option in wanted}
    if unknown:
        msg = f"no option {', '.join(sorted(unknown))}"
        raise UnavailableAction(msg)
    missing = [option["name"] for option in wanted if option.get("required") and option["name"] not in values]
    if missing and not focused:
        msg = f"required: {', '.join(missing)}"
        raise UnavailableAction(msg)
    return [_option(option, values[option["name"]], focused) for option in wanted if option["name"] in values]


def _option(option: Json, value: OptionValue, focused: str) -> Json:
    given: Json = {"name": option["name"], "type": option["type"]}
    if option["name"] == focused:
        return {**given, "value": value, "focused": True}
    kind = _PYTHON[option["type"]]
    if not isinstance(value, kind) or (isinstance(value, bool) and option["type"] != BOOLEAN):
        msg = f"{option['name']} does not take {value!r}"
        raise UnavailableAction(msg)
    if isinstance(value, Account | Channel):
        return {**given, "value": str(value.id)}
    return {**given, "value": _in_range(option, value)}


def _in_range(option: Json, value: str | float) -> str | float:
    if option.get("choices"):
        values = {name: choice["value"] for choice in option["choices"] for name in (choice["value"], choice["name"])}
        if value not in values:
            msg = f"{option['name']} is one of {', '.join(map(str, values))}, not {value!r}"
            raise UnavailableAction(msg)
        found: str | float = values[value]
        return found
    size = len(value) if isinstance(value, str) else value
    kind = "length" if isinstance(value, str) else "value"
    minimum, maximum = option.get(f"min_{kind}"), option.get(f"max_{kind}")
    if (minimum is not None and size < minimum) or (maximum is not None and size > maximum):
        msg = f"{option['name']} is from {minimum} to {maximum}, not {value!r}"
        raise UnavailableAction(msg)
    return value


def _resolved(values: Mapping[str, OptionValue], guild: Guild | None) -> Json:
    users = [value for value in values.values() if isinstance(value, Account)]
    channels = [value for value in values.values() if isinstance(value, Channel)]
    resolved: Json = {}
    if users:
        resolved["users"] = {str(user.id): payloads.user(user) for user in users}
    if channels:
        resolved["channels"] = {str(channel.id): payloads.channel(channel) for channel in channels}
    if users and guild:
        members = [user for user in users if user.bot or user.id in guild.members]
        resolved["members"] = {str(user.id): payloads.member(guild, user, with_user=False) for user in members}
    return resolved
