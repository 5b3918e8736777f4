"""The Home tab: what was private in a channel can be seen there again."""

import pytest

from tests.fakes.slack.blocks import elements
from tests.platforms.slack.harness import Harness
from tests.platforms.slack.other_games import start_other_games
from tests.platforms.slack.test_duels import start as start_duel
from tests.platforms.slack.test_hosting import host_by_modal
from tests.support.snapshots import Snapshots

pytestmark = pytest.mark.usefixtures("bot")


async def test_it_shows_my_games_my_statistics_and_my_language(harness: Harness, snapshots: Snapshots) -> None:
    board = await harness.start_game("play")
    await harness.guess(board, "0123")
    snapshots.check("home", await harness.home())


async def test_it_is_empty_for_somebody_new(harness: Harness) -> None:
    await harness.start_game("play")
    assert "no running games" in str(await harness.home(harness.bob))


async def test_a_game_goes_on_from_there(harness: Harness) -> None:
    board = await harness.start_game("play")
    home = await harness.home()
    await harness.ann.click(home, "Guess")
    await harness.slack.until(lambda: harness.ann.views)
    await harness.ann.submit(harness.ann.view, code="0123")
    await harness.wait_until_shown(board, "0123")


async def test_it_changes_when_a_game_is_given_up_from_there(harness: Harness) -> None:
    board = await harness.start_game("play")
    home = await harness.home()
    await harness.ann.click(home, "Give up")
    await harness.ann.click(await harness.wait_for_question(direct=True), "Give up")
    await harness.wait_until_shown(board, "Given up")
    await harness.home()
    await harness.slack.until(lambda: "no running games" in str(harness.ann.home))


async def test_the_language_chosen_there_is_spoken_from_then_on(harness: Harness) -> None:
    home = await harness.home()
    await harness.ann.choose(home, "language", "ja")
    await harness.slack.until(lambda: "成績" in str(harness.ann.home))
    assert "推理" in await harness.private_reply("help")
    assert "commands" in await harness.private_reply("help", harness.bob)


async def test_the_private_advice_lost_by_a_reload_is_there_again_on_request(harness: Harness) -> None:
    await harness.private_reply("suggest")
    harness.ann.reload()
    assert "Guess 0123" in await harness.private_reply("suggest")


async def test_somebody_new_begins_from_there(harness: Harness) -> None:
    home = await harness.home(harness.bob)
    assert all(label in str(home) for label in ("Play", "Today's code", "Help"))
    await harness.bob.click(home, "Play")
    direct = harness.team.dm(harness.bob)
    (invitation,) = await harness.slack.until(lambda: direct.messages)
    await harness.bob.click(invitation, "Play")
    await harness.slack.until(lambda: "Guess" in str(direct.messages[-1]))
    await harness.bob.click(home, "Help")
    await harness.slack.until(lambda: any("commands" in str(message) for message in direct.messages))


KINDS = ("play", "play who:me", "play race", "play race start:signal", "host keep:head", "versus secret:head", "duel")
"""The games that `begun` can start, one command for each kind."""


async def started(harness: Harness, kind: str) -> None:
    """Start a game of a kind in which Ann plays."""
    await (harness.start_duel() if kind == "duel" else harness.start_game(kind))


def block_ids(harness: Harness) -> list[str]:
    """The ids that the bot gave the blocks of Ann's Home the last time."""
    published = [call for call in harness.slack.network.exchanges if call.method == "views.publish"]
    return [block["block_id"] for block in published[-1].args["view"]["blocks"] if "block_id" in block]


@pytest.mark.parametrize("kind", KINDS)
async def test_it_shows_each_kind_of_game(harness: Harness, kind: str) -> None:
    await started(harness, kind)
    assert "#k1" in str(await harness.home())
    assert len(block_ids(harness)) == len(set(block_ids(harness))) > 1


async def test_it_shows_a_duel_that_has_begun(harness: Harness) -> None:
    await start_duel(harness)
    assert "#k1" in str(await harness.home())


async def test_it_shows_a_hosted_game_whose_secret_the_bot_keeps(harness: Harness) -> None:
    await host_by_modal(harness)
    assert "#k1" in str(await harness.home())


async def test_it_shows_several_games_at_once(harness: Harness) -> None:
    for kind in ("play race", "duel", "play who:me"):
        await started(harness, kind)
    home = str(await harness.home())
    assert all(game in home for game in ("#k1", "#k2", "#k3"))
    assert len(block_ids(harness)) == len(set(block_ids(harness)))


async def test_a_guess_in_a_race_is_made_from_there(harness: Harness) -> None:
    board = await harness.start_game("play race")
    home = await harness.home()
    await harness.ann.click(home, next(each for each in elements(home.blocks) if each.label == "Guess"))
    await harness.slack.until(lambda: harness.ann.views)
    await harness.ann.submit(harness.ann.view, code="0456")
    await harness.wait_until_shown(board, "Ann")


async def test_home_lists_one_s_own_games_in_every_channel_and_nobody_else_s(harness: Harness) -> None:
    others = await start_other_games(harness)
    here, there = (
        await harness.start_game("play who:me"),
        await harness.start_game("play who:me", channel=harness.team.channel("yard")),
    )
    home = str(await harness.home())
    for board in (here, there):
        game = str(board).partition("#")[2].split()[0]
        assert f"#{game}" in home
    assert home.count("#k") == 2
    assert "7894" not in home
    others.assert_undisturbed()
