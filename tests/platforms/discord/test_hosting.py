"""Hosted games on a server."""

import logging

import pytest

from tests.fakes.discord import Message, User
from tests.platforms.discord.stage import Stage
from tests.support.snapshots import Snapshots

SECRET = "527"
RULES = "hitblow3"


async def host_by_form(stage: Stage, secret: str = SECRET) -> Message:
    """The board of Ann's game, whose secret she has told in the form."""
    form = (await stage.ann.slash(stage.channel, "hitblow host", rules=RULES)).modal
    await stage.ann.submit(form, entered=secret)
    await stage.discord.idle()
    return stage.channel.messages[-1]


async def host_in_head(stage: Stage, tries: int = 12) -> Message:
    """The board of Ann's game, whose secret she keeps in her head."""
    board = (await stage.ann.slash(stage.channel, "hitblow host", rules=RULES, keep="head", tries=tries)).message
    await stage.discord.idle()
    return board


async def answer(stage: Stage, board: Message, feedback: str, who: User | None = None) -> None:
    await (who or stage.ann).press(board, feedback)
    await stage.discord.idle()


def told(person: User) -> str:
    return "\n".join(map(str, person.ephemeral))


async def test_a_secret_is_entered_in_a_form_and_found_by_the_others(stage: Stage, snapshots: Snapshots) -> None:
    form = (await stage.ann.slash(stage.channel, "hitblow host", rules=RULES)).modal
    snapshots.step("Ann hosts", form)
    await stage.ann.submit(form, entered=SECRET)
    await stage.discord.idle()
    (board,) = stage.channel.messages
    snapshots.step("the board", board)
    await stage.guess(board, "012", stage.bob)
    await stage.ann.press(board, "Guess")
    await stage.discord.idle()
    snapshots.step("Ann guesses", told(stage.ann))
    await stage.guess(board, SECRET, stage.bob)
    assert "Bob solved it in 2" in str(board)
    assert f"`{SECRET}`" in str(board)
    snapshots.check_steps("hosted_by_form")


async def test_no_secret_is_sent_or_logged_before_the_end(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    board = await host_by_form(stage)
    await stage.guess(board, "012", stage.bob)
    await stage.ann.slash(stage.channel, "hitblow board")
    await stage.ann.press(board, "Hint")
    await stage.discord.idle()
    for text in (stage.discord.sent(), str(board.components), told(stage.ann), told(stage.bob), caplog.text):
        assert SECRET not in text


async def test_a_secret_in_an_option_is_refused_and_not_repeated(stage: Stage) -> None:
    refused = (await stage.ann.slash(stage.channel, "hitblow host", rules="5271")).message
    assert refused.ephemeral
    assert "type only" in str(refused)
    assert "5271" not in stage.discord.sent()
    assert stage.channel.messages == []


async def test_a_secret_that_is_not_a_code_or_is_given_twice_is_refused(stage: Stage) -> None:
    form = (await stage.ann.slash(stage.channel, "hitblow host", rules=RULES)).modal
    assert "this game takes 3" in str((await stage.ann.submit(form, entered="5277")).message)
    assert stage.channel.messages == []
    first = (await stage.ann.slash(stage.channel, "hitblow host", rules=RULES)).modal
    second = (await stage.ann.slash(stage.channel, "hitblow host", rules=RULES)).modal
    await stage.ann.submit(first, entered=SECRET)
    again = await stage.ann.submit(second, entered="345")
    await stage.discord.idle()
    assert "is still running" in str(again.message)
    assert len(stage.channel.messages) == 1


async def test_the_host_gives_feedback_by_pressing(stage: Stage, snapshots: Snapshots) -> None:
    board = await host_in_head(stage)
    await stage.guess(board, "012", stage.bob)
    carol = stage.guild.member("Carol")
    await carol.slash(stage.channel, "hitblow guess", code="304")
    await stage.discord.idle()
    snapshots.step("two guesses wait", board)
    assert "waits for Ann's feedback" in told(carol)
    await answer(stage, board, "0H1B", stage.bob)
    assert "Only the host" in told(stage.bob)
    await answer(stage, board, "0H1B")
    snapshots.step("Ann has given feedback to one", board)
    await answer(stage, board, "3H0B")
    snapshots.step("Carol has found it", board)
    assert "Carol solved it in 2" in str(board)
    snapshots.check_steps("hosted_in_the_head")


async def test_a_contradiction_is_shown_to_the_host_alone_and_corrected(stage: Stage, snapshots: Snapshots) -> None:
    board = await host_in_head(stage, tries=0)
    for guess, feedback in (("012", "0H1B"), ("345", "0H0B"), ("678", "0H3B")):
        await stage.guess(board, guess, stage.bob)
        await answer(stage, board, feedback)
    assert "0H3B" not in board.content
    (note,) = [message for message in stage.ann.ephemeral if "doesn't fit" in str(message)]
    snapshots.step("what Ann alone sees", note)
    assert "doesn't fit" not in told(stage.bob)
    assert "doesn't fit" not in "".join(map(str, stage.channel.messages))
    await stage.ann.press(note, "Fix 1")
    await stage.discord.idle()
    snapshots.step("what Ann sees after choosing", note)
    snapshots.step("the board for all", board)
    assert stage.channel.messages == [board]
    snapshots.check_steps("hosted_contradiction")


async def test_a_host_who_types_feedback_gives_it(stage: Stage) -> None:
    board = await host_in_head(stage)
    await stage.guess(board, "012", stage.bob)
    await stage.ann.slash(stage.channel, "hitblow answer", feedback="0,1")
    await stage.discord.idle()
    assert "0H1B" in board.content
    await stage.ann.slash(stage.channel, "hitblow undo")
    await stage.discord.idle()
    assert "waiting" in board.content


async def test_many_feedbacks_are_chosen_from_lists(stage: Stage) -> None:
    board = (await stage.ann.slash(stage.channel, "hitblow host", rules="6x10r", keep="head")).message
    await stage.guess(board, "012345", stage.bob)
    await stage.ann.choose(board, "0H0B")
    await stage.discord.idle()
    assert "0H0B" in board.content


async def test_what_is_delivered_twice_counts_once(stage: Stage) -> None:
    form = (await stage.ann.slash(stage.channel, "hitblow host", rules=RULES, twice=True)).modal
    await stage.ann.submit(form, entered=SECRET, twice=True)
    await stage.discord.idle()
    assert len(stage.channel.messages) == 1
    await stage.ann.slash(stage.channel, "hitblow giveup", confirm=True)
    board = await host_in_head(stage)
    for code in ("012", "304"):
        await stage.bob.slash(stage.channel, "hitblow guess", code=code, twice=True)
    await stage.ann.press(board, "0H1B", twice=True)
    await stage.discord.idle()
    assert board.content.count("0H1B") == 1
    assert "Bob's `304`" in str(board)


async def test_the_host_ends_the_game_and_the_secret_is_shown(stage: Stage) -> None:
    board = await host_by_form(stage)
    await stage.guess(board, "012", stage.bob)
    await stage.ann.press(board, "Give up")
    await stage.discord.idle()
    await stage.ann.press(stage.ann.ephemeral[-1], "Give up")
    await stage.discord.idle()
    assert "Ann, the host, ended the game after 1 guess" in str(board)
    assert f"`{SECRET}`" in str(board)
    form = (await stage.bob.press(board, "Rematch")).modal
    await stage.bob.submit(form, entered="345")
    await stage.discord.idle()
    assert "Host: Bob" in str(stage.channel.messages[-1])
