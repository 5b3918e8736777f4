"""The tables of results, of the sums from which leaderboards and statistics are read, of ratings and of marks."""

import sqlalchemy as sa

from bot.persistence.tables.base import UtcDateTime, metadata, partial_index
from bot.persistence.tables.games import games, players, rooms

results = sa.Table(
    "results",
    metadata,
    sa.Column("game_id", sa.ForeignKey(games.c.id), primary_key=True),
    sa.Column("player_id", sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("room_id", sa.ForeignKey(rooms.c.id), nullable=False),
    sa.Column("rules", sa.String(64), nullable=False),
    sa.Column("outcome", sa.String(16), nullable=False),
    sa.Column("guesses", sa.Integer, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False, server_default=sa.text("''")),
    sa.Column("ranked", sa.Boolean, nullable=False, server_default=sa.false(), comment="decided when the game started"),
    sa.Column("assisted", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("level", sa.String(16), comment="of the opponent, null without one"),
    sa.Column("hosted", sa.Boolean, nullable=False, server_default=sa.false(), comment="the player hid the secret"),
    sa.Column("place", sa.Integer, comment="in a race, null in other games and without others"),
    sa.Column("ended_at", UtcDateTime, nullable=False),
    sa.Column("mark_at", UtcDateTime, comment="when to compute its marks, null if that is not to be done"),
    sa.Column(
        "sequence", sa.BigInteger, nullable=False, server_default=sa.text("0"), comment="in the order of their end"
    ),
    sa.Index("ix_results_sequence", "sequence", unique=True),
    sa.Index("ix_results_room_id", "room_id"),
    sa.Index("ix_results_player_id_sequence", "player_id", "sequence"),
    sa.Index("ix_results_player_id_room_id_sequence", "player_id", "room_id", "sequence"),
)

partial_index("ix_results_mark_at", results.c.mark_at, where=results.c.mark_at.is_not(None))

leaderboards = sa.Table(
    "leaderboards",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("scope", sa.String(16), nullable=False),
    sa.Column("place", sa.String(128), nullable=False, comment="a room's id, platform/workspace, or platform"),
    sa.Column("rules", sa.String(64), nullable=False),
    sa.Column("period", sa.String(16), nullable=False),
    sa.Column("first_day", sa.Date, nullable=False, comment="of the period"),
    sa.Column("end", sa.Date, index=True, comment="the day after the period, null if it does not end"),
    sa.UniqueConstraint("place", "rules", "first_day", "period", "scope"),
)

_VACUUM_OFTEN = sa.DDL(  # type: ignore[no-untyped-call]  # SQLAlchemy's own
    "ALTER TABLE %(table)s SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, "
    "autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000)"
)
"""Ranks are counted in an index. For rows near those that changed since the last vacuum, PostgreSQL reads the table,
too: counting 85,000 players took twice as long after 100 results, and ten times as long after 2,400."""

standings = sa.Table(
    "standings",
    metadata,
    sa.Column("player_id", sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("leaderboard_id", sa.ForeignKey(leaderboards.c.id), primary_key=True, autoincrement=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("solved", sa.Integer, nullable=False),
    sa.Column("cost", sa.BigInteger, nullable=False, comment="guesses; more for games that were not solved"),
    sa.Column("streak", sa.Integer, nullable=False, comment="solved games in a row, up to the last"),
    sa.Column("best_streak", sa.Integer, nullable=False),
    sa.Column("distribution", sa.Text, nullable=False, comment="solved games by their number of guesses: 4:2,5:7,..."),
    sa.Column(
        "ranked_average", sa.Float, comment="orders the players; null before the player has enough games to be ranked"
    ),
    sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false(), comment="that of the player"),
    sa.Index("ix_standings_ranked_average", "leaderboard_id", "hidden", "ranked_average", "player_id"),
    listeners=[("after_create", _VACUUM_OFTEN.execute_if(dialect="postgresql"))],
)

IS_RANKED = sa.literal_column("standings.games + 0") >= sa.literal_column("5")
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
    where=sa.text("games + 0 >= 5"),
)

unranked_games = sa.Table(
    "unranked_games",
    metadata,
    sa.Column("player_id", sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("rules", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("level", sa.String(16), primary_key=True, comment="of the bot in a duel, else empty"),
    sa.Column("outcome", sa.String(16), primary_key=True),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column(
        "guesses", sa.BigInteger, nullable=False, server_default=sa.text("0"), comment="counted for hosted games only"
    ),
    sa.Column("places", sa.BigInteger, nullable=False, server_default=sa.text("0"), comment="counted for races only"),
)


rated_games = sa.Table(
    "rated_games",
    metadata,
    sa.Column("game_id", sa.ForeignKey(games.c.id), primary_key=True),
    sa.Column("rules", sa.String(64), nullable=False),
    sa.Column("level", sa.String(16), comment="of the bot as the opponent, else null"),
    sa.Column("level_place", sa.Integer, comment="the bot's place"),
    sa.Column("ended_at", UtcDateTime, nullable=False),
    sa.Column("sequence", sa.BigInteger, nullable=False, server_default=sa.text("0"), comment="the order of rating"),
    sa.Index("ix_rated_games_sequence", "sequence", unique=True),
)

rated_players = sa.Table(
    "rated_players",
    metadata,
    sa.Column("game_id", sa.ForeignKey(rated_games.c.game_id), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player_id", sa.ForeignKey(players.c.id), comment="null once the player has been deleted"),
    sa.Column("place", sa.Integer, nullable=False, comment="from 1; equal results share a place"),
    sa.Column("mu", sa.Float, nullable=False, comment="before the game"),
    sa.Column("sigma", sa.Float, nullable=False, comment="before the game"),
    sa.Index("ix_rated_players_player_id", "player_id"),
)

meetings = sa.Table(
    "meetings",
    metadata,
    sa.Column("game_id", sa.ForeignKey(games.c.id), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player_id", sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("other_id", sa.ForeignKey(players.c.id), comment="null once the other has been deleted"),
    sa.Column("at", UtcDateTime, nullable=False, comment="the start of a duel that runs, else the end of the game"),
    sa.Column("taken", sa.Float, comment="points by which the other had changed the player's rating before"),
    sa.Column("change", sa.Float, comment="points by which the game changed it, null before its end"),
    sa.Index("ix_meetings_other_id_player_id_at", "other_id", "player_id", "at"),
    sa.Index("ix_meetings_player_id_at", "player_id", "at"),
    comment="of two people in a rated game, from the view of each",
)

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("player_id", sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("rules", sa.String(64), primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False, comment="at the end of the last game"),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("rated_at", UtcDateTime, nullable=False, comment="the end of the last game"),
)

rating_standings = sa.Table(
    "rating_standings",
    metadata,
    sa.Column("player_id", sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("leaderboard_id", sa.ForeignKey(leaderboards.c.id), primary_key=True, autoincrement=False),
    sa.Column("points", sa.Integer, comment="null before the player has enough games to be ranked"),
    sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false(), comment="that of the player"),
    listeners=[("after_create", _VACUUM_OFTEN.execute_if(dialect="postgresql"))],
)

sa.Index(
    "ix_rating_standings_points",
    rating_standings.c.leaderboard_id,
    rating_standings.c.hidden,
    rating_standings.c.points.desc(),
    rating_standings.c.player_id,
)


mark_months = sa.Table(
    "mark_months",
    metadata,
    sa.Column("player_id", sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("rules", sa.String(64), primary_key=True),
    sa.Column("month", sa.Date, primary_key=True, comment="its first day"),
    sa.Column("games", sa.Integer, nullable=False, comment="with a skill mark"),
    sa.Column("skill", sa.BigInteger, nullable=False, comment="the sum of the marks"),
    sa.Column("exact", sa.Integer, nullable=False, comment="games whose skill mark is exact"),
    sa.Column("lucky_games", sa.Integer, nullable=False, comment="with a luck mark"),
    sa.Column("luck", sa.BigInteger, nullable=False),
)


daily_chains = sa.Table(
    "daily_chains",
    metadata,
    sa.Column("first_day", sa.Date, primary_key=True),
    sa.Column("last_day", sa.Date, nullable=False),
    sa.Column("anchor", sa.String(64), nullable=False, comment="link 0, which is public"),
)

daily_links = sa.Table(
    "daily_links",
    metadata,
    sa.Column("first_day", sa.ForeignKey(daily_chains.c.first_day), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("link", sa.String(64), nullable=False, comment="secret until the end of its day"),
    comment="some of the links of each chain, the last among them; the others are computed",
)

daily_games = sa.Table(
    "daily_games",
    metadata,
    sa.Column("player_id", sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("day", sa.Date, primary_key=True),
    sa.Column("rules", sa.String(64), primary_key=True),
    sa.Column("room_id", sa.ForeignKey(rooms.c.id), nullable=False, comment="where it was begun"),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("turns", sa.Text, nullable=False, comment="guess and feedback of each turn: 0123:0:2,..."),
    sa.Column("given_up", sa.Boolean, nullable=False),
    sa.Column("outcome", sa.String(16), comment="null while it runs"),
    sa.Column("started_at", UtcDateTime, nullable=False),
    sa.Column("ended_at", UtcDateTime),
    sa.Index("ix_daily_games_room_id_day", "room_id", "day"),
)

uncounted_daily_games = sa.Table(
    "uncounted_daily_games",
    metadata,
    sa.Column("player_id", sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("day", sa.Date, primary_key=True),
    sa.Column("rules", sa.String(64), primary_key=True),
    sa.Column("room_id", sa.ForeignKey(rooms.c.id), primary_key=True),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("turns", sa.Text, nullable=False),
    sa.Column("given_up", sa.Boolean, nullable=False),
    sa.Column("outcome", sa.String(16)),
    sa.Column("started_at", UtcDateTime, nullable=False),
    sa.Column("ended_at", UtcDateTime),
    sa.Column("shared_at", UtcDateTime),
    comment="games of people who had played the same daily in several servers, beside those that count",
)

daily_shares = sa.Table(
    "daily_shares",
    metadata,
    sa.Column("player_id", sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("day", sa.Date, primary_key=True),
    sa.Column("rules", sa.String(64), primary_key=True),
    sa.Column("room_id", sa.ForeignKey(rooms.c.id), primary_key=True),
    sa.Column("shared_at", UtcDateTime, nullable=False),
    sa.Index("ix_daily_shares_room_id_day", "room_id", "day"),
    comment="the rooms on whose cards a game of the daily is",
)

daily_hashes = sa.Table(
    "daily_hashes",
    metadata,
    sa.Column("day", sa.Date, primary_key=True),
    sa.Column("hash", sa.String(64), primary_key=True, comment="HMAC-SHA256 under the key of the day"),
    comment="who has played or shared which daily, until the day closes; kept when people delete their data",
)

streak_days = sa.Table(
    "streak_days",
    metadata,
    sa.Column("player_id", sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("day", sa.Date, primary_key=True),
    comment="on which a player solved a daily in time",
)

room_streak_days = sa.Table(
    "room_streak_days",
    metadata,
    sa.Column("room_id", sa.ForeignKey(rooms.c.id), primary_key=True),
    sa.Column("day", sa.Date, primary_key=True),
    comment="on which anybody solved a daily in time that was begun or shared in a room",
)

void_days = sa.Table(
    "void_days",
    metadata,
    sa.Column("day", sa.Date, primary_key=True),
    comment="on which the bot was down for long, so that nobody's streak ends for missing them",
)

summary_plans = sa.Table(
    "summary_plans",
    metadata,
    sa.Column("room_id", sa.ForeignKey(rooms.c.id), primary_key=True),
    sa.Column(
        "check_at", UtcDateTime, index=True, comment="when to look whether a summary is due, null if none can be"
    ),
    sa.Column("told", sa.Date, comment="last day whose results were due"),
    sa.Column("week", sa.Date, comment="Monday of the week whose result is told, null for none"),
    sa.Column("day", sa.Date, comment="of the card, null for no card"),
    sa.Column("posted_at", UtcDateTime, comment="null while the card is to be posted"),
    sa.Column("posts", sa.Integer, nullable=False, server_default="0", comment="of the card of this day"),
    sa.Column("shown", sa.Integer, comment="fingerprint of what the card shows"),
    sa.Column("channel", sa.String(64)),
    sa.Column("message", sa.String(64), comment="the last card that was posted"),
    sa.Column("message_day", sa.Date, comment="its day"),
    comment="the cards and weeks of rooms where a daily was played",
)
