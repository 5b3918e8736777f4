"""Duels between two people in a channel."""

import pytest

from tests.fakes.slack import Message, User
from tests.platforms.slack.harness import Harness

pytestmark = pytest.mark.usefixtures("bot")


async def hide(harness: Harness, person: User, board: Message, secret: str) -> None:
    """Press the first button of a challenge, and enter a secret into the modal."""
    await harness.opened_by(person.click(board, "press:0"), person)
    await person.submit(person.view, entered=secret)


async def start(harness: Harness, options: str = "") -> tuple[Message, User, User]:
    """The board of a duel with the secrets 527 (Ann's) and 683 (Bob's), and who starts."""
    board = await harness.start_duel(f"hitblow3 {options}", code="527")
    await harness.wait_until_shown(board, "Ann challenges you")
    await harness.shown_after(hide(harness, harness.bob, board, "683"), board, "'s turn")
    first, second = (harness.ann, harness.bob) if "Ann's turn" in str(board) else (harness.bob, harness.ann)
    return board, first, second


async def test_anyone_is_challenged_by_a_form_without_a_person(harness: Harness) -> None:
    await harness.opened_by(harness.ann.command(harness.games, "/hitblow", "duel"))
    await harness.until_after(harness.ann.submit(harness.ann.view, entered="0123"), lambda: harness.games.messages)
    (board,) = harness.games.messages
    assert harness.bob.id not in str(board)
    await harness.shown_after(hide(harness, harness.bob, board, "4567"), board, harness.bob.name)


async def test_no_modal_opens_for_somebody_whose_turn_it_is_not(harness: Harness) -> None:
    board, _, second = await start(harness)
    await second.click(board, "Guess")
    assert "other player's turn" in await harness.wait_for_private(second, "turn")
    assert not second.views


async def test_nobody_is_invited_to_reply_with_a_hidden_guess(harness: Harness) -> None:
    board, first, _ = await start(harness, "hidden:yes")
    assert "reply" not in str(board)
    await harness.opened_by(first.click(board, "Guess"), first)
    assert "reply" not in str(first.view)


async def test_somebody_unknown_and_oneself_are_refused_privately(harness: Harness) -> None:
    assert "another person" in await harness.private_reply(f"duel <@{harness.ann.id}|ann>")
    assert "UNOBODY1" in await harness.private_reply("duel <@UNOBODY1|nobody>")
    assert not harness.games.messages
