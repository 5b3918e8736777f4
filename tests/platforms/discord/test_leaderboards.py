"""Reviews, and the menus below leaderboards."""

from tests.fakes.discord import Message
from tests.platforms.discord.harness import Harness
from tests.platforms.discord.other_games import start_other_games


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
    assert (await harness.ann.press(page, "Previous")).message is page
    assert all(part in title(page) for part in ("Average guesses", "3x10", "this month"))


async def played(harness: Harness, *codes: str, who: str = "everyone") -> Message:
    """The board of a game in which Ann has guessed these, and which has ended if the last is 3102."""
    board = (await harness.ann.slash(harness.channel, "hitblow play", who=who)).message
    for code in codes:
        await harness.guess(board, code)
    return board


async def test_a_review_has_a_line_for_each_turn_and_only_the_one_who_asked_sees_it(harness: Harness) -> None:
    others = await start_other_games(harness)
    board = await played(harness, "0456", "3142", "3102")
    review = (await harness.ann.slash(harness.channel, "hitblow review")).message
    assert review.ephemeral
    assert harness.ann.ephemeral == [review]
    turns = [line.split()[1:5] for line in str(review).splitlines() if line[:3].strip("| ").isdigit()]
    assert [turn[:3] for turn in turns] == [["1", "0456", "0H1B"], ["2", "3142", "3H0B"], ["3", "3102", "4H0B"]]
    assert turns[0][3] == ">"  # the codes left before it are left out
    assert not harness.bob.ephemeral
    assert str(board).count("3142") == 1
    others.assert_undisturbed()


async def test_the_button_of_a_board_reviews_its_own_game_for_the_one_who_presses(harness: Harness) -> None:
    first, second = await played(harness, "0456", "3102"), await played(harness, "0789", "3102")
    before = [_above_averages(first), _above_averages(second)]
    await harness.settled(harness.bob.press(first, "Review"))
    (review,) = harness.bob.ephemeral
    assert "0456" in str(review)
    assert "0789" not in str(review)
    assert not harness.ann.ephemeral
    assert [_above_averages(first), _above_averages(second)] == before


def _above_averages(board: Message) -> str:
    """A board without the averages, which later games change."""
    return str(board).partition("-#")[0]
