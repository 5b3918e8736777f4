"""What Discord refuses in application commands, beyond what its OpenAPI document can say.

Limits: Discord's documentation, "Application Commands".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.fakes.discord.refusals import require

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.fakes.discord.wire import Json

SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, NUMBER = 3, 4, 5, 6, 7, 10

_CHAT_INPUT = 1
_GLOBAL_COMMANDS = 100
_OPTIONS = 25
_CHARACTERS = 8000
_NAME = re.compile(r"[-_'\w]{1,32}")


def check_commands(commands: list[Json]) -> None:
    """Raise Refused unless Discord would take ``commands`` as the application's global ones."""
    require(len(commands) <= _GLOBAL_COMMANDS, f"{len(commands)} commands, {_GLOBAL_COMMANDS} at most")
    _check_unique(commands, "commands")
    for command in commands:
        if command.get("type", _CHAT_INPUT) == _CHAT_INPUT:
            _check_node(command, depth=0)
            size = _characters(command)
            require(size <= _CHARACTERS, f"/{command['name']} has {size} characters, {_CHARACTERS} at most")


def _check_node(node: Json, depth: int) -> None:
    where = f"/{node['name']}"
    for name in [node["name"], *(node.get("name_localizations") or {}).values()]:
        require(_is_command_name(name), f"not a name for a command or option: {name!r}")
    for description in [node.get("description"), *(node.get("description_localizations") or {}).values()]:
        require(1 <= len(description or "") <= 100, f"{where} needs a description of 1 to 100 characters")
    options: list[Json] = node.get("options") or []
    require(len(options) <= _OPTIONS, f"{where} has {len(options)} options, {_OPTIONS} at most")
    _check_unique(options, where)
    nested = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
    require(len(nested) in (0, len(options)), f"{where} mixes subcommands and options")
    require(all(option["type"] == SUBCOMMAND or depth == 0 for option in nested), f"{where}: groups in groups")
    _check_order(options, where)
    for option in options:
        _check_choices(option)
        _check_node(option, depth + 1)


def _is_command_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None and name == name.lower()


def _check_order(options: list[Json], where: str) -> None:
    required = [bool(option.get("required")) for option in options]
    require(required == sorted(required, reverse=True), f"{where}: required options come first")


def _check_choices(option: Json) -> None:
    choices: list[Json] = option.get("choices") or []
    require(not (choices and option.get("autocomplete")), f"{option['name']} has choices and autocomplete")
    require(len(choices) <= _OPTIONS, f"{option['name']} has {len(choices)} choices, {_OPTIONS} at most")
    _check_unique(choices, option["name"])


def _check_unique(nodes: Iterable[Json], where: str) -> None:
    names = [node["name"] for node in nodes]
    require(len(set(names)) == len(names), f"{where}: the same name twice")


def _characters(node: Json) -> int:
    """Characters of a command, counting the longest localisation of each text."""
    total = sum(_longest(node, key) for key in ("name", "description"))
    for choice in node.get("choices") or ():
        total += _longest(choice, "name") + len(str(choice["value"]))
    return total + sum(_characters(option) for option in node.get("options") or ())


def _longest(node: Json, key: str) -> int:
    texts = [node.get(key) or "", *(node.get(f"{key}_localizations") or {}).values()]
    return max(map(len, texts))
