"""Items of Numer0n in duels on a server."""

from pathlib import Path

import pytest

from tests.fakes.discord import InteractionResponse, Message, User
from tests.fakes.discord.errors import UnavailableAction
from tests.platforms.discord.harness import Harness, running_harness
from tests.platforms.discord.test_duels import challenge, hide, submit
from tests.support.canaries import canaries_in, everything_logged

ANNS, BOBS = "738", "964"
CHANGED = {"738": ("873", "1 5", "573"), "964": ("496", "1 7", "764")}
"""What each has after SHUFFLE, what they enter for CHANGE, and what they would have after that."""


async def start(harness: Harness, items: str = "all,both") -> tuple[Message, User, User]:
    """The board of a duel, and who starts."""
    board = await challenge(harness, code=ANNS, rules="numeron", items=items)
    assert "6 items" in str(board)
    await hide(harness, harness.bob, board, BOBS)
    first, second = (harness.ann, harness.bob) if "Ann's turn" in str(board) else (harness.bob, harness.ann)
    return board, first, second


async def press(harness: Harness, who: User, message: Message, label: str) -> None:
    await harness.settled(who.press(message, label))


async def choose(who: User, board: Message, item: str) -> InteractionResponse:
    """Choose an item in the private menu that a button opens."""
    return await who.choose((await who.press(board, "Items")).message, item)


async def use(harness: Harness, who: User, board: Message, item: str) -> None:
    await choose(who, board, item)
    await harness.discord.idle()


async def test_every_item_is_used_by_its_button_and_tells_nobody_a_number(harness: Harness) -> None:
    with everything_logged("text", "json") as logged:
        board, first, second = await start(harness)
        secret = ANNS if first is harness.ann else BOBS
        await use(harness, first, board, "HIGH&LOW")
        await submit(harness, first, await choose(first, board, "SHUFFLE"), CHANGED[secret][0])
        assert "Sealed again" in str(board)
        with pytest.raises(UnavailableAction):  # one attack a turn
            await choose(first, board, "SLASH")
        await harness.guess(board, "012", first)
        await use(harness, second, board, "TARGET")
        digits = second.ephemeral[-1]
        await press(harness, second, digits, "7")
        assert "up to date" in str(digits)
        await harness.guess(board, "012", second)
        await use(harness, first, board, "DOUBLE")
        await press(harness, second, board, "2")
        for code in ("102", "120"):
            await harness.guess(board, code, first)
        assert "'s turn" in str(board)
        assert canaries_in(harness.discord.sent(), (ANNS, BOBS, *CHANGED[secret][::2])) == []
        assert canaries_in(logged.getvalue(), (ANNS, BOBS, *CHANGED[secret])) == []
    await harness.settled(second.press(board, "Give up"))
    await press(harness, second, second.ephemeral[-1], "Give up")
    assert CHANGED[secret][0] in str(board)


async def test_a_secret_in_a_slash_command_is_refused(harness: Harness) -> None:
    _, first, _ = await start(harness, "all")
    await harness.settled(first.slash(harness.channel, "hitblow guess", code="change 1 5"))
    assert "can stay in histories" in str(first.ephemeral[-1])
    opened = await first.slash(harness.channel, "hitblow guess", code="change")
    await submit(harness, first, opened, CHANGED[ANNS if first is harness.ann else BOBS][1])
    assert "CHANGE ?__ 5-9" in str(harness.channel.messages[0])


@pytest.mark.parametrize(("locale", "asked"), [("en-US", "I use HIGH&LOW"), ("ja", "ハイ&ローを使います")])
async def test_the_items_of_the_bot_are_answered_by_buttons(tmp_path: Path, locale: str, asked: str) -> None:
    async with running_harness(tmp_path, locale, secret="738") as harness:
        who = "head"
        await harness.settled(
            harness.ann.slash(harness.channel, "hitblow versus", level="hard", items="all", secret=who)
        )
        (board,) = harness.channel.messages
        assert asked in str(board)
        await press(harness, harness.ann, board, "0-4 0-4 0-4")
        assert asked not in str(board)
        assert "420" in str(board)
        assert canaries_in(harness.discord.sent(), ("738",)) == []
