"""One person in all servers: a player belongs to no workspace, and has a name in each in which they used the bot.

A user id is unique within a realm: all of Discord, a Slack workspace or its whole organisation, a terminal's database.
"""

import sqlalchemy as sa
from alembic import context, op

from migrations.joining import join_people

revision = "0050"
down_revision = "0049"

_NAMES, _USERS = "ix_players_name_key_platform_workspace", "ix_players_user_platform_workspace"

REALM = """
    CASE WHEN platform = 'discord' THEN ''
    WHEN platform = 'slack' AND workspace LIKE '%:%' THEN SUBSTR(workspace, 1, {position}(workspace, ':') - 1)
    ELSE workspace END
"""
FILL = """
    INSERT INTO memberships (player_id, workspace, name, name_key)
    SELECT id, workspace, name, name_key FROM players WHERE name <> ''
"""
"""Players who stand for deleted ones have no name."""

FIRST_WORKSPACE = """
    UPDATE players SET workspace = COALESCE(
        (SELECT MIN(workspace) FROM memberships WHERE player_id = players.id), workspace
    )
"""


def upgrade() -> None:
    """Give every player a name in their workspace, and make one person of the players of one user."""
    position = "instr" if op.get_bind().dialect.name == "sqlite" else "strpos"
    realm = REALM.format(position=position)
    _create_memberships()
    _create_uncounted_daily_games()
    op.execute(FILL)
    context.config.attributes["joined"] = join_people(op.get_bind(), realm)
    op.drop_index(_NAMES, "players")
    op.drop_index(_USERS, "players")
    op.drop_column("players", "name_key")
    op.execute(f"UPDATE players SET workspace = {realm}")
    op.execute("ALTER TABLE players RENAME COLUMN workspace TO realm")


def downgrade() -> None:
    """Put each person into the first of their workspaces. People who were joined stay so."""
    op.execute("ALTER TABLE players RENAME COLUMN realm TO workspace")
    op.execute(FIRST_WORKSPACE)
    key = sa.Column(
        "name_key", sa.String(100), nullable=False, server_default=sa.text("''"), comment="the name in lower case"
    )
    op.add_column("players", key)
    op.execute("UPDATE players SET name_key = lower(name)")
    op.create_index(_NAMES, "players", ["name_key", "platform", "workspace"])
    op.create_index(_USERS, "players", ["user", "platform", "workspace"])
    op.drop_table("uncounted_daily_games")
    op.drop_table("memberships")


def _create_memberships() -> None:
    op.create_table(
        "memberships",
        sa.Column(
            "player_id", sa.String(32), sa.ForeignKey("players.id", name="fk_memberships_player_id"), nullable=False
        ),
        sa.Column("workspace", sa.String(64), nullable=False),
        sa.Column("name", sa.String(100), nullable=False, comment="by which the player is shown there"),
        sa.Column("name_key", sa.String(100), nullable=False, comment="the name in lower case"),
        sa.PrimaryKeyConstraint("player_id", "workspace", name="pk_memberships"),
        comment="the workspaces in which people have used the bot",
    )
    op.create_index("ix_memberships_workspace_name_key", "memberships", ["workspace", "name_key"])


def _create_uncounted_daily_games() -> None:
    op.create_table(
        "uncounted_daily_games",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("room_id", sa.String(32), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Text(), nullable=False),
        sa.Column("given_up", sa.Boolean(), nullable=False),
        sa.Column("outcome", sa.String(16)),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("shared_at", sa.DateTime(timezone=True)),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_uncounted_daily_games_player_id"),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name="fk_uncounted_daily_games_room_id"),
        sa.PrimaryKeyConstraint("player_id", "day", "rules", "room_id", name="pk_uncounted_daily_games"),
        comment="games of people who had played the same daily in several servers, beside those that count",
    )
