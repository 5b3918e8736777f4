"""Several games in one channel: the shared one, and one of their own for everybody who wants one."""

import re
from typing import Any

import pytest

from tests.fakes.discord import Message, User
from tests.fakes.discord.components import walk
from tests.platforms.discord.harness import Harness
from tests.platforms.discord.other_games import start_other_games


async def started(harness: Harness, person: User, who: str = "everyone") -> Message:
    """The board of a new game."""
    return (await person.slash(harness.channel, "hitblow play", who=who)).message


async def typed(harness: Harness, person: User, code: str) -> None:
    """Have somebody guess by the command, which names no game."""
    await person.slash(harness.channel, "hitblow guess", code=code)
    await harness.discord.idle()


async def test_a_typed_guess_goes_to_one_s_own_game_before_the_shared_one(harness: Harness) -> None:
    others = await start_other_games(harness)
    shared, anns, bobs = (
        await started(harness, harness.ann),
        await started(harness, harness.ann, "me"),
        await started(harness, harness.bob, "me"),
    )
    eve = harness.guild.member("Eve")
    for person, code in ((harness.ann, "0456"), (harness.bob, "0789"), (eve, "5678")):
        await typed(harness, person, code)
    boards = {"Ann's": anns, "Bob's": bobs, "shared": shared}
    found = {name: [code for code in ("0456", "0789", "5678") if code in str(board)] for name, board in boards.items()}
    assert found == {"Ann's": ["0456"], "Bob's": ["0789"], "shared": ["5678"]}
    others.assert_undisturbed()


async def test_the_button_of_a_board_guesses_in_its_game_even_if_others_run(harness: Harness) -> None:
    shared, own = await started(harness, harness.ann), await started(harness, harness.ann, "me")
    await harness.guess(shared, "0456")
    await harness.guess(own, "0789")
    assert ["0456" in str(board) for board in (shared, own)] == [True, False]
    assert ["0789" in str(board) for board in (shared, own)] == [False, True]


async def test_after_one_s_own_game_has_ended_guesses_go_to_the_shared_one_again(harness: Harness) -> None:
    shared, own = await started(harness, harness.ann), await started(harness, harness.ann, "me")
    await typed(harness, harness.ann, "3102")
    await typed(harness, harness.ann, "0456")
    assert "0456" in str(shared)
    assert "0456" not in str(own)
    assert "3102" not in str(shared)


async def test_giving_up_one_s_own_game_leaves_the_others(harness: Harness) -> None:
    others = await start_other_games(harness)
    shared, anns, bobs = (
        await started(harness, harness.ann),
        await started(harness, harness.ann, "me"),
        await started(harness, harness.bob, "me"),
    )
    before = str(shared), str(bobs)
    await harness.ann.slash(harness.channel, "hitblow giveup", confirm=True)
    await harness.discord.idle()
    assert "3102" in str(anns)
    assert (str(shared), str(bobs)) == before
    others.assert_undisturbed()


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
    harness: Harness, first: str, second: str
) -> None:
    line, options = BEGINNINGS[first]
    board = (await harness.ann.slash(harness.channel, line, **options)).message
    before = str(board)
    line, options = BEGINNINGS[second]
    refused = await harness.ann.slash(harness.channel, line, **options)
    await harness.discord.idle()
    assert refused.ephemeral
    ids = [each["custom_id"] for each in walk(refused.message.components) if "custom_id" in each]
    assert [each for each in ids if each.startswith("hb:board|")] == ["hb:board||k1||"]
    assert harness.channel.messages == [board]
    assert str(board) == before


async def test_one_may_play_shared_and_alone_and_another_alone_beside_it(harness: Harness) -> None:
    boards = [
        await started(harness, harness.ann),
        await started(harness, harness.ann, "me"),
        await started(harness, harness.bob, "me"),
    ]
    assert harness.channel.messages == boards
    assert not harness.ann.ephemeral
    assert not harness.bob.ephemeral


async def test_board_shows_one_s_own_game_and_to_others_the_shared_one(harness: Harness) -> None:
    shared, own = await started(harness, harness.ann), await started(harness, harness.ann, "me")
    await harness.guess(shared, "0456")
    await harness.guess(own, "0789")
    assert "0789" in str((await harness.ann.slash(harness.channel, "hitblow board")).message)
    assert "0456" in str((await harness.bob.slash(harness.channel, "hitblow board")).message)


async def test_others_may_neither_guess_in_one_s_own_game_nor_give_it_up(harness: Harness) -> None:
    own = await started(harness, harness.ann, "me")
    before = str(own)
    await harness.bob.press(own, "Guess")
    await harness.bob.press(own, "More")
    await harness.discord.idle()
    assert str(own) == before
    _, more = harness.bob.ephemeral
    assert not {"Hint", "Give up"} & set(re.findall(r"\[ (.*?) \]", str(more)))
    assert not harness.ann.ephemeral
