"""The repository of conversations with the coach."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.persistence import mapping
from bot.persistence.inserts import dialect_insert
from bot.persistence.tables import conversations
from bot.services.model import Conversation


class SqlConversations:
    """Conversations in a table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, room: str, player: str) -> Conversation | None:
        """Read and lock."""
        wanted = select(conversations).filter_by(room_id=room, player_id=player).with_for_update()
        row = (await self._connection.execute(wanted)).one_or_none()
        return mapping.conversation_from(row) if row else None

    async def save(self, conversation: Conversation) -> None:
        """Insert or replace."""
        values = mapping.conversation_values(conversation)
        new = dialect_insert(self._connection, conversations).values(**values)
        keys = [conversations.c.room_id, conversations.c.player_id]
        await self._connection.execute(new.on_conflict_do_update(index_elements=keys, set_=values))
