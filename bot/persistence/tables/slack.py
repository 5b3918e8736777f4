"""The tables in which slack_sdk stores installations, with the columns that it expects; a test compares the two."""

from sqlalchemy import Boolean, Column, DateTime, Index, Integer, String, Table

from bot.persistence.tables.base import metadata

ENCRYPTED_LENGTH = 1000
"""The length of columns with tokens. An encrypted text is a third longer than the token, and has 70 characters more."""


def _bot_columns() -> tuple[Column[str], ...]:
    return (
        Column("bot_token", String(ENCRYPTED_LENGTH)),
        Column("bot_id", String(32)),
        Column("bot_user_id", String(32)),
        Column("bot_scopes", String(1000)),
        Column("bot_refresh_token", String(ENCRYPTED_LENGTH)),
    )


slack_installations = Table(
    "slack_installations",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("client_id", String(32), nullable=False),
    Column("app_id", String(32), nullable=False),
    Column("enterprise_id", String(32)),
    Column("enterprise_name", String(200)),
    Column("enterprise_url", String(200)),
    Column("team_id", String(32)),
    Column("team_name", String(200)),
    *_bot_columns(),
    Column("bot_token_expires_at", DateTime),
    Column("user_id", String(32), nullable=False),
    Column("user_token", String(ENCRYPTED_LENGTH)),
    Column("user_scopes", String(1000)),
    Column("user_refresh_token", String(ENCRYPTED_LENGTH)),
    Column("user_token_expires_at", DateTime),
    Column("incoming_webhook_url", String(ENCRYPTED_LENGTH)),
    Column("incoming_webhook_channel", String(200)),
    Column("incoming_webhook_channel_id", String(200)),
    Column("incoming_webhook_configuration_url", String(200)),
    Column("is_enterprise_install", Boolean, nullable=False),
    Column("token_type", String(32)),
    Column("installed_at", DateTime, nullable=False),
    Index("slack_installations_idx", "client_id", "enterprise_id", "team_id", "user_id", "installed_at"),
)

slack_bots = Table(
    "slack_bots",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("client_id", String(32), nullable=False),
    Column("app_id", String(32), nullable=False),
    Column("enterprise_id", String(32)),
    Column("enterprise_name", String(200)),
    Column("team_id", String(32)),
    Column("team_name", String(200)),
    *_bot_columns(),
    Column("bot_token_expires_at", DateTime),
    Column("is_enterprise_install", Boolean, nullable=False),
    Column("installed_at", DateTime, nullable=False),
    Index("slack_bots_idx", "client_id", "enterprise_id", "team_id", "installed_at"),
)

slack_oauth_states = Table(
    "slack_oauth_states",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("state", String(200), nullable=False),
    Column("expire_at", DateTime, nullable=False),
)
