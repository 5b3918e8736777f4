"""Which boards count as outdated while several processes send them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from bot.model.rooms import MessageKey
from bot.persistence.database import Database
from core.game.any_game import Who
from tests.fakes.clock import NOON
from tests.persistence.store import Store, start
from tests.support.storage import committed


@dataclass
class Processes:
    """Processes over one database in which a game runs; any number of them can be opened."""

    url: str
    opened: list[Database] = field(default_factory=list)
    game: str = ""
    room: str = ""

    def open(self) -> Database:
        self.opened.append(Database(self.url))
        return self.opened[-1]

    async def start(self, database: Database) -> None:
        stored = await start(Store(database.unit, database.unit))
        self.game, self.room = stored.id, stored.room

    async def move(self, database: Database) -> None:
        async with committed(database.unit) as unit:
            stored = await unit.games.get(self.room, self.game)
            assert stored is not None
            await unit.games.save(stored.after(stored.game.record_hint(stored.game.starter), NOON))

    async def show(self, database: Database, revision: int, *, settled: bool = False) -> bool:
        """Record that a revision is shown; return whether the board is up to date."""
        async with committed(database.unit) as unit:
            await unit.messages.shown({self.game: revision}, {self.game} if settled else ())
        async with database.unit() as unit:
            return self.game not in {board.game for board in await unit.messages.outdated("chat", 10)}


@asynccontextmanager
async def processes_over(url: str) -> AsyncIterator[Processes]:
    processes = Processes(url)
    yield processes
    for database in processes.opened:
        await database.close()


@pytest.fixture
async def processes(url: str) -> AsyncIterator[Processes]:
    async with processes_over(url) as processes:
        yield processes


async def test_a_board_that_one_process_sends_is_up_to_date_once_it_is_shown(processes: Processes) -> None:
    one = processes.open()
    await processes.start(one)
    await processes.move(one)
    assert not await processes.show(one, 0)
    assert await processes.show(one, 1)


async def test_a_board_stays_outdated_while_an_older_edit_of_another_process_may_arrive(processes: Processes) -> None:
    one, another = processes.open(), processes.open()
    await processes.start(one)
    await processes.move(one)
    await processes.move(another)
    assert not await processes.show(another, 2)
    await processes.move(another)
    assert not await processes.show(another, 3)
    assert await processes.show(another, 3, settled=True)
    await processes.move(another)
    assert await processes.show(another, 4)


async def test_processes_that_take_turns_send_nothing_twice(processes: Processes) -> None:
    one, another = processes.open(), processes.open()
    await processes.start(one)
    for number, process in enumerate((one, another, one)):
        assert await processes.show(process, number)
        await processes.move(another if process is one else one)
    assert await processes.show(another, 3)


async def test_settling_an_older_revision_leaves_newer_edits_in_doubt(processes: Processes) -> None:
    one, another = processes.open(), processes.open()
    await processes.start(one)
    await processes.move(another)
    assert not await processes.show(one, 0, settled=True)
    await processes.move(one)
    assert not await processes.show(one, 2)


async def test_outdated_boards_are_in_the_order_of_their_last_moves(processes: Processes) -> None:
    one = processes.open()
    store = Store(one.unit, one.unit)
    games = [await start(store, Who.EVERYONE, "aaaaa"), await start(store, Who.ME, "bbbbb")]
    async with committed(one.unit) as unit:
        for game, minute in zip(games, (2, 1), strict=True):
            stored = await unit.games.get(game.room, game.id)
            assert stored is not None
            at = NOON + timedelta(minutes=minute)
            await unit.games.save(stored.after(stored.game.record_hint(stored.game.starter), at))
    async with one.unit() as unit:
        assert [board.game for board in await unit.messages.outdated("chat", 2)] == ["bbbbb", "aaaaa"]


async def test_a_board_under_way_is_outdated_again_when_somebody_in_it_is_deleted(processes: Processes) -> None:
    one = processes.open()
    await processes.start(one)
    async with committed(one.unit) as unit:
        stored = await unit.games.get(processes.room, processes.game)
        assert stored is not None
        player = stored.game.starter
        await unit.games.save(stored.after(stored.game.give_up(player, is_moderator=True), NOON))
        await unit.messages.save(stored.id, MessageKey("lobby", "1"), "en")
    async with committed(one.unit) as unit:
        deletion = await unit.personal_data.start_deletion(player, NOON)
        await unit.personal_data.replace_in_games(player, deletion.successor, [processes.game], NOON)
    assert not await processes.show(one, 1)
    assert await processes.show(one, 2)
