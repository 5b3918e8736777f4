"""Nothing that the bot sends or logs on Discord tells a secret of a running game, whatever people do."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.discord import InteractionResponse, User
from tests.platforms.discord.harness import Harness, running_harness
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


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Harness]:
    async with running_harness(tmp_path, secret=THE_BOTS) as ready:
        yield ready


async def type_in(harness: Harness, who: User, opened: InteractionResponse, text: str) -> InteractionResponse:
    """Enter a text into the only field of a form."""
    field: str = opened.modal.data["components"][0]["component"]["custom_id"]
    values: dict[str, Any] = {field: text}
    return await harness.settled(who.submit(opened.modal, **values))


async def start_everything(harness: Harness) -> None:
    """A duel, a game against the bot and a hosted game, each in a channel of its own; wrong secrets come first."""
    garden, hall = harness.guild.channel("garden"), harness.guild.channel("hall")
    for text in (ANN_TYPED_FIRST[0], ANNS):
        opened = await harness.ann.slash(harness.channel, "hitblow duel", opponent=harness.bob)
        await type_in(harness, harness.ann, opened, text)
    late = await harness.bob.slash_from_old_list(harness.channel, "hitblow secret")
    for who, text in ((harness.bob, BOB_TYPED_FIRST), (harness.bob, BOBS)):
        await type_in(harness, who, await who.slash_from_old_list(harness.channel, "hitblow secret"), text)
    await type_in(harness, harness.bob, late, "8203")
    for channel, line, wrong, secret in (
        (garden, "hitblow versus", ANN_TYPED_FIRST[1], TO_THE_BOT),
        (hall, "hitblow host", ANN_TYPED_FIRST[2], HOSTED),
    ):
        for text in (wrong, secret):
            await type_in(harness, harness.ann, await harness.ann.slash(channel, line), text)


@pytest.mark.slow
async def test_no_secret_is_sent_or_logged_before_the_end(harness: Harness) -> None:
    eve = harness.guild.member("Eve")
    with everything_logged("text", "json") as logged:
        await start_everything(harness)
        channels = list(harness.guild.channels)
        for channel in channels:
            for who in (harness.ann, harness.bob, eve):
                for line in ("board", "hint", "review", "stats"):
                    await who.slash(channel, f"hitblow {line}")
                for line in ("secret", "claim", "rematch"):
                    await who.slash_from_old_list(channel, f"hitblow {line}")
                await who.slash(channel, "hitblow guess", code="0123")
                await who.slash(channel, "hitblow guess", code="0122")
        await harness.discord.idle()
    assert canaries_in(harness.discord.sent()) == []
    assert canaries_in(logged.getvalue(), (*TOLD_LATER, *ANN_TYPED_FIRST, BOB_TYPED_FIRST)) == []
    assert harness.discord.token not in logged.getvalue()
    everyone_sees = [message for channel in channels for message in channel.messages]
    bob_and_eve_see = [message for who in (harness.bob, eve) for message in who.ephemeral]
    assert canaries_in(str([*map(str, everyone_sees), *map(str, bob_and_eve_see)]), ANN_TYPED_FIRST) == []


async def test_the_search_finds_secrets_once_they_are_told(harness: Harness) -> None:
    await start_everything(harness)
    board = harness.channel.messages[0]
    await harness.settled(harness.ann.slash(harness.channel, "hitblow giveup", confirm=True))
    assert ANNS in str(board)
    assert canaries_in(harness.discord.sent()) == [ANNS, BOBS]
