"""The tables of settings, of players who are being erased, and of workspaces that have the bot or had it."""

from sqlalchemy import Column, ForeignKey, String, Table, Text

from bot.persistence.tables.base import UtcDateTime, metadata
from bot.persistence.tables.games import games, players

room_settings = Table(
    "room_settings",
    metadata,
    Column("platform", String(16), primary_key=True),
    Column("workspace", String(64), primary_key=True),
    Column("channel", String(64), primary_key=True, comment="empty for the whole workspace"),
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
    Column("changed_by", ForeignKey(players.c.id), nullable=False),
    Column("changed_at", UtcDateTime, nullable=False),
)

deletions = Table(
    "deletions",
    metadata,
    Column("player_id", ForeignKey(players.c.id), primary_key=True),
    Column("successor_id", ForeignKey(players.c.id), nullable=False, comment="who takes their place in games"),
    Column("begun_at", UtcDateTime, nullable=False, index=True),
    comment="players who are being erased, in steps",
)

former_games = Table(
    "former_games",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("check_at", UtcDateTime, nullable=False, index=True, comment="when to look whether it can be removed"),
    comment="games of former players alone, which are removed once their messages have been edited",
)

bot_workspaces = Table(
    "bot_workspaces",
    metadata,
    Column("platform", String(16), primary_key=True),
    Column("workspace", String(64), primary_key=True),
    Column("left_at", UtcDateTime, index=True, comment="when it was noticed that the bot had been removed, else null"),
)
