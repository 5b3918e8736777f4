"""Games from beginning to end, over Socket Mode and over HTTP."""

import pytest

from tests.platforms.slack.stage import Stage, Way


@pytest.fixture(params=["socket", "http"])
def way(request: pytest.FixtureRequest) -> Way:
    return request.param  # type: ignore[no-any-return] # a parameter has no type


@pytest.mark.usefixtures("bot")
async def test_a_game_is_played_by_buttons_on_one_message(stage: Stage) -> None:
    board = await stage.begin("play")
    await stage.guess(board, "0123")
    await stage.shows(board, "0123")
    await stage.guess(board, "3102")
    await stage.shows(board, "Ann solved it in 2.")
    assert stage.games.messages == [board]


@pytest.mark.usefixtures("bot")
async def test_a_code_typed_as_a_reply_to_the_board_is_a_guess(stage: Stage) -> None:
    board = await stage.begin("play")
    await stage.ann.reply(board, "0123")
    await stage.shows(board, "0123")
    await stage.bob.reply(board, "3102")
    await stage.shows(board, "Bob solved it in 2.")
    assert stage.games.messages == [board]


async def test_an_old_button_works_after_a_restart(stage: Stage) -> None:
    async with stage.bot():
        board = await stage.begin("play")
    async with stage.bot():
        await stage.guess(board, "3102")
        await stage.shows(board, "Ann solved it in 1.")


@pytest.mark.newcomers
@pytest.mark.usefixtures("bot")
async def test_a_newcomer_reads_in_private_what_feedback_means(stage: Stage) -> None:
    board = await stage.begin("play who:race")
    await stage.guess(board, "0456")
    await stage.shows(board, "Ann")
    await stage.slack.until(lambda: "Feedback counts hits" in "".join(map(str, stage.ann.ephemeral)))
    assert "Feedback counts" not in str(board)
