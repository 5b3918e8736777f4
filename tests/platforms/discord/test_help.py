"""Help and the example of the rules, on Discord."""

from bot.model.operations import PaceLimits
from tests.platforms.discord.harness import Harness
from tests.platforms.discord.test_modes import ACCEPT


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


async def test_help_unfolds_a_group_in_the_same_message_and_starts_games_by_its_buttons(harness: Harness) -> None:
    ann, channel = harness.ann, harness.channel
    await ann.slash(channel, "hitblow help")
    for group in ("Ask the coach", "Records"):
        await ann.choose(ann.ephemeral[-1], group)
        assert group in str(ann.ephemeral[-1])
    assert len(ann.ephemeral) == 1
    await harness.settled(ann.press(ann.ephemeral[0], "Play"))
    assert len(channel.messages) == 1
    shown = str(ann.ephemeral[0])
    await ann.press(ann.ephemeral[0], "Today's code")
    assert "Daily" in str(ann.ephemeral[-1])
    assert str(ann.ephemeral[0]) == shown


async def test_a_person_is_challenged_by_one_form_that_a_button_of_the_help_opens(harness: Harness) -> None:
    ann, bob, channel = harness.ann, harness.bob, harness.channel
    await ann.slash(channel, "hitblow help")
    form = (await ann.press(ann.ephemeral[-1], "Challenge")).modal
    assert "Your secret" in str(form)
    assert "Type 4 digits, no repeats" in str(await ann.submit(form, opponent=str(bob.id), entered="0012"))
    await harness.settled(ann.submit(form, opponent=str(bob.id), entered="0123"))
    (challenge,) = channel.messages
    assert bob.mention in str(challenge)
    await bob.press(challenge, ACCEPT)


async def test_anyone_is_challenged_by_the_same_form_that_the_command_alone_opens(harness: Harness) -> None:
    ann, bob, channel = harness.ann, harness.bob, harness.channel
    await harness.settled(ann.submit((await ann.slash(channel, "hitblow duel")).modal, entered="0123"))
    (challenge,) = channel.messages
    assert challenge.mentions == set()
    await harness.settled(bob.submit((await bob.press(challenge, ACCEPT)).modal, entered="4567"))
    assert bob.name in str(challenge)


async def test_a_refusal_leaves_the_message_whose_button_was_pressed(harness: Harness) -> None:
    ann, channel = harness.ann, harness.channel
    await ann.slash(channel, "hitblow help")
    await ann.slash(channel, "hitblow rules")
    menu, example = ann.ephemeral
    harness.services.admission.pace = PaceLimits(cooldown=3600)
    for _ in range(4):
        await ann.choose(menu, "Ask the coach")
        await ann.choose(menu, "Records")
    shown = str(menu), str(example)
    assert "Records" in shown[0]
    await ann.press(example, "Next")
    assert (str(menu), str(example)) == shown
    refusals = [str(message) for message in ann.ephemeral[2:]]
    assert len(refusals) == 4
    assert all("Too fast" in text for text in refusals)
