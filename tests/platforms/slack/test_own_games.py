"""Several games in one channel: the shared one, and one of their own for everybody who wants one."""

import pytest

from tests.platforms.slack.harness import Harness
from tests.platforms.slack.other_games import start_other_games

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_guess_given_as_a_command_goes_to_one_s_own_game_before_the_shared_one(harness: Harness) -> None:
    others = await start_other_games(harness)
    eve = harness.team.user("Eve")
    shared, anns, bobs = (
        await harness.start_game("play"),
        await harness.start_game("play who:me"),
        await harness.start_game("play who:me", harness.bob),
    )
    for person, board, code in ((harness.ann, anns, "0456"), (harness.bob, bobs, "7089"), (eve, shared, "5678")):
        await person.command(harness.games, "/hitblow", f"guess {code}")
        await harness.wait_until_shown(board, f"{code}  ")
    await harness.slack.quiet()
    found = [[code for code in ("0456", "7089", "5678") if f"{code}  " in str(board)] for board in (anns, bobs, shared)]
    assert found == [["0456"], ["7089"], ["5678"]]
    others.assert_undisturbed()


async def test_a_guess_below_a_board_or_by_its_button_goes_to_its_game(harness: Harness) -> None:
    shared, own = await harness.start_game("play"), await harness.start_game("play who:me")
    await harness.ann.reply(shared, "0456")
    await harness.wait_until_shown(shared, "0456  ")
    await harness.guess(shared, "7089")
    await harness.wait_until_shown(shared, "7089  ")
    await harness.ann.reply(own, "5678")
    await harness.wait_until_shown(own, "5678  ")
    assert "5678" not in str(shared)
    assert not any(code in str(own) for code in ("0456", "7089"))


@pytest.mark.parametrize("typed", ["play who:me", "versus easy secret:head"])
async def test_a_second_game_of_one_s_own_is_refused_and_the_first_goes_on(harness: Harness, typed: str) -> None:
    own = await harness.start_game("play who:me")
    before = str(own)
    assert "#k1" in await harness.private_reply(typed)
    assert harness.games.messages == [own]
    assert str(own) == before


async def test_giving_up_one_s_own_game_leaves_the_others(harness: Harness) -> None:
    others = await start_other_games(harness)
    shared, own = await harness.start_game("play"), await harness.start_game("play who:me")
    before = str(shared)
    await harness.ann.command(harness.games, "/hitblow", "giveup yes")
    await harness.wait_until_shown(own, "3102")
    await harness.slack.quiet()
    assert str(shared) == before
    others.assert_undisturbed()


async def test_others_may_neither_guess_in_one_s_own_game_nor_give_it_up(harness: Harness) -> None:
    own = await harness.start_game("play who:me")
    before = str(own)
    await harness.bob.reply(own, "0456")
    await harness.slack.until(lambda: len(harness.bob.ephemeral) == 1)
    await harness.bob.click(own, "Give up")
    await harness.slack.until(lambda: len(harness.bob.ephemeral) == 2)
    assert str(own) == before
    assert not harness.ann.ephemeral


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
