"""Hosted games in a channel."""

import logging

import pytest

from tests.fakes.slack import Message, User
from tests.platforms.slack.stage import Stage
from tests.platforms.slack.test_told import everything_sent
from tests.support.snapshots import Snapshots

pytestmark = pytest.mark.usefixtures("bot")

SECRET = "527"


async def host_by_modal(stage: Stage, text: str = "host hitblow3", secret: str = SECRET) -> Message:
    """The board of Ann's game, whose secret she has told in the modal."""
    before = len(stage.games.messages)
    await stage.ann.command(stage.games, "/hitblow", text)
    await stage.slack.until(lambda: stage.ann.views)
    await stage.ann.submit(stage.ann.view, entered=secret)
    return (await stage.slack.until(lambda: stage.games.messages[before:]))[0]


async def give_feedback(stage: Stage, board: Message, feedback: str, who: User | None = None) -> None:
    await (who or stage.ann).click(board, feedback)


async def test_a_secret_is_entered_in_a_modal_and_found_by_the_others(stage: Stage, snapshots: Snapshots) -> None:
    board = await host_by_modal(stage)
    snapshots.step("the board", board)
    await stage.guess(board, "012", stage.bob)
    await stage.shows(board, "0H1B")
    assert "can't guess or get hints" in await stage.told(f"guess {SECRET}")
    assert "can't guess or get hints" in await stage.told("hint")
    await stage.guess(board, SECRET, stage.bob)
    await stage.shows(board, "Bob solved it in 2")
    assert SECRET in str(board)
    snapshots.check_steps("hosted_by_modal")


async def test_no_secret_is_sent_or_logged_before_the_end(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    board = await host_by_modal(stage, "host hitblow", "5274")
    await stage.guess(board, "0123", stage.bob)
    await stage.shows(board, "0123")
    await stage.home()
    await stage.home(stage.bob)
    assert "5274" not in everything_sent(stage)
    assert "5274" not in caplog.text


@pytest.mark.parametrize("text", ["host 5271", "host rules:5271", "host hitblow3 5 2 7", "host dcba"])
async def test_a_secret_that_is_typed_is_refused_and_not_repeated(stage: Stage, text: str) -> None:
    told = await stage.told(text)
    assert "/hitblow host" in told
    assert not {"5271", "dcba", "5 2 7"} & set(told.split())
    assert not stage.games.messages


async def test_a_secret_that_is_not_a_code_is_refused(stage: Stage) -> None:
    await stage.ann.command(stage.games, "/hitblow", "host hitblow3")
    await stage.slack.until(lambda: stage.ann.views)
    await stage.ann.submit(stage.ann.view, entered="5277")
    assert "this game takes 3" in str(stage.ann.view)
    assert not stage.games.messages


async def test_the_host_gives_feedback_by_clicking_and_in_the_thread(stage: Stage, snapshots: Snapshots) -> None:
    board = await stage.begin("host hitblow3 keep:head")
    await stage.guess(board, "012", stage.bob)
    await stage.shows(board, "1  012")
    await stage.bob.reply(board, "304")
    await stage.shows(board, "2  304")
    snapshots.step("two guesses wait", board)
    await give_feedback(stage, board, "0H1B", stage.bob)
    await stage.hears(stage.bob, "Only the host")
    await give_feedback(stage, board, "0H1B")
    await stage.shows(board, "Bob's 304")
    await stage.ann.reply(board, "3,0")
    await stage.shows(board, "Bob solved it in 2")
    snapshots.step("Bob has found it", board)
    snapshots.check_steps("hosted_in_the_head")


async def test_a_contradiction_is_shown_to_the_host_alone_and_corrected(stage: Stage) -> None:
    board = await stage.begin("host hitblow3 keep:head tries:0")
    for guess, feedback in (("012", "0H1B"), ("345", "0H0B")):
        await stage.guess(board, guess, stage.bob)
        await stage.shows(board, f"Bob's {guess}")
        await give_feedback(stage, board, feedback)
        await stage.shows(board, feedback)
    await stage.guess(board, "678", stage.bob)
    await stage.shows(board, "Bob's 678")
    await give_feedback(stage, board, "0H3B")
    await stage.hears(stage.ann, "doesn't fit")
    note = next(message for message in stage.ann.ephemeral if "doesn't fit" in str(message))
    assert "waiting" in str(board)
    assert not [message for message in stage.bob.ephemeral if "doesn't fit" in str(message)]
    await stage.ann.click(note, "Fix 1")
    await stage.shows(board, "678  0H2B  ○○")
    await stage.slack.until(lambda: "Corrected" in str(stage.ann.ephemeral))
    assert "waiting" not in str(board)


async def test_a_click_delivered_twice_counts_once(stage: Stage) -> None:
    board = await stage.begin("host hitblow3 keep:head")
    for guess in ("012", "304"):
        await stage.guess(board, guess, stage.bob)
        await stage.shows(board, guess)
    clicked = board.element("0H1B")
    for _ in range(2):
        await stage.ann.click(board, clicked)
    await stage.shows(board, "Bob's 304")
    assert str(board).count("0H1B  ") == 1


@pytest.mark.parametrize("typed", ["host", "host keep:head", "duel OPPONENT"])
async def test_nobody_hosts_or_challenges_in_direct_messages_with_the_app(stage: Stage, typed: str) -> None:
    direct = stage.team.dm(stage.ann)
    await stage.ann.say(direct, typed.replace("OPPONENT", stage.bob.id))
    await stage.slack.until(lambda: "Nobody else is in this conversation" in str(direct))
    assert f"so {typed.split(maxsplit=1)[0]} works only in a channel" in str(direct)
    assert not stage.ann.views


async def test_a_game_is_hosted_in_direct_messages_of_several_people(stage: Stage) -> None:
    together = stage.team.dm(stage.ann, stage.bob)
    await stage.ann.command(together, "/hitblow", "host hitblow3")
    await stage.slack.until(lambda: stage.ann.views)
