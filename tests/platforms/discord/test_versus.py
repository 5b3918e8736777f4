"""Games against the opponent, and what is told privately."""

from pathlib import Path

from tests.platforms.discord.harness import Harness, id_of, running_harness
from tests.support.snapshots import Snapshots

TOLD = "9876"


async def test_a_secret_is_entered_in_a_form_and_never_seen(harness: Harness, snapshots: Snapshots) -> None:
    form = (await harness.ann.slash(harness.channel, "hitblow versus", level="easy")).modal
    snapshots.step("Ann plays versus", form)
    await harness.ann.submit(form, entered=TOLD)
    await harness.discord.idle()
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
    await harness.bob.press(board, "0H0B")
    await harness.discord.idle()
    snapshots.step("Bob answers", board)
    snapshots.step("what Bob alone sees", "\n".join(map(str, harness.bob.ephemeral)))
    await harness.ann.press(board, "0H0B")
    await harness.discord.idle()
    snapshots.step("Ann answers", board)
    await harness.guess(board, "3102")
    snapshots.step("Ann guesses", board)
    snapshots.check_steps("versus_in_the_head")


async def test_a_rematch_asks_for_a_secret_again(harness: Harness) -> None:
    form = (await harness.ann.slash(harness.channel, "hitblow versus", level="easy")).modal
    await harness.ann.submit(form, entered=TOLD)
    await harness.discord.idle()
    (board,) = harness.channel.messages
    await harness.ann.press(board, "Give up")
    await harness.discord.idle()
    await harness.ann.press(harness.ann.ephemeral[-1], "Give up")
    await harness.discord.idle()
    form = (await harness.ann.press(board, "Rematch")).modal
    await harness.ann.submit(form, entered="9875")
    await harness.discord.idle()
    assert len(harness.channel.messages) == 2
    assert "Rematch" in str(board)
    assert "Keypad" in str(harness.channel.messages[1])


async def test_many_feedback_buttons_become_lists(tmp_path: Path, snapshots: Snapshots) -> None:
    async with running_harness(tmp_path, secret="012345") as harness:
        line = "hitblow versus"
        board = (await harness.ann.slash(harness.channel, line, level="easy", secret="head", rules="6x10r")).message
        snapshots.step("Ann plays versus with six digits", board)
        await harness.ann.choose(board, "0H0B")
        await harness.discord.idle()
        assert "0H0B" in str(board)
    snapshots.check_steps("many_answers")


async def test_a_race_shows_everybody_their_own_guesses(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play", who="race")).message
    await harness.guess(board, "0456")
    await harness.guess(board, "7103", harness.bob)
    mine, yours = ("\n".join(map(str, person.ephemeral)) for person in (harness.ann, harness.bob))
    assert [code in str(board) for code in ("0456", "7103")] == [False, False]
    assert [code in mine for code in ("0456", "7103")] == [True, False]
    assert [code in yours for code in ("0456", "7103")] == [False, True]
