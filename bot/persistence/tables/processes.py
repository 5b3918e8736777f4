"""The tables by which several processes coordinate: leases, rate limits and versions of profiles."""

from sqlalchemy import Column, Integer, String, Table, text

from bot.persistence.tables.base import UtcDateTime, metadata

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
