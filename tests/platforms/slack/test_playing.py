"""Games from start to end, over Socket Mode and over HTTP."""

import pytest

from bot.services.games.referee import Referee
from tests.platforms.slack.harness import ConnectionType, Harness
from tests.support.sentences import left, solved


@pytest.fixture(params=["socket", "http"])
def connection_type(request: pytest.FixtureRequest) -> ConnectionType:
    return request.param  # type: ignore[no-any-return] # a parameter has no type


@pytest.mark.usefixtures("bot")
async def test_a_game_is_played_by_buttons_on_one_message(harness: Harness) -> None:
    board = await harness.start_game("play")
    await harness.guess(board, "0123", shows="0123")
    await harness.guess(board, "3102", shows=solved("Ann"))
    assert harness.games.messages == [board]


@pytest.mark.usefixtures("bot")
async def test_a_code_typed_as_a_reply_to_the_board_is_a_guess(harness: Harness) -> None:
    board = await harness.start_game("play")
    await harness.shown_after(harness.ann.reply(board, "0123"), board, "0123")
    await harness.shown_after(harness.bob.reply(board, "3102"), board, solved("Bob"))
    assert harness.games.messages == [board]


@pytest.mark.usefixtures("bot")
async def test_a_typed_code_of_letters_that_repeats_a_turn_is_asked_about(harness: Harness) -> None:
    board = await harness.start_game("play mastermind", secret="RYGB")
    await harness.shown_after(harness.bob.reply(board, "BGYR"), board, "Bob")
    await harness.told_after(harness.bob.reply(board, "BGYR"), harness.bob, "?")


@pytest.mark.usefixtures("bot")
async def test_the_form_shows_the_turns_of_the_board_whose_button_is_pressed(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await harness.start_game("play")
    for code in ("0456", "7089"):
        await harness.guess(board, code, shows=f"{code} ")
    monkeypatch.delattr(Referee, "game_before_guess")  # the game was read for the first form
    await harness.opened_by(harness.bob.click(board, "ask:0"), harness.bob)
    assert all(code in str(harness.bob.view) for code in ("0456", "7089"))


async def test_an_old_button_works_after_a_restart(harness: Harness) -> None:
    async with harness.bot():
        board = await harness.start_game("play")
    async with harness.bot():
        await harness.guess(board, "3102", shows=solved("Ann"))


@pytest.mark.usefixtures("newcomers")
@pytest.mark.usefixtures("bot")
async def test_a_newcomer_reads_in_private_what_feedback_means(harness: Harness) -> None:
    board = await harness.start_game("play who:race")
    await harness.until_after(
        harness.guess(board, "0456", shows="Ann"),
        lambda: "in another place" in "".join(map(str, harness.ann.ephemeral)),
    )
    assert "in another place" not in str(board)


@pytest.mark.usefixtures("bot")
async def test_a_guess_below_a_board_or_by_its_button_goes_to_its_game(harness: Harness) -> None:
    shared, own = await harness.start_game("play"), await harness.start_game("play who:me")
    await harness.shown_after(harness.ann.reply(shared, "0456"), shared, "0456 ")
    await harness.guess(shared, "7089", shows="7089 ")
    await harness.shown_after(harness.ann.reply(own, "5678"), own, "5678 ")
    assert "5678" not in str(shared)
    assert not any(code in str(own) for code in ("0456", "7089"))


async def test_the_workspace_s_language_outlives_the_process(harness: Harness) -> None:
    chie = harness.team.user("Chie", locale="ja-JP")
    async with harness.bot():
        board = await harness.start_game("play", chie)
    async with harness.bot():
        await harness.guess(board, "0123", harness.bob, shows=left(11, "ja"))


async def test_a_language_that_is_set_is_spoken_in_public(harness: Harness) -> None:
    async with harness.bot(language="ja"):
        assert "4桁" in str(await harness.start_game("play"))
