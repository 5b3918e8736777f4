"""The operator's use cases."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Row

from bot.handlers.request import news_view
from bot.locales import LANGUAGES
from bot.model.errors import NoSuchGame, NothingStored
from bot.model.operations import AdmissionListEntryKey, AdmissionListKind, AdmissionSubjectKind
from bot.model.rooms import OPERATOR
from bot.persistence.tables.games import bot_workspaces, players, rooms
from bot.persistence.tables.records import results
from bot.presenters.views import Paragraph
from bot.services.operations import Operations
from core.game.any_game import Who
from core.game.errors import GameOver
from core.game.sides import Level
from tests.services.harness import ANN, BOB, CAT, Harness, again, caller
from tests.support.present import present

MAIL = caller("ann", platform="mail")


async def test_running_games_are_listed_those_that_have_waited_longest_first(harness: Harness) -> None:
    first = await harness.play(ANN)
    harness.clock.advance()
    second = await harness.play(MAIL)
    harness.clock.advance()
    await harness.guess(ANN, "4567")
    await harness.give_up(BOB, (await harness.play(BOB, Who.ME)).id)
    operations = harness.services.operations
    listed = await operations.running_games()
    assert [game.id for game in listed] == [second.id, first.id]
    assert listed[1].room == ANN.room
    assert listed[1].rules == "4x10"
    assert [game.id for game in await operations.running_games("mail")] == [second.id]
    assert [game.id for game in await operations.running_games("chat", "club")] == [first.id]
    assert not await operations.running_games("chat", "next door")
    assert len(await operations.running_games(most=1)) == 1


@pytest.mark.parametrize("kind", ["shared", "own", "race", "versus"])
async def test_a_game_is_ended_without_a_result(harness: Harness, kind: str) -> None:
    if kind == "versus":
        game = (await harness.opponent.start(again(ANN), (await harness.play(CAT)).game.rules, Level.EASY, "9876")).id
    else:
        game = (await harness.play(ANN, {"shared": Who.EVERYONE, "own": Who.ME, "race": Who.RACE}[kind])).id
        await harness.guess(ANN, "4567", game)
    await harness.services.operations.end_game(game)
    assert (await harness.board(ANN, game)).game.outcome is not None
    assert not await harness.rows(results)
    with pytest.raises(GameOver):
        await harness.services.operations.end_game(game)


async def test_a_game_that_does_not_exist_cannot_be_ended(harness: Harness) -> None:
    with pytest.raises(NoSuchGame):
        await harness.services.operations.end_game("nope")
    assert OPERATOR not in [row.user for row in await harness.rows(players)]


async def test_a_person_is_erased_everywhere(harness: Harness) -> None:
    for who in (ANN, caller("ann", workspace="next door"), MAIL, BOB):
        await harness.play(again(who), Who.ME)
    await harness.services.operations.delete_users("chat", "ANN")
    left = {(row.platform, row.user) for row in await harness.rows(players) if not _is_deleted(row)}
    assert left == {(MAIL.player.platform, "ANN"), (BOB.player.platform, "BOB")}
    with pytest.raises(NothingStored):
        await harness.services.operations.delete_users("chat", "ANN")


def _is_deleted(player: Row[Any]) -> bool:
    return player.user.startswith("deleted:") or not player.name


async def test_a_server_is_deleted_and_others_are_not(harness: Harness) -> None:
    elsewhere = caller("ann", workspace="next door")
    await harness.play(ANN)
    await harness.play(elsewhere)
    await deleting(harness).delete_server("chat", "club")
    assert {row.workspace for row in await harness.rows(rooms)} == {"next door"}
    assert not await harness.rows(bot_workspaces)


def deleting(harness: Harness, *, meanwhile: Callable[[], Awaitable[object]] | None = None) -> Operations:
    """The operator, and what happens while they wait for events in flight."""

    async def sleep(_seconds: float) -> None:
        if meanwhile is not None:
            await meanwhile()

    return Operations(harness.database.unit, harness.clock, sleep)


@pytest.mark.parametrize("before", [None, AdmissionListKind.ALLOW, AdmissionListKind.BLOCK])
async def test_events_in_flight_bring_nothing_of_a_deleted_server_back(
    harness: Harness, before: AdmissionListKind | None
) -> None:
    admission, server = harness.services.admission, AdmissionListEntryKey("chat", AdmissionSubjectKind.SERVER, "club")
    await admission.decide(
        AdmissionListEntryKey("chat", AdmissionSubjectKind.SERVER, "another"), AdmissionListKind.BLOCK
    )
    if before is not None:
        await admission.decide(server, before)
    entries = await admission.entries()

    async def play() -> None:
        assert [entry.decision for entry in await admission.entries()] == [AdmissionListKind.BLOCK] * 2
        await harness.play(ANN)

    await deleting(harness, meanwhile=play).delete_server("chat", "club")
    assert not await harness.rows(rooms)
    assert await admission.entries() == entries


async def test_a_server_stays_blocked_if_it_cannot_be_deleted(harness: Harness) -> None:
    async def fail() -> None:
        raise ConnectionAbortedError

    with pytest.raises(ConnectionAbortedError):
        await deleting(harness, meanwhile=fail).delete_server("chat", "club")
    assert [entry.decision for entry in await harness.services.admission.entries()] == [AdmissionListKind.BLOCK]


async def test_an_announcement_is_told_once_in_each_room_with_a_game(harness: Harness) -> None:
    elsewhere = caller("bob", channel="garden")
    await harness.play(ANN)
    await harness.play(again(ANN), Who.ME)
    await harness.play(elsewhere)
    await harness.play(MAIL)
    ended = await harness.play(caller("cat", channel="attic"))
    await harness.give_up(caller("cat", channel="attic"), ended.id)
    assert await harness.services.operations.announce("Noon.", "正午。", ["chat"]) == 2
    pending = await harness.services.news.pending("chat")
    told = [news for news in pending if news.key.kind == "operator"]
    assert {news.room for news in told} == {ANN.room, elsewhere.room}
    for code, text in (("en", "Noon."), ("ja", "正午。")):
        view = present(await news_view(harness.services, told[0], LANGUAGES[code]))
        assert view.blocks == (Paragraph(LANGUAGES[code]("From the operator of this bot: {text}", text=text)),)
    assert not [news for news in await harness.services.news.pending("mail") if news.key.kind == "operator"]


async def test_an_announcement_goes_to_the_channel_for_announcements_once(harness: Harness) -> None:
    await harness.play(caller("ann"))
    await harness.play(caller("bob", channel="garden"))
    await _announce_in(harness, "board")
    assert await harness.services.operations.announce("Noon.", None, ["chat"]) == 1
    told = [news for news in await harness.services.news.pending("chat") if news.key.kind == "operator"]
    assert [news.room.channel for news in told] == ["board"]
    assert present(await harness.services.operations.announcement(told[0])).text("ja") == "Noon."
    harness.clock.advance(timedelta(days=2))
    assert not await harness.services.news.pending("chat")


async def _announce_in(harness: Harness, channel: str) -> None:
    """Choose the channel for announcements, as a manager does."""
    manager = replace(again(ANN), is_manager=True)
    await harness.services.shared_settings.change(manager, {"announcements": channel})
