"""What is typed below a board, and to the bot alone."""

import asyncio

import pytest

from tests.platforms.slack.harness import Harness
from tests.support.sentences import left, solved, solved_in

pytestmark = pytest.mark.usefixtures("bot")


@pytest.mark.parametrize("talk", ["nice one", "good", "2 more should do", "hint, anyone?", "lol", "<!channel>"])
async def test_people_may_talk_below_a_board(harness: Harness, talk: str) -> None:
    board = await harness.start_game("play")
    await harness.bob.reply(board, talk)
    await harness.slack.idle()
    assert not harness.bob.ephemeral
    assert "0123" not in str(board).replace("such as 0123", "")


async def test_a_mistyped_code_below_a_board_is_answered_privately(harness: Harness) -> None:
    await harness.bob.reply(await harness.start_game("play"), "0012")
    assert "Nothing was counted" in await harness.wait_for_private(harness.bob, "0012")
    assert not harness.ann.ephemeral


@pytest.mark.parametrize("typed", ["0123", "0 1 2 3", "0,1,2,3", "０１２３"])
async def test_codes_are_read_as_people_type_them(harness: Harness, typed: str) -> None:
    board = await harness.start_game("play")
    await harness.shown_after(harness.bob.reply(board, typed), board, "Bob")


async def test_images_arrive_by_their_names_and_are_read(harness: Harness) -> None:
    board = await harness.start_game("play mastermind", secret="RYGB")
    await harness.shown_after(
        harness.bob.reply(board, ":red_circle: :large_yellow_circle: :large_green_circle: :large_blue_circle:"),
        board,
        solved("Bob"),
    )


async def test_codes_elsewhere_in_the_channel_are_no_guesses(harness: Harness) -> None:
    board = await harness.start_game("play")
    said = await harness.bob.say(harness.games, "0123")
    said.ts = f"{float(said.ts) - 60:.6f}"  # below a new message the bot would wait for the record of a board
    await harness.bob.reply(said, "0123")
    await harness.slack.idle()
    assert not board.edits


async def test_an_edited_or_deleted_reply_has_no_further_effect(harness: Harness) -> None:
    board = await harness.start_game("play")
    reply = await harness.bob.reply(board, "0123")
    await harness.wait_until_shown(board, "Bob")
    await harness.bob.edit(reply, "4567")
    await harness.bob.delete(reply)
    await harness.slack.idle()
    delivered = [each.payload["event"].get("subtype") for each in harness.slack.deliveries.log[-2:]]
    assert delivered == ["message_changed", "message_deleted"]
    assert "4567" not in str(board)
    assert "0123" in str(board)


async def test_the_bots_own_messages_are_not_read(harness: Harness) -> None:
    await harness.slack.deliver_own_message(await harness.start_game("play"))
    await harness.slack.idle()
    assert harness.slack.deliveries.log[-1].payload["event"]["bot_id"] == harness.team.bot_id
    assert len(harness.slack.calls("chat.postMessage")) == 1


async def test_alone_with_the_bot_everything_typed_is_for_it(harness: Harness) -> None:
    direct = harness.team.dm(harness.ann)
    board = (await harness.until_after(harness.ann.say(direct, "play tries:3"), lambda: direct.messages[1:]))[0]
    await harness.shown_after(harness.ann.say(direct, "0123"), board, left(2))
    await harness.until_after(
        harness.ann.say(direct, "what now?"), lambda: "I only talk about Hit & Blow" in str(direct)
    )


async def test_the_opponents_guess_is_answered_below_its_board(harness: Harness) -> None:
    board = await harness.start_game("versus easy secret:head")
    await harness.shown_after(harness.ann.reply(board, "0H1B"), board, "'s turn")


async def test_the_end_of_a_game_that_is_played_in_a_thread_is_a_new_message_of_both(harness: Harness) -> None:
    board = await harness.start_game("play", secret="3102")
    await harness.guess(board, "0123", shows="0123")
    await harness.until_after(
        harness.bob.reply(board, "3102"), lambda: len(harness.slack.calls("chat.postMessage")) > 1
    )
    await harness.slack.idle()
    _, end = harness.slack.calls("chat.postMessage")
    assert end.args["text"].startswith(solved_in("Bob", 2))
    assert (end.args["thread_ts"], end.args["reply_broadcast"]) == (board.ts, True)
    await harness.slack.until(lambda: "ended below" in board.text)


@pytest.mark.parametrize("text", ["Thanks", "Thanks!", "ありがとう"])
async def test_small_talk_in_a_direct_message_gets_a_short_help(harness: Harness, text: str) -> None:
    direct = harness.team.dm(harness.ann)
    await harness.ann.say(direct, text)
    assert "I only talk about Hit & Blow" in str((await harness.slack.until(lambda: direct.messages[1:]))[0])


async def test_a_greeting_in_a_direct_message_gets_buttons(harness: Harness) -> None:
    direct = harness.team.dm(harness.ann)
    (reply,) = await harness.until_after(harness.ann.say(direct, "hi there"), lambda: direct.messages[1:])
    assert "Type play" in str(reply)
    assert reply.element("Play").label == "Play"


async def test_a_reply_to_a_board_whose_post_is_not_answered_yet_counts(harness: Harness) -> None:
    with harness.slack.network.hold("chat.postMessage", direction="response") as hold:
        await harness.ann.command(harness.games, "/hitblow", "play")
        await hold.reached()
        (board,) = harness.games.messages
        replied = asyncio.create_task(harness.bob.reply(board, "0456"))
        await harness.slack.quiet(0.1)
    await replied
    await harness.wait_until_shown(board, "0456 ")


async def test_digits_below_other_messages_are_chat(harness: Harness) -> None:
    said = await harness.ann.say(harness.games, "When?")
    said.ts = f"{float(said.ts) - 60:.6f}"
    await harness.bob.reply(said, "1930")
    assert not harness.bob.ephemeral


async def test_a_typed_message_that_needs_a_form_is_answered_with_a_button_that_opens_it(harness: Harness) -> None:
    direct = harness.team.dm(harness.ann)
    (offer,) = await harness.until_after(
        harness.ann.say(direct, "versus easy"),
        lambda: [each for each in direct.messages if "Open the form" in str(each)],
    )
    await harness.opened_by(harness.ann.click(offer, "Open the form"))
    await harness.until_after(
        harness.ann.submit(harness.ann.view, entered="5047"),
        lambda: [each for each in direct.messages if "Versus easy" in str(each)],
    )
