"""The repository of conversations with the coach."""

import sqlalchemy as sa

from bot.model.games import CoachConversation
from bot.persistence.connection import Repository, Row
from bot.persistence.repositories import game_mapping as mapping
from bot.persistence.tables.games import conversations

_CONVERSATION = (
    sa.select(conversations)
    .where(conversations.c.room_id == sa.bindparam("room"), conversations.c.player_id == sa.bindparam("player"))
    .with_for_update()
)


class CoachConversationRepository(Repository):
    """The conversations with the coach, one for each player in each room."""

    async def get(self, room: str, player: str) -> CoachConversation | None:
        """A player's conversation in a room, None if there is none. It is locked until the unit of work ends."""
        row = await self._connection.fetch_one(_CONVERSATION, {"room": room, "player": player})
        return _conversation_from(row) if row else None

    async def save(self, conversation: CoachConversation) -> None:
        """Store a conversation; it replaces the previous one."""
        await self._upsert(
            conversations,
            room_id=conversation.room,
            player_id=conversation.player,
            rules=str(conversation.rules),
            strategy=conversation.strategy,
            lies=conversation.lies,
            turns=mapping.pack_history(conversation.turns),
            suggested=mapping.pack_code_or_none(conversation.suggested),
            expires_at=conversation.expires_at,
        )


def _conversation_from(row: Row) -> CoachConversation:
    rules = mapping.rules_from(row.rules)
    return CoachConversation(
        room=row.room_id,
        player=row.player_id,
        rules=rules,
        strategy=row.strategy,
        lies=row.lies,
        turns=mapping.unpack_history(row.turns, rules),
        suggested=mapping.unpack_code_or_none(row.suggested),
        expires_at=row.expires_at,
    )
