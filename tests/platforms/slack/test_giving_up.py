"""Giving up, repeated guesses, and news, on Slack."""

import pytest

from bot.model.rooms import Caller, PlayerKey, RoomKey
from tests.fakes.slack import Disconnect, Message
from tests.platforms.slack.harness import Harness
from tests.support.sentences import solved


async def shared(harness: Harness) -> Message:
    """A game that Ann has started and in which Bob and Cat have guessed."""
    board = await harness.start_game("play")
    for person, code in ((harness.bob, "0456"), (harness.team.user("Cat"), "7089")):
        await harness.guess(board, code, person, shows=f"{code} ")
    return board


@pytest.mark.usefixtures("bot")
async def test_a_shared_game_is_given_up_by_a_vote_or_its_starter(harness: Harness) -> None:
    board = await shared(harness)
    await harness.bob.command(harness.games, "/hitblow", "giveup")
    question = await harness.wait_for_question(harness.bob)
    assert "yours is vote 1 of 2" in str(question)
    await harness.shown_after(
        harness.shown_after(harness.bob.click(question, "Vote to give up"), board, "Votes to give up: Bob (1 of 2)."),
        question,
        "up to date",
    )
    await harness.ann.click(board, "Give up")
    await harness.shown_after(
        harness.ann.click(await harness.wait_for_question(), "Give up"), board, "Given up by Ann."
    )
    assert harness.games.messages == [board]


@pytest.mark.usefixtures("bot")
async def test_an_admin_ends_a_game_of_somebody_else(harness: Harness) -> None:
    board = await harness.start_game("play", harness.bob)
    await harness.ann.click(board, "Give up")
    await harness.shown_after(
        harness.ann.click(await harness.wait_for_question(), "Give up"), board, "Ended by Ann, a moderator."
    )


@pytest.mark.usefixtures("bot")
async def test_a_refusal_leaves_the_question_that_it_answers(harness: Harness) -> None:
    board = await shared(harness)
    await harness.bob.click(board, "Give up")
    question = await harness.wait_for_question(harness.bob)
    asked = str(question)
    await harness.shown_after(
        harness.ann.command(harness.games, "/hitblow", "giveup confirm:on"), board, "Given up by Ann"
    )
    await harness.told_after(harness.bob.click(question, "Vote to give up"), harness.bob, "This game is over.")
    assert str(question) == asked


@pytest.mark.usefixtures("bot")
async def test_a_repeated_guess_in_a_form_is_asked_about_outside_it(harness: Harness) -> None:
    board = await harness.start_game("play")
    await harness.guess(board, "0456", shows="0456 ")
    await harness.guess(board, "0456")
    question = await harness.wait_for_question()
    assert str(board).count("0456 ") == 1
    await harness.until_after(harness.ann.click(question, "Guess anyway"), lambda: str(board).count("0456 ") == 2)
    await harness.wait_until_shown(question, "0456: 0H1B")
    assert "?" not in str(question)


@pytest.mark.usefixtures("bot")
async def test_a_repeated_guess_typed_below_the_board_is_asked_about(harness: Harness) -> None:
    board = await harness.start_game("play")
    await harness.guess(board, "0456", shows="0456 ")
    await harness.ann.reply(board, "0456")
    await harness.until_after(
        harness.ann.click(await harness.wait_for_question(), "Guess anyway"), lambda: str(board).count("0456 ") == 2
    )


@pytest.mark.usefixtures("bot")
async def test_a_notification_of_a_running_board_begins_with_the_last_turn(harness: Harness) -> None:
    board = await shared(harness)
    await harness.slack.until(lambda: str(board.payload()["text"]).startswith("Cat, turn 2: 7089, 0H1B.\n"))


def link_to(board: Message) -> str:
    """The address of a message."""
    return f"/archives/{board.channel.id}/p{board.ts.replace('.', '')}"


@pytest.mark.usefixtures("bot")
@pytest.mark.slow  # the end is looked for in the channel after half a minute
async def test_an_end_whose_response_got_lost_is_shown_once(harness: Harness) -> None:
    board = await shared(harness)
    said = await harness.bob.say(harness.games, "so close")
    harness.slack.network.fail("chat.postMessage", Disconnect(processed=True))
    await harness.guess(board, "3102")
    await harness.slack.until(lambda: "/archives/" in str(board.blocks), within=60)
    await harness.slack.idle()
    *before, end = harness.games.messages
    assert before == [board, said]
    assert solved("Ann") in str(end)
    assert link_to(end) in str(board.blocks)


@pytest.mark.parametrize("follows", [True, False])
async def test_an_end_of_a_process_that_ended_before_it_could_show_it_is_shown_after_a_restart(
    harness: Harness, *, follows: bool
) -> None:
    async with harness.bot() as bot:
        board = await shared(harness)
        between = [await harness.bob.say(harness.games, "so close")] if follows else []
        await harness.slack.idle()
        services = bot._runtime.services  # a move that no process shows
        await bot.stop()
        room = RoomKey("slack", harness.team.id, harness.games.id)
        player = PlayerKey("slack", harness.team.id, harness.ann.id)
        await services.referee.guess(Caller(room, player, "Ann", "the last event"), "3102")
    async with harness.bot():
        await harness.slack.until(lambda: solved("Ann") in str(harness.games.messages[-1]))
        await harness.slack.until(lambda: (link_to(harness.games.messages[-1]) in str(board.blocks)) is follows)
        assert harness.games.messages[:-1] == ([board, *between] if follows else [])
