"""Several games in one channel: the shared one, and one of their own for everybody who wants one."""

import pytest

from tests.platforms.slack.neighbours import moved_in
from tests.platforms.slack.stage import Stage

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_guess_given_as_a_command_goes_to_one_s_own_game_before_the_shared_one(stage: Stage) -> None:
    neighbours = await moved_in(stage)
    eve = stage.team.user("Eve")
    shared, anns, bobs = (
        await stage.begin("play"),
        await stage.begin("play who:me"),
        await stage.begin("play who:me", stage.bob),
    )
    for person, board, code in ((stage.ann, anns, "0456"), (stage.bob, bobs, "7089"), (eve, shared, "5678")):
        await person.command(stage.games, "/hitblow", f"guess {code}")
        await stage.shows(board, f"{code}  ")
    await stage.slack.quiet()
    found = [[code for code in ("0456", "7089", "5678") if f"{code}  " in str(board)] for board in (anns, bobs, shared)]
    assert found == [["0456"], ["7089"], ["5678"]]
    neighbours.assert_undisturbed()


async def test_a_guess_below_a_board_or_by_its_button_goes_to_its_game(stage: Stage) -> None:
    shared, own = await stage.begin("play"), await stage.begin("play who:me")
    await stage.ann.reply(shared, "0456")
    await stage.shows(shared, "0456  ")
    await stage.guess(shared, "7089")
    await stage.shows(shared, "7089  ")
    await stage.ann.reply(own, "5678")
    await stage.shows(own, "5678  ")
    assert "5678" not in str(shared)
    assert not any(code in str(own) for code in ("0456", "7089"))


@pytest.mark.parametrize("typed", ["play who:me", "versus easy secret:head"])
async def test_a_second_game_of_one_s_own_is_refused_and_the_first_goes_on(stage: Stage, typed: str) -> None:
    own = await stage.begin("play who:me")
    before = str(own)
    assert "#k1" in await stage.told(typed)
    assert stage.games.messages == [own]
    assert str(own) == before


async def test_giving_up_one_s_own_game_leaves_the_others(stage: Stage) -> None:
    neighbours = await moved_in(stage)
    shared, own = await stage.begin("play"), await stage.begin("play who:me")
    before = str(shared)
    await stage.ann.command(stage.games, "/hitblow", "giveup yes")
    await stage.shows(own, "3102")
    await stage.slack.quiet()
    assert str(shared) == before
    neighbours.assert_undisturbed()


async def test_others_may_neither_guess_in_one_s_own_game_nor_give_it_up(stage: Stage) -> None:
    own = await stage.begin("play who:me")
    before = str(own)
    await stage.bob.reply(own, "0456")
    await stage.slack.until(lambda: len(stage.bob.ephemeral) == 1)
    await stage.bob.click(own, "Give up")
    await stage.slack.until(lambda: len(stage.bob.ephemeral) == 2)
    assert str(own) == before
    assert not stage.ann.ephemeral


async def test_home_lists_one_s_own_games_in_every_channel_and_nobody_else_s(stage: Stage) -> None:
    neighbours = await moved_in(stage)
    here, there = await stage.begin("play who:me"), await stage.begin("play who:me", channel=stage.team.channel("yard"))
    home = str(await stage.home())
    for board in (here, there):
        game = str(board).partition("#")[2].split()[0]
        assert f"#{game}" in home
    assert home.count("#k") == 2
    assert "7894" not in home
    neighbours.assert_undisturbed()
