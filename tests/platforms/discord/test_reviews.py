"""Reviews of games that have ended."""

from tests.fakes.discord import Message
from tests.platforms.discord.harness import Harness
from tests.platforms.discord.other_games import start_other_games


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
