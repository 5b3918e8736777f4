"""A secret or nonce is in no error's text and in no log line."""

import logging
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy.exc import SQLAlchemyError

from bot.persistence.database import Database
from bot.persistence.mapping import pack
from core.game.games import Game
from tests.persistence.store import CLASSIC, NONCE, enter, new_game

SECRET = (7, 3, 9, 1)


async def break_into(database: Database, **changed: Any) -> None:  # noqa: ANN401  # of any field
    """Keep a game that the database cannot take."""
    async with database.unit() as unit:
        room, player = await enter(unit)
        game = replace(Game(CLASSIC, SECRET, player.id), **changed)
        await unit.games.add(replace(new_game(room, player), game=game))
        await unit.commit()


@pytest.mark.parametrize(
    "changed",
    [{"starter": "nobody"}, {"tries": None}, {"starter": None}],
    ids=["no such player", "no tries", "no player"],
)
async def test_an_unexpected_error_is_logged_without_its_row(
    database: Database, caplog: pytest.LogCaptureFixture, changed: dict[str, Any]
) -> None:
    caplog.set_level(logging.DEBUG)
    with pytest.raises(SQLAlchemyError) as caught:
        await break_into(database, **changed)
    logging.getLogger("test").error("unexpected", exc_info=caught.value)
    for told in (caplog.text, repr(caught.value), str(caught.value)):
        assert NONCE not in told
        assert pack(SECRET) not in told
        assert repr(SECRET) not in told


async def test_everything_else_of_an_unexpected_error_is_logged(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(SQLAlchemyError) as caught:
        await break_into(database, tries=None)
    logging.getLogger("test").error("unexpected", exc_info=caught.value)
    assert "INSERT INTO games" in caplog.text
    assert "tries" in caplog.text
