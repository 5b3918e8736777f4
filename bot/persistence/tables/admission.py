"""The tables of the operator's decisions and announcements."""

from sqlalchemy import Column, String, Table, Text

from bot.persistence.tables.base import UtcDateTime, metadata

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
