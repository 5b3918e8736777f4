"""The tables of results, of the sums from which leaderboards and statistics are read, of ratings and of marks."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    literal_column,
    text,
)

from bot.persistence.tables.base import UtcDateTime, metadata, partial_index
from bot.persistence.tables.games import games, players, rooms

results = Table(
    "results",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("player_id", ForeignKey(players.c.id), primary_key=True),
    Column("room_id", ForeignKey(rooms.c.id), nullable=False),
    Column("rules", String(64), nullable=False),
    Column("outcome", String(16), nullable=False),
    Column("guesses", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("kind", String(16), nullable=False, server_default=text("''")),
    Column("ranked", Boolean, nullable=False, server_default=false(), comment="decided when the game started"),
    Column("assisted", Boolean, nullable=False, server_default=false()),
    Column("level", String(16), comment="of the opponent, null without one"),
    Column("hosted", Boolean, nullable=False, server_default=false(), comment="the player hid the secret"),
    Column("place", Integer, comment="in a race, null in other games and without others"),
    Column("ended_at", UtcDateTime, nullable=False),
    Column("mark_at", UtcDateTime, comment="when to compute its marks, null if that is not to be done"),
    Column("sequence", BigInteger, nullable=False, server_default=text("0"), comment="in the order of their end"),
    Index("ix_results_sequence", "sequence", unique=True),
    Index("ix_results_room_id", "room_id"),
    Index("ix_results_player_id_sequence", "player_id", "sequence"),
    Index("ix_results_player_id_room_id_sequence", "player_id", "room_id", "sequence"),
)

partial_index("ix_results_mark_at", results.c.mark_at, where=results.c.mark_at.is_not(None))

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
    Column("ranked_average", Float, comment="orders the players; null before the player has enough games to be ranked"),
    Column("hidden", Boolean, nullable=False, server_default=false(), comment="that of the player"),
    Index("ix_standings_ranked_average", "leaderboard_id", "hidden", "ranked_average", "player_id"),
)

IS_RANKED = literal_column("standings.games + 0") >= literal_column("5")
"""Whether a player has at least `MIN_GAMES` games, written as in the partial index.

A bound parameter would not match the index. Without `+ 0`, SQLite would use an index of games and sort all players.
"""

partial_index(
    "ix_standings_solved",
    standings.c.leaderboard_id,
    standings.c.hidden,
    standings.c.solved.desc(),
    standings.c.cost,
    standings.c.player_id,
    where=text("games + 0 >= 5"),
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
    Column("places", BigInteger, nullable=False, server_default=text("0"), comment="counted for races only"),
)


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

meetings = Table(
    "meetings",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey(players.c.id), primary_key=True),
    Column("other_id", ForeignKey(players.c.id), comment="null once the other has been deleted"),
    Column("at", UtcDateTime, nullable=False, comment="the start of a duel that runs, else the end of the game"),
    Column("taken", Float, comment="points by which the other had changed the player's rating before"),
    Column("change", Float, comment="points by which the game changed it, null before its end"),
    Index("ix_meetings_other_id_player_id_at", "other_id", "player_id", "at"),
    Index("ix_meetings_player_id_at", "player_id", "at"),
    comment="of two people in a rated game, from the view of each",
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
    Column("hidden", Boolean, nullable=False, server_default=false(), comment="that of the player"),
)

Index(
    "ix_rating_standings_points",
    rating_standings.c.leaderboard_id,
    rating_standings.c.hidden,
    rating_standings.c.points.desc(),
    rating_standings.c.player_id,
)


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
