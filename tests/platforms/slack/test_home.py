"""The Home tab: what was private in a channel can be seen there again."""

import pytest

from tests.platforms.slack.stage import Stage
from tests.support.snapshots import Snapshots

pytestmark = pytest.mark.usefixtures("bot")


async def test_it_shows_my_games_my_statistics_and_my_language(stage: Stage, snapshots: Snapshots) -> None:
    board = await stage.begin("play")
    await stage.guess(board, "0123")
    snapshots.check("home", await stage.home())


async def test_it_is_empty_for_somebody_new(stage: Stage) -> None:
    await stage.begin("play")
    assert "no running games" in str(await stage.home(stage.bob))


async def test_a_game_goes_on_from_there(stage: Stage) -> None:
    board = await stage.begin("play")
    home = await stage.home()
    await stage.ann.click(home, "Guess")
    await stage.slack.until(lambda: stage.ann.views)
    await stage.ann.submit(stage.ann.view, code="0123")
    await stage.shows(board, "0123")


async def test_it_changes_when_a_game_is_given_up_from_there(stage: Stage) -> None:
    board = await stage.begin("play")
    home = await stage.home()
    await stage.ann.click(home, "Give up")
    await stage.ann.click(await stage.asked(direct=True), "Give up")
    await stage.shows(board, "Given up")
    await stage.home()
    await stage.slack.until(lambda: "no running games" in str(stage.ann.home))


async def test_the_language_chosen_there_is_spoken_from_then_on(stage: Stage) -> None:
    home = await stage.home()
    await stage.ann.choose(home, "language", "ja")
    await stage.slack.until(lambda: "成績" in str(stage.ann.home))
    assert "推理" in await stage.told("help")
    assert "commands" in await stage.told("help", stage.bob)


async def test_the_private_advice_lost_by_a_reload_is_there_again_on_request(stage: Stage) -> None:
    await stage.told("suggest")
    stage.ann.reload()
    assert "Guess 0123" in await stage.told("suggest")


async def test_somebody_new_begins_from_there(stage: Stage) -> None:
    home = await stage.home(stage.bob)
    assert all(label in str(home) for label in ("Play", "Daily", "Help"))
    await stage.bob.click(home, "Play")
    direct = stage.team.dm(stage.bob)
    (invitation,) = await stage.slack.until(lambda: direct.messages)
    await stage.bob.click(invitation, "Play")
    await stage.slack.until(lambda: "Guess" in str(direct.messages[-1]))
    await stage.bob.click(home, "Help")
    await stage.slack.until(lambda: any("commands" in str(message) for message in direct.messages))
