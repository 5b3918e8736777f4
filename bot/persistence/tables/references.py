"""The columns that refer to players, games and rooms, and those that people may see of rows about them.

The references are found from foreign keys, so new tables are included. What is exported is listed.
"""

from collections.abc import Mapping, Sequence
from functools import cache

import sqlalchemy as sa

from bot.persistence.tables.every import metadata
from bot.persistence.tables.games import (
    boards,
    conversations,
    deletions,
    duels,
    games,
    memberships,
    participants,
    players,
    room_settings,
    turns,
)
from bot.persistence.tables.records import (
    daily_games,
    daily_shares,
    mark_months,
    meetings,
    rated_players,
    rating_standings,
    ratings,
    results,
    standings,
    streak_days,
    uncounted_daily_games,
    unranked_games,
)

AnyColumn = sa.Column[object]

IN_LISTS: Sequence[AnyColumn] = (boards.c.hinted, boards.c.giveup_votes, boards.c.pending)
"""Columns without a foreign key that can contain the ids of several players."""

IN_TEXTS: Sequence[AnyColumn] = (games.c.slot, boards.c.given_up_by, *IN_LISTS)
"""All columns without a foreign key that can contain ids of players."""

CLEARED: Sequence[AnyColumn] = (meetings.c.other_id,)
"""Columns that are null for a deleted player. In others an anonymous player takes their place."""

EXPORTED: Mapping[sa.Table, str] = {
    players: "id platform realm user name settings hidden introduced first_seen_at",
    memberships: "player_id workspace name name_key",
    deletions: "player_id successor_id begun_at",
    room_settings: "platform workspace channel name value changed_by changed_at",
    games: "id room_id slot starter_id rules who tries secret_keeper outcome started_at ended_at revision moved_at "
    "check_at reminded turn_ends_at timed_turn turn_hours idle_hours shown_revision sender sequence",
    boards: "game_id number guesser_id given_up hinted given_up_by giveup_votes pending",
    turns: "game_id board number player_id guess hits blows",
    participants: "player_id game_id",
    duels: "game_id level opponent_id opponent_begins beginner_id hidden draw_offered_by ended_by ended_as unrated "
    "items",
    conversations: "room_id player_id rules strategy lies turns suggested expires_at",
    results: "game_id player_id room_id rules outcome guesses tries kind ranked assisted level hosted place ended_at "
    "mark_at sequence",
    standings: "player_id leaderboard_id games solved cost streak best_streak distribution ranked_average hidden",
    unranked_games: "player_id rules kind level outcome games guesses places",
    rated_players: "game_id number player_id place mu sigma",
    meetings: "game_id number player_id other_id at taken change",
    ratings: "player_id rules mu sigma games rated_at",
    rating_standings: "player_id leaderboard_id points hidden",
    mark_months: "player_id rules month games skill exact lucky_games luck",
    daily_games: "player_id day rules room_id tries turns given_up outcome started_at ended_at",
    uncounted_daily_games: "player_id day rules room_id tries turns given_up outcome started_at ended_at shared_at",
    daily_shares: "player_id day rules room_id shared_at",
    streak_days: "player_id day",
}
"""The columns that a person may see of rows about them at any time. None of them holds a number of somebody else."""

EXPORTED_AT_END: Mapping[sa.Table, str] = {
    games: "secret withheld nonce",
    duels: "starter_secret pending_guess uses",
}
"""The columns that they may also see of a game that has ended, except a challenge that led to no duel."""


@cache
def referring_columns(target: AnyColumn) -> Sequence[AnyColumn]:
    """Every column that refers to a column, directly or through others.

    The columns are in the order in which rows of their tables can be deleted.
    """
    return [
        column
        for table in reversed(metadata.sorted_tables)
        for column in table.columns
        if any(_refers(key.column, target) for key in column.foreign_keys)
    ]


@cache
def player_columns() -> Sequence[AnyColumn]:
    """Every column with the id of a player as a foreign key."""
    return referring_columns(players.c.id)


@cache
def game_column(table: sa.Table) -> AnyColumn | None:
    """The column of a table with the id of a game, None if it has none."""
    if table is games:
        return games.c.id
    return next((column for column in referring_columns(games.c.id) if column.table is table), None)


@cache
def is_owner_column(column: AnyColumn) -> bool:
    """Whether rows are only about the player in this column, because it is part of their primary key."""
    return bool(column.primary_key)


def _refers(column: AnyColumn, target: AnyColumn) -> bool:
    return column is target or any(_refers(key.column, target) for key in column.foreign_keys)
