"""The queries that find games, by their rows in `games`."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from bot.model.games import DUEL_SLOT, LONG_SLOT, SHARED_SLOT
from bot.persistence.connection import texts_in_parameter, without_index
from bot.persistence.tables.games import duels, games, participants, rooms, turns
from bot.persistence.tables.records import results

BY_ID = sa.select(games).where(games.c.id == sa.bindparam("game"))
_IS_HERE = games.c.room_id == sa.bindparam("room")
GET = BY_ID.where(_IS_HERE).with_for_update()
_IS_RUNNING = games.c.ended_at.is_(None)
IN_SLOT = sa.select(games).where(_IS_HERE, games.c.slot == sa.bindparam("slot"), _IS_RUNNING).with_for_update()
_SHARED_SLOTS = [sa.literal_column(f"'{slot}'", sa.String()) for slot in (SHARED_SLOT, LONG_SLOT)]
_OWN_SLOT = sa.bindparam("player", type_=sa.String())

_running = games.alias("running")
_RUNNING = sa.select(_running.c.id).where(_running.c.room_id == sa.bindparam("room"), _running.c.ended_at.is_(None))
_TAKES_PART = (
    sa.select(participants.c.game_id)
    .where(participants.c.player_id == sa.bindparam("player"), participants.c.game_id == _running.c.id)
    .exists()
)
_SHARED = [_RUNNING.where(_running.c.slot == slot) for slot in _SHARED_SLOTS]
"""The newer shared game, and the older."""

_THEIRS = [shared.where(_TAKES_PART) for shared in _SHARED]
_RUNNING_IDS = [found.scalar_subquery() for found in (_RUNNING.where(_running.c.slot == _OWN_SLOT), *_THEIRS, *_SHARED)]

_IS_DUEL_HERE = sa.and_(
    without_index(games.c.room_id) == sa.bindparam("room"), without_index(games.c.slot).startswith(DUEL_SLOT)
)
"""Whether a game is a duel between people in the room. Duels are found by their players: a room can have many more."""

DUELS_OF = (
    sa.select(games)
    .join(participants, participants.c.game_id == games.c.id)
    .where(participants.c.player_id == sa.bindparam("player"), _IS_DUEL_HERE, _IS_RUNNING)
    .order_by(games.c.sequence)
)

_HAS_DUELS = DUELS_OF.with_only_columns(games.c.id).order_by(None).correlate(None).exists().label("has_duels")
FOR_PLAYER = (
    sa.select(games, _HAS_DUELS).where(games.c.id == sa.func.coalesce(*_RUNNING_IDS), _IS_RUNNING).with_for_update()
)
"""The player's own running game, else a shared one: of two the newer in which they take part, else the newer.

Each slot is searched by itself: a room can have many games.
"""

OPEN_CHALLENGES = (
    sa.select(games.c.id, games.c.starter_id, duels.c.opponent_id)
    .join_from(participants, games, games.c.id == participants.c.game_id)
    .join(duels, duels.c.game_id == games.c.id)
    .where(
        participants.c.player_id == sa.bindparam("player"),
        duels.c.level.is_(None),
        sa.or_(duels.c.starter_secret.is_(None), games.c.secret == ""),
        _IS_RUNNING,
    )
    .order_by(games.c.sequence)
)
"""The open challenges by and to a player, in all rooms."""


def _newest(kinds: Sequence[sa.Select[Any]]) -> sa.Select[Any]:
    """The query for the `most` newest games of several kinds. At most `most` games of each kind are read."""
    newest = (kind.order_by(games.c.sequence.desc()).limit(sa.bindparam("most")).subquery() for kind in kinds)
    every = sa.union_all(*(sa.select(of_kind) for of_kind in newest)).subquery()
    return sa.select(every).order_by(sa.desc("sequence")).limit(sa.bindparam("most"))


_OF_SLOTS = [sa.select(games).where(_IS_HERE, games.c.slot == slot) for slot in (*_SHARED_SLOTS, _OWN_SLOT)]
_LAST_RESULTS = (
    sa.select(results.c.game_id)
    .where(results.c.player_id == sa.bindparam("player"), results.c.room_id == sa.bindparam("room"))
    .order_by(results.c.sequence.desc())
    .limit(sa.bindparam("most"))
)
_ENDED_DUELS = sa.select(games).where(games.c.id.in_(_LAST_RESULTS), _IS_DUEL_HERE, games.c.ended_at.is_not(None))

NEWEST = _newest([*_OF_SLOTS, DUELS_OF.order_by(None), _ENDED_DUELS])
"""The newest games of a room that are shared, the player's own, or duels of the player."""

RUNNING_WITH = (
    sa.select(games)
    .join_from(participants, games, games.c.id == participants.c.game_id)
    .where(participants.c.player_id == sa.bindparam("player"))
    .order_by(games.c.sequence.desc())
    .limit(sa.bindparam("most"))
)

RUNNING_IN_WORKSPACE = RUNNING_WITH.join(rooms, rooms.c.id == games.c.room_id).where(
    rooms.c.platform == sa.bindparam("platform"), rooms.c.workspace == sa.bindparam("workspace")
)

MADE_TURNS = (
    sa.select(turns.c.game_id, turns.c.player_id, turns.c.guess, turns.c.hits, turns.c.blows)
    .join_from(
        participants,
        turns,
        sa.and_(
            turns.c.game_id == participants.c.game_id, without_index(turns.c.player_id) == participants.c.player_id
        ),
    )
    .where(
        participants.c.player_id == sa.bindparam("player"),
        sa.or_(turns.c.guess.in_(texts_in_parameter("guesses")), sa.and_(turns.c.hits == 0, turns.c.blows == 0)),
    )
)
"""The turns with certain guesses, or without hits and blows, that a player has made in running games in all rooms."""

WITH_ITEMS = (
    sa.select(games)
    .join_from(participants, games, games.c.id == participants.c.game_id)
    .join(duels, duels.c.game_id == games.c.id)
    .where(participants.c.player_id == sa.bindparam("player"), duels.c["items"].is_not(None))
)
