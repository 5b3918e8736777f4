"""Nothing that the bot sends or logs on Slack tells a secret of a running game, whatever people do."""

import pytest

from tests.fakes.slack import Channel, User
from tests.platforms.slack.harness import Harness, everything_sent
from tests.support.canaries import (
    ANN_TYPED_FIRST,
    ANNS,
    BOB_TYPED_FIRST,
    BOBS,
    HOSTED,
    THE_BOTS,
    TO_THE_BOT,
    TOLD_LATER,
    canaries_in,
    everything_logged,
)

pytestmark = pytest.mark.usefixtures("bot")


async def hide(harness: Harness, who: User, channel: Channel, line: str, *texts: str) -> None:
    """Give a command that asks for a secret, and enter some texts; all but the last are refused."""
    await harness.opened_by(who.command(channel, "/hitblow", line), who)
    for text in texts:
        await who.submit(who.view, entered=text)
    assert not who.views


async def start_everything(harness: Harness) -> list[Channel]:
    """A duel, a game against the bot and a hosted game, each in a channel of its own; wrong secrets come first."""
    harness.random_source.deal(THE_BOTS)
    garden, hall = harness.team.channel("garden"), harness.team.channel("hall")
    await hide(harness, harness.ann, harness.games, f"duel <@{harness.bob.id}|bob>", ANN_TYPED_FIRST[0], ANNS)
    await harness.slack.until(lambda: harness.games.messages)
    await hide(harness, harness.bob, harness.games, "secret", BOB_TYPED_FIRST, BOBS)
    await hide(harness, harness.ann, garden, "versus", ANN_TYPED_FIRST[1], TO_THE_BOT)
    await hide(harness, harness.ann, hall, "host", ANN_TYPED_FIRST[2], HOSTED)
    return [harness.games, garden, hall]


@pytest.mark.slow
@pytest.mark.parametrize("connection_type", ["socket", pytest.param("http", marks=pytest.mark.slow)])
async def test_no_secret_is_sent_or_logged_before_the_end(harness: Harness) -> None:
    eve = harness.team.user("Eve")
    with everything_logged("text", "json") as logged:
        channels = await start_everything(harness)
        for channel in channels:
            for who in (harness.ann, harness.bob, eve):
                for line in ("board", "hint", "secret", "claim", "review", "stats", "guess 0123", "guess 0122"):
                    await who.command(channel, "/hitblow", line)
                await harness.home(who)
        await harness.private_reply("help")  # by then the others have been replied to
    sent = everything_sent(harness)
    assert "0123" in sent
    assert canaries_in(sent) == []
    assert canaries_in(logged.getvalue(), (*TOLD_LATER, *ANN_TYPED_FIRST, BOB_TYPED_FIRST)) == []
    tokens = (harness.team.bot_token, harness.slack.app_token, harness.slack.signing_secret)
    assert not [token for token in tokens if token in logged.getvalue()]
    everyone_sees = [message for channel in channels for message in channel.messages]
    bob_and_eve_see = [message for who in (harness.bob, eve) for message in who.ephemeral]
    assert canaries_in(str([*map(str, everyone_sees), *map(str, bob_and_eve_see)]), ANN_TYPED_FIRST) == []


async def test_the_search_finds_secrets_once_they_are_told(harness: Harness) -> None:
    await start_everything(harness)
    await harness.shown_after(
        harness.ann.command(harness.games, "/hitblow", "giveup yes"), harness.games.messages[0], ANNS
    )
    assert canaries_in(everything_sent(harness)) == [ANNS, BOBS]
