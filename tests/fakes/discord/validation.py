"""Limits of messages, modals and commands that Discord's OpenAPI document does not express.

Sources: Discord's documentation, "Message", "Component Reference", "Interactions", "Application Commands".
"""

import json
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

from tests.fakes.discord.components import COMPONENTS_V2, ComponentType, texts, walk
from tests.fakes.discord.errors import ApiError, ErrorCode, require
from tests.fakes.loopback import Json

SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, NUMBER = 3, 4, 5, 6, 7, 10

_ROWS = 5
_BUTTONS_IN_A_ROW = 5
_CONTENT = 2000
_V2_COMPONENTS = 40
_V2_CHARACTERS = 4000
_MODAL_COMPONENTS = 5
_ATTACHMENT = "attachment://"
_LINK, _PREMIUM = 5, 6
_CHAT_INPUT = 1
_GLOBAL_COMMANDS = 100
_OPTIONS = 25
_COMMAND_CHARACTERS = 8000
_COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")


def check_message(body: Json) -> None:
    """Raise ApiError unless Discord accepts `body` as a whole message."""
    components: list[Json] = body.get("components") or []
    _check_components(components)
    if (body.get("flags") or 0) & COMPONENTS_V2:
        _check_v2(body, components)
    else:
        _check_v1(body, components)


def _check_v1(body: Json, components: list[Json]) -> None:
    content = body.get("content") or ""
    require(not body.get("embeds"), "the loopback shows no embeds")
    if not (content.strip() or components or body.get("attachments")):
        raise ApiError(ErrorCode.EMPTY_MESSAGE)
    require(len(content) <= _CONTENT, f"content has {len(content)} characters, {_CONTENT} at most")
    require(len(components) <= _ROWS, f"{len(components)} rows of components, {_ROWS} at most")
    require(all(one["type"] == ComponentType.ROW for one in components), "only action rows without IS_COMPONENTS_V2")


def _check_v2(body: Json, components: list[Json]) -> None:
    require(not body.get("content") and not body.get("embeds"), "content or embeds beside IS_COMPONENTS_V2")
    if not components:
        raise ApiError(ErrorCode.EMPTY_MESSAGE)
    count, length = len(walk(components)), sum(map(len, texts(components)))
    require(count <= _V2_COMPONENTS, f"{count} components, {_V2_COMPONENTS} at most")
    require(length <= _V2_CHARACTERS, f"text displays have {length} characters, {_V2_CHARACTERS} at most")
    _check_attachments(body, components)


def _check_attachments(body: Json, components: list[Json]) -> None:
    """The files that components name have been uploaded with the message, and no others, which would not be shown."""
    holders = [holder for one in walk(components) for holder in (one, *(one.get("items") or ()))]
    urls = [holder[key]["url"] for holder in holders for key in ("media", "file") if key in holder]
    shown = {url.removeprefix(_ATTACHMENT) for url in urls if url.startswith(_ATTACHMENT)}
    attached = {one["filename"] for one in body.get("attachments") or ()}
    require(shown == attached, f"a layout shows {sorted(shown)} of the attachments {sorted(attached)}")


def check_modal(data: Json) -> None:
    """Raise ApiError unless Discord accepts `data` as a modal."""
    components: list[Json] = data["components"]
    _check_components(components)
    require(1 <= len(components) <= _MODAL_COMPONENTS, f"a modal of {len(components)} components, 1 to 5 allowed")
    inner = {one["type"] for one in walk(components)}
    require(ComponentType.BUTTON not in inner, "buttons in a modal")


def _check_components(components: list[Json]) -> None:
    everything = walk(components)
    names = Counter(one["custom_id"] for one in everything if one.get("custom_id"))
    twice = [name for name, count in names.items() if count > 1]
    require(not twice, f"custom_id used twice: {', '.join(twice)}")
    for one in everything:
        _check_component(one)


def _check_component(one: Json) -> None:
    kind = one["type"]
    if kind == ComponentType.ROW:
        _check_row([child["type"] for child in one["components"]])
    elif kind == ComponentType.BUTTON:
        _check_button(one)
    elif kind in ComponentType.SELECTS:
        _check_select(one)


def _check_row(kinds: list[Any]) -> None:
    require(1 <= len(kinds) <= _BUTTONS_IN_A_ROW, f"an action row of {len(kinds)} components, 1 to 5 allowed")
    require(
        set(kinds) == {ComponentType.BUTTON} or len(kinds) == 1, "a row holds buttons, or one select, or one text input"
    )


def _check_button(one: Json) -> None:
    if one["style"] == _LINK:
        require(bool(one.get("url")) and not one.get("custom_id"), "a link button has a url and no custom_id")
    elif one["style"] != _PREMIUM:
        require(bool(one.get("custom_id")) and not one.get("url"), "a button has a custom_id and no url")
        require(bool(one.get("label") or one.get("emoji")), "a button has a label or an emoji")


def _check_select(one: Json) -> None:
    minimum, maximum = one.get("min_values", 1), one.get("max_values", 1)
    require(minimum <= maximum, f"a select of at least {minimum} and at most {maximum}")
    if one["type"] == ComponentType.SELECT:
        values = [option["value"] for option in one["options"]]
        require(len(set(values)) == len(values), "a select offers the same value twice")
        require(maximum <= len(values), f"a select of at most {maximum} among {len(values)}")


def check_commands(commands: list[Json]) -> None:
    """Raise ApiError unless Discord accepts `commands` as the global commands of an application."""
    _check_commands(json.dumps(commands))


@cache
def _check_commands(text: str) -> None:
    """The same commands, which every start of a bot publishes, are checked once."""
    commands = json.loads(text)
    require(len(commands) <= _GLOBAL_COMMANDS, f"{len(commands)} commands, {_GLOBAL_COMMANDS} at most")
    _check_unique(commands, "commands")
    for command in commands:
        if command.get("type", _CHAT_INPUT) == _CHAT_INPUT:
            _check_node(command, depth=0)
            size = _characters(command)
            require(
                size <= _COMMAND_CHARACTERS, f"/{command['name']} has {size} characters, {_COMMAND_CHARACTERS} at most"
            )


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
    return _COMMAND_NAME.fullmatch(name) is not None and name == name.lower()


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
    """Return the characters of a command, counting the longest localisation of each text."""
    total = sum(_longest(node, key) for key in ("name", "description"))
    for choice in node.get("choices") or ():
        total += _longest(choice, "name") + len(str(choice["value"]))
    return total + sum(_characters(option) for option in node.get("options") or ())


def _longest(node: Json, key: str) -> int:
    return max(map(len, [node.get(key) or "", *(node.get(f"{key}_localizations") or {}).values()]))
