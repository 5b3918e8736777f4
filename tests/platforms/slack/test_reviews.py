"""Reviews of games that have ended."""

import pytest

from tests.fakes.slack import Message
from tests.platforms.slack.harness import Harness
from tests.platforms.slack.other_games import start_other_games

pytestmark = pytest.mark.usefixtures("bot")


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
