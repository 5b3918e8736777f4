"""No secret or nonce is in the text of an error or in a log line."""

import logging
from dataclasses import replace
from traceback import format_exception
from typing import Any

import pytest
from msgspec import structs
from sqlalchemy import insert, select
from sqlalchemy.exc import SQLAlchemyError

from bot.persistence.database import Database
from bot.persistence.repositories.game_mapping import pack_code
from bot.persistence.tables.games import games, players
from core.game.games import Game
from tests.persistence.store import CLASSIC, NONCE, enter, new_game

SECRET = (7, 3, 9, 1)


async def store_invalid(database: Database, **changed: Any) -> None:
    """Store a game that the database refuses."""
    async with database.unit() as unit:
        room, player = await enter(unit)
        game = replace(Game(CLASSIC, SECRET, player.id), **changed)
        await unit.games.add(structs.replace(new_game(room, player), game=game))
        await unit.commit()


@pytest.mark.parametrize(
    "changed",
    [{"starter": "nobody"}, {"tries": None}, {"starter": None}],
    ids=["no such player", "no tries", "no player"],
)
@pytest.mark.logs_errors
async def test_an_unexpected_error_is_logged_without_its_row(
    database: Database, caplog: pytest.LogCaptureFixture, changed: dict[str, Any]
) -> None:
    caplog.set_level(logging.DEBUG)
    with pytest.raises(SQLAlchemyError) as caught:
        await store_invalid(database, **changed)
    logging.getLogger("test").error("unexpected", exc_info=caught.value)
    for logged in (caplog.text, repr(caught.value), str(caught.value)):
        assert NONCE not in logged
        assert pack_code(SECRET) not in logged
        assert repr(SECRET) not in logged


@pytest.mark.logs_errors
async def test_an_unexpected_error_is_logged_with_its_statement(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(SQLAlchemyError) as caught:
        await store_invalid(database, tries=None)
    logging.getLogger("test").error("unexpected", exc_info=caught.value)
    assert "INSERT INTO games" in caplog.text
    assert "tries" in caplog.text


async def test_rows_are_not_logged_even_at_debug(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    async with database.unit() as unit:
        room, player = await enter(unit)
        await unit.games.add(new_game(room, player))
        await unit.commit()
    for logger in ("", "aiosqlite", "sqlalchemy", "sqlalchemy.engine", "sqlalchemy.engine.Engine"):
        caplog.set_level(logging.DEBUG, logger)
    read = select(games.c.nonce).where(games.c.room_id == room.id)
    assert (await database.run(lambda connection: connection.execute(read).all()))[0].nonce == NONCE
    async with database.engine.connect() as connection:
        assert (await connection.execute(read)).first() is not None
    assert "SELECT games.nonce" in caplog.text
    assert NONCE not in caplog.text


async def test_what_is_read_is_hidden_by_its_type(database: Database) -> None:
    async with database.unit() as unit:
        room, player = await enter(unit)
        await unit.games.add(new_game(room, player))
        await unit.commit()
    async with database.unit() as unit:
        stored = await unit.games.latest(room.id, player.id)  # not from memory
        assert stored
        assert isinstance(stored.game, Game)
        assert f"{stored.nonce} {stored.nonce!r}" == "<hidden> <hidden>"
        assert f"{stored.game.secret} {stored.game.secret!r}" == "<hidden> <hidden>"
        assert stored.nonce == NONCE


async def test_an_error_of_maintenance_quotes_no_row(database: Database) -> None:
    row = {"id": "x" * 16, "platform": "chat", "workspace": "club", "user": "UWALDO77", "name": "Waldo Wu"}
    with pytest.raises(SQLAlchemyError) as caught:
        await database.run(lambda connection: connection.execute(insert(players), [row, row]))
    logged = "".join(format_exception(caught.value))
    assert "INSERT INTO players" in logged
    assert not [value for value in ("UWALDO77", "Waldo Wu", row["id"]) if value in logged]
