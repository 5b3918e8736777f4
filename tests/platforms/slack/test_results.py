"""Leaderboards and reviews."""

from typing import Any

import pytest

from tests.fakes.slack import Message
from tests.platforms.slack.harness import Harness
from tests.platforms.slack.other_games import start_other_games

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


async def played(harness: Harness, *codes: str) -> Message:
    """The board of a game in which Ann has guessed these, and which has ended if the last is 3102."""
    board = await harness.start_game("play")
    for code in codes:
        await harness.shown_after(harness.ann.reply(board, code), board, f"{code} ")
    await harness.slack.idle()
    return board


async def test_a_review_has_a_line_for_each_turn_and_only_the_one_who_asked_sees_it(harness: Harness) -> None:
    others = await start_other_games(harness)
    await played(harness, "0456", "3142", "3102")
    review = await harness.private_reply("review")
    lines = [line.split(" | ") for line in review.splitlines() if line[:1].isdigit()]
    assert [line[:3] for line in lines] == [["1", "0456", "0H1B"], ["2", "3142", "3H0B"], ["3", "3102", "4H0B"]]
    assert lines[0][3].startswith("5,040 > ")
    assert not harness.bob.ephemeral
    assert len(harness.games.messages) == 2
    others.assert_undisturbed()


async def test_a_game_is_chosen_from_the_menu_behind_statistics(harness: Harness) -> None:
    await played(harness, "0123", "3102")
    await harness.private_reply("stats")
    await harness.until_after(
        harness.ann.click(harness.ann.ephemeral[-1], "Review a game"),
        lambda: "Review one of your last games" in str(harness.ann.ephemeral[-1]),
    )
    (menu,) = [
        element
        for block in harness.ann.ephemeral[-1].blocks
        for element in block.get("elements", ())
        if element["type"] == "static_select"
    ]
    await harness.until_after(
        harness.ann.choose(harness.ann.ephemeral[-1], menu["action_id"], menu["options"][0]["text"]["text"]),
        lambda: "1 | 0123 | 1H3B" in str(harness.ann.ephemeral[-1]),
    )


async def test_a_review_is_shared_where_its_game_was_played(harness: Harness) -> None:
    await played(harness, "0123", "3102")
    await harness.private_reply("review")
    before = len(harness.games.messages)
    await harness.until_after(
        harness.ann.click(harness.ann.ephemeral[-1], "Share"), lambda: len(harness.games.messages) > before
    )
    assert "1 | 0123 | 1H3B" in str(harness.games.messages[-1])
