"""Help and the example of the rules, on Discord."""

from tests.platforms.discord.harness import Harness


async def test_the_example_is_pressed_through_in_one_private_message(harness: Harness) -> None:
    ann, channel = harness.ann, harness.channel
    await ann.slash(channel, "hitblow rules")
    shown = [str(ann.ephemeral[-1])]
    for _ in range(2):
        await ann.press(ann.ephemeral[-1], "Next")
        shown.append(str(ann.ephemeral[-1]))
    assert [text.count("●") + text.count("○") for text in shown] == [2, 5, 8]
    assert (len(ann.ephemeral), channel.messages) == (1, [])
    await ann.press(ann.ephemeral[-1], "Other rules")
    assert "mastermind" in str(ann.ephemeral[-1])
