"""Games, challenges and dailies that ran before the players of a user became one person go on afterwards."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import Connection, text

from bot.model.rooms import Caller
from bot.persistence.database import Database
from bot.persistence.tables.every import metadata
from bot.persistence.tables.records import results
from core.game.any_game import Who
from core.game.boards import Outcome
from tests.persistence.accounts import account, join
from tests.services.games.versus_games import ANNS, BOBS, Duelists, duel
from tests.services.harness import CLASSIC, caller

TEXTS = "UPDATE boards SET hinted = :all, giveup_votes = :all, pending = :guesses, given_up_by = :one"


def before(name: str, server: str, channel: str = "lobby") -> Caller:
    """Somebody as they are in one server before they are joined."""
    return caller(account(name, server), f"{server}{channel}", server, "discord")


def after(name: str, server: str, channel: str = "lobby") -> Caller:
    return caller(name, f"{server}{channel}", server, "discord")


@pytest.fixture
def match(database: Database) -> Duelists:
    return Duelists(database)


@asynccontextmanager
async def joined(url: str, change: Callable[[Connection], object] = lambda _: None) -> AsyncIterator[Duelists]:
    """The services of a new process, after joining."""
    database = Database(url)
    assert await join(database, change) != (0, 0)
    yield Duelists(database)
    await database.close()


async def test_running_games_of_a_person_go_on_in_every_server(match: Duelists, url: str) -> None:
    shared = await match.play(before("ann", "A"))
    await match.guess(before("ann", "A"), "4567", shared.id)
    alone = await match.play(before("ann", "B"), Who.ME, tries=0)
    async with joined(url) as later:
        for who, game in ((after("ann", "A"), shared), (after("ann", "B"), alone)):
            view = (await later.guess(who, "0123")).view
            assert (view.id, view.game.outcome) == (game.id, Outcome.SOLVED)
            assert {turn.by for turn in view.game.boards[0].turns} == {view.game.starter}
        (player,) = {row.player_id for row in await later.rows(results)}
        async with later.database.unit() as unit:
            (record,) = (await unit.results.record(player)).by_rules.values()
        assert (record.alone.games, record.together.games) == (1, 1)


async def test_open_challenges_and_duels_go_on(match: Duelists, url: str) -> None:
    open_one = await match.challenge(before("bob", "A"), before("ann", "A"))
    await match.hide(before("ann", "A"), ANNS, open_one.id)
    running = await match.challenge(before("bob", "B"), before("ann", "B"))
    for who, secret in ((before("ann", "B"), ANNS), (before("bob", "B"), BOBS)):
        await match.hide(who, secret, running.id)
    async with joined(url) as later:
        await later.hide(after("bob", "A"), BOBS, open_one.id)
        sides = set()
        for server, game in (("A", open_one), ("B", running)):
            current = duel(await later.board(after("ann", server), game.id))
            ann, bob = current.players
            while current.outcome_for(ann) is None:
                name, guess = ("ann", BOBS) if current.to_move == ann else ("bob", "345")
                current = duel((await later.guess(after(name, server), guess, game.id)).view)
            assert current.winner == ann
            sides.add((ann, bob))
        assert len(sides) == 1


@pytest.mark.slow
async def test_nothing_refers_to_players_who_became_another(match: Duelists, url: str) -> None:
    for server in ("A", "B"):
        await match.play(before("ann", server))
        await match.guess(before("ann", server), "4567")
        await match.play(before("ann", server), Who.ME)
        await match.challenge(before("ann", server), before("bob", server))
        await match.daily.guess(before("ann", server), "4567", CLASSIC)
    old: list[str] = []

    def add_texts(connection: Connection) -> None:
        old.extend(connection.execute(text("SELECT id FROM players WHERE name LIKE 'ann%'")).scalars())
        values = {"one": old[0], "all": ",".join(old), "guesses": ",".join(f"0123:{one}" for one in old)}
        connection.execute(text(TEXTS), values)

    async with joined(url, add_texts) as later:
        rows = str([await later.rows(table) for table in metadata.sorted_tables])
    (ann,) = (one for one in old if one in rows)
    assert f"'{ann},{ann}'" in rows
    assert f"'0123:{ann},0123:{ann}'" in rows
