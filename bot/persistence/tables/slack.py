"""The tables in which slack_sdk stores installations, with the columns that it expects; a test compares the two."""

import sqlalchemy as sa

from bot.persistence.tables.base import metadata

ENCRYPTED_LENGTH = 1000
"""The length of columns with tokens. An encrypted text is a third longer than the token, and has 70 characters more."""


def _bot_columns() -> tuple[sa.Column[str], ...]:
    return (
        sa.Column("bot_token", sa.String(ENCRYPTED_LENGTH)),
        sa.Column("bot_id", sa.String(32)),
        sa.Column("bot_user_id", sa.String(32)),
        sa.Column("bot_scopes", sa.String(1000)),
        sa.Column("bot_refresh_token", sa.String(ENCRYPTED_LENGTH)),
    )


slack_installations = sa.Table(
    "slack_installations",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("client_id", sa.String(32), nullable=False),
    sa.Column("app_id", sa.String(32), nullable=False),
    sa.Column("enterprise_id", sa.String(32)),
    sa.Column("enterprise_name", sa.String(200)),
    sa.Column("enterprise_url", sa.String(200)),
    sa.Column("team_id", sa.String(32)),
    sa.Column("team_name", sa.String(200)),
    *_bot_columns(),
    sa.Column("bot_token_expires_at", sa.DateTime),
    sa.Column("user_id", sa.String(32), nullable=False),
    sa.Column("user_token", sa.String(ENCRYPTED_LENGTH)),
    sa.Column("user_scopes", sa.String(1000)),
    sa.Column("user_refresh_token", sa.String(ENCRYPTED_LENGTH)),
    sa.Column("user_token_expires_at", sa.DateTime),
    sa.Column("incoming_webhook_url", sa.String(ENCRYPTED_LENGTH)),
    sa.Column("incoming_webhook_channel", sa.String(200)),
    sa.Column("incoming_webhook_channel_id", sa.String(200)),
    sa.Column("incoming_webhook_configuration_url", sa.String(200)),
    sa.Column("is_enterprise_install", sa.Boolean, nullable=False),
    sa.Column("token_type", sa.String(32)),
    sa.Column("installed_at", sa.DateTime, nullable=False),
    sa.Index("slack_installations_idx", "client_id", "enterprise_id", "team_id", "user_id", "installed_at"),
)

slack_bots = sa.Table(
    "slack_bots",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("client_id", sa.String(32), nullable=False),
    sa.Column("app_id", sa.String(32), nullable=False),
    sa.Column("enterprise_id", sa.String(32)),
    sa.Column("enterprise_name", sa.String(200)),
    sa.Column("team_id", sa.String(32)),
    sa.Column("team_name", sa.String(200)),
    *_bot_columns(),
    sa.Column("bot_token_expires_at", sa.DateTime),
    sa.Column("is_enterprise_install", sa.Boolean, nullable=False),
    sa.Column("installed_at", sa.DateTime, nullable=False),
    sa.Index("slack_bots_idx", "client_id", "enterprise_id", "team_id", "installed_at"),
)

slack_oauth_states = sa.Table(
    "slack_oauth_states",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("state", sa.String(200), nullable=False),
    sa.Column("expire_at", sa.DateTime, nullable=False),
)
