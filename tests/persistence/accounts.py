"""Databases of the revision before the players of one user in several servers became one person."""

from collections.abc import Callable
from typing import Any

from alembic import command
from sqlalchemy import Connection, text

from bot.model.rooms import Player, Room, RoomKey
from bot.persistence.database import Database, alembic_config
from bot.persistence.unit_of_work import UnitOfWork
from core.game.rules import Rules

REVISION = "0049"
"""The last one in which a user was another player in each server."""

RULES = Rules.parse("3x6")
IN = "-"
"""Between the names of a user and of a server."""


def account(user: str, server: str) -> str:
    """The user id by which a user is another person in each server until `divide`."""
    return f"{user}{IN}{server}"


async def enter(
    unit: UnitOfWork, user: str, server: str = "A", channel: str = "lobby", platform: str = "discord"
) -> tuple[Room, Player]:
    """A room of a server, and a user in it, by the same name in each."""
    room, name = RoomKey(platform, server, f"{server}{channel}"), user.partition(IN)[0].lower()
    return await unit.rooms.get_or_add(room), await unit.players.get_or_add(room.player_key(user), server, name)


def divide(connection: Connection) -> None:
    """Go back to the revision in which the accounts are players of the same user in several servers."""
    command.downgrade(alembic_config(connection), REVISION)
    for row in connection.execute(text('SELECT id, "user" FROM players')).all():
        user = {"id": row.id, "user": row.user.partition(IN)[0]}
        connection.execute(text('UPDATE players SET "user" = :user WHERE id = :id'), user)


async def join(database: Database, change: Callable[[Connection], Any] = lambda _: None) -> tuple[int, int]:
    """Divide the accounts, change the database of the old revision, and migrate it; how many were joined."""
    await database.run(divide)
    await database.run(change)
    upgraded = await database.upgrade()
    return upgraded.players, upgraded.people


def tables(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
    """What follows from games, with the names of users, channels and leaderboards in place of ids."""
    users = {row.id: row.user.partition(IN)[0] for row in connection.execute(text("SELECT * FROM players"))}
    rooms = {row.id: row.channel for row in connection.execute(text("SELECT * FROM rooms"))}
    boards = {
        row.id: (row.scope, rooms.get(row.place, row.place), row.rules, row.period, str(row.first_day))
        for row in connection.execute(text("SELECT * FROM leaderboards"))
    }
    ids = {**users, **rooms}
    names = ("results", "unranked_games", "mark_months", "ratings", "streak_days", "rated_players", "meetings")
    found = {
        name: sorted(
            tuple(ids.get(value, value) for key, value in row.items() if not key.endswith("at"))
            for row in connection.execute(text(f"SELECT * FROM {name}")).mappings()
        )
        for name in names
    }
    for name in ("standings", "rating_standings"):
        rows = connection.execute(text(f"SELECT * FROM {name}")).mappings()
        found[name] = sorted(
            (users[row["player_id"]], boards[row["leaderboard_id"]], *list(row.values())[2:]) for row in rows
        )
    return found
