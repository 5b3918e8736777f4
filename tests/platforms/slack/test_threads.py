"""What is typed below a board, and to the bot alone."""

import pytest

from tests.platforms.slack.stage import Stage

pytestmark = pytest.mark.usefixtures("bot")


@pytest.mark.parametrize("talk", ["nice one", "good", "2 more should do", "hint", "lol", "<!channel>"])
async def test_people_may_talk_below_a_board(stage: Stage, talk: str) -> None:
    board = await stage.begin("play")
    await stage.bob.reply(board, talk)
    await stage.slack.quiet()
    assert not stage.bob.ephemeral
    assert "0123" not in str(board).replace("such as 0123", "")


async def test_a_mistyped_code_below_a_board_is_answered_privately(stage: Stage) -> None:
    board = await stage.begin("play")
    await stage.bob.reply(board, "0012")
    assert "Nothing was counted" in await stage.hears(stage.bob, "0012")
    assert not stage.ann.ephemeral


@pytest.mark.parametrize("typed", ["0123", "0 1 2 3", "0,1,2,3", "０１２３"])
async def test_codes_are_read_as_people_type_them(stage: Stage, typed: str) -> None:
    board = await stage.begin("play")
    await stage.bob.reply(board, typed)
    await stage.shows(board, "Bob")


async def test_pictures_arrive_by_their_names_and_are_read(stage: Stage) -> None:
    stage.random_source.deal("RYGB")
    board = await stage.begin("play mastermind")
    await stage.bob.reply(board, ":red_circle: :large_yellow_circle: :large_green_circle: :large_blue_circle:")
    await stage.shows(board, "Bob solved it in 1.")


async def test_codes_elsewhere_in_the_channel_are_no_guesses(stage: Stage) -> None:
    board = await stage.begin("play")
    said = await stage.bob.say(stage.games, "0123")
    said.ts = f"{float(said.ts) - 60:.6f}"  # below a new message the bot would wait for the record of a board
    await stage.bob.reply(said, "0123")
    await stage.slack.quiet()
    assert not board.edits


async def test_an_edited_or_deleted_reply_has_no_further_effect(stage: Stage) -> None:
    board = await stage.begin("play")
    reply = await stage.bob.reply(board, "0123")
    await stage.shows(board, "Bob")
    await stage.bob.edit(reply, "4567")
    await stage.bob.delete(reply)
    await stage.slack.quiet()
    assert "4567" not in str(board)
    assert "0123" in str(board)


async def test_the_bots_own_messages_are_not_read(stage: Stage) -> None:
    board = await stage.begin("play")
    await stage.slack.deliver_own_message(board)
    await stage.slack.quiet()
    assert len(stage.slack.calls("chat.postMessage")) == 1


async def test_alone_with_the_bot_everything_typed_is_for_it(stage: Stage) -> None:
    direct = stage.team.dm(stage.ann)
    await stage.ann.say(direct, "play tries:3")
    board = (await stage.slack.until(lambda: direct.messages[1:]))[0]
    await stage.ann.say(direct, "0123")
    await stage.shows(board, "2 tries left")
    await stage.ann.say(direct, "what now?")
    await stage.slack.until(lambda: "I only talk about Hit & Blow" in str(direct))


async def test_the_opponents_guess_is_answered_below_its_board(stage: Stage) -> None:
    board = await stage.begin("versus easy secret:head")
    await stage.ann.reply(board, "0H1B")
    await stage.shows(board, "it's your turn")


@pytest.mark.parametrize("in_thread", [True, False])
async def test_the_end_of_a_shared_game_is_a_new_message(stage: Stage, *, in_thread: bool) -> None:
    stage.random_source.deal("3102")
    board = await stage.begin("play")
    await stage.guess(board, "0123")
    await stage.shows(board, "0123")
    await (stage.bob.reply(board, "3102") if in_thread else stage.guess(board, "3102", stage.bob))
    await stage.shows(board, "Bob solved it in 2.")
    await stage.slack.until(lambda: len(stage.slack.calls("chat.postMessage")) > 1)
    await stage.slack.quiet()
    _, news = stage.slack.calls("chat.postMessage")
    assert news.args["text"].endswith(": Bob solved it in 2.")
    assert news.args.get("thread_ts") == (board.ts if in_thread else None)
    assert bool(news.args.get("reply_broadcast")) is in_thread
    assert board.text.startswith("★ Bob solved it in 2.")
