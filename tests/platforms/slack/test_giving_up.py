"""Giving up, repeated guesses, and news, on Slack."""

from bot.model.rooms import Caller, PlayerKey, RoomKey
from tests.fakes.slack import Disconnect, Message
from tests.platforms.slack.stage import Stage


async def shared(stage: Stage) -> Message:
    """A game that Ann has begun and in which Bob and Cat have guessed."""
    board = await stage.begin("play")
    for person, code in ((stage.bob, "0456"), (stage.team.user("Cat"), "7089")):
        await stage.guess(board, code, person)
        await stage.shows(board, f"{code}  ")
    return board


async def test_a_shared_game_is_given_up_by_a_vote_or_its_starter(stage: Stage) -> None:
    async with stage.bot():
        board = await shared(stage)
        await stage.bob.command(stage.games, "/hitblow", "giveup")
        question = await stage.asked(stage.bob)
        assert "yours is vote 1 of 2" in str(question)
        await stage.bob.click(question, "Vote to give up")
        await stage.shows(board, "Votes to give up: Bob (1 of 2).")
        await stage.shows(question, "Done.")
        await stage.ann.click(board, "Give up")
        await stage.ann.click(await stage.asked(), "Give up")
        await stage.shows(board, "Given up by Ann after 2 guesses.")
        news = (await stage.slack.until(lambda: stage.games.messages[1:]))[0]
        assert str(news).strip() == "#k1: Given up by Ann after 2 guesses."


async def test_an_admin_ends_a_game_of_somebody_else(stage: Stage) -> None:
    async with stage.bot():
        board = await stage.begin("play who:me", stage.bob)
        await stage.ann.click(board, "Give up")
        await stage.ann.click(await stage.asked(), "Give up")
        await stage.shows(board, "Ended by Ann, a moderator, before the first guess.")


async def test_a_repeated_guess_in_a_form_is_asked_about_outside_it(stage: Stage) -> None:
    async with stage.bot():
        board = await stage.begin("play")
        await stage.guess(board, "0456")
        await stage.shows(board, "0456  ")
        await stage.guess(board, "0456")
        question = await stage.asked()
        assert str(board).count("0456  ") == 1
        await stage.ann.click(question, "Guess anyway")
        await stage.slack.until(lambda: str(board).count("0456  ") == 2)
        await stage.shows(question, "0456: 0H1B")
        assert "?" not in str(question)


async def test_a_repeated_guess_typed_below_the_board_is_asked_about(stage: Stage) -> None:
    async with stage.bot():
        board = await stage.begin("play")
        await stage.guess(board, "0456")
        await stage.shows(board, "0456  ")
        await stage.ann.reply(board, "0456")
        await stage.ann.click(await stage.asked(), "Guess anyway")
        await stage.slack.until(lambda: str(board).count("0456  ") == 2)


async def test_a_notification_of_a_running_board_begins_with_the_last_turn(stage: Stage) -> None:
    async with stage.bot():
        board = await shared(stage)
        await stage.slack.until(lambda: str(board.payload()["text"]).startswith("Cat, turn 2: 7089, 0H1B.\n"))


async def test_news_whose_response_got_lost_is_told_once(stage: Stage) -> None:
    async with stage.bot():
        board = await shared(stage)
        stage.slack.network.fail("chat.postMessage", Disconnect(processed=True))
        await stage.guess(board, "3102")
        await stage.slack.until(lambda: len(stage.games.messages) == 2)
        await stage.slack.quiet()
        assert [str(message).strip() for message in stage.games.messages[1:]] == ["#k1: Ann solved it in 3."]


async def test_news_of_a_process_that_ended_before_it_could_tell_is_told_after_a_restart(stage: Stage) -> None:
    async with stage.bot() as bot:
        board = await shared(stage)
        await stage.slack.quiet()
        services = bot._runtime.services  # a move that no process shows
        await bot.stop()
        room = RoomKey("slack", stage.team.id, stage.games.id)
        player = PlayerKey("slack", stage.team.id, stage.ann.id)
        await services.referee.guess(Caller(room, player, "Ann", "the last event"), "3102")
        assert stage.games.messages == [board]
    async with stage.bot():
        await stage.slack.until(lambda: len(stage.games.messages) == 2)
        await stage.shows(board, "Ann solved it in 3.")
        assert str(stage.games.messages[1]).strip() == "#k1: Ann solved it in 3."
