"""Nothing that the bot sends or logs on Slack tells a secret of a running game, whatever people do."""

import pytest

from tests.fakes.slack import Channel, User
from tests.platforms.slack.stage import Stage
from tests.platforms.slack.test_told import everything_sent
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


async def hide(stage: Stage, who: User, channel: Channel, line: str, *texts: str) -> None:
    """Give a command that asks for a secret, and enter some texts; all but the last are refused."""
    await who.command(channel, "/hitblow", line)
    await stage.slack.until(lambda: who.views)
    for text in texts:
        await who.submit(who.view, entered=text)
    assert not who.views


async def begin_everything(stage: Stage) -> list[Channel]:
    """A duel, a game against the bot and a hosted game, each in a channel of its own; wrong secrets come first."""
    stage.random_source.deal(THE_BOTS)
    garden, hall = stage.team.channel("garden"), stage.team.channel("hall")
    await stage.begin(f"duel <@{stage.bob.id}|bob>")
    await hide(stage, stage.ann, stage.games, "secret", ANN_TYPED_FIRST[0], ANNS)
    await hide(stage, stage.bob, stage.games, "secret", BOB_TYPED_FIRST, BOBS)
    await hide(stage, stage.ann, garden, "versus", ANN_TYPED_FIRST[1], TO_THE_BOT)
    await hide(stage, stage.ann, hall, "host", ANN_TYPED_FIRST[2], HOSTED)
    return [stage.games, garden, hall]


@pytest.mark.parametrize("way", ["socket", "http"])
async def test_no_secret_is_sent_or_logged_before_the_end(stage: Stage) -> None:
    eve = stage.team.user("Eve")
    with everything_logged("text", "json") as logged:
        channels = await begin_everything(stage)
        for channel in channels:
            for who in (stage.ann, stage.bob, eve):
                for line in ("board", "hint", "secret", "claim", "review", "stats", "guess 0123", "guess 0122"):
                    await who.command(channel, "/hitblow", line)
                await stage.home(who)
        await stage.told("help")  # by then the others have been replied to
    sent = everything_sent(stage)
    assert "0123" in sent
    assert canaries_in(sent) == []
    assert canaries_in(logged.getvalue(), (*TOLD_LATER, *ANN_TYPED_FIRST, BOB_TYPED_FIRST)) == []
    tokens = (stage.team.bot_token, stage.slack.app_token, stage.slack.signing_secret)
    assert not [token for token in tokens if token in logged.getvalue()]
    everyone_sees = [message for channel in channels for message in channel.messages]
    bob_and_eve_see = [message for who in (stage.bob, eve) for message in who.ephemeral]
    assert canaries_in(str([*map(str, everyone_sees), *map(str, bob_and_eve_see)]), ANN_TYPED_FIRST) == []


async def test_the_search_finds_secrets_once_they_are_told(stage: Stage) -> None:
    await begin_everything(stage)
    await stage.ann.command(stage.games, "/hitblow", "giveup yes")
    await stage.shows(stage.games.messages[0], ANNS)
    assert canaries_in(everything_sent(stage)) == [ANNS, BOBS]
