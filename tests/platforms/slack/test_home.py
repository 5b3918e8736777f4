"""The Home tab: what was private in a channel can be seen there again."""

import pytest

from tests.fakes.slack.blocks import elements
from tests.platforms.slack.stage import Stage
from tests.platforms.slack.test_duels import begin as begin_duel
from tests.platforms.slack.test_hosting import host_by_modal
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


KINDS = ("play", "play who:me", "play race", "play race start:signal", "host keep:head", "versus secret:head", "duel")
"""The games that `begun` can start, one command for each kind."""


async def begun(stage: Stage, kind: str) -> None:
    """Start a game of a kind in which Ann plays."""
    await stage.begin(f"duel <@{stage.bob.id}|bob>" if kind == "duel" else kind)


def block_ids(stage: Stage) -> list[str]:
    """The ids that the bot gave the blocks of Ann's Home the last time."""
    published = [call for call in stage.slack.network.exchanges if call.method == "views.publish"]
    return [block["block_id"] for block in published[-1].args["view"]["blocks"] if "block_id" in block]


@pytest.mark.parametrize("kind", KINDS)
async def test_it_shows_each_kind_of_game(stage: Stage, kind: str) -> None:
    await begun(stage, kind)
    assert "#k1" in str(await stage.home())
    assert len(block_ids(stage)) == len(set(block_ids(stage))) > 1


async def test_it_shows_a_duel_that_has_begun(stage: Stage) -> None:
    await begin_duel(stage)
    assert "#k1" in str(await stage.home())


async def test_it_shows_a_hosted_game_whose_secret_the_bot_keeps(stage: Stage) -> None:
    await host_by_modal(stage)
    assert "#k1" in str(await stage.home())


async def test_it_shows_several_games_at_once(stage: Stage) -> None:
    for kind in ("play race", "duel", "play who:me"):
        await begun(stage, kind)
    home = str(await stage.home())
    assert all(game in home for game in ("#k1", "#k2", "#k3"))
    assert len(block_ids(stage)) == len(set(block_ids(stage)))


async def test_a_guess_in_a_race_is_made_from_there(stage: Stage) -> None:
    board = await stage.begin("play race")
    home = await stage.home()
    await stage.ann.click(home, next(each for each in elements(home.blocks) if each.label == "Guess"))
    await stage.slack.until(lambda: stage.ann.views)
    await stage.ann.submit(stage.ann.view, code="0456")
    await stage.shows(board, "Ann")
