"""Dailies and solo games in a workspace: one modal from the first guess to the last."""

import asyncio

import pytest

from bot.platforms.slack import router
from bot.platforms.slack.bot import SlackBot
from tests.fakes.slack import User, api_error
from tests.fakes.slack.blocks import elements
from tests.fakes.slack.views import View
from tests.platforms.slack.harness import Harness, now
from tests.support.daily import code_of, wrong_for

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
    await press(harness, view, "Give up", "This ends it")
    await press(harness, view, "Give up", "Given up by")
    await press(harness, view, "Verify", "Checked")
    await press(harness, view, "Back to the game", "Given up by")
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
    await press(harness, view, "Earlier days", "no earlier days")
    await press(harness, view, "Back to the game", "12 tries")
    await press(harness, view, "Verify", "All codes were fixed")
    await press(harness, view, "Back to the game", "12 tries")
    await press(harness, view, "Give up", "This ends it")
    await press(harness, view, "Give up", "Not solved.")
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
    harness.random_source.deal("RRRR")
    board = await harness.start_game("play mastermind")
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
