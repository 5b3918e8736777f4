"""The tables of sums, from which leaderboards and statistics are read."""

from sqlalchemy import (
    BigInteger,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    literal_column,
    text,
)

from bot.persistence.tables import metadata, partial_index, players

__all__ = ["IS_RANKED", "leaderboard_totals", "leaderboards", "metadata", "standings", "unranked_games"]

leaderboards = Table(
    "leaderboards",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("scope", String(16), nullable=False),
    Column("place", String(128), nullable=False, comment="a room's id, platform/workspace, or platform"),
    Column("rules", String(64), nullable=False),
    Column("period", String(16), nullable=False),
    Column("first_day", Date, nullable=False, comment="of the period"),
    Column("end", Date, index=True, comment="the day after the period, null if it does not end"),
    UniqueConstraint("place", "rules", "first_day", "period", "scope"),
)

standings = Table(
    "standings",
    metadata,
    Column("player_id", ForeignKey(players.c.id), primary_key=True),
    Column("leaderboard_id", ForeignKey(leaderboards.c.id), primary_key=True, autoincrement=False),
    Column("games", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("cost", BigInteger, nullable=False, comment="guesses; more for games that were not solved"),
    Column("streak", Integer, nullable=False, comment="solved games in a row, up to the last"),
    Column("best_streak", Integer, nullable=False),
    Column("distribution", Text, nullable=False, comment="solved games by their number of guesses: 4:2,5:7,..."),
    Index("ix_standings_leaderboard_id_games_cost", "leaderboard_id", "games", "cost"),
)

IS_RANKED = literal_column("standings.games + 0") >= literal_column("5")
"""Whether a player has `MIN_GAMES`, as the partial indexes write it.

A number in a parameter would not match the indexes. Without `+ 0`, SQLite would look players up by their games and sort
them all.
"""

_INDEXED = text("games + 0 >= 5")

for _figure, _tie_breaker in (
    (standings.c.solved, standings.c.cost),
    (standings.c.best_streak, standings.c.solved.desc()),
):
    partial_index(
        f"ix_standings_{_figure.name}",
        standings.c.leaderboard_id,
        _figure.desc(),
        _tie_breaker,
        standings.c.player_id,
        where=_INDEXED,
    )

leaderboard_totals = Table(
    "leaderboard_totals",
    metadata,
    Column("leaderboard_id", ForeignKey(leaderboards.c.id), primary_key=True, autoincrement=False),
    Column("part", Integer, primary_key=True, autoincrement=False, comment="so that not all players wait for one row"),
    Column("games", BigInteger, nullable=False),
    Column("cost", BigInteger, nullable=False),
)

unranked_games = Table(
    "unranked_games",
    metadata,
    Column("player_id", ForeignKey(players.c.id), primary_key=True),
    Column("rules", String(64), primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("level", String(16), primary_key=True, comment="of the bot in a duel, else empty"),
    Column("outcome", String(16), primary_key=True),
    Column("games", Integer, nullable=False),
    Column("guesses", BigInteger, nullable=False, server_default=text("0"), comment="counted for hosted games only"),
)
