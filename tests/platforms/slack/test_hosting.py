"""Hosted games in a channel."""

import pytest

from tests.fakes.slack import Message, User
from tests.platforms.slack.harness import Harness
from tests.support.sentences import solved
from tests.support.snapshots import Snapshots

pytestmark = pytest.mark.usefixtures("bot")

SECRET = "527"


async def host_by_modal(harness: Harness, text: str = "host hitblow3", secret: str = SECRET) -> Message:
    """The board of Ann's game, whose secret she has told in the modal."""
    before = len(harness.games.messages)
    await harness.ann.command(harness.games, "/hitblow", text)
    await harness.slack.until(lambda: harness.ann.views)
    await harness.ann.submit(harness.ann.view, entered=secret)
    return (await harness.slack.until(lambda: harness.games.messages[before:]))[0]


async def give_feedback(harness: Harness, board: Message, feedback: str, who: User | None = None) -> None:
    await (who or harness.ann).click(board, feedback)


async def test_a_secret_is_entered_in_a_modal_and_found_by_the_others(harness: Harness) -> None:
    board = await host_by_modal(harness)
    assert "hosted by Ann" in str(board)
    await harness.guess(board, "012", harness.bob)
    await harness.wait_until_shown(board, "0H1B")
    assert "you know the secret" in await harness.private_reply(f"guess {SECRET}")
    assert "you know the secret" in await harness.private_reply("hint")
    await harness.guess(board, SECRET, harness.bob)
    await harness.wait_until_shown(board, solved("Bob"))
    assert SECRET in str(board)


async def test_the_host_gives_feedback_by_clicking_and_in_the_thread(harness: Harness, snapshots: Snapshots) -> None:
    board = await harness.start_game("host hitblow3 keep:head")
    await harness.guess(board, "012", harness.bob)
    await harness.wait_until_shown(board, "1 012")
    await harness.bob.reply(board, "304")
    await harness.wait_until_shown(board, "2 304")
    snapshots.check("hosted_in_the_head", board)
    await give_feedback(harness, board, "0H1B", harness.bob)
    await harness.wait_for_private(harness.bob, "Only the host")
    await give_feedback(harness, board, "0H1B")
    await harness.wait_until_shown(board, "Bob's 304")
    await harness.ann.reply(board, "3,0")
    await harness.wait_until_shown(board, solved("Bob"))


async def test_a_contradiction_is_shown_to_the_host_alone_and_corrected(harness: Harness) -> None:
    board = await harness.start_game("host hitblow3 keep:head tries:0")
    for guess, feedback in (("012", "0H1B"), ("345", "0H0B")):
        await harness.guess(board, guess, harness.bob)
        await harness.wait_until_shown(board, f"Bob's {guess}")
        await give_feedback(harness, board, feedback)
        await harness.wait_until_shown(board, feedback)
    await harness.guess(board, "678", harness.bob)
    await harness.wait_until_shown(board, "Bob's 678")
    await give_feedback(harness, board, "0H3B")
    await harness.wait_for_private(harness.ann, "doesn't fit")
    note = next(message for message in harness.ann.ephemeral if "doesn't fit" in str(message))
    assert "waiting" in str(board)
    assert not [message for message in harness.bob.ephemeral if "doesn't fit" in str(message)]
    await harness.ann.click(note, "Fix 1")
    await harness.wait_until_shown(board, "678 0H2B ○○")
    await harness.slack.until(lambda: "Corrected" in str(harness.ann.ephemeral))
    assert "waiting" not in str(board)


async def test_a_click_delivered_twice_counts_once(harness: Harness) -> None:
    board = await harness.start_game("host hitblow3 keep:head")
    for guess in ("012", "304"):
        await harness.guess(board, guess, harness.bob)
        await harness.wait_until_shown(board, guess)
    clicked = board.element("0H1B")
    for _ in range(2):
        await harness.ann.click(board, clicked)
    await harness.wait_until_shown(board, "Bob's 304")
    assert str(board).count("0H1B ○") == 1


@pytest.mark.parametrize("typed", ["host", "host keep:head", "duel OPPONENT"])
async def test_nobody_hosts_or_challenges_in_direct_messages_with_the_app(harness: Harness, typed: str) -> None:
    direct = harness.team.dm(harness.ann)
    await harness.ann.say(direct, typed.replace("OPPONENT", harness.bob.id))
    await harness.slack.until(lambda: "needs others" in str(direct))
    assert f"{typed.split(maxsplit=1)[0]} needs others" in str(direct)
    assert not harness.ann.views


async def test_a_game_is_hosted_in_direct_messages_of_several_people(harness: Harness) -> None:
    together = harness.team.dm(harness.ann, harness.bob)
    await harness.ann.command(together, "/hitblow", "host hitblow3")
    await harness.slack.until(lambda: harness.ann.views)
