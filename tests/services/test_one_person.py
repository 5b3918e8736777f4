"""One person, wherever they play: what is theirs is the same in all servers and direct messages."""

from dataclasses import replace

import pytest

from bot.model.errors import NothingStored
from bot.model.records import Scope
from bot.model.rooms import Caller
from bot.persistence.tables.games import memberships, players
from bot.services.games.duels import DuelTerms, Person
from bot.services.records import LeaderboardQuestion
from bot.services.solver import SolverClient
from core.game.any_game import Who
from core.game.sides import DuelEnding
from tests.services.harness import CLASSIC, WRONG, Harness, again, caller


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
        alone = (await harness.records.stats(again(where))).record.alone["4x10"]
        assert (alone.games, alone.solved) == (3, 3)
        board = await harness.records.leaderboard(again(where), LeaderboardQuestion(CLASSIC, scope=Scope.SERVER))
        assert [entry.tally.games for entry in board.entries if entry.you] == [1]


async def test_what_a_person_has_chosen_in_one_place_applies_in_all(harness: Harness) -> None:
    settings, languages = harness.services.preferences, harness.services.languages
    await languages.choose(again(ALONE), "ja")
    await settings.change(again(HERE), {"mentions": "off"})
    await settings.change(again(THERE), {"duels": "off"})
    await settings.change(again(ALONE), {"warnings": "off"})
    for where in EVERYWHERE:
        assert await languages.chosen_by(again(where)) == "ja"
        chosen = await settings.of(again(where))
        assert (chosen.mentions, chosen.duels, chosen.warnings) == (False, False, False)
    assert (await settings.of(again(BOB_HERE))).mentions


async def test_the_games_of_other_servers_are_not_listed(harness: Harness) -> None:
    here = (await harness.play(HERE, Who.ME)).id
    await harness.play(THERE, Who.ME)
    listed = await harness.services.turn_notices.games_of(again(HERE))
    assert [game.view.id for game in listed] == [here]


async def test_who_deletes_themselves_in_one_server_leaves_a_duel_that_runs_in_another(harness: Harness) -> None:
    person = Person(BOB_THERE.player, BOB_THERE.name)
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
    assert SolverClient.for_caller(HERE).person == SolverClient.for_caller(ALONE).person
    slack = [caller("ann", workspace=workspace, platform="slack") for workspace in ("T1", "T2", "E1:T1", "E1:T2")]
    assert len({SolverClient.for_caller(each).person for each in slack}) == 3


@pytest.mark.parametrize("name", ["165511591545143296", "U0123ABCD", "0123456789abcdef", "direct:3", "E1:T1"])
async def test_a_name_in_a_terminal_can_look_like_a_user_id(harness: Harness, name: str) -> None:
    person = caller(name, workspace="local", platform="console")
    person = replace(person, player=person.room.player_key(name))
    await harness.finish(person)
    shared = (await harness.play(person)).id
    other = caller("bob", workspace="local", platform="console")
    await harness.guess(other, WRONG, shared)
    assert (await harness.records.stats(again(other), name)).name == name
    await harness.services.privacy.delete(again(other))
    assert (await harness.records.stats(again(person))).record.alone["4x10"].games == 1
    assert set((await harness.board(person, shared)).names.values()) == {name, ""}
