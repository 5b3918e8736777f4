"""Duels between two people in a channel."""

import pytest

from tests.fakes.slack import Message, User
from tests.platforms.slack.stage import Stage

pytestmark = pytest.mark.usefixtures("bot")


async def hide(stage: Stage, person: User, board: Message, secret: str) -> None:
    """Press the first button of a challenge, and enter a secret into the modal."""
    await person.click(board, "press:0")
    await stage.slack.until(lambda: person.views)
    await person.submit(person.view, entered=secret)


async def begin(stage: Stage, options: str = "") -> tuple[Message, User, User]:
    """The board of a duel with the secrets 527 (Ann's) and 683 (Bob's), and who begins."""
    board = await stage.begin(f"duel <@{stage.bob.id}|bob> hitblow3 {options}")
    await stage.shows(board, "Ann challenges Bob")
    await hide(stage, stage.bob, board, "683")
    await stage.shows(board, "Bob has hidden")
    await hide(stage, stage.ann, board, "527")
    await stage.shows(board, "your turn")
    first, second = (stage.ann, stage.bob) if "Ann begins" in str(board) else (stage.bob, stage.ann)
    return board, first, second


async def test_a_duel_is_played_in_one_message(stage: Stage) -> None:
    board, first, second = await begin(stage)
    found = "683" if first is stage.ann else "527"
    for person, code in ((first, "012"), (second, "345"), (first, found), (second, "348")):
        await stage.guess(board, code, person)
        await stage.shows(board, code)
    await stage.shows(board, "and wins")
    assert "527" in str(board)
    assert "683" in str(board)


async def test_no_modal_opens_for_somebody_whose_turn_it_is_not(stage: Stage) -> None:
    board, _, second = await begin(stage)
    await second.click(board, "Guess")
    assert "other player's turn" in await stage.hears(second, "turn")
    assert not second.views


async def test_nobody_is_invited_to_reply_with_a_hidden_guess(stage: Stage) -> None:
    board, first, _ = await begin(stage, "hidden:yes")
    assert "reply" not in str(board)
    await first.click(board, "Guess")
    await stage.slack.until(lambda: first.views)
    assert "reply" not in str(first.view)


async def test_the_review_of_a_duel_is_a_table_for_each_player(stage: Stage) -> None:
    board, first, second = await begin(stage)
    found = "683" if first is stage.ann else "527"
    for person, code in ((first, found), (second, "348")):
        await stage.guess(board, code, person)
        await stage.shows(board, code)
    before = len(stage.ann.ephemeral)
    await stage.ann.click(board, "Review")
    reviews = await stage.slack.until(lambda: stage.ann.ephemeral[before + 1 :] and stage.ann.ephemeral[before:])
    assert [[block["type"] for block in each.blocks].count("table") for each in reviews] == [1, 1]
    assert "Ann" in str(reviews[0])
    assert "Bob" in str(reviews[1])


async def test_no_secret_is_shown_to_the_channel_before_the_end(stage: Stage) -> None:
    board, first, _ = await begin(stage)
    await stage.guess(board, "012", first)
    await stage.shows(board, "012")
    for message in stage.games.messages:
        assert "527" not in str(message)
        assert "683" not in str(message)


async def test_somebody_unknown_and_oneself_are_refused_privately(stage: Stage) -> None:
    assert "yourself" in await stage.told(f"duel <@{stage.ann.id}|ann>")
    assert "UNOBODY1" in await stage.told("duel <@UNOBODY1|nobody>")
    assert not stage.games.messages
