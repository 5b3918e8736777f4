"""Games against the opponent, and what is told privately."""

from pathlib import Path

from tests.platforms.discord.harness import Harness, id_of, running_harness
from tests.support.snapshots import Snapshots

TOLD = "9876"


async def test_a_secret_is_entered_in_a_form_and_never_seen(harness: Harness, snapshots: Snapshots) -> None:
    form = (await harness.ann.slash(harness.channel, "hitblow versus", level="easy")).modal
    snapshots.step("Ann plays versus", form)
    await harness.settled(harness.ann.submit(form, entered=TOLD))
    (board,) = harness.channel.messages
    assert id_of(board) == "k1"
    assert TOLD not in harness.discord.sent()
    snapshots.check_steps("versus_told")


async def test_an_invalid_secret_is_refused_privately(harness: Harness, snapshots: Snapshots) -> None:
    form = (await harness.ann.slash(harness.channel, "hitblow versus", level="easy")).modal
    snapshots.step("Ann tells 9988", await harness.ann.submit(form, entered="9988"))
    assert harness.channel.messages == []
    snapshots.check_steps("versus_bad_secret")


async def test_an_opponent_s_guess_is_answered_by_pressing(harness: Harness, snapshots: Snapshots) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow versus", level="easy", secret="head")).message
    snapshots.step("Ann plays versus", board)
    await harness.settled(harness.bob.press(board, "0H0B"))
    snapshots.step("Bob answers", board)
    snapshots.step("what Bob alone sees", "\n".join(map(str, harness.bob.ephemeral)))
    await harness.settled(harness.ann.press(board, "0H0B"))
    snapshots.step("Ann answers", board)
    await harness.guess(board, "3102")
    snapshots.step("Ann guesses", board)
    snapshots.check_steps("versus_in_the_head")


async def test_many_feedback_buttons_become_lists(tmp_path: Path, snapshots: Snapshots) -> None:
    async with running_harness(tmp_path, secret="012345") as harness:
        line = "hitblow versus"
        board = (await harness.ann.slash(harness.channel, line, level="easy", secret="head", rules="6x10r")).message
        snapshots.step("Ann plays versus with six digits", board)
        await harness.settled(harness.ann.choose(board, "0H0B"))
        assert "0H0B" in str(board)
    snapshots.check_steps("many_answers")
