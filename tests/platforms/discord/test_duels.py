"""Duels between two people on a server."""

from typing import Any

import pytest

from tests.fakes.discord import Message, NoResponse, User
from tests.platforms.discord.harness import Harness

RULES = "hitblow3"


async def hide(harness: Harness, person: User, board: Message, secret: str) -> None:
    """Press the first button of a challenge, and enter a secret into the form."""
    label = "Hide a secret" if "Hide a secret" in str(board) else "Accept and hide a secret"
    form = (await person.press(board, label)).modal
    field = form.data["components"][0]["component"]["custom_id"]
    values: dict[str, Any] = {field: secret}
    await person.submit(form, **values)
    await harness.discord.idle()


async def start(harness: Harness, **options: Any) -> tuple[Message, User, User]:
    """The board of a duel with the secrets 527 (Ann's) and 683 (Bob's), and who starts."""
    options = {"opponent": harness.bob, "rules": RULES, **options}
    board = (await harness.ann.slash(harness.channel, "hitblow duel", **options)).message
    await hide(harness, harness.bob, board, "683")
    await hide(harness, harness.ann, board, "527")
    first, second = (harness.ann, harness.bob) if "Ann begins" in str(board) else (harness.bob, harness.ann)
    return board, first, second


async def test_a_duel_is_played_in_one_message(harness: Harness) -> None:
    board, first, second = await start(harness)
    assert harness.channel.messages == [board]
    found = "683" if first is harness.ann else "527"
    await harness.guess(board, "012", first)
    await harness.guess(board, "345", second)
    await harness.guess(board, found, first)
    await harness.guess(board, "348", second)
    assert "and wins" in str(board)
    assert all(code in str(board) for code in ("012", "345", "`527`", "`683`"))


async def test_no_form_opens_for_somebody_whose_turn_it_is_not(harness: Harness) -> None:
    board, _, second = await start(harness)
    pressed = await second.press(board, "Guess")
    await harness.discord.idle()
    assert "other player's turn" in str(second.ephemeral[-1])
    with pytest.raises(NoResponse):
        _ = pressed.modal


async def test_a_hidden_guess_is_answered_and_shown_to_nobody_else(harness: Harness) -> None:
    board, first, second = await start(harness, hidden=True)
    await harness.guess(board, "012", first)  # the first guess of all is answered with what feedback means
    await harness.guess(board, "345", second)
    await harness.guess(board, "013", first)
    assert "013: " in str(first.ephemeral[-1])
    assert "013" not in str(board)
    form = (await second.press(board, "Guess")).modal
    assert "345" in str(form)
    assert "013" not in str(form)
    eve = harness.guild.member("Eve")
    await eve.press(board, "My guesses")
    await harness.discord.idle()
    assert "someone else's game" in str(eve.ephemeral[-1])


async def test_somebody_who_resigns_is_told_who_wins_then(harness: Harness) -> None:
    board, first, second = await start(harness)
    await first.press(board, "Give up")
    await harness.discord.idle()
    assert f"{second.name} then wins" in str(first.ephemeral[-1])


async def test_no_secret_is_sent_anywhere_before_the_end(harness: Harness) -> None:
    board, first, second = await start(harness)
    await harness.guess(board, "012", first)
    await harness.guess(board, "345", second)
    for text in map(str, harness.channel.messages):
        assert "527" not in text
        assert "683" not in text
    assert board.components
    assert "527" not in str(board.components)


async def test_a_typed_guess_goes_to_the_duel_in_which_it_is_ones_turn(harness: Harness) -> None:
    board, first, second = await start(harness)
    shared = (await harness.ann.slash(harness.channel, "hitblow play", rules=RULES)).message
    await first.slash(harness.channel, "hitblow guess", code="012")
    await second.slash(harness.channel, "hitblow guess", code="013")
    await harness.discord.idle()
    assert "012" in str(board)
    assert "013" in str(board)
    assert "0H" not in str(shared), str(shared)


async def test_bystanders_bots_and_oneself_are_refused_privately(harness: Harness) -> None:
    board, _, _ = await start(harness)
    eve = harness.guild.member("Eve")
    await eve.press(board, "Offer a draw")
    await harness.discord.idle()
    assert "someone else's game" in str(eve.ephemeral[-1])
    for opponent, sentence in ((harness.ann, "yourself"), (harness.bob, "already have a duel")):
        refused = await harness.ann.slash(harness.channel, "hitblow duel", opponent=opponent)
        assert sentence in str(refused.message)
        assert refused.message.ephemeral
    assert harness.channel.messages == [board]


async def test_a_challenge_is_declined_and_a_draw_agreed(harness: Harness) -> None:
    declined = (await harness.ann.slash(harness.channel, "hitblow duel", opponent=harness.bob)).message
    await harness.bob.press(declined, "Decline")
    await harness.discord.idle()
    assert "Bob declined" in str(declined)
    board, first, second = await start(harness)
    await first.press(board, "Offer a draw")
    await harness.discord.idle()
    await second.press(board, "Accept draw")
    await harness.discord.idle()
    assert "draw by agreement" in str(board)
