"""The menus below leaderboards."""

from typing import Any

import pytest

from tests.fakes.slack import Message
from tests.platforms.slack.harness import Harness

pytestmark = pytest.mark.usefixtures("bot")


def menus(message: Message) -> list[dict[str, Any]]:
    return [
        element
        for block in message.blocks
        if block["type"] == "actions"
        for element in block["elements"]
        if element["type"] == "static_select"
    ]


def chosen(message: Message) -> list[str]:
    """What the menus show."""
    return [menu["initial_option"]["text"]["text"] for menu in menus(message)]


async def test_behind_a_public_leaderboard_is_a_private_one_with_menus_that_change_it_in_place(
    harness: Harness,
) -> None:
    await harness.until_after(
        harness.ann.command(harness.games, "/hitblow", "leaderboard"), lambda: harness.games.messages
    )
    public = harness.games.messages[-1]
    before = str(public)
    assert menus(public) == []
    (private,) = await harness.until_after(harness.bob.click(public, "Other boards"), lambda: harness.bob.ephemeral)
    assert chosen(private) == ["Average guesses", "All time", "This workspace"]
    await harness.until_after(
        harness.bob.choose(private, "Sort by", "Rating"), lambda: chosen(harness.bob.ephemeral[-1])[0] == "Rating"
    )
    (private,) = harness.bob.ephemeral
    assert ">- | Bob" in str(private)
    await harness.until_after(
        harness.bob.choose(private, "Period", "This week"), lambda: "this week" in str(harness.bob.ephemeral[-1])
    )
    assert len(harness.bob.ephemeral) == 1
    assert chosen(harness.bob.ephemeral[-1]) == ["Rating", "This week", "This workspace"]
    assert str(public) == before
