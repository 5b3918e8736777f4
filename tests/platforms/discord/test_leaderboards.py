"""The menus below leaderboards."""

from tests.fakes.discord import Message
from tests.platforms.discord.harness import Harness


def title(message: Message) -> str:
    return str(message).splitlines()[0 if not message.ephemeral else 1]


async def test_behind_a_public_leaderboard_is_a_private_one_with_menus_that_change_it_in_place(
    harness: Harness,
) -> None:
    public = (await harness.ann.slash(harness.channel, "hitblow leaderboard")).message
    before = str(public)
    private = (await harness.bob.press(public, "Other boards")).message
    assert private.ephemeral
    assert (await harness.bob.choose(private, "Rating", select="Sort by")).message is private
    assert "Rating" in title(private)
    assert next(line for line in str(private).splitlines() if "| >" in line).split()[:3] == ["|", ">-", "Bob"]
    for select, choice in (("Period", "This week"), ("Place", "Everywhere")):
        assert (await harness.bob.choose(private, choice, select=select)).message is private
    assert all(part in title(private) for part in ("Rating", "this week", "everywhere"))
    assert str(public) == before
    assert not harness.ann.ephemeral


async def test_a_menu_shows_what_is_chosen(harness: Harness) -> None:
    asked = await harness.ann.slash(harness.channel, "hitblow leaderboard", order="solved", scope="channel", page=1)
    board = asked.message
    assert [line for line in str(board).splitlines() if line.startswith("<")] == [
        "<Sort by: Average guesses | *Games solved | Rating>",
        "<Period: Today | This week | This month | This season | *All time>",
        "<Place: *This channel | This server | Everywhere>",
    ]


async def test_a_button_of_an_order_that_there_was_leads_to_the_usual_one(harness: Harness) -> None:
    page = (await harness.ann.slash(harness.channel, "hitblow leaderboard", page=3)).message
    (row, *_) = [part for part in page.components if part["type"] == 1]
    row["components"][0]["custom_id"] = "hb:leaderboard||||period=month&order=streak&rules=3x10&page=2"
    shown = (await harness.ann.press(page, "Previous")).message
    assert shown is page
    assert all(part in title(page) for part in ("Average guesses", "3x10", "this month"))
