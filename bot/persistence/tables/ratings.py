"""The tables of ratings."""

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Index, Integer, String, Table, text

from bot.persistence.tables.base import UtcDateTime, metadata
from bot.persistence.tables.games import games, players
from bot.persistence.tables.records import leaderboards

rated_games = Table(
    "rated_games",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("rules", String(64), nullable=False),
    Column("level", String(16), comment="of the bot as the opponent, else null"),
    Column("level_place", Integer, comment="the bot's place"),
    Column("ended_at", UtcDateTime, nullable=False),
    Column("sequence", BigInteger, nullable=False, server_default=text("0"), comment="the order of rating"),
    Index("ix_rated_games_sequence", "sequence", unique=True),
)

rated_players = Table(
    "rated_players",
    metadata,
    Column("game_id", ForeignKey(rated_games.c.game_id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey(players.c.id), comment="null once the player has been deleted"),
    Column("place", Integer, nullable=False, comment="from 1; equal results share a place"),
    Column("mu", Float, nullable=False, comment="before the game"),
    Column("sigma", Float, nullable=False, comment="before the game"),
    Index("ix_rated_players_player_id", "player_id"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("player_id", ForeignKey(players.c.id), primary_key=True),
    Column("rules", String(64), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False, comment="at the end of the last game"),
    Column("games", Integer, nullable=False),
    Column("rated_at", UtcDateTime, nullable=False, comment="the end of the last game"),
)

rating_standings = Table(
    "rating_standings",
    metadata,
    Column("player_id", ForeignKey(players.c.id), primary_key=True),
    Column("leaderboard_id", ForeignKey(leaderboards.c.id), primary_key=True, autoincrement=False),
    Column("points", Integer, comment="null before the player has enough games to be ranked"),
)

Index(
    "ix_rating_standings_points",
    rating_standings.c.leaderboard_id,
    rating_standings.c.points.desc(),
    rating_standings.c.player_id,
)
