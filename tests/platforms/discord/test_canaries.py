"""Nothing that the bot sends or logs on Discord tells a secret of a running game, whatever people do."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.discord import InteractionResponse, User
from tests.platforms.discord.stage import Stage, staged
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
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with staged(tmp_path, secret=THE_BOTS) as ready:
        yield ready


async def type_in(stage: Stage, who: User, opened: InteractionResponse, text: str) -> InteractionResponse:
    """Enter a text into the only field of a form."""
    field: str = opened.modal.data["components"][0]["component"]["custom_id"]
    values: dict[str, Any] = {field: text}
    reply = await who.submit(opened.modal, **values)
    await stage.discord.idle()
    return reply


async def begin_everything(stage: Stage) -> None:
    """A duel, a game against the bot and a hosted game, each in a channel of its own; wrong secrets come first."""
    garden, hall = stage.guild.channel("garden"), stage.guild.channel("hall")
    await stage.ann.slash(stage.channel, "hitblow duel", opponent=stage.bob)
    late = await stage.bob.slash(stage.channel, "hitblow secret")
    for who, text in (
        (stage.ann, ANN_TYPED_FIRST[0]),
        (stage.ann, ANNS),
        (stage.bob, BOB_TYPED_FIRST),
        (stage.bob, BOBS),
    ):
        await type_in(stage, who, await who.slash(stage.channel, "hitblow secret"), text)
    await type_in(stage, stage.bob, late, "8203")
    for channel, line, wrong, secret in (
        (garden, "hitblow versus", ANN_TYPED_FIRST[1], TO_THE_BOT),
        (hall, "hitblow host", ANN_TYPED_FIRST[2], HOSTED),
    ):
        for text in (wrong, secret):
            await type_in(stage, stage.ann, await stage.ann.slash(channel, line), text)


async def test_no_secret_is_sent_or_logged_before_the_end(stage: Stage) -> None:
    eve = stage.guild.member("Eve")
    with everything_logged("text", "json") as logged:
        await begin_everything(stage)
        channels = list(stage.guild.channels)
        for channel in channels:
            for who in (stage.ann, stage.bob, eve):
                for line in ("board", "hint", "secret", "claim", "review", "rematch", "stats"):
                    await who.slash(channel, f"hitblow {line}")
                await who.slash(channel, "hitblow guess", code="0123")
                await who.slash(channel, "hitblow guess", code="0122")
        await stage.discord.idle()
    assert canaries_in(stage.discord.sent()) == []
    assert canaries_in(logged.getvalue(), (*TOLD_LATER, *ANN_TYPED_FIRST, BOB_TYPED_FIRST)) == []
    assert stage.discord.token not in logged.getvalue()
    everyone_sees = [message for channel in channels for message in channel.messages]
    bob_and_eve_see = [message for who in (stage.bob, eve) for message in who.ephemeral]
    assert canaries_in(str([*map(str, everyone_sees), *map(str, bob_and_eve_see)]), ANN_TYPED_FIRST) == []


async def test_the_search_finds_secrets_once_they_are_told(stage: Stage) -> None:
    await begin_everything(stage)
    board = stage.channel.messages[0]
    await stage.ann.slash(stage.channel, "hitblow giveup", confirm=True)
    await stage.discord.idle()
    assert ANNS in str(board)
    assert canaries_in(stage.discord.sent()) == [ANNS, BOBS]
