"""The repositories of conversations and events in memory."""

from datetime import datetime

from typing_extensions import override

from bot.model.conversations import Conversation, Conversations
from bot.services import ports
from tests.fakes.memory.stored import MemoryRepository


class MemoryConversations(MemoryRepository, Conversations):
    """The conversations by room and player."""

    @override
    async def get(self, room: str, player: str) -> Conversation | None:
        return self._work.conversations.get((room, player))

    @override
    async def save(self, conversation: Conversation) -> None:
        self._work.conversations[conversation.room, conversation.player] = conversation

    @override
    async def prune(self, now: datetime, most: int) -> int:
        old = [key for key, each in self._work.conversations.items() if each.expires_at <= now][:most]
        for key in old:
            del self._work.conversations[key]
        return len(old)


class MemoryEvents(MemoryRepository, ports.Events):
    """The ids of handled events."""

    @override
    async def claim(self, event: str, now: datetime) -> bool:
        new = event not in self._work.events
        self._work.events.setdefault(event, now)
        return new

    @override
    async def prune(self, before: datetime, most: int) -> int:
        old = sorted((at, event) for event, at in self._work.events.items() if at < before)[:most]
        for _, event in old:
            del self._work.events[event]
        return len(old)
