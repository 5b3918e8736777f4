"""Items of Numer0n in duels on Slack."""

import pytest

from tests.fakes.slack import Message, User
from tests.platforms.slack.harness import Harness, everything_sent
from tests.platforms.slack.test_duels import hide
from tests.support.canaries import canaries_in, everything_logged

pytestmark = pytest.mark.usefixtures("bot")

ANNS, BOBS = "738", "964"
SHUFFLED = {"738": "873", "964": "496"}


async def start(harness: Harness) -> tuple[Message, User, User]:
    """The board of a duel with all items, and who starts."""
    board = await harness.start_duel("numeron items:all,both", code=ANNS)
    await harness.wait_until_shown(board, "one attack and one defence")
    await harness.shown_after(hide(harness, harness.bob, board, BOBS), board, "'s turn")
    first, second = (harness.ann, harness.bob) if "Ann's turn" in str(board) else (harness.bob, harness.ann)
    return board, first, second


async def use(harness: Harness, who: User, board: Message, item: str) -> None:
    """Choose an item in the private menu that a button opens."""
    shown = len(who.ephemeral)
    await harness.until_after(who.click(board, "Items"), lambda: len(who.ephemeral) > shown)
    await who.choose(who.ephemeral[-1], "Use an item", item)


async def test_items_are_used_by_their_buttons_and_tell_nobody_a_number(harness: Harness) -> None:
    with everything_logged("text", "json") as logged:
        board, first, second = await start(harness)
        secret = ANNS if first is harness.ann else BOBS
        await harness.shown_after(
            use(harness, first, board, "HIGH&LOW"), board, "5-9 0-4 5-9" if secret == BOBS else "5-9 5-9 0-4"
        )
        await harness.opened_by(use(harness, first, board, "SHUFFLE"), first)
        await harness.shown_after(first.submit(first.view, entered=SHUFFLED[secret]), board, "Sealed again")
        await harness.guess(board, "012", first, shows="012")
        await use(harness, second, board, "TARGET")
        digits = await harness.wait_for_question(second)
        await harness.shown_after(second.click(digits, "7"), board, "_7_" if secret == ANNS else "no 7")
        await harness.guess(board, "013", second, shows="013")
        await harness.shown_after(use(harness, first, board, "DOUBLE"), board, "choose the position")
        await harness.shown_after(second.click(board, "3"), board, f"__{SHUFFLED[secret][2]}")
        assert canaries_in(everything_sent(harness), (ANNS, BOBS, SHUFFLED[secret])) == []
        assert canaries_in(logged.getvalue(), (ANNS, BOBS, SHUFFLED[secret])) == []


async def test_items_are_used_by_replies_to_the_board(harness: Harness) -> None:
    board, first, _ = await start(harness)
    await harness.shown_after(first.reply(board, "slash"), board, "5")


async def test_the_items_of_the_bot_are_answered_by_buttons(harness: Harness) -> None:
    harness.random_source.deal("738")
    board = await harness.start_game("versus hard items:all secret:head")
    await harness.wait_until_shown(board, "I use HIGH&LOW")
    await harness.shown_after(harness.ann.click(board, "0-4 0-4 0-4"), board, "I guess")
    assert canaries_in(everything_sent(harness), ("738",)) == []
