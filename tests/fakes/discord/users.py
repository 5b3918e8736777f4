"""Users: the bot, and what people and it have in common."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.fakes.discord.messages import Message


@dataclass(eq=False, kw_only=True)
class User:
    """An account. ``name`` is what people see; ``locale`` is the language of their client."""

    id: int
    name: str
    locale: str = "en-US"
    bot: bool = False
    installs: bool = False
    accepts_dms: bool = True
    ephemeral: list[Message] = field(default_factory=list, repr=False)

    @property
    def private(self) -> list[Message]:
        """The messages only this person can see and has not lost, oldest first."""
        return [message for message in self.ephemeral if not message.deleted]

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    def __str__(self) -> str:
        return self.name
