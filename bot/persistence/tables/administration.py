"""The tables of settings, deletions, workspaces, admission and of what several processes share."""

from sqlalchemy import Column, ForeignKey, Integer, String, Table, Text, text

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


admission_entries = Table(
    "admission_entries",
    metadata,
    Column("platform", String(16), primary_key=True),
    Column("subject", String(16), primary_key=True, comment="server or person"),
    Column("id", String(64), primary_key=True, comment="the platform's own"),
    Column("decision", String(16), nullable=False, comment="allow or block"),
    Column("decided_at", UtcDateTime, nullable=False),
)

admission_switches = Table(
    "admission_switches",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", String(64), nullable=False),
    Column("changed_at", UtcDateTime, nullable=False),
)

announcements = Table(
    "announcements",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("english", Text, nullable=False),
    Column("japanese", Text),
    Column("made_at", UtcDateTime, nullable=False),
)


leases = Table(
    "leases",
    metadata,
    Column("name", String(128), primary_key=True, comment="of what one process does at a time"),
    Column("holder", String(128), nullable=False, comment="the process"),
    Column("expires_at", UtcDateTime, nullable=False, index=True),
)

shared_limits = Table(
    "shared_limits",
    metadata,
    Column("name", String(128), primary_key=True, comment="of a limit of a platform"),
    Column("free_at", UtcDateTime, nullable=False, index=True, comment="when it allows the next request"),
    Column(
        "used", Integer, nullable=False, server_default=text("0"), comment="requests until then, if they are counted"
    ),
)

profile_versions = Table(
    "profile_versions",
    metadata,
    Column("subject", String(64), primary_key=True, comment="SHA-256 of platform, workspace and user"),
    Column("version", String(64), nullable=False, comment="SHA-256 of the profile"),
    Column("changed_at", UtcDateTime, nullable=False, index=True),
)
