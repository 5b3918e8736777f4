"""The tables of skill and luck."""

from sqlalchemy import BigInteger, Column, Date, ForeignKey, Index, Integer, String, Table

from bot.persistence.tables.base import metadata
from bot.persistence.tables.games import players
from bot.persistence.tables.records import leaderboards

mark_months = Table(
    "mark_months",
    metadata,
    Column("player_id", ForeignKey(players.c.id), primary_key=True),
    Column("rules", String(64), primary_key=True),
    Column("month", Date, primary_key=True, comment="its first day"),
    Column("games", Integer, nullable=False, comment="with a skill mark"),
    Column("skill", BigInteger, nullable=False, comment="the sum of the marks"),
    Column("exact", Integer, nullable=False, comment="games whose skill mark is exact"),
    Column("lucky_games", Integer, nullable=False, comment="with a luck mark"),
    Column("luck", BigInteger, nullable=False),
)

mark_standings = Table(
    "mark_standings",
    metadata,
    Column("player_id", ForeignKey(players.c.id), primary_key=True),
    Column("leaderboard_id", ForeignKey(leaderboards.c.id), primary_key=True, autoincrement=False),
    Column("games", Integer, nullable=False),
    Column("skill", BigInteger, nullable=False),
    Column("exact", Integer, nullable=False),
    Column("lucky_games", Integer, nullable=False),
    Column("luck", BigInteger, nullable=False),
    Column("tenths", Integer, comment="of the mean skill, null before the player has enough games to be ranked"),
)

Index(
    "ix_mark_standings_tenths",
    mark_standings.c.leaderboard_id,
    mark_standings.c.tenths.desc(),
    mark_standings.c.player_id,
)
