"""Hosted games on a server."""

from tests.fakes.discord import Message, User
from tests.platforms.discord.harness import Harness
from tests.support.sentences import solved
from tests.support.snapshots import Snapshots

SECRET = "527"
RULES = "hitblow3"


async def host_in_head(harness: Harness, tries: int = 12) -> Message:
    """The board of Ann's game, whose secret she keeps in her head."""
    return (
        await harness.settled(harness.ann.slash(harness.channel, "hitblow host", rules=RULES, keep="head", tries=tries))
    ).message


async def answer(harness: Harness, board: Message, feedback: str, who: User | None = None) -> None:
    await harness.settled((who or harness.ann).press(board, feedback))


def told(person: User) -> str:
    return "\n".join(map(str, person.ephemeral))


async def test_a_secret_is_entered_in_a_form_and_found_by_the_others(harness: Harness, snapshots: Snapshots) -> None:
    form = (await harness.ann.slash(harness.channel, "hitblow host", rules=RULES)).modal
    snapshots.step("Ann hosts", form)
    await harness.settled(harness.ann.submit(form, entered=SECRET))
    (board,) = harness.channel.messages
    assert "hosted by Ann" in str(board)
    await harness.guess(board, "012", harness.bob)
    await harness.settled(harness.ann.press(board, "Guess"))
    snapshots.step("Ann guesses", told(harness.ann))
    await harness.guess(board, SECRET, harness.bob)
    assert solved("Bob") in str(board)
    assert SECRET in str(board)
    snapshots.check_steps("hosted_by_form")


async def test_a_secret_in_an_option_is_refused_and_not_repeated(harness: Harness) -> None:
    refused = (await harness.ann.slash(harness.channel, "hitblow host", rules="5271")).message
    assert refused.ephemeral
    assert "type only" in str(refused)
    assert "5271" not in harness.discord.sent()
    assert harness.channel.messages == []


async def test_the_host_gives_feedback_by_pressing(harness: Harness, snapshots: Snapshots) -> None:
    board = await host_in_head(harness)
    await harness.guess(board, "012", harness.bob)
    carol = harness.guild.member("Carol")
    await harness.settled(carol.slash(harness.channel, "hitblow guess", code="304"))
    snapshots.step("two guesses wait", board)
    assert "waits for Ann's feedback" in told(carol)
    await answer(harness, board, "0H1B", harness.bob)
    assert "Only the host" in told(harness.bob)
    await answer(harness, board, "0H1B")
    assert "1 012 0H1B" in str(board)
    await answer(harness, board, "3H0B")
    assert solved("Carol") in str(board)
    snapshots.check_steps("hosted_in_the_head")
