"""Messages, as Discord keeps them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.fakes.discord.screen import screen

if TYPE_CHECKING:
    from tests.fakes.discord.channels import Channel
    from tests.fakes.discord.interactions import Interaction
    from tests.fakes.discord.users import User
    from tests.fakes.discord.wire import Json

EPHEMERAL = 1 << 6
LOADING = 1 << 7
COMPONENTS_V2 = 1 << 15

_MENTION = re.compile(r"<@!?(\d+)>|@(everyone|here)\b")


@dataclass(eq=False, kw_only=True)
class Message:
    """A message in a channel, public or for one reader.

    ``str(message)`` is what a person sees: text, embeds and components, for snapshots.
    """

    id: int
    channel: Channel
    author: User
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    flags: int = 0
    allowed_mentions: Json | None = None
    reference: Json | None = None
    interaction: Interaction | None = None
    reader: User | None = None
    thread: Channel | None = None
    edits: int = 0
    deleted: bool = False

    @property
    def private(self) -> bool:
        """Whether only ``reader`` sees it."""
        return bool(self.flags & EPHEMERAL)

    @property
    def thinking(self) -> bool:
        """Whether it is still the placeholder of a deferred answer."""
        return bool(self.flags & LOADING)

    @property
    def v2(self) -> bool:
        return bool(self.flags & COMPONENTS_V2)

    @property
    def pings(self) -> set[str]:
        """Who is notified: user ids, ``everyone`` and ``here``, after ``allowed_mentions``."""
        allowed = self.allowed_mentions or {"parse": ["users", "everyone"]}
        text = "\n".join([self.content, *texts(self.components)])
        found = _MENTION.findall(text)
        users = {user for user, _ in found if user and _may_ping(user, allowed)}
        crowds = {crowd for _, crowd in found if crowd and "everyone" in allowed.get("parse", ())}
        return users | crowds

    def __str__(self) -> str:
        return screen(self)


def _may_ping(user: str, allowed: Json) -> bool:
    return "users" in allowed.get("parse", ()) or user in [str(one) for one in allowed.get("users", ())]


def walk(components: list[Json]) -> list[Json]:
    """Every component, parents before children, in reading order."""
    found: list[Json] = []
    for component in components:
        children: list[Any] = [*component.get("components", ())]
        children += [component[key] for key in ("component", "accessory") if component.get(key)]
        found += [component, *walk(children)]
    return found


def texts(components: list[Json]) -> list[str]:
    """The contents of the text displays among ``components``."""
    return [component["content"] for component in walk(components) if component["type"] == Kind.TEXT]


class Kind:
    """Component types by name (Discord's documentation, "Component Reference")."""

    ROW = 1
    BUTTON = 2
    SELECT = 3
    INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT = 10
    THUMBNAIL = 11
    GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18

    SELECTS = frozenset({SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT})
