"""The migration that makes one person of the players of one user: what they keep, and how games go on."""

import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import date, datetime, timedelta
from itertools import count

import pytest
from sqlalchemy import Connection, inspect, text

from bot.model.daily import DailyGame
from bot.model.games import StoredGame
from bot.model.ratings import RatedGame, RatedPlayer
from bot.model.room_settings import PersonalSettings
from bot.model.rooms import Caller, RoomKey
from bot.persistence.database import REVISIONS, Database, UpgradeResult
from bot.persistence.maintenance.checks import check_database
from bot.persistence.tables.every import metadata
from bot.persistence.tables.records import results
from bot.persistence.tables.slack import slack_installations
from bot.persistence.unit_of_work import UnitOfWork
from bot.services.ratings import rate_players_of_game, recalculate_ratings
from core.game.any_game import Who
from core.game.boards import Board, Outcome
from core.game.codes import parse_code
from core.game.games import Game
from migrations.joining import ADDED, REFERENCES, UNITED
from tests.fakes.clock import NOON
from tests.persistence.accounts import REVISION, RULES, account, divide, enter, join, tables
from tests.persistence.store import NONCE
from tests.persistence.test_migrated_rows import new_game, played, store
from tests.services.games.versus_games import ANNS, BOBS, Duelists, duel
from tests.services.harness import CLASSIC, caller
from tests.support.storage import committed, empty_database, rows

SERVERS = ("A", "B", "C")
USERS = ("ANN", "BOB", "CID", "DAN")
DAY = date(2026, 7, 1)
SECRET, WRONG = parse_code("012", RULES), parse_code("345", RULES)


async def play(unit: UnitOfWork, *, is_divided: bool) -> None:
    """Random games in several servers, by people or by an account of each in each server."""
    rng, numbers = random.Random(1), count()
    for number in range(100):
        server, channel = rng.choice(SERVERS), rng.choice(("lobby", "garden"))
        users = [account(user, server) if is_divided else user for user in rng.sample(USERS, len(USERS))]
        entered = [await enter(unit, user, server, channel) for user in users]
        room, people = entered[0][0], [player.id for _, player in entered]
        state = random.Random(number)  # the same games, whatever the ids
        game = played(new_game(state, people), state, people)
        await store(unit, room, f"g{next(numbers)}", game, state)


async def rate(unit: UnitOfWork, *, is_divided: bool) -> None:
    """Rate races in several servers, each won by the first of its players."""
    rng = random.Random(2)
    for number in range(40):
        server = rng.choice(SERVERS)
        users = [account(user, server) if is_divided else user for user in rng.sample(USERS, rng.choice((2, 2, 3)))]
        room, at = (await enter(unit, users[0], server))[0], NOON + timedelta(days=13 * number)
        players = [(await enter(unit, user, server))[1].id for user in users]
        await store_game(unit, f"r{number}", users[0], server, at)
        places = tuple(RatedPlayer(player, 1 + (index > 0)) for index, player in enumerate(players))
        await rate_players_of_game(unit, RatedGame(f"r{number}", room.id, str(RULES), at, places))


async def store_game(unit: UnitOfWork, name: str, user: str, server: str, at: datetime) -> None:
    """A game of somebody's, which ended at a time."""
    room, player = await enter(unit, user, server)
    game = Game(RULES, SECRET, player.id)
    stored = StoredGame(name, room.id, game, NONCE, NOON)
    assert await unit.games.add(stored)
    await unit.games.update(stored.after(game.give_up(player.id), at))


async def check(database: Database) -> None:
    faults = [fault async for fault in check_database(database, lambda *_: None)]
    assert [fault for fault in faults if fault.kind != "permissions"] == []


def assert_equal(found: Sequence[Sequence[object]], expected: Sequence[Sequence[object]]) -> None:
    """Rows are equal, but for the last digits of numbers."""
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        for value, wanted in zip(one, other, strict=True):
            assert value == (pytest.approx(wanted) if isinstance(wanted, float) else wanted), (one, other)


@pytest.mark.slow
async def test_the_sums_of_a_person_are_those_of_everything_they_played(database: Database) -> None:
    async with committed(database.unit) as unit:
        await play(unit, is_divided=True)
    assert await join(database) == (len(USERS) * len(SERVERS), len(USERS))
    found = await database.run(tables)
    async with empty_database() as other:
        async with committed(other.unit) as unit:  # the same games, of people from the beginning
            await play(unit, is_divided=False)
        expected = await other.run(tables)
    assert {row[-1] for row in expected["unranked_games"]} > {0}
    for table in ("results", "standings", "unranked_games"):
        assert found[table] == expected[table], table
    await check(database)


@pytest.mark.slow
async def test_ratings_follow_from_all_rated_games_of_a_person(database: Database) -> None:
    async with committed(database.unit) as unit:
        await rate(unit, is_divided=True)
    await join(database)
    found = await database.run(tables)
    async with empty_database() as other:
        async with committed(other.unit) as unit:
            await rate(unit, is_divided=False)
        expected = await other.run(tables)
    names = ("ratings", "rated_players", "meetings", "rating_standings")
    assert any(row[2] is not None for row in expected["rating_standings"])
    for table in names:
        assert_equal(found[table], expected[table])
    await recalculate_ratings(database.unit)
    again = await database.run(tables)
    for table in names:
        assert_equal(found[table], again[table])
    await check(database)


async def daily(unit: UnitOfWork, server: str, turns: int, ended: int | None = None) -> None:
    """Ann's daily in a server, with so many wrong turns, and given up so many minutes after noon."""
    room, player = await enter(unit, account("ANN", server), server)
    board = Board(RULES, SECRET, 12, player.id)
    for _ in range(turns):
        board = board.guess(WRONG, player.id)
    game = DailyGame(room.id, DAY, board, NOON)
    if ended is not None:
        game = game.with_board(board.give_up(player.id), NOON + timedelta(minutes=ended))
    assert await unit.daily_games.add(game)
    await unit.streak_days.add_solved(player.id, room.id, DAY + timedelta(days=SERVERS.index(server) // 2))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("games", "counts"),
    [
        ([(1, 50), (9, 20), (9, None)], "B"),
        ([(1, None), (3, None), (2, None)], "B"),
        ([(0, None), (1, None), (0, None)], "B"),
        ([(5, None), (1, None), (0, 1)], "C"),
    ],
)
async def test_of_two_dailies_the_one_that_ended_first_counts_else_the_one_with_more_turns(
    database: Database, games: list[tuple[int, int | None]], counts: str
) -> None:
    async with committed(database.unit) as unit:
        for server, (turns, ended) in zip(SERVERS, games, strict=True):
            await daily(unit, server, turns, ended)
    await join(database, lambda connection: connection.execute(text("UPDATE daily_games SET shared_at = started_at")))

    def rooms(connection: Connection) -> list[list[str]]:
        query = "SELECT channel FROM {} JOIN rooms ON rooms.id = room_id JOIN players ON players.id = player_id"
        kept = ("daily_games", "uncounted_daily_games", "daily_shares")
        return [sorted(row.channel[0] for row in connection.execute(text(query.format(table)))) for table in kept]

    assert await database.run(rooms) == [
        [counts],
        [server for server in SERVERS if server != counts],
        list(SERVERS),
    ]
    async with database.unit() as unit:
        player = (await enter(unit, "ANN"))[1].id
        assert await unit.streak_days.of_player(player) == {DAY, DAY + timedelta(days=1)}


@pytest.mark.slow
async def test_settings_are_those_used_last_but_whoever_hid_somewhere_is_hidden(database: Database) -> None:
    async with committed(database.unit) as unit:
        for server, language in zip(SERVERS, ("ja", "en", "ja"), strict=True):
            _, player = await enter(unit, account("ANN", server), server)
            await unit.players.change_settings(player.id, {"language": language})
            await unit.players.change_settings(player.id, {"warnings": "off" if server == "B" else "on"})
            if server == "C":
                await unit.leaderboards.set_hidden(player.id, hidden=True)
                await unit.players.record_feedback_explained(player.id)
        await store_game(unit, "late", account("ANN", "B"), "B", NOON + timedelta(days=2))
        await store_game(unit, "early", account("ANN", "A"), "A", NOON + timedelta(days=1))
    assert await join(database, rename_memberships) == (3, 1)
    async with database.unit() as unit:
        ann = (
            await unit.players.find_by_name_or_id("discord", "A", "ANN"),
            await unit.players.find_by_name_or_id("discord", "B", "ANN"),
        )
    assert ann[0]
    assert ann[1]
    assert ann[0].id == ann[1].id
    assert [player.name for player in ann if player] == ["ann of A", "ann of B"]
    assert ann[0].settings == PersonalSettings(warnings=False, language="en")
    assert (ann[0].hidden, ann[0].introduced) == (True, True)


def rename_memberships(connection: Connection) -> None:
    connection.execute(text("UPDATE players SET name = name || ' of ' || workspace"))


@pytest.mark.slow
@pytest.mark.parametrize(("first_seen", "expected"), [([3, 1, 2], 1), ([3, None, 2], None)])
async def test_a_person_was_first_seen_when_their_first_player_was(
    database: Database, first_seen: list[int | None], expected: int | None
) -> None:
    async with committed(database.unit) as unit:
        for server, days in zip(SERVERS, first_seen, strict=True):
            room, _ = await enter(unit, "BOB", server)
            at = None if days is None else NOON + timedelta(days=days)
            await unit.players.get_or_add(room.key.player_key(account("ANN", server)), server, "ann", at)
    await join(database)
    async with database.unit() as unit:
        _, ann = await enter(unit, "ANN")
    assert ann.first_seen_at == (None if expected is None else NOON + timedelta(days=expected))


@pytest.mark.slow
async def test_members_of_workspaces_of_one_slack_organisation_are_joined(database: Database) -> None:
    async with committed(database.unit) as unit:
        for workspace in ("E1:T1", "E1:T2", "E2:T3", "T4"):
            await enter(unit, "U1", workspace, platform="slack")
    assert await database.run(one_organisation) == 4
    assert (await database.upgrade())._replace(copy=None) == UpgradeResult(REVISION, REVISIONS[-1], 2, 1)
    async with database.unit() as unit:
        found = [
            await unit.players.find_by_name_or_id("slack", workspace, "U1")
            for workspace in ("E1:T1", "E1:T2", "E2:T3", "T4")
        ]
    assert [player.key.realm for player in found if player] == ["E1", "E1", "E2", "T4"]
    assert len({player.id for player in found if player}) == 3


def one_organisation(connection: Connection) -> int:
    """Divide, and give the member of the organisation a player in each of its workspaces."""
    divide(connection)
    connection.execute(
        text("""
            INSERT INTO players (id, platform, workspace, "user", name, name_key)
            SELECT 'another', platform, 'E1:T2', "user", name, name_key FROM players WHERE workspace = 'E1:T1'
        """)
    )
    return connection.scalar(text("SELECT count(*) FROM players")) or 0


@pytest.mark.slow
async def test_a_player_who_is_being_deleted_is_not_joined(database: Database) -> None:
    async with committed(database.unit) as unit:
        for server in SERVERS:
            await store_game(unit, f"of {server}", account("ANN", server), server, NOON)
        gone = (await enter(unit, account("ANN", "A"), "A"))[1].id
        deletion = await unit.personal_data.start_deletion(gone, NOON)
    assert await join(database) == (2, 1)
    async with committed(database.unit) as unit:
        _, ann = await enter(unit, "ANN", "B")
        assert ann.id != gone
        games = await unit.personal_data.games_of(gone)
        assert games == ["of A"]
        await unit.personal_data.replace_in_games(gone, deletion.successor, games, NOON)
        await unit.personal_data.delete_player(gone, deletion.successor)
        assert set(await unit.personal_data.games_of(ann.id)) == {"of B", "of C"}
    await check(database)


@pytest.mark.slow
async def test_a_member_who_is_being_deleted_is_forgotten_as_an_installer_on_slack(database: Database) -> None:
    async with committed(database.unit) as unit:
        for workspace in ("E1:T1", "T2"):
            _, player = await enter(unit, f"U{workspace[-1]}", workspace, platform="slack")
            await unit.personal_data.start_deletion(player.id, NOON)
    await database.run(one_organisation)
    install = text(
        "INSERT INTO slack_installations (client_id, app_id, team_id, user_id, is_enterprise_install,"
        " installed_at) VALUES ('C', 'A', :team, :user, FALSE, CURRENT_TIMESTAMP)"
    )
    both = [{"team": "T1", "user": "U1"}, {"team": "T2", "user": "U2"}]
    await database.run(lambda connection: connection.execute(install, both))
    assert (await database.upgrade())._replace(copy=None) == UpgradeResult(REVISION, REVISIONS[-1])
    assert sorted(row.user_id for row in await rows(database, slack_installations)) == ["-", "U2"]
    async with database.unit() as unit:
        assert await unit.players.find_by_key(RoomKey("slack", "E1:T2", "").player_key("U1"))


@pytest.mark.slow
async def test_every_reference_to_a_player_is_known(database: Database) -> None:
    def references(connection: Connection) -> set[tuple[str, str]]:
        divide(connection)
        inspector = inspect(connection)
        return {
            (table, key["constrained_columns"][0])
            for table in inspector.get_table_names()
            for key in inspector.get_foreign_keys(table)
            if key["referred_table"] == "players"
        }

    anonymous = {("deletions", "player_id"), ("deletions", "successor_id")}
    computed = {("games", "starter_id"), ("ratings", "player_id")}
    summed = {(table, "player_id") for table in (*UNITED, *ADDED)}
    replaced = set(REFERENCES) - {("memberships", "player_id"), ("boards", "given_up_by")}
    assert await database.run(references) == replaced | summed | computed | anonymous


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
            (record,) = (await unit.results.player_record(player)).by_rules.values()
        assert record.alone.games == 1
        assert record.guessed_with_others.games == 1


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
                name, guess = ("ann", BOBS) if current.player_to_move == ann else ("bob", "345")
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
