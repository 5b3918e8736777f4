"""The tables of the daily."""

from sqlalchemy import Boolean, Column, Date, ForeignKey, Index, Integer, String, Table, Text

from bot.persistence.tables.base import UtcDateTime, metadata
from bot.persistence.tables.games import players, rooms

daily_chains = Table(
    "daily_chains",
    metadata,
    Column("first_day", Date, primary_key=True),
    Column("last_day", Date, nullable=False),
    Column("anchor", String(64), nullable=False, comment="link 0, which is public"),
)

daily_links = Table(
    "daily_links",
    metadata,
    Column("first_day", ForeignKey(daily_chains.c.first_day), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("link", String(64), nullable=False, comment="secret until the end of its day"),
    comment="some of the links of each chain, the last among them; the others are computed",
)

daily_games = Table(
    "daily_games",
    metadata,
    Column("player_id", ForeignKey(players.c.id), primary_key=True),
    Column("day", Date, primary_key=True),
    Column("rules", String(64), primary_key=True),
    Column("room_id", ForeignKey(rooms.c.id), nullable=False, comment="where it was begun"),
    Column("tries", Integer, nullable=False),
    Column("turns", Text, nullable=False, comment="guess and feedback of each turn: 0123:0:2,..."),
    Column("given_up", Boolean, nullable=False),
    Column("outcome", String(16), comment="null while it runs"),
    Column("started_at", UtcDateTime, nullable=False),
    Column("ended_at", UtcDateTime),
    Index("ix_daily_games_room_id_day", "room_id", "day"),
)

uncounted_daily_games = Table(
    "uncounted_daily_games",
    metadata,
    Column("player_id", ForeignKey(players.c.id), primary_key=True),
    Column("day", Date, primary_key=True),
    Column("rules", String(64), primary_key=True),
    Column("room_id", ForeignKey(rooms.c.id), primary_key=True),
    Column("tries", Integer, nullable=False),
    Column("turns", Text, nullable=False),
    Column("given_up", Boolean, nullable=False),
    Column("outcome", String(16)),
    Column("started_at", UtcDateTime, nullable=False),
    Column("ended_at", UtcDateTime),
    Column("shared_at", UtcDateTime),
    comment="games of people who had played the same daily in several servers, beside those that count",
)

daily_shares = Table(
    "daily_shares",
    metadata,
    Column("player_id", ForeignKey(players.c.id), primary_key=True),
    Column("day", Date, primary_key=True),
    Column("rules", String(64), primary_key=True),
    Column("room_id", ForeignKey(rooms.c.id), primary_key=True),
    Column("shared_at", UtcDateTime, nullable=False),
    Index("ix_daily_shares_room_id_day", "room_id", "day"),
    comment="the rooms on whose cards a game of the daily is",
)

daily_hashes = Table(
    "daily_hashes",
    metadata,
    Column("day", Date, primary_key=True),
    Column("hash", String(64), primary_key=True, comment="HMAC-SHA256 under the key of the day"),
    comment="who has played or shared which daily, until the day closes; kept when people delete their data",
)

streak_days = Table(
    "streak_days",
    metadata,
    Column("player_id", ForeignKey(players.c.id), primary_key=True),
    Column("day", Date, primary_key=True),
    comment="on which a player solved a daily in time",
)

room_streak_days = Table(
    "room_streak_days",
    metadata,
    Column("room_id", ForeignKey(rooms.c.id), primary_key=True),
    Column("day", Date, primary_key=True),
    comment="on which anybody solved a daily in time that was begun or shared in a room",
)

void_days = Table(
    "void_days",
    metadata,
    Column("day", Date, primary_key=True),
    comment="on which the bot was down for long, so that nobody's streak ends for missing them",
)

summary_plans = Table(
    "summary_plans",
    metadata,
    Column("room_id", ForeignKey(rooms.c.id), primary_key=True),
    Column("check_at", UtcDateTime, index=True, comment="when to look whether a summary is due, null if none can be"),
    Column("told", Date, comment="last day whose results were due"),
    Column("week", Date, comment="Monday of the week whose result is told, null for none"),
    Column("day", Date, comment="of the card, null for no card"),
    Column("posted_at", UtcDateTime, comment="null while the card is to be posted"),
    Column("posts", Integer, nullable=False, server_default="0", comment="of the card of this day"),
    Column("shown", Integer, comment="fingerprint of what the card shows"),
    Column("channel", String(64)),
    Column("message", String(64), comment="the last card that was posted"),
    Column("message_day", Date, comment="its day"),
    comment="the cards and weeks of rooms where a daily was played",
)
