"""Reviews of games that have ended."""

import pytest

from tests.fakes.slack import Message
from tests.platforms.slack.neighbours import moved_in
from tests.platforms.slack.stage import Stage
from tests.support.languages import is_japanese

pytestmark = pytest.mark.usefixtures("bot")


async def played(stage: Stage, *codes: str) -> Message:
    """The board of a game in which Ann has guessed these, and which has ended if the last is 3102."""
    board = await stage.begin("play")
    for code in codes:
        await stage.ann.reply(board, code)
        await stage.shows(board, f"{code}  ")
    await stage.slack.quiet()
    return board


async def test_a_review_has_a_line_for_each_turn_and_only_the_one_who_asked_sees_it(stage: Stage) -> None:
    neighbours = await moved_in(stage)
    await played(stage, "0456", "3142", "3102")
    review = await stage.told("review")
    lines = [line.split(" | ") for line in review.splitlines() if line[:1].isdigit()]
    assert [line[:3] for line in lines] == [["1", "0456", "0H1B"], ["2", "3142", "3H0B"], ["3", "3102", "4H0B"]]
    assert lines[0][3].startswith("5,040 > ")
    assert not stage.bob.ephemeral
    assert len(stage.games.messages) == 2
    neighbours.assert_undisturbed()


async def test_the_button_of_a_board_reviews_its_own_game_in_the_reader_s_language(stage: Stage) -> None:
    chie = stage.team.user("Chie", locale="ja-JP")
    first, _ = await played(stage, "0456", "3102"), await played(stage, "0789", "3102")
    await chie.click(first, "Review")
    review = await stage.hears(chie, "0456")
    assert "0789" not in review
    assert is_japanese(review)
    assert not is_japanese(first)


async def test_a_running_game_and_games_of_other_channels_are_not_reviewed(stage: Stage) -> None:
    neighbours = await moved_in(stage)
    await stage.begin("play")
    await neighbours.dai.command(neighbours.garden, "/hitblow", "giveup yes")
    await stage.shows(neighbours.boards[2], "3102")
    game = str(neighbours.boards[2]).partition("#")[2].split()[0]
    for typed in ("review", f"review {game}"):
        refused = await stage.told(typed)
        assert "7894" not in refused
        assert "5,040" not in refused


async def test_a_game_is_chosen_from_the_menu_below_statistics(stage: Stage) -> None:
    board = await stage.begin("play")
    await stage.guess(board, "0123")
    await stage.guess(board, "3102")
    await stage.ann.command(stage.games, "/hitblow", "stats")
    (stats,) = await stage.slack.until(
        lambda: [message for message in stage.ann.ephemeral if "statistics" in str(message)]
    )
    (menu,) = [
        element for block in stats.blocks for element in block.get("elements", ()) if element["type"] == "static_select"
    ]
    await stage.ann.choose(stats, menu["action_id"], menu["options"][0]["text"]["text"])
    await stage.slack.until(lambda: [message for message in stage.ann.ephemeral if "Review of" in str(message)])
