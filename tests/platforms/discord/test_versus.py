"""Games against the opponent, and what is told privately."""

from pathlib import Path

from tests.platforms.discord.stage import Stage, staged
from tests.support.snapshots import Snapshots

TOLD = "9876"


async def test_a_secret_is_entered_in_a_form_and_never_seen(stage: Stage, snapshots: Snapshots) -> None:
    form = (await stage.ann.slash(stage.channel, "hitblow versus", level="easy")).modal
    snapshots.step("Ann plays versus", form)
    await stage.ann.submit(form, entered=TOLD)
    await stage.discord.idle()
    (board,) = stage.channel.messages
    snapshots.step("the board", board)
    assert TOLD not in stage.discord.sent()
    snapshots.check_steps("versus_told")


async def test_an_invalid_secret_is_refused_privately(stage: Stage, snapshots: Snapshots) -> None:
    form = (await stage.ann.slash(stage.channel, "hitblow versus", level="easy")).modal
    snapshots.step("Ann tells 9988", await stage.ann.submit(form, entered="9988"))
    assert stage.channel.messages == []
    snapshots.check_steps("versus_bad_secret")


async def test_an_opponent_s_guess_is_answered_by_pressing(stage: Stage, snapshots: Snapshots) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow versus", level="easy", secret="head")).message
    snapshots.step("Ann plays versus", board)
    await stage.bob.press(board, "0H0B")
    await stage.discord.idle()
    snapshots.step("Bob answers", board)
    snapshots.step("what Bob alone sees", "\n".join(map(str, stage.bob.ephemeral)))
    await stage.ann.press(board, "0H0B")
    await stage.discord.idle()
    snapshots.step("Ann answers", board)
    await stage.guess(board, "3102")
    snapshots.step("Ann guesses", board)
    snapshots.check_steps("versus_in_the_head")


async def test_a_rematch_asks_for_a_secret_again(stage: Stage) -> None:
    form = (await stage.ann.slash(stage.channel, "hitblow versus", level="easy")).modal
    await stage.ann.submit(form, entered=TOLD)
    await stage.discord.idle()
    (board,) = stage.channel.messages
    await stage.ann.press(board, "Give up")
    await stage.discord.idle()
    await stage.ann.press(stage.ann.ephemeral[-1], "Give up")
    await stage.discord.idle()
    form = (await stage.ann.press(board, "Rematch")).modal
    await stage.ann.submit(form, entered="9875")
    await stage.discord.idle()
    assert len(stage.channel.messages) == 2
    assert "Rematch" in str(board)
    assert "Give up" in str(stage.channel.messages[1])


async def test_many_feedback_buttons_become_lists(tmp_path: Path, snapshots: Snapshots) -> None:
    async with staged(tmp_path, secret="012345") as stage:
        line = "hitblow versus"
        board = (await stage.ann.slash(stage.channel, line, level="easy", secret="head", rules="6x10r")).message
        snapshots.step("Ann plays versus with six digits", board)
        await stage.ann.choose(board, "0H0B")
        await stage.discord.idle()
        assert "0H0B" in str(board)
    snapshots.check_steps("many_answers")


async def test_a_race_shows_everybody_their_own_guesses(stage: Stage, snapshots: Snapshots) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow play", who="race")).message
    await stage.guess(board, "0456")
    await stage.guess(board, "7103", stage.bob)
    snapshots.step("the board, for everybody", board)
    snapshots.step("what Ann alone sees", "\n".join(map(str, stage.ann.ephemeral)))
    snapshots.step("what Bob alone sees", "\n".join(map(str, stage.bob.ephemeral)))
    snapshots.check_steps("a_race")
