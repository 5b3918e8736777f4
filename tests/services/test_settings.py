"""Languages of players and workspaces."""

import pytest
from msgspec.structs import replace

from bot.model.errors import CannotStartInChannel
from bot.model.room_settings import Activity
from tests.services.harness import ANN, BOB, Harness, again, caller

ELSEWHERE = caller("ann", channel="garden")
STRANGERS = (caller("ann", workspace="other club"), caller("ann", platform="other chat"))


async def test_a_choice_is_the_callers_alone_and_holds_in_every_room(harness: Harness) -> None:
    languages = harness.services.languages
    for stranger in (BOB, *STRANGERS):
        await languages.choose(again(stranger), "en")

    await languages.choose(again(ANN), "ja")

    assert [await languages.chosen_personally_by(each) for each in (ANN, ELSEWHERE)] == ["ja", "ja"]
    assert [await languages.chosen_personally_by(each) for each in (BOB, *STRANGERS)] == ["en"] * 3


async def test_a_new_name_leaves_the_choice_as_it_is(harness: Harness) -> None:
    await harness.services.languages.choose(again(ANN), "ja")
    await harness.play(ANN)
    assert await harness.services.languages.chosen_personally_by(ANN) == "ja"


async def test_the_first_public_language_of_a_workspace_is_kept_for_everybody_in_it(harness: Harness) -> None:
    languages = harness.services.languages
    assert await languages.ensure_workspace_language(ANN, "ja") == "ja"
    assert [await languages.ensure_workspace_language(each, "en") for each in (ANN, BOB, ELSEWHERE)] == ["ja"] * 3
    assert [await languages.ensure_workspace_language(each, "en") for each in STRANGERS] == ["en"] * 2


async def test_where_no_game_may_start_hints_may_be_had_in_one_that_runs(harness: Harness) -> None:
    settings = harness.services.shared_settings
    await settings.change(replace(again(ANN), is_manager=True), {"channels": ELSEWHERE.room.channel})
    await settings.require_permitted(again(ANN), Activity.HINTS)
    with pytest.raises(CannotStartInChannel):
        await settings.require_permitted(again(ANN), Activity.START)
