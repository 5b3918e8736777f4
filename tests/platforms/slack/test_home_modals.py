"""Help, settings, privacy and statistics from the Home tab: one modal, in which everything they offer is done."""

import pytest

from tests.fakes.slack import User, api_error
from tests.fakes.slack.views import View
from tests.platforms.slack.harness import Harness
from tests.support.languages import is_japanese

bot_runs = pytest.mark.usefixtures("bot")


async def open_from_home(harness: Harness, label: str, person: User | None = None) -> View:
    """The modal that a button of the Home opens."""
    person = person or harness.ann
    person.views.clear()
    await harness.opened_by(person.click(await harness.home(person), label), person)
    return person.view


async def press(harness: Harness, label: str, shows: str, person: User | None = None) -> str:
    """Press a button in a modal, and wait until it shows a text; all of it comes back."""
    person = person or harness.ann
    await harness.until_after(harness.click_in_modal(label, person), lambda: shows in str(person.view))
    return str(person.view)


def assert_nothing_was_posted(harness: Harness) -> None:
    assert harness.ann.ephemeral == []
    assert harness.team.dm(harness.ann).messages == []


@bot_runs
@pytest.mark.parametrize(
    ("label", "shown"),
    [("Help", "One code a day"), ("Settings", "at its default"), ("Privacy", "I keep"), ("Statistics", "Ann")],
)
async def test_a_page_is_a_modal_and_nothing_is_posted(harness: Harness, label: str, shown: str) -> None:
    await harness.private_reply("daily")
    view = await open_from_home(harness, label)
    assert view.title == label
    assert shown in str(view)
    assert "Back" not in str(view)
    assert_nothing_was_posted(harness)


@bot_runs
async def test_help_unfolds_in_its_modal_and_leads_back(harness: Harness) -> None:
    view = await open_from_home(harness, "Help")
    menu = next(each for block in view.blocks for each in block.get("elements", ()) if each["type"] == "static_select")
    await harness.until_after(
        harness.ann.choose(view, menu["action_id"], menu["options"][0]["text"]["text"]), lambda: "giveup" in str(view)
    )
    await press(harness, "Back", "One code a day")
    assert_nothing_was_posted(harness)


@bot_runs
async def test_a_setting_is_changed_in_the_modal_and_takes_effect(harness: Harness) -> None:
    view = await open_from_home(harness, "Settings")
    menu = next(each for block in view.blocks for each in block.get("elements", ()) if each["type"] == "static_select")
    await harness.until_after(
        harness.ann.choose(view, menu["action_id"], "Rules"), lambda: "Default rules" in str(view)
    )
    await harness.ann.submit(view, rules="chess")
    assert "no chess" in str(view.errors)
    await harness.ann.submit(view, rules="mastermind")
    assert "Ann has changed the settings" in str(view)
    assert "Mastermind" in await press(harness, "Settings", "at its default")
    await harness.slack.until(lambda: "Mastermind" in str(harness.ann.home))
    harness.random_source.deal("RYGB")
    assert "Mastermind" in str(await harness.start_game("play"))


@bot_runs
async def test_an_unconfirmed_deletion_leads_back_and_a_confirmed_one_empties_the_home(harness: Harness) -> None:
    await harness.private_reply("daily action:giveup confirm:on")
    await open_from_home(harness, "Privacy")
    await press(harness, "Delete my data", "Delete everything")
    await press(harness, "Back", "I keep")
    await press(harness, "Delete my data", "Delete everything")
    await press(harness, "Delete my data", "Really")
    await press(harness, "Delete for good", "is deleted")
    await harness.slack.until(lambda: "not played" in str(harness.ann.home))


@bot_runs
async def test_today_s_code_and_a_new_game_are_played_in_a_modal(harness: Harness) -> None:
    assert "Sealed" in str(await open_from_home(harness, "Play today's"))
    assert_nothing_was_posted(harness)
    view = await open_from_home(harness, "Play")
    await harness.ann.submit(view, code="0123")
    assert "1 0123" in str(view)
    await harness.slack.until(lambda: "0123" in str(harness.ann.home))


@bot_runs
async def test_what_is_asked_and_refused_about_a_shared_game_is_a_modal(harness: Harness) -> None:
    board = await harness.start_game("play")
    await harness.guess(board, "0123", harness.bob)
    await harness.guess(board, "0456", shows="0456 ")
    view = await open_from_home(harness, "Rules")
    assert view.title == "Play"
    await open_from_home(harness, "Give up", harness.bob)
    await press(harness, "Vote to give up", "0456", harness.bob)
    assert "Vote to give up" not in str(harness.bob.view)
    await open_from_home(harness, "Give up")
    await press(harness, "Give up", "3102")
    assert not any(person.ephemeral for person in (harness.ann, harness.bob))


@pytest.mark.usefixtures("bot")
async def test_its_pages_speak_the_language_of_the_reader(harness: Harness) -> None:
    mia = harness.team.user("Mia", locale="ja-JP")
    for label in ("ヘルプ", "設定", "プライバシー"):
        assert is_japanese(str(await open_from_home(harness, label, mia)))


@bot_runs
async def test_a_page_whose_modal_does_not_open_is_a_direct_message(harness: Harness) -> None:
    harness.slack.network.fail("views.open", api_error("expired_trigger_id"))
    await harness.until_after(
        harness.ann.click(await harness.home(), "Settings"),
        lambda: "at its default" in str(harness.team.dm(harness.ann)),
    )
