"""The tables of games, their rooms and their players."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    literal_column,
    or_,
    text,
)

from bot.persistence.tables.base import UtcDateTime, metadata, partial_index

rooms = Table(
    "rooms",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("platform", String(16), nullable=False),
    Column("workspace", String(64), nullable=False),
    Column("channel", String(64), nullable=False),
    Column("parent", String(64), comment="the channel that it is a thread of, null if it is none"),
    UniqueConstraint("platform", "workspace", "channel"),
)

players = Table(
    "players",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("platform", String(16), nullable=False),
    Column("realm", String(64), nullable=False),
    Column("user", String(64), nullable=False),
    Column("name", String(100), nullable=False),
    Column("settings", Text, nullable=False, server_default=text("''"), comment="chosen: name=text, one in a line"),
    Column("hidden", Boolean, nullable=False, server_default=false(), comment="from leaderboards and summaries"),
    Column("introduced", Boolean, nullable=False, server_default=false(), comment="to what hits and blows are"),
    Column("first_seen_at", UtcDateTime, comment="null if that was not stored"),
    UniqueConstraint("platform", "realm", "user", name="uq_players_platform_workspace_user"),  # as existing databases
)

memberships = Table(
    "memberships",
    metadata,
    Column("player_id", ForeignKey(players.c.id), primary_key=True),
    Column("workspace", String(64), primary_key=True),
    Column("name", String(100), nullable=False, comment="by which the player is shown there"),
    Column("name_key", String(100), nullable=False, comment="the name in lower case"),
    Index("ix_memberships_workspace_name_key", "workspace", "name_key"),
    comment="the workspaces in which people have used the bot",
)

games = Table(
    "games",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("room_id", ForeignKey(rooms.c.id), nullable=False),
    Column("slot", String(32), nullable=False, comment="of one running game: '' or + if shared, else a player's id"),
    Column("starter_id", ForeignKey(players.c.id), nullable=False),
    Column("rules", String(64), nullable=False),
    Column("who", String(16), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("secret", String(10), nullable=False),
    Column("secret_keeper", String(8), comment="of a hosted game: bot or head; null without a host"),
    Column("withheld", String(8), comment="feedback of the host that is not shown yet: hits:blows"),
    Column("nonce", String(64), nullable=False),
    Column("outcome", String(16)),
    Column("started_at", UtcDateTime, nullable=False),
    Column("ended_at", UtcDateTime),
    Column("revision", Integer, nullable=False, server_default=text("0"), comment="counts the moves"),
    Column("moved_at", UtcDateTime, comment="the last move, null before the first"),
    Column("check_at", UtcDateTime, comment="when to look whether its time has run out, null once it has ended"),
    Column("reminded", Boolean, nullable=False, server_default=false(), comment="the player whose turn it is"),
    Column("turn_ends_at", UtcDateTime, comment="the time of the person for whom it waits, fixed when a turn begins"),
    Column(
        "timed_turn", Integer, nullable=False, server_default=text("0"), comment="last guess for which a host got time"
    ),
    Column(
        "turn_hours",
        Integer,
        nullable=False,
        server_default=text("48"),
        comment="for a turn of a duel, or of a host, fixed when it starts",
    ),
    Column(
        "idle_hours",
        Integer,
        nullable=False,
        server_default=text("168"),
        comment="after the last move until it expires, fixed when it starts",
    ),
    Column("shown_revision", Integer, nullable=False, server_default=text("-1"), comment="that its message shows"),
    Column(
        "sender",
        String(16),
        nullable=False,
        server_default=text("''"),
        comment="process whose edits may be under way, '' if of several",
    ),
    Column("sequence", BigInteger, nullable=False, server_default=text("0"), comment="in the order of their beginning"),
    Index("ix_games_sequence", "sequence", unique=True),
    Index("ix_games_room_id_slot_sequence", "room_id", "slot", "sequence"),
    Index("ix_games_starter_id", "starter_id"),
)

partial_index("ix_games_outdated", games.c.id, where=games.c.shown_revision < games.c.revision)
partial_index("ix_games_check_at", games.c.check_at, where=games.c.check_at.is_not(None))
partial_index("uq_games_running", games.c.room_id, games.c.slot, where=games.c.ended_at.is_(None), unique=True)

boards = Table(
    "boards",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("guesser_id", ForeignKey(players.c.id), comment="null where anybody may guess"),
    Column("given_up", Boolean, nullable=False),
    Column(
        "hinted", Text, nullable=False, server_default=text("''"), comment="ids of the players who got a hint: a,b,..."
    ),
    Column("given_up_by", String(32), comment="id of a player; null if not given up, or not known"),
    Column(
        "giveup_votes",
        Text,
        nullable=False,
        server_default=text("''"),
        comment="ids of the players who want to give up: a,b,...",
    ),
    Column(
        "pending",
        Text,
        nullable=False,
        server_default=text("''"),
        comment="guesses that wait for the host's feedback, each with its player's id: 0123:a,...",
    ),
)

HAS_PLAYERS_IN_TEXTS = or_(
    *(column != literal_column("''") for column in (boards.c.hinted, boards.c.giveup_votes, boards.c.pending))
)
"""Whether a board has ids of players in its texts, written as in the partial index."""

partial_index("ix_boards_given_up_by", boards.c.given_up_by, where=boards.c.given_up_by.is_not(None))
partial_index("ix_boards_with_players_in_texts", boards.c.game_id, where=HAS_PLAYERS_IN_TEXTS)

turns = Table(
    "turns",
    metadata,
    Column("game_id", String(16), primary_key=True),
    Column("board", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey(players.c.id), comment="null for the opponent"),
    Column("guess", String(10), nullable=False),
    Column("hits", Integer, nullable=False),
    Column("blows", Integer, nullable=False),
    ForeignKeyConstraint(["game_id", "board"], [boards.c.game_id, boards.c.number]),
    CheckConstraint(text("number >= 1"), name="ck_turns_number"),  # the prefix twice, as existing databases have it
)

participants = Table(
    "participants",
    metadata,
    Column("player_id", ForeignKey(players.c.id), primary_key=True),
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    comment="who began or guessed in a running game",
)

duels = Table(
    "duels",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("level", String(16), comment="of the bot, null between two people"),
    # null in a challenge to anyone, too, which has no level
    Column("opponent_id", ForeignKey(players.c.id), comment="null for the bot"),
    Column("opponent_begins", Boolean, nullable=False),
    Column("starter_secret", String(10), comment="null if the starter has not hidden it, or keeps it in their head"),
    Column("beginner_id", ForeignKey(players.c.id), comment="of a challenge: who will begin, null if that is drawn"),
    Column("hidden", Boolean, nullable=False, server_default=false()),
    Column("pending_guess", String(10), comment="that waits for feedback"),
    Column("draw_offered_by", ForeignKey(players.c.id)),
    Column("ended_by", ForeignKey(players.c.id), comment="who resigned, accepted a draw, claimed or stopped the game"),
    Column("ended_as", String(16), comment="how it ended, if not by guessing"),
    Column("unrated", String(16), comment="why it is not rated, if that was known when it started"),
    Column("items", String(64), comment="of both sides, as `format_items` writes them, null without items"),
    Column("uses", Text, nullable=False, server_default=text("''"), comment="of items; see `game_mapping`"),
)

for of_player in (
    boards.c.guesser_id,
    turns.c.player_id,
    duels.c.opponent_id,
    duels.c.beginner_id,
    duels.c.draw_offered_by,
    duels.c.ended_by,
):  # deleting a player searches all of them
    partial_index(f"ix_{of_player.table.name}_{of_player.name}", of_player, where=of_player.is_not(None))

races = Table(
    "races",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("minutes", Integer, nullable=False, comment="its time limit, 0 for none"),
    Column("waiting", Boolean, nullable=False, comment="for the signal of its starter"),
    Column("time_up", Boolean, nullable=False, comment="the time limit ended it"),
    Column("time_ends_at", UtcDateTime, comment="null without a time limit, before the start and after the end"),
)

messages = Table(
    "messages",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("channel", String(64), comment="null while the message is being posted"),
    Column("message", String(64)),
    Column("language", String(8), comment="of the message"),
    Column(
        "notice",
        String(64),
        comment="the message that tells whose turn it is, empty while it is replaced",
    ),
    Column("notice_channel", String(64), comment="of the notice, null for that of the message"),
    Column("notice_silent", Boolean, nullable=False, server_default=false(), comment="it has notified nobody"),
    Column("claimed_at", UtcDateTime, comment="when a process began to post the message"),
    Index("ix_messages_channel_message", "channel", "message"),
)

news = Table(
    "news",
    metadata,
    Column("subject", String(64), primary_key=True, comment="of which only the newest is pending"),
    Column("kind", String(16), nullable=False),
    Column("revision", Integer, nullable=False, comment="of the game when it was stored"),
    Column("room_id", ForeignKey(rooms.c.id), nullable=False, comment="where it is told"),
    Column("game_id", ForeignKey(games.c.id), comment="null if it is about no game"),
    Column("stored_at", UtcDateTime, nullable=False, index=True),
    Column("claimed_at", UtcDateTime, comment="when a process began to tell it"),
)

workspaces = Table(
    "workspaces",
    metadata,
    Column("platform", String(16), primary_key=True),
    Column("workspace", String(64), primary_key=True),
    Column("language", String(8), nullable=False, comment="of public messages"),
)

published_commands = Table(
    "published_commands",
    metadata,
    Column("application", String(64), primary_key=True),
    Column("digest", String(64), nullable=False, comment="SHA-256 of the commands published last"),
)

conversations = Table(
    "conversations",
    metadata,
    Column("room_id", ForeignKey(rooms.c.id), primary_key=True),
    Column("player_id", ForeignKey(players.c.id), primary_key=True),
    Column("rules", String(64), nullable=False),
    Column("strategy", String(32), nullable=False),
    Column("lies", Integer, nullable=False),
    Column("turns", Text, nullable=False, comment="guess and feedback of each turn: 0123:0:2,..."),
    Column("suggested", String(10)),
    Column("expires_at", UtcDateTime, nullable=False, index=True),
    Index("ix_conversations_player_id", "player_id"),
)

events = Table(
    "events",
    metadata,
    Column("id", String(128), primary_key=True),
    Column("at", UtcDateTime, nullable=False, index=True),
)


room_settings = Table(
    "room_settings",
    metadata,
    Column("platform", String(16), primary_key=True),
    Column("workspace", String(64), primary_key=True),
    Column("channel", String(64), primary_key=True, comment="empty for the whole workspace"),
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
    Column("changed_by", ForeignKey(players.c.id), nullable=False),
    Column("changed_at", UtcDateTime, nullable=False),
)

deletions = Table(
    "deletions",
    metadata,
    Column("player_id", ForeignKey(players.c.id), primary_key=True),
    Column("successor_id", ForeignKey(players.c.id), nullable=False, comment="who takes their place in games"),
    Column("begun_at", UtcDateTime, nullable=False, index=True),
    comment="players who are being erased, in steps",
)

former_games = Table(
    "former_games",
    metadata,
    Column("game_id", ForeignKey(games.c.id), primary_key=True),
    Column("check_at", UtcDateTime, nullable=False, index=True, comment="when to look whether it can be removed"),
    comment="games of former players alone, which are removed once their messages have been edited",
)

bot_workspaces = Table(
    "bot_workspaces",
    metadata,
    Column("platform", String(16), primary_key=True),
    Column("workspace", String(64), primary_key=True),
    Column("left_at", UtcDateTime, index=True, comment="when it was noticed that the bot had been removed, else null"),
)


admission_entries = Table(
    "admission_entries",
    metadata,
    Column("platform", String(16), primary_key=True),
    Column("subject", String(16), primary_key=True, comment="server or person"),
    Column("id", String(64), primary_key=True, comment="the platform's own"),
    Column("decision", String(16), nullable=False, comment="allow or block"),
    Column("decided_at", UtcDateTime, nullable=False),
)

admission_switches = Table(
    "admission_switches",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", String(64), nullable=False),
    Column("changed_at", UtcDateTime, nullable=False),
)

announcements = Table(
    "announcements",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("english", Text, nullable=False),
    Column("japanese", Text),
    Column("made_at", UtcDateTime, nullable=False),
)


leases = Table(
    "leases",
    metadata,
    Column("name", String(128), primary_key=True, comment="of what one process does at a time"),
    Column("holder", String(128), nullable=False, comment="the process"),
    Column("expires_at", UtcDateTime, nullable=False, index=True),
)

shared_limits = Table(
    "shared_limits",
    metadata,
    Column("name", String(128), primary_key=True, comment="of a limit of a platform"),
    Column("free_at", UtcDateTime, nullable=False, index=True, comment="when it allows the next request"),
    Column(
        "used", Integer, nullable=False, server_default=text("0"), comment="requests until then, if they are counted"
    ),
)

profile_versions = Table(
    "profile_versions",
    metadata,
    Column("subject", String(64), primary_key=True, comment="SHA-256 of platform, workspace and user"),
    Column("version", String(64), nullable=False, comment="SHA-256 of the profile"),
    Column("changed_at", UtcDateTime, nullable=False, index=True),
)
