"""Installations on Slack, in the tables that slack_sdk expects, and the public language of each workspace."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "workspaces",
        sa.Column("platform", sa.String(16), nullable=False),
        sa.Column("workspace", sa.String(64), nullable=False),
        sa.Column("language", sa.String(8), nullable=False, comment="spoken in public"),
        sa.PrimaryKeyConstraint("platform", "workspace", name="pk_workspaces"),
    )
    _create_installations()
    _create_bots()
    op.create_table(
        "slack_oauth_states",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("state", sa.String(200), nullable=False),
        sa.Column("expire_at", sa.DateTime, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_slack_oauth_states"),
    )


def _create_installations() -> None:
    op.create_table(
        "slack_installations",
        *_installation_columns(),
        sa.Column("enterprise_url", sa.String(200)),
        *_bot_columns(),
        sa.Column("user_id", sa.String(32), nullable=False),
        sa.Column("user_token", sa.String(200)),
        sa.Column("user_scopes", sa.String(1000)),
        sa.Column("user_refresh_token", sa.String(200)),
        sa.Column("user_token_expires_at", sa.DateTime),
        sa.Column("incoming_webhook_url", sa.String(200)),
        sa.Column("incoming_webhook_channel", sa.String(200)),
        sa.Column("incoming_webhook_channel_id", sa.String(200)),
        sa.Column("incoming_webhook_configuration_url", sa.String(200)),
        sa.Column("token_type", sa.String(32)),
        sa.PrimaryKeyConstraint("id", name="pk_slack_installations"),
    )
    columns = ["client_id", "enterprise_id", "team_id", "user_id", "installed_at"]
    op.create_index("slack_installations_idx", "slack_installations", columns)


def _create_bots() -> None:
    op.create_table(
        "slack_bots", *_installation_columns(), *_bot_columns(), sa.PrimaryKeyConstraint("id", name="pk_slack_bots")
    )
    op.create_index("slack_bots_idx", "slack_bots", ["client_id", "enterprise_id", "team_id", "installed_at"])


def _installation_columns() -> tuple[sa.Column[object], ...]:
    return (
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("client_id", sa.String(32), nullable=False),
        sa.Column("app_id", sa.String(32), nullable=False),
        sa.Column("enterprise_id", sa.String(32)),
        sa.Column("enterprise_name", sa.String(200)),
        sa.Column("team_id", sa.String(32)),
        sa.Column("team_name", sa.String(200)),
        sa.Column("is_enterprise_install", sa.Boolean, nullable=False),
        sa.Column("installed_at", sa.DateTime, nullable=False),
    )


def _bot_columns() -> tuple[sa.Column[object], ...]:
    return (
        sa.Column("bot_token", sa.String(200)),
        sa.Column("bot_id", sa.String(32)),
        sa.Column("bot_user_id", sa.String(32)),
        sa.Column("bot_scopes", sa.String(1000)),
        sa.Column("bot_refresh_token", sa.String(200)),
        sa.Column("bot_token_expires_at", sa.DateTime),
    )


def downgrade() -> None:
    """Drop the tables. Slack workspaces must install the app again afterwards."""
    for name in ("slack_oauth_states", "slack_bots", "slack_installations", "workspaces"):
        op.drop_table(name)
