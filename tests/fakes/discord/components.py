"""Message components: their types, and how to find them in a message."""

from typing import Any

from tests.fakes.loopback import Json

COMPONENTS_V2 = 1 << 15
"""The message flag `IS_COMPONENTS_V2`."""


class ComponentType:
    """Component types by name (Discord's documentation, "Component Reference")."""

    ROW = 1
    BUTTON = 2
    SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT = 10
    GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    RADIO = 21

    SELECTS = frozenset({SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT})


def walk(components: list[Json]) -> list[Json]:
    """Return every component, parents before children, in reading order."""
    found: list[Json] = []
    for component in components:
        children: list[Any] = [*component.get("components", ())]
        children += [component[key] for key in ("component", "accessory") if component.get(key)]
        found += [component, *walk(children)]
    return found


def texts(components: list[Json]) -> list[str]:
    """Return the contents of the text displays among `components`."""
    return [component["content"] for component in walk(components) if component["type"] == ComponentType.TEXT]
