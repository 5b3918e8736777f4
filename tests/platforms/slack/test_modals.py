"""Modals in a workspace and on the App Home: one from the first guess of a daily or solo game to the last."""

import asyncio

import pytest

from bot.platforms.slack import router
from bot.platforms.slack.bot import SlackBot
from tests.fakes.slack import User, api_error
from tests.fakes.slack.blocks import elements
from tests.fakes.slack.views import View
from tests.platforms.slack.harness import Harness, now
from tests.support.daily import code_of, wrong_for
from tests.support.sentences import is_japanese

bot_runs = pytest.mark.usefixtures("bot")


async def open_modal(harness: Harness, text: str, person: User | None = None) -> View:
    """The modal that a command opens."""
    person = person or harness.ann
    await harness.opened_by(person.command(harness.games, "/hitblow", text), person)
    return person.view


def field_of(view: View) -> str:
    return str(next(block["block_id"] for block in view.blocks if block["type"] == "input"))


async def guess(view: View, code: str) -> None:
    """Guess in a modal; the acknowledgement updates it."""
    element = next(block["element"] for block in view.blocks if block["type"] == "input")
    await view.owner.submit(view, {element["action_id"]: code})


async def press(harness: Harness, view: View, name: str, shows: str) -> None:
    """Press a button in a modal, or choose it from a menu of rare ones, and wait for what it shows."""
    menus = [each for each in elements(view.blocks) if each.body["type"] == "overflow"]
    menu = next((each for each in menus if name in str(each.body)), None)
    await (view.owner.click(view, name) if menu is None else view.owner.choose(view, menu, name))
    await harness.slack.until(lambda: shows in str(view))


@bot_runs
async def test_a_daily_is_one_modal_and_one_message(harness: Harness) -> None:
    code = code_of(now().date())
    view = await open_modal(harness, "daily")
    assert "12 tries" in str(view)
    await guess(view, wrong_for(code))
    assert f"1 {wrong_for(code)} 0H0B" in str(view)
    await guess(view, "0012")
    assert "more than once" in str(view.errors)
    await guess(view, code)
    assert "Solved in 2" in str(view)
    assert not harness.games.messages
    (shared,) = await harness.until_after(view.owner.click(view, "Share here"), lambda: harness.games.messages)
    assert code not in str(shared)
    await harness.slack.until(lambda: "You're on the card." in str(view))
    assert harness.ann.ephemeral == []


@bot_runs
async def test_a_solo_game_is_one_modal_beside_its_board(harness: Harness) -> None:
    view = await open_modal(harness, "play who:me")
    (board,) = await harness.slack.until(lambda: harness.games.messages)
    await guess(view, "0456")
    assert "1 0456" in str(view)
    await harness.wait_until_shown(board, "0456")
    for name, shows in (
        ("Give up", "This ends it"),
        ("Give up", "Given up by"),
        ("Verify", "Checked"),
        ("Back to the game", "Given up by"),
    ):
        await press(harness, view, name, shows)
    assert harness.ann.ephemeral == []
    assert board in harness.games.messages


@bot_runs
async def test_closing_the_modal_and_pressing_guess_on_the_board_goes_on(harness: Harness) -> None:
    view = await open_modal(harness, "play who:me")
    await guess(view, "0456")
    (board,) = await harness.slack.until(lambda: harness.games.messages)
    await harness.ann.close(view)
    await harness.opened_by(harness.ann.click(board, "Guess"))
    assert "1 0456" in str(harness.ann.view)
    await guess(harness.ann.view, "7890")
    assert "2 7890" in str(harness.ann.view)


@bot_runs
async def test_the_field_is_empty_after_a_guess(harness: Harness) -> None:
    view = await open_modal(harness, "daily")
    before = field_of(view)
    await guess(view, wrong_for(code_of(now().date())))
    assert field_of(view) != before


@bot_runs
async def test_a_repeated_guess_is_asked_about_in_the_modal(harness: Harness) -> None:
    wrong = wrong_for(code_of(now().date()))
    view = await open_modal(harness, "daily")
    await guess(view, wrong)
    await guess(view, wrong)
    assert "Guess it anyway?" in str(view)
    await harness.until_after(harness.ann.click(view, "Guess anyway"), lambda: str(view).count(f"{wrong} 0H0B") == 2)
    assert "Guess it anyway?" not in str(view)


@bot_runs
async def test_earlier_days_and_giving_up_stay_in_the_modal(harness: Harness) -> None:
    view = await open_modal(harness, "daily")
    for name, shows in (
        ("Earlier days", "no earlier days"),
        ("Back to the game", "12 tries"),
        ("Verify", "All codes were fixed"),
        ("Back to the game", "12 tries"),
        ("Give up", "This ends it"),
        ("Give up", "Not solved."),
    ):
        await press(harness, view, name, shows)
    assert harness.ann.ephemeral == []


async def test_an_open_modal_can_be_submitted_after_a_restart(harness: Harness) -> None:
    harness.random_source.deal("RRRR")
    async with harness.bot():
        view = await open_modal(harness, "play who:me rules:mastermind")
        await harness.until_after(harness.ann.click(view, "🔴 R"), lambda: "🔴 _ _ _" in str(view))
    async with harness.bot():
        for label in ("🟡 Y", "🟢 G", "🔵 B"):
            await harness.ann.click(view, label)
        await harness.slack.until(lambda: "🔴 🟡 🟢 🔵" in str(view))
        await harness.ann.submit(view)
        assert "RYGB" in str(view)


@bot_runs
async def test_pegs_are_pressed_in_the_modal(harness: Harness) -> None:
    harness.random_source.deal("RRRR")
    view = await open_modal(harness, "play who:me rules:mastermind")
    for label in ("🔴 R", "🟡 Y", "⌫", "🟢 G"):
        await harness.ann.click(view, label)
    await harness.slack.until(lambda: "🔴 🟢 _ _" in str(view))
    await harness.ann.submit(view)
    assert "such as" in str(view.errors)
    for label in ("Notes", "🟣 P"):
        await harness.ann.click(view, label)
    await harness.slack.until(lambda: "✕ 🟣 P" in str(view))
    await guess(view, "RYGB")
    assert "1 🔴🟡🟢🔵 RYGB" in str(view)
    assert "✕ 🟣 P" in str(view)
    assert "_ _ _ _" in str(view)


@bot_runs
async def test_two_keys_at_once_are_both_typed(harness: Harness) -> None:
    harness.random_source.deal("RRRR")
    view = await open_modal(harness, "play who:me rules:mastermind")
    keys = [view.element(label) for label in ("🔴 R", "🟡 Y")]
    await asyncio.gather(*(harness.ann.click(view, key) for key in keys))
    await harness.slack.until(lambda: "🔴 🟡 _ _" in str(view) or "🟡 🔴 _ _" in str(view))


@bot_runs
async def test_the_form_of_a_shared_game_has_pegs_and_closes(harness: Harness) -> None:
    board = await harness.start_game("play mastermind", secret="RRRR")
    view = await harness.opened_by(harness.ann.click(board, "Guess"))
    await harness.guess(board, "GGGG", harness.bob)
    for _ in range(4):
        await harness.ann.click(view, "🟡 Y")
    await harness.slack.until(lambda: "1 🟢🟢🟢🟢 0H0B" in str(view))
    await harness.slack.until(lambda: "🟡 🟡 🟡 🟡" in str(view))
    await harness.ann.submit(view)
    assert harness.ann.views == []
    await harness.wait_until_shown(board, "YYYY")


@bot_runs
async def test_a_submission_that_arrives_twice_counts_once(harness: Harness) -> None:
    wrong = wrong_for(code_of(now().date()))
    view = await open_modal(harness, "daily")
    harness.slack.deliveries.copies = 2
    await guess(view, wrong)
    harness.slack.deliveries.copies = 1
    await harness.slack.until(lambda: f"1 {wrong}" in str(view))
    assert str(view).count(wrong) == 1


@bot_runs
async def test_a_guess_that_takes_long_is_acknowledged_in_time_and_shown_later(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = wrong_for(code_of(now().date()))
    view = await open_modal(harness, "daily")
    monkeypatch.setattr(router, "ACKNOWLEDGE_SECONDS", 0.0)
    await guess(view, wrong)
    await harness.slack.until(lambda: f"1 {wrong}" in str(view))
    assert field_of(view)


@bot_runs
async def test_where_no_modal_opens_the_board_is_private(harness: Harness) -> None:
    harness.slack.network.fail("views.open", api_error("expired_trigger_id"))
    (board,) = await harness.until_after(
        harness.ann.command(harness.games, "/hitblow", "daily"), lambda: harness.ann.ephemeral
    )
    assert "12 tries" in str(board)


@bot_runs
async def test_others_get_no_modal_of_somebody_elses_game(harness: Harness) -> None:
    await open_modal(harness, "play who:me")
    await harness.until_after(harness.bob.command(harness.games, "/hitblow", "board"), lambda: harness.bob.ephemeral)
    assert harness.bob.views == []


async def test_a_game_that_cannot_be_posted_says_so_in_the_modal(harness: Harness, bot: SlackBot) -> None:
    del bot
    private = harness.team.channel("secret", private=True, bot=False)
    await harness.until_after(
        harness.ann.command(private, "/hitblow", "play who:me"),
        lambda: harness.ann.views and "/invite" in str(harness.ann.view),
    )


bot_runs = pytest.mark.usefixtures("bot")


async def open_from_home(harness: Harness, label: str, person: User | None = None) -> View:
    """The modal that a button of the Home opens."""
    person = person or harness.ann
    person.views.clear()
    await harness.opened_by(person.click(await harness.home(person), label), person)
    return person.view


async def press_at_home(harness: Harness, label: str, shows: str, person: User | None = None) -> str:
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
    await press_at_home(harness, "Back", "One code a day")
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
    assert "Mastermind" in await press_at_home(harness, "Settings", "at its default")
    await harness.slack.until(lambda: "Mastermind" in str(harness.ann.home))
    harness.random_source.deal("RYGB")
    assert "Mastermind" in str(await harness.start_game("play"))


@bot_runs
async def test_an_unconfirmed_deletion_leads_back_and_a_confirmed_one_empties_the_home(harness: Harness) -> None:
    await harness.private_reply("daily action:giveup confirm:on")
    await open_from_home(harness, "Privacy")
    for name, shows in (
        ("Delete my data", "Delete everything"),
        ("Back", "I keep"),
        ("Delete my data", "Delete everything"),
        ("Delete my data", "Really"),
        ("Delete for good", "is deleted"),
    ):
        await press_at_home(harness, name, shows)
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
    assert (await open_from_home(harness, "Rules")).title == "Play"
    await open_from_home(harness, "Give up", harness.bob)
    await press_at_home(harness, "Vote to give up", "0456", harness.bob)
    assert "Vote to give up" not in str(harness.bob.view)
    await open_from_home(harness, "Give up")
    await press_at_home(harness, "Give up", "3102")
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
