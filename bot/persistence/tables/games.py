"""The tables of games, their rooms and their players."""

import sqlalchemy as sa

from bot.persistence.tables.base import UtcDateTime, metadata, partial_index

rooms = sa.Table(
    "rooms",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("platform", sa.String(16), nullable=False),
    sa.Column("workspace", sa.String(64), nullable=False),
    sa.Column("channel", sa.String(64), nullable=False),
    sa.Column("parent", sa.String(64), comment="the channel that it is a thread of, null if it is none"),
    sa.UniqueConstraint("platform", "workspace", "channel"),
)

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("platform", sa.String(16), nullable=False),
    sa.Column("realm", sa.String(64), nullable=False),
    sa.Column("user", sa.String(64), nullable=False),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column(
        "settings", sa.Text, nullable=False, server_default=sa.text("''"), comment="chosen: name=text, one in a line"
    ),
    sa.Column(
        "hidden", sa.Boolean, nullable=False, server_default=sa.false(), comment="from leaderboards and summaries"
    ),
    sa.Column(
        "introduced", sa.Boolean, nullable=False, server_default=sa.false(), comment="to what hits and blows are"
    ),
    sa.Column("first_seen_at", UtcDateTime, comment="null if that was not stored"),
    # the name in existing databases
    sa.UniqueConstraint("platform", "realm", "user", name="uq_players_platform_workspace_user"),
)

memberships = sa.Table(
    "memberships",
    metadata,
    sa.Column("player_id", sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("workspace", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(100), nullable=False, comment="by which the player is shown there"),
    sa.Column("name_key", sa.String(100), nullable=False, comment="the name in lower case"),
    sa.Index("ix_memberships_workspace_name_key", "workspace", "name_key"),
    comment="the workspaces in which people have used the bot",
)

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("room_id", sa.ForeignKey(rooms.c.id), nullable=False),
    sa.Column(
        "slot", sa.String(32), nullable=False, comment="of one running game: '' or + if shared, else a player's id"
    ),
    sa.Column("starter_id", sa.ForeignKey(players.c.id), nullable=False),
    sa.Column("rules", sa.String(64), nullable=False),
    sa.Column("who", sa.String(16), nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("secret", sa.String(10), nullable=False),
    sa.Column("secret_keeper", sa.String(8), comment="of a hosted game: bot or head; null without a host"),
    sa.Column("withheld", sa.String(8), comment="feedback of the host that is not shown yet: hits:blows"),
    sa.Column("nonce", sa.String(64), nullable=False),
    sa.Column("outcome", sa.String(16)),
    sa.Column("started_at", UtcDateTime, nullable=False),
    sa.Column("ended_at", UtcDateTime),
    sa.Column("revision", sa.Integer, nullable=False, server_default=sa.text("0"), comment="counts the moves"),
    sa.Column("moved_at", UtcDateTime, comment="the last move, null before the first"),
    sa.Column("check_at", UtcDateTime, comment="when to look whether its time has run out, null once it has ended"),
    sa.Column("reminded", sa.Boolean, nullable=False, server_default=sa.false(), comment="the player whose turn it is"),
    sa.Column(
        "turn_ends_at", UtcDateTime, comment="the time of the person for whom it waits, fixed when a turn begins"
    ),
    sa.Column(
        "timed_turn",
        sa.Integer,
        nullable=False,
        server_default=sa.text("0"),
        comment="last guess for which a host got time",
    ),
    sa.Column(
        "turn_hours",
        sa.Integer,
        nullable=False,
        server_default=sa.text("48"),
        comment="for a turn of a duel, or of a host, fixed when it starts",
    ),
    sa.Column(
        "idle_hours",
        sa.Integer,
        nullable=False,
        server_default=sa.text("168"),
        comment="after the last move until it expires, fixed when it starts",
    ),
    sa.Column(
        "shown_revision", sa.Integer, nullable=False, server_default=sa.text("-1"), comment="that its message shows"
    ),
    sa.Column(
        "sender",
        sa.String(16),
        nullable=False,
        server_default=sa.text("''"),
        comment="process whose edits may be under way, '' if of several",
    ),
    sa.Column(
        "sequence",
        sa.BigInteger,
        nullable=False,
        server_default=sa.text("0"),
        comment="in the order of their beginning",
    ),
    sa.Index("ix_games_sequence", "sequence", unique=True),
    sa.Index("ix_games_room_id_slot_sequence", "room_id", "slot", "sequence"),
    sa.Index("ix_games_starter_id", "starter_id"),
)

partial_index("ix_games_outdated", games.c.id, where=games.c.shown_revision < games.c.revision)
partial_index("ix_games_check_at", games.c.check_at, where=games.c.check_at.is_not(None))
partial_index("uq_games_running", games.c.room_id, games.c.slot, where=games.c.ended_at.is_(None), unique=True)

boards = sa.Table(
    "boards",
    metadata,
    sa.Column("game_id", sa.ForeignKey(games.c.id), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("guesser_id", sa.ForeignKey(players.c.id), comment="null where anybody may guess"),
    sa.Column("given_up", sa.Boolean, nullable=False),
    sa.Column(
        "hinted",
        sa.Text,
        nullable=False,
        server_default=sa.text("''"),
        comment="ids of the players who got a hint: a,b,...",
    ),
    sa.Column("given_up_by", sa.String(32), comment="id of a player; null if not given up, or not known"),
    sa.Column(
        "giveup_votes",
        sa.Text,
        nullable=False,
        server_default=sa.text("''"),
        comment="ids of the players who want to give up: a,b,...",
    ),
    sa.Column(
        "pending",
        sa.Text,
        nullable=False,
        server_default=sa.text("''"),
        comment="guesses that wait for the host's feedback, each with its player's id: 0123:a,...",
    ),
)

HAS_PLAYERS_IN_TEXTS = sa.or_(
    *(column != sa.literal_column("''") for column in (boards.c.hinted, boards.c.giveup_votes, boards.c.pending))
)
"""Whether a board has ids of players in its texts, written as in the partial index."""

partial_index("ix_boards_given_up_by", boards.c.given_up_by, where=boards.c.given_up_by.is_not(None))
partial_index("ix_boards_with_players_in_texts", boards.c.game_id, where=HAS_PLAYERS_IN_TEXTS)

turns = sa.Table(
    "turns",
    metadata,
    sa.Column("game_id", sa.String(16), primary_key=True),
    sa.Column("board", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player_id", sa.ForeignKey(players.c.id), comment="null for the opponent"),
    sa.Column("guess", sa.String(10), nullable=False),
    sa.Column("hits", sa.Integer, nullable=False),
    sa.Column("blows", sa.Integer, nullable=False),
    sa.ForeignKeyConstraint(["game_id", "board"], [boards.c.game_id, boards.c.number]),
    sa.CheckConstraint(
        sa.text("number >= 1"), name="ck_turns_number"
    ),  # the prefix twice, as existing databases have it
)

participants = sa.Table(
    "participants",
    metadata,
    sa.Column("player_id", sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("game_id", sa.ForeignKey(games.c.id), primary_key=True),
    comment="who began or guessed in a running game",
)

duels = sa.Table(
    "duels",
    metadata,
    sa.Column("game_id", sa.ForeignKey(games.c.id), primary_key=True),
    sa.Column("level", sa.String(16), comment="of the bot, null between two people"),
    # null in a challenge to anyone, too, which has no level
    sa.Column("opponent_id", sa.ForeignKey(players.c.id), comment="null for the bot"),
    sa.Column("opponent_begins", sa.Boolean, nullable=False),
    sa.Column(
        "starter_secret", sa.String(10), comment="null if the starter has not hidden it, or keeps it in their head"
    ),
    sa.Column(
        "beginner_id", sa.ForeignKey(players.c.id), comment="of a challenge: who will begin, null if that is drawn"
    ),
    sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("pending_guess", sa.String(10), comment="that waits for feedback"),
    sa.Column("draw_offered_by", sa.ForeignKey(players.c.id)),
    sa.Column(
        "ended_by", sa.ForeignKey(players.c.id), comment="who resigned, accepted a draw, claimed or stopped the game"
    ),
    sa.Column("ended_as", sa.String(16), comment="how it ended, if not by guessing"),
    sa.Column("unrated", sa.String(16), comment="why it is not rated, if that was known when it started"),
    sa.Column("items", sa.String(64), comment="of both sides, as `format_items` writes them, null without items"),
    sa.Column("uses", sa.Text, nullable=False, server_default=sa.text("''"), comment="of items; see `game_mapping`"),
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

races = sa.Table(
    "races",
    metadata,
    sa.Column("game_id", sa.ForeignKey(games.c.id), primary_key=True),
    sa.Column("minutes", sa.Integer, nullable=False, comment="its time limit, 0 for none"),
    sa.Column("waiting", sa.Boolean, nullable=False, comment="for the signal of its starter"),
    sa.Column("time_up", sa.Boolean, nullable=False, comment="the time limit ended it"),
    sa.Column("time_ends_at", UtcDateTime, comment="null without a time limit, before the start and after the end"),
)

messages = sa.Table(
    "messages",
    metadata,
    sa.Column("game_id", sa.ForeignKey(games.c.id), primary_key=True),
    sa.Column("channel", sa.String(64), comment="null while the message is being posted"),
    sa.Column("message", sa.String(64)),
    sa.Column("language", sa.String(8), comment="of the message"),
    sa.Column(
        "notice",
        sa.String(64),
        comment="the message that tells whose turn it is, empty while it is replaced",
    ),
    sa.Column("notice_channel", sa.String(64), comment="of the notice, null for that of the message"),
    sa.Column("notice_silent", sa.Boolean, nullable=False, server_default=sa.false(), comment="it has notified nobody"),
    sa.Column("claimed_at", UtcDateTime, comment="when a process began to post the message"),
    sa.Index("ix_messages_channel_message", "channel", "message"),
)

news = sa.Table(
    "news",
    metadata,
    sa.Column("subject", sa.String(64), primary_key=True, comment="of which only the newest is pending"),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("revision", sa.Integer, nullable=False, comment="of the game when it was stored"),
    sa.Column("room_id", sa.ForeignKey(rooms.c.id), nullable=False, comment="where it is told"),
    sa.Column("game_id", sa.ForeignKey(games.c.id), comment="null if it is about no game"),
    sa.Column("stored_at", UtcDateTime, nullable=False, index=True),
    sa.Column("claimed_at", UtcDateTime, comment="when a process began to tell it"),
)

workspaces = sa.Table(
    "workspaces",
    metadata,
    sa.Column("platform", sa.String(16), primary_key=True),
    sa.Column("workspace", sa.String(64), primary_key=True),
    sa.Column("language", sa.String(8), nullable=False, comment="of public messages"),
)

published_commands = sa.Table(
    "published_commands",
    metadata,
    sa.Column("application", sa.String(64), primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False, comment="SHA-256 of the commands published last"),
)

conversations = sa.Table(
    "conversations",
    metadata,
    sa.Column("room_id", sa.ForeignKey(rooms.c.id), primary_key=True),
    sa.Column("player_id", sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("rules", sa.String(64), nullable=False),
    sa.Column("strategy", sa.String(32), nullable=False),
    sa.Column("lies", sa.Integer, nullable=False),
    sa.Column("turns", sa.Text, nullable=False, comment="guess and feedback of each turn: 0123:0:2,..."),
    sa.Column("suggested", sa.String(10)),
    sa.Column("expires_at", UtcDateTime, nullable=False, index=True),
    sa.Index("ix_conversations_player_id", "player_id"),
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("id", sa.String(128), primary_key=True),
    sa.Column("at", UtcDateTime, nullable=False, index=True),
)


room_settings = sa.Table(
    "room_settings",
    metadata,
    sa.Column("platform", sa.String(16), primary_key=True),
    sa.Column("workspace", sa.String(64), primary_key=True),
    sa.Column("channel", sa.String(64), primary_key=True, comment="empty for the whole workspace"),
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
    sa.Column("changed_by", sa.ForeignKey(players.c.id), nullable=False),
    sa.Column("changed_at", UtcDateTime, nullable=False),
)

deletions = sa.Table(
    "deletions",
    metadata,
    sa.Column("player_id", sa.ForeignKey(players.c.id), primary_key=True),
    sa.Column("successor_id", sa.ForeignKey(players.c.id), nullable=False, comment="who takes their place in games"),
    sa.Column("begun_at", UtcDateTime, nullable=False, index=True),
    comment="players who are being erased, in steps",
)

former_games = sa.Table(
    "former_games",
    metadata,
    sa.Column("game_id", sa.ForeignKey(games.c.id), primary_key=True),
    sa.Column("check_at", UtcDateTime, nullable=False, index=True, comment="when to look whether it can be removed"),
    comment="games of former players alone, which are removed once their messages have been edited",
)

bot_workspaces = sa.Table(
    "bot_workspaces",
    metadata,
    sa.Column("platform", sa.String(16), primary_key=True),
    sa.Column("workspace", sa.String(64), primary_key=True),
    sa.Column(
        "left_at", UtcDateTime, index=True, comment="when it was noticed that the bot had been removed, else null"
    ),
)


admission_entries = sa.Table(
    "admission_entries",
    metadata,
    sa.Column("platform", sa.String(16), primary_key=True),
    sa.Column("subject", sa.String(16), primary_key=True, comment="server or person"),
    sa.Column("id", sa.String(64), primary_key=True, comment="the platform's own"),
    sa.Column("decision", sa.String(16), nullable=False, comment="allow or block"),
    sa.Column("decided_at", UtcDateTime, nullable=False),
)

admission_switches = sa.Table(
    "admission_switches",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.String(64), nullable=False),
    sa.Column("changed_at", UtcDateTime, nullable=False),
)

announcements = sa.Table(
    "announcements",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("english", sa.Text, nullable=False),
    sa.Column("japanese", sa.Text),
    sa.Column("made_at", UtcDateTime, nullable=False),
)


leases = sa.Table(
    "leases",
    metadata,
    sa.Column("name", sa.String(128), primary_key=True, comment="of what one process does at a time"),
    sa.Column("holder", sa.String(128), nullable=False, comment="the process"),
    sa.Column("expires_at", UtcDateTime, nullable=False, index=True),
)

shared_limits = sa.Table(
    "shared_limits",
    metadata,
    sa.Column("name", sa.String(128), primary_key=True, comment="of a limit of a platform"),
    sa.Column("free_at", UtcDateTime, nullable=False, index=True, comment="when it allows the next request"),
    sa.Column(
        "used",
        sa.Integer,
        nullable=False,
        server_default=sa.text("0"),
        comment="requests until then, if they are counted",
    ),
)

profile_versions = sa.Table(
    "profile_versions",
    metadata,
    sa.Column("subject", sa.String(64), primary_key=True, comment="SHA-256 of platform, workspace and user"),
    sa.Column("version", sa.String(64), nullable=False, comment="SHA-256 of the profile"),
    sa.Column("changed_at", UtcDateTime, nullable=False, index=True),
)
