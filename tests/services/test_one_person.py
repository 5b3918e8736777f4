"""One person, wherever they play: one try at a daily, and the same settings and results everywhere."""

from datetime import date, datetime, timedelta

import pytest
from msgspec.structs import replace

from bot.model.daily import DailyGame, DailyGameEnded, NoDailyForRules, NotShareable, day_closing
from bot.model.errors import NothingStored
from bot.model.records import Scope
from bot.model.rooms import Caller
from bot.persistence.tables.games import memberships, players
from bot.persistence.tables.records import daily_games, daily_hashes
from bot.services.background import OldRowRemoval
from bot.services.games.duels import DuelTerms, NamedPerson
from bot.services.records import LeaderboardRequest
from bot.services.solver import SolverRequesterKey
from core.game.any_game import Who
from core.game.boards import Board, Outcome
from core.game.rules import Rules
from core.game.sides import DuelEnding
from tests.services.harness import ANN, CLASSIC, Harness, again, caller
from tests.support.daily import code_of, wrong_for

TODAY = date(2026, 11, 18)
CODE = code_of(TODAY)
WRONG = wrong_for(CODE)
SMALL = Rules.parse("hitblow3")
UNNAMED = Rules.parse("1x2-letters")
DAY = timedelta(days=1)


async def give_up(harness: Harness, who: Caller, rules: Rules = CLASSIC) -> None:
    await harness.daily.give_up(again(who), rules, is_confirmed=True)


async def delete(harness: Harness, who: Caller) -> None:
    await harness.services.privacy.delete(again(who))


async def prune(harness: Harness) -> None:
    await OldRowRemoval(harness.database.unit, harness.clock).run_step()


async def start_unnamed(harness: Harness, who: Caller = ANN, day: date = TODAY) -> None:
    """A running game under rules without a daily, as earlier versions have started them."""
    await harness.daily.archive(again(who), CLASSIC)
    async with harness.database.unit(room=who.room) as unit:
        room, player = await unit.rooms.get_or_add_caller(who)
        board = Board(UNNAMED, (), 12, player.id)
        assert await unit.daily_games.add(DailyGame(room.id, day, board, harness.clock.now))
        await unit.commit()


@pytest.mark.parametrize("move", ["guess", "give up"])
async def test_who_deletes_themselves_gets_no_second_try(harness: Harness, move: str) -> None:
    if move == "guess":
        await harness.daily.guess(again(ANN), WRONG, CLASSIC)
    else:
        await give_up(harness, ANN)
    await delete(harness, ANN)
    for spelling in ("4x10", "hitblow", " Hitblow ", "04x10", "4x10-digits"):
        with pytest.raises(DailyGameEnded):
            await harness.daily.guess(again(ANN), CODE, Rules.parse(spelling))
    with pytest.raises(DailyGameEnded):
        await harness.daily.open_game(again(ANN), CLASSIC)
    assert not await harness.rows(daily_games)
    assert not (await harness.daily.open_game(again(ANN), SMALL)).game.board.turns


async def test_who_deletes_themselves_gets_no_second_try_the_next_morning(harness: Harness) -> None:
    await give_up(harness, ANN)
    await delete(harness, ANN)
    harness.clock.now = day_closing(TODAY) - timedelta(seconds=1)
    await prune(harness)
    with pytest.raises(DailyGameEnded):
        await harness.daily.guess(again(ANN), CODE, CLASSIC, "yesterday")
    harness.clock.now = day_closing(TODAY)
    late = (await harness.daily.guess(again(ANN), CODE, CLASSIC, "yesterday")).view
    assert late.game.board.outcome is Outcome.SOLVED
    assert not late.game.is_counted


async def test_who_opened_a_daily_and_made_no_move_can_play_it_after_deleting_themselves(harness: Harness) -> None:
    await harness.daily.open_game(again(ANN), CLASSIC)
    await delete(harness, ANN)
    assert (await harness.daily.guess(again(ANN), CODE, CLASSIC)).view.game.is_solved_in_time


async def test_hashes_are_removed_when_their_day_has_closed(harness: Harness) -> None:
    await give_up(harness, ANN)
    harness.clock.now = day_closing(TODAY) - timedelta(seconds=1)
    await prune(harness)
    assert len(await harness.rows(daily_hashes)) == 1
    harness.clock.now = day_closing(TODAY)
    await prune(harness)
    assert not await harness.rows(daily_hashes)


async def test_hashes_show_nobody(harness: Harness) -> None:
    await give_up(harness, ANN)
    await delete(harness, ANN)
    (row,) = await harness.rows(daily_hashes)
    assert row.day == TODAY
    assert not any(text in row.hash for text in ("ann", "ANN", "4x10"))
    assert len(row.hash) == 64


async def test_a_user_of_discord_has_one_try_in_all_servers(harness: Harness) -> None:
    here, there = (caller("ann", workspace=server, platform="discord") for server in ("1", "direct:2"))
    await harness.daily.open_game(again(here), CLASSIC)
    await give_up(harness, there)
    with pytest.raises(DailyGameEnded):
        await harness.daily.guess(again(here), CODE, CLASSIC)
    view = await harness.daily.open_game(caller("ann", workspace="3", platform="discord"), CLASSIC)
    assert view.game.board.outcome is Outcome.GAVE_UP
    elsewhere = caller("ann", workspace="1", platform="slack")
    assert (await harness.daily.guess(elsewhere, CODE, CLASSIC)).view.game.is_solved_in_time


SERVERS = tuple(caller("ann", workspace=server, platform="discord") for server in ("1", "2", "3"))
WORKSPACES = tuple(caller("ann", workspace=workspace, platform="slack") for workspace in ("E1:T1", "E1:T2"))


@pytest.mark.parametrize(("here", "there"), [SERVERS[:2], WORKSPACES], ids=["discord", "slack"])
async def test_a_daily_that_is_opened_elsewhere_is_the_same_game(harness: Harness, here: Caller, there: Caller) -> None:
    await harness.daily.guess(again(here), WRONG, CLASSIC)
    assert len((await harness.daily.open_game(again(there), CLASSIC)).game.board.turns) == 1
    await harness.daily.guess(again(there), CODE, CLASSIC)
    first, second = [await harness.daily.open_game(again(each), CLASSIC) for each in (here, there)]
    assert first.game == second.game
    assert first.game.is_solved_in_time


async def test_one_result_of_a_day_is_shared_in_every_server(harness: Harness) -> None:
    await solved(harness, SERVERS[0], CLASSIC)
    await solved(harness, SERVERS[0], SMALL)
    for server in SERVERS[:2]:
        for _ in range(2):
            await harness.daily.share_result(again(server), CLASSIC)
        assert [name for name, _ in await harness.daily.games_on_card(again(server), CLASSIC)] == ["ann"]
        with pytest.raises(NotShareable):
            await harness.daily.share_result(again(server), SMALL)
    harness.clock.now = day_closing(TODAY)
    with pytest.raises(NotShareable):
        await harness.daily.share_result(again(SERVERS[2]), CLASSIC, str(TODAY))


async def test_yesterdays_code_from_the_archive_of_another_server_is_of_no_use(harness: Harness) -> None:
    here, there = (caller("ann", workspace=server, platform="discord") for server in ("1", "2"))
    await harness.daily.open_game(again(here), CLASSIC)
    harness.clock.now = day_closing(TODAY) - timedelta(hours=6)
    await harness.daily.give_up(again(there), CLASSIC, "yesterday", is_confirmed=True)
    with pytest.raises(DailyGameEnded):
        await harness.daily.guess(again(here), CODE, CLASSIC, "yesterday")


async def test_dailies_exist_for_named_rules(harness: Harness) -> None:
    for number, notation in enumerate(("1x2-letters", "4x10-letters", "4x10-eatbite", "4x6r", "10x10")):
        with pytest.raises(NoDailyForRules):
            await harness.daily.open_game(again(ANN), Rules.parse(notation))
        with pytest.raises(NoDailyForRules):
            await harness.daily.archive(again(ANN), Rules.parse(notation))
        with pytest.raises(NoDailyForRules):
            await harness.daily.guess(caller(f"{number}"), "A", Rules.parse(notation))
    assert not await harness.rows(daily_games)


async def test_a_running_daily_of_other_rules_can_be_finished(harness: Harness) -> None:
    await start_unnamed(harness)
    code = code_of(TODAY, "1x2-letters")
    assert (await harness.daily.guess(again(ANN), code, UNNAMED)).view.game.is_solved_in_time
    with pytest.raises(DailyGameEnded):
        await harness.daily.guess(again(ANN), code, UNNAMED)
    harness.clock.advance(2 * DAY)
    assert [day for day, _ in await harness.daily.archive(again(ANN), UNNAMED)] == [TODAY]
    with pytest.raises(NoDailyForRules):
        await harness.daily.open_game(again(ANN), UNNAMED)


async def solved(harness: Harness, who: Caller, rules: Rules, day: date = TODAY) -> None:
    number = (day - TODAY).days + 1
    await harness.daily.guess(again(who), code_of(day, str(rules), number), rules, str(day))


async def test_who_deletes_themselves_cannot_share_again(harness: Harness) -> None:
    await solved(harness, ANN, CLASSIC)
    await harness.daily.share_result(again(ANN), CLASSIC)
    await delete(harness, ANN)
    await solved(harness, ANN, SMALL)
    with pytest.raises(NotShareable):
        await harness.daily.share_result(again(ANN), SMALL)


async def test_a_result_of_the_archive_is_not_shared(harness: Harness) -> None:
    await harness.daily.open_game(again(ANN), CLASSIC)
    harness.clock.now = datetime.combine(TODAY + DAY, harness.clock.now.timetz()).replace(hour=1)
    bob = replace(caller("bob"), room=ANN.room)
    await solved(harness, bob, CLASSIC)
    with pytest.raises(NotShareable):
        await harness.daily.share_result(again(bob), CLASSIC, "yesterday")


def on_discord(name: str, server: str, shown: str = "") -> Caller:
    """A call on a Discord server, under another name if one is `shown` there."""
    return replace(caller(name, f"c{server}", server, "discord"), name=shown or name)


HERE, THERE, ALONE = (on_discord("ann", server, f"ann {server}") for server in ("1", "2", "direct:3"))
BOB_HERE, BOB_THERE = (on_discord("bob", server) for server in ("1", "2"))
EVERYWHERE = (HERE, THERE, ALONE)


async def test_results_of_all_servers_and_direct_messages_are_those_of_one_person(harness: Harness) -> None:
    for guesses, where in enumerate(EVERYWHERE, 1):
        await harness.finish(where, guesses)
    for where in EVERYWHERE:
        alone = (await harness.records.player_stats(again(where))).record.ranked_alone["4x10"]
        assert (alone.games, alone.solved) == (3, 3)
        board = await harness.records.leaderboard(again(where), LeaderboardRequest(CLASSIC, scope=Scope.SERVER))
        assert [entry.tally.games for entry in board.entries if entry.you] == [1]


async def test_what_a_person_has_chosen_in_one_place_applies_in_all(harness: Harness) -> None:
    settings, languages = harness.services.preferences, harness.services.languages
    await languages.choose(again(ALONE), "ja")
    await settings.change(again(HERE), {"mentions": "off"})
    await settings.change(again(THERE), {"duels": "off"})
    await settings.change(again(ALONE), {"warnings": "off"})
    for where in EVERYWHERE:
        assert await languages.chosen_personally_by(again(where)) == "ja"
        chosen = await settings.settings_of(again(where))
        assert (chosen.mentions, chosen.duels, chosen.warnings) == (False, False, False)
    assert (await settings.settings_of(again(BOB_HERE))).mentions


async def test_the_games_of_other_servers_are_not_listed(harness: Harness) -> None:
    here = (await harness.play(HERE, Who.ME)).id
    await harness.play(THERE, Who.ME)
    listed = await harness.services.turn_notices.running_games(again(HERE))
    assert [game.view.id for game in listed] == [here]


async def test_who_deletes_themselves_in_one_server_leaves_a_duel_that_runs_in_another(harness: Harness) -> None:
    person = NamedPerson(BOB_THERE.player, BOB_THERE.name)
    duel = (await harness.duels.challenge(again(THERE), person, DuelTerms(CLASSIC))).id
    for each in (THERE, BOB_THERE):
        await harness.duels.hide_secret(again(each), "0123", duel)
    await harness.play(HERE, Who.ME)
    await harness.services.privacy.delete(again(HERE))
    view = await harness.board(BOB_THERE, duel)
    assert view.game.outcome is DuelEnding.RESIGNED
    assert "ann" not in str(view.names)
    assert {row.name for row in await harness.rows(memberships)} == {"bob"}
    assert {row.user for row in await harness.rows(players) if row.name} == {"BOB"}
    for where in EVERYWHERE:
        with pytest.raises(NothingStored):
            await harness.services.privacy.export(again(where))


async def test_an_export_has_the_games_and_names_of_all_servers(harness: Harness) -> None:
    for where in EVERYWHERE:
        await harness.finish(where)
    for where in EVERYWHERE:
        export = await harness.services.privacy.export(again(where))
        assert export.name == where.name
        assert export.games == 3
        assert {row["name"] for row in export.tables["memberships"]} == {each.name for each in EVERYWHERE}


def test_a_person_has_one_share_of_the_solver_in_all_servers() -> None:
    assert SolverRequesterKey.for_caller(HERE).person == SolverRequesterKey.for_caller(ALONE).person
    slack = [caller("ann", workspace=workspace, platform="slack") for workspace in ("T1", "T2", "E1:T1", "E1:T2")]
    assert len({SolverRequesterKey.for_caller(each).person for each in slack}) == 3


@pytest.mark.parametrize("name", ["165511591545143296", "U0123ABCD", "0123456789abcdef", "direct:3", "E1:T1"])
async def test_a_name_in_a_terminal_can_look_like_a_user_id(harness: Harness, name: str) -> None:
    person = caller(name, workspace="local", platform="console")
    person = replace(person, player=person.room.player_key(name))
    await harness.finish(person)
    shared = (await harness.play(person)).id
    other = caller("bob", workspace="local", platform="console")
    await harness.guess(other, "4567", shared)
    assert (await harness.records.player_stats(again(other), name)).name == name
    await harness.services.privacy.delete(again(other))
    assert (await harness.records.player_stats(again(person))).record.ranked_alone["4x10"].games == 1
    assert set((await harness.board(person, shared)).names.values()) == {name, ""}
