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
    await harness.opened_by(harness.ann.command(harness.games, "/hitblow", text))
    await harness.ann.submit(harness.ann.view, entered=secret)
    return (await harness.slack.until(lambda: harness.games.messages[before:]))[0]


async def give_feedback(harness: Harness, board: Message, feedback: str, who: User | None = None) -> None:
    await (who or harness.ann).click(board, feedback)


async def test_a_secret_is_entered_in_a_modal_and_found_by_the_others(harness: Harness) -> None:
    board = await host_by_modal(harness)
    assert "hosted by Ann" in str(board)
    await harness.guess(board, "012", harness.bob, shows="0H1B")
    assert "you know the secret" in await harness.private_reply(f"guess {SECRET}")
    assert "you know the secret" in await harness.private_reply("hint")
    await harness.guess(board, SECRET, harness.bob, shows=solved("Bob"))
    assert SECRET in str(board)


async def test_the_host_gives_feedback_by_clicking_and_in_the_thread(harness: Harness, snapshots: Snapshots) -> None:
    board = await harness.start_game("host hitblow3 keep:head")
    await harness.guess(board, "012", harness.bob, shows="1 012")
    await harness.shown_after(harness.bob.reply(board, "304"), board, "2 304")
    snapshots.check("hosted_in_the_head", board)
    await harness.told_after(give_feedback(harness, board, "0H1B", harness.bob), harness.bob, "Only the host")
    await harness.shown_after(give_feedback(harness, board, "0H1B"), board, "Bob's 304")
    await harness.shown_after(harness.ann.reply(board, "3,0"), board, solved("Bob"))


@pytest.mark.parametrize("typed", ["host", "host keep:head", "duel OPPONENT"])
async def test_nobody_hosts_or_challenges_in_direct_messages_with_the_app(harness: Harness, typed: str) -> None:
    direct = harness.team.dm(harness.ann)
    await harness.until_after(
        harness.ann.say(direct, typed.replace("OPPONENT", harness.bob.id)),
        lambda: "takes another person" in str(direct),
    )
    assert not harness.ann.views


async def test_a_game_is_hosted_in_direct_messages_of_several_people(harness: Harness) -> None:
    together = harness.team.dm(harness.ann, harness.bob)
    await harness.opened_by(harness.ann.command(together, "/hitblow", "host hitblow3"))
