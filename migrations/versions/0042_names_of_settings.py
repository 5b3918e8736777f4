"""Settings are stored by the names of their options."""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"

_NAMES = {
    "begin": "start",
    "default_rules": "rules",
    "feedback_words": "words",
    "summary_hour": "hour",
    "time_zone": "timezone",
    "turn_limit": "turn",
    "challenge_limit": "challenge",
    "idle_limit": "idle",
}
_RENAME = sa.text("UPDATE room_settings SET name = :new WHERE name = :old")


def upgrade() -> None:
    """Rename the settings. Rows keep their values."""
    for old, new in _NAMES.items():
        op.execute(_RENAME.bindparams(old=old, new=new))


def downgrade() -> None:
    """Give the settings their former names."""
    for old, new in _NAMES.items():
        op.execute(_RENAME.bindparams(old=new, new=old))
