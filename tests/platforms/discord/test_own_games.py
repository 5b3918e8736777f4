"""Several games in one channel: the shared one, and one of their own for everybody who wants one."""

from typing import Any

import pytest

from tests.fakes.discord import Message, User
from tests.platforms.discord.neighbours import moved_in
from tests.platforms.discord.stage import Stage


async def begun(stage: Stage, person: User, who: str = "everyone") -> Message:
    """The board of a new game."""
    return (await person.slash(stage.channel, "hitblow play", who=who)).message


async def typed(stage: Stage, person: User, code: str) -> None:
    """Have somebody guess by the command, which names no game."""
    await person.slash(stage.channel, "hitblow guess", code=code)
    await stage.discord.idle()


async def test_a_typed_guess_goes_to_one_s_own_game_before_the_shared_one(stage: Stage) -> None:
    neighbours = await moved_in(stage)
    shared, anns, bobs = (
        await begun(stage, stage.ann),
        await begun(stage, stage.ann, "me"),
        await begun(stage, stage.bob, "me"),
    )
    eve = stage.guild.member("Eve")
    for person, code in ((stage.ann, "0456"), (stage.bob, "0789"), (eve, "5678")):
        await typed(stage, person, code)
    boards = {"Ann's": anns, "Bob's": bobs, "shared": shared}
    found = {name: [code for code in ("0456", "0789", "5678") if code in str(board)] for name, board in boards.items()}
    assert found == {"Ann's": ["0456"], "Bob's": ["0789"], "shared": ["5678"]}
    neighbours.assert_undisturbed()


async def test_the_button_of_a_board_guesses_in_its_game_even_if_others_run(stage: Stage) -> None:
    shared, own = await begun(stage, stage.ann), await begun(stage, stage.ann, "me")
    await stage.guess(shared, "0456")
    await stage.guess(own, "0789")
    assert ["0456" in str(board) for board in (shared, own)] == [True, False]
    assert ["0789" in str(board) for board in (shared, own)] == [False, True]


async def test_after_one_s_own_game_has_ended_guesses_go_to_the_shared_one_again(stage: Stage) -> None:
    shared, own = await begun(stage, stage.ann), await begun(stage, stage.ann, "me")
    await typed(stage, stage.ann, "3102")
    await typed(stage, stage.ann, "0456")
    assert "0456" in str(shared)
    assert "0456" not in str(own)
    assert "3102" not in str(shared)


async def test_giving_up_one_s_own_game_leaves_the_others(stage: Stage) -> None:
    neighbours = await moved_in(stage)
    shared, anns, bobs = (
        await begun(stage, stage.ann),
        await begun(stage, stage.ann, "me"),
        await begun(stage, stage.bob, "me"),
    )
    before = str(shared), str(bobs)
    await stage.ann.slash(stage.channel, "hitblow giveup", confirm=True)
    await stage.discord.idle()
    assert "3102" in str(anns)
    assert (str(shared), str(bobs)) == before
    neighbours.assert_undisturbed()


BEGINNINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "shared": ("hitblow play", {}),
    "own": ("hitblow play", {"who": "me"}),
    "versus": ("hitblow versus", {"secret": "head", "level": "easy"}),
}


@pytest.mark.parametrize(
    ("first", "second"),
    [("shared", "shared"), ("own", "own"), ("own", "versus"), ("versus", "own"), ("versus", "versus")],
)
async def test_a_second_game_in_the_same_place_is_refused_and_the_first_goes_on(
    stage: Stage, first: str, second: str
) -> None:
    line, options = BEGINNINGS[first]
    board = (await stage.ann.slash(stage.channel, line, **options)).message
    before = str(board)
    line, options = BEGINNINGS[second]
    refused = await stage.ann.slash(stage.channel, line, **options)
    await stage.discord.idle()
    assert refused.ephemeral
    assert "#k1" in str(refused)
    assert stage.channel.messages == [board]
    assert str(board) == before


async def test_one_may_play_shared_and_alone_and_another_alone_beside_it(stage: Stage) -> None:
    boards = [
        await begun(stage, stage.ann),
        await begun(stage, stage.ann, "me"),
        await begun(stage, stage.bob, "me"),
    ]
    assert stage.channel.messages == boards
    assert not stage.ann.ephemeral
    assert not stage.bob.ephemeral


async def test_board_shows_one_s_own_game_and_to_others_the_shared_one(stage: Stage) -> None:
    shared, own = await begun(stage, stage.ann), await begun(stage, stage.ann, "me")
    await stage.guess(shared, "0456")
    await stage.guess(own, "0789")
    assert "0789" in str((await stage.ann.slash(stage.channel, "hitblow board")).message)
    assert "0456" in str((await stage.bob.slash(stage.channel, "hitblow board")).message)


async def test_others_may_neither_guess_in_one_s_own_game_nor_give_it_up(stage: Stage) -> None:
    own = await begun(stage, stage.ann, "me")
    before = str(own)
    await stage.bob.press(own, "Guess")
    await stage.bob.press(own, "Give up")
    await stage.discord.idle()
    assert str(own) == before
    assert len(stage.bob.ephemeral) == 2
    assert not stage.ann.ephemeral
