"""What stays of a workspace that has removed the bot: the games and results of people who have used it elsewhere."""

from datetime import timedelta

import pytest

from bot.model.errors import NothingStored
from bot.model.records import Scope
from bot.model.rooms import Caller, MessageKey
from bot.persistence.database import Database
from bot.persistence.maintenance.checks import FaultKind, check_database
from bot.persistence.tables.games import games, players
from bot.persistence.tables.records import results
from bot.services.games.duels import DuelTerms, NamedPerson
from bot.services.privacy import KEPT_AFTER_REMOVAL, LeftWorkspaceDeletion
from bot.services.records import LeaderboardRequest
from core.game.any_game import Who
from tests.services.harness import CLASSIC, WRONG, Harness, again, caller
from tests.support.storage import committed, contents

LEFT, OTHER = "500000001", "500000002"
"""Two Discord servers, the first of which removes the bot."""

ANN, ANN_ELSEWHERE = (caller("ann", workspace=server, platform="discord") for server in (LEFT, OTHER))
BOB, CAT = (caller(name, workspace=LEFT, platform="discord") for name in ("bob", "cat"))


@pytest.fixture
def harness(database: Database) -> Harness:
    return Harness(database)


async def leave(harness: Harness, workspace: str = LEFT, platform: str = "discord") -> None:
    """Let a server have removed the bot long ago, and let its data be removed."""
    async with committed(harness.database.unit) as unit:
        await unit.bot_workspaces.record_left(platform, workspace, harness.clock.now)
    harness.clock.advance(KEPT_AFTER_REMOVAL + timedelta(seconds=1))
    work = LeftWorkspaceDeletion(harness.database.unit, harness.clock)
    while await work.run_step():
        pass


async def faults(database: Database) -> list[object]:
    found = [fault async for fault in check_database(database, lambda _done, _total: None)]
    return [fault for fault in found if fault.kind is not FaultKind.PERMISSIONS]


async def challenged(harness: Harness, who: Caller, opponent: Caller) -> str:
    """The id of a duel of two people, which runs."""
    person = NamedPerson(opponent.player, opponent.name)
    game = (await harness.duels.challenge(again(who), person, DuelTerms(CLASSIC))).id
    for each in (who, opponent):
        await harness.duels.hide_secret(again(each), "0123", game)
    return game


async def test_people_who_have_used_the_bot_elsewhere_keep_their_games(harness: Harness) -> None:
    await harness.finish(ANN)
    await harness.finish(ANN_ELSEWHERE, 2)
    shared = (await harness.play(BOB)).id
    await harness.guess(ANN, WRONG, shared)
    await harness.guess(BOB, "0123", shared)
    await harness.daily.give_up(again(ANN), CLASSIC, is_confirmed=True)
    before = await harness.records.player_stats(again(ANN_ELSEWHERE))
    everywhere = LeaderboardRequest(CLASSIC, scope=Scope.EVERYWHERE)
    board = await harness.records.leaderboard(again(ANN_ELSEWHERE), everywhere)
    await leave(harness)
    assert (await harness.records.player_stats(again(ANN_ELSEWHERE))).record == before.record
    assert (await harness.records.leaderboard(again(ANN_ELSEWHERE), everywhere)).entries == board.entries
    export = await harness.services.privacy.export(again(ANN_ELSEWHERE))
    assert {shared} < {row["game_id"] for row in export.tables["results"]}
    assert len(export.tables["daily_games"]) == 1
    assert await faults(harness.database) == []


async def test_nothing_tells_which_server_has_left_and_who_used_the_bot_only_there(harness: Harness) -> None:
    for who in (ANN, BOB, CAT):
        await harness.finish(who)
    await harness.finish(ANN_ELSEWHERE)
    duel = await challenged(harness, ANN, BOB)
    shared = (await harness.play(ANN)).id
    await harness.guess(BOB, "0123", shared)
    await harness.daily.guess(again(ANN), WRONG, CLASSIC)
    async with committed(harness.database.unit) as unit:
        room = await unit.rooms.get_or_add(ANN.room)
        cat = await unit.players.get_or_add(CAT.player, LEFT, "cat")
        await unit.workspace_languages.get_or_set_language("discord", LEFT, "fr")
        await unit.room_settings.change(room.key, {"idle": "24"}, cat.id, harness.clock.now)
        await unit.messages.save(shared, MessageKey(ANN.room.channel, "m1"), "en")
    await leave(harness)
    left = [row for row in await contents(harness.database) if row[0] != "events"]
    gone = (LEFT, ANN.room.channel, "BOB", "bob", "CAT", "cat", duel, "m1")
    elsewhere = ANN_ELSEWHERE.room.channel
    assert [row for row in left if set(gone) & set(map(str, row)) and elsewhere not in map(str, row)] == []
    assert {row.user for row in await harness.rows(players) if row.name} == {"ANN"}
    assert await faults(harness.database) == []


async def test_a_running_game_of_somebody_who_stays_is_removed_with_the_server(harness: Harness) -> None:
    await harness.play(ANN, Who.ME)
    there = (await harness.play(ANN_ELSEWHERE, Who.ME)).id
    await leave(harness)
    assert [row.id for row in await harness.rows(games)] == [there]


async def test_somebody_who_has_used_the_bot_in_direct_messages_stays(harness: Harness) -> None:
    await harness.finish(ANN)
    await harness.finish(caller("ann", "7001", "direct:7001", "discord"))
    await leave(harness)
    assert len(await harness.rows(results)) == 2


async def test_who_has_left_with_every_server_is_deleted(harness: Harness) -> None:
    await harness.finish(ANN)
    await harness.finish(ANN_ELSEWHERE)
    await leave(harness)
    await leave(harness, OTHER)
    assert not await harness.rows(results)
    with pytest.raises(NothingStored):
        await harness.services.privacy.export(again(ANN))


async def test_the_people_of_an_organisation_leave_with_it(harness: Harness) -> None:
    one, two = (caller("ann", workspace=f"E1:{team}", platform="slack") for team in ("T1", "T2"))
    other = caller("ann", workspace="E2:T1", platform="slack")
    for who in (one, two, other):
        await harness.finish(who)
    await leave(harness, "E1:", "slack")
    assert [(row.realm, row.user) for row in await harness.rows(players) if row.name] == [("E2", "ANN")]
    assert len(await harness.rows(results)) == 1


async def test_a_server_that_adds_the_bot_again_begins_anew(harness: Harness) -> None:
    for server in (ANN, ANN_ELSEWHERE):
        for _ in range(3):
            await harness.finish(server)
    await leave(harness)
    await harness.finish(ANN)
    board = await harness.records.leaderboard(again(ANN), LeaderboardRequest(CLASSIC, scope=Scope.SERVER))
    assert [entry.tally.games for entry in board.entries if entry.you] == [1]
    assert await faults(harness.database) == []
