"""Duels on a server, also when people and the network cause trouble."""

import asyncio
from typing import Any

import pytest

from tests.fakes.discord import Channel, InteractionResponse, Message, NoResponse, User
from tests.platforms.discord.harness import Harness

RULES = "hitblow3"


ACCEPT = "Accept"


async def hide(harness: Harness, person: User, board: Message, secret: str) -> None:
    """Press the first button of a challenge, and enter a secret into the form."""
    await submit(harness, person, await person.press(board, ACCEPT), secret)


async def challenge(
    harness: Harness, by: User | None = None, channel: Channel | None = None, code: str = "527", **options: Any
) -> Message:
    """The board of a challenge, by default of Ann's to Bob, which is the response to the form for the secret."""
    options = {"opponent": harness.bob, "rules": RULES, **options}
    asked = await (by or harness.ann).slash(channel or harness.channel, "hitblow duel", **options)
    return (await submit(harness, by or harness.ann, asked, code)).message


async def submit(
    harness: Harness, who: User, opened: InteractionResponse, secret: str, *, waits: bool = True
) -> InteractionResponse:
    field: str = opened.modal.data["components"][0]["component"]["custom_id"]
    values: dict[str, Any] = {field: secret}
    reply = await who.submit(opened.modal, **values)
    if waits:
        await harness.discord.idle()
    return reply


async def start(harness: Harness, **options: Any) -> tuple[Message, User, User]:
    """The board of a duel with the secrets 527 (Ann's) and 683 (Bob's), and who starts."""
    board = await challenge(harness, **options)
    await hide(harness, harness.bob, board, "683")
    first, second = (harness.ann, harness.bob) if "Ann's turn" in str(board) else (harness.bob, harness.ann)
    return board, first, second


async def test_a_duel_is_played_in_one_message(harness: Harness) -> None:
    board, first, second = await start(harness)
    assert harness.channel.messages == [board]
    found = "683" if first is harness.ann else "527"
    await harness.guess(board, "012", first)
    await harness.guess(board, "345", second)
    await harness.guess(board, found, first)
    await harness.guess(board, "348", second)
    assert "wins in 2 guesses" in str(board)
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
    more = str((await eve.press(board, "More")).message)
    assert "[ Verify ] [ Rules ] [ Bring down ]" in more
    assert not any(label in more for label in ("Offer a draw", "Claim the win", "Give up"))
    for opponent, sentence in ((harness.ann, "yourself"), (harness.bob, "First finish your duel")):
        refused = await harness.ann.slash(harness.channel, "hitblow duel", opponent=opponent)
        assert sentence in str(refused.message)
        assert refused.message.ephemeral
    assert harness.channel.messages == [board]


async def test_a_challenge_is_declined_and_a_draw_agreed(harness: Harness) -> None:
    declined = await challenge(harness)
    await harness.bob.press(declined, "Decline")
    await harness.discord.idle()
    assert "Bob declined" in str(declined)
    board, first, second = await start(harness)
    await first.press(board, "Offer a draw")
    await harness.discord.idle()
    await second.press(board, "Accept the draw")
    await harness.discord.idle()
    assert "draw by agreement" in str(board)


def told(person: User) -> str:
    return "\n".join(map(str, person.ephemeral))


async def test_the_challenger_cannot_accept_for_the_opponent(harness: Harness) -> None:
    board = await challenge(harness)
    await harness.ann.press(board, ACCEPT)
    await harness.discord.idle()
    assert "secret is hidden already" in told(harness.ann)
    assert "Ann challenges you" in str(board)


async def test_nobody_else_can_accept(harness: Harness) -> None:
    board = await challenge(harness)
    eve = harness.guild.member("Eve")
    await eve.press(board, ACCEPT)
    await harness.discord.idle()
    assert "someone else's game" in told(eve)
    assert "Ann challenges you" in str(board)


async def test_a_second_invitation_is_refused_from_either_side(harness: Harness) -> None:
    board = await challenge(harness)
    for who, opponent in ((harness.ann, harness.bob), (harness.bob, harness.ann)):
        await who.slash(harness.channel, "hitblow duel", opponent=opponent)
        assert "First finish your duel" in told(who)
    assert harness.channel.messages == [board]


async def test_a_secret_that_is_not_a_code_or_is_given_twice_is_refused(harness: Harness) -> None:
    board = await challenge(harness)
    first, second, third = [await harness.bob.press(board, ACCEPT) for _ in range(3)]
    await submit(harness, harness.bob, first, "5277")
    assert "Type 3 different digits" in told(harness.bob)
    assert "5277" not in str(board)
    await hide(harness, harness.bob, board, "683")
    for late in (second, third):
        await submit(harness, harness.bob, late, "684")
    assert told(harness.bob).count("hidden already") == 2
    assert "'s turn" in str(board)
    assert harness.channel.messages == [board]


async def test_forms_for_a_challenge_that_are_submitted_at_once_begin_one(harness: Harness) -> None:
    forms = [
        await who.slash(harness.channel, "hitblow duel", opponent=opponent, rules=RULES)
        for who, opponent in ((harness.ann, harness.bob), (harness.bob, harness.ann), (harness.ann, harness.bob))
    ]
    assert harness.channel.messages == []
    people = (harness.ann, harness.bob, harness.ann)
    await asyncio.gather(*(submit(harness, who, form, "527") for who, form in zip(people, forms, strict=True)))
    assert len(harness.channel.messages) == 1
    assert (told(harness.ann) + told(harness.bob)).count("First finish your duel") == 2


async def test_the_response_itself_mentions_the_opponent(harness: Harness) -> None:
    board = await challenge(harness)
    assert harness.channel.messages == [board]
    assert board.text.startswith(f"⚔ <@{harness.bob.id}>, Ann challenges you.\n3 digits")
    assert board.mentions == {str(harness.bob.id)}
    assert board.content, "phones show nothing of a layout in notifications"
    await harness.ann.slash(harness.channel, "hitblow board")
    await harness.discord.idle()
    (moved,) = harness.channel.messages
    assert moved.mentions == set()
    assert f"<@{harness.bob.id}>" in moved.text


async def test_buttons_pressed_after_the_end_change_nothing(harness: Harness) -> None:
    board, _, _ = await start(harness)
    more = (await harness.bob.press(board, "More")).message
    late = [harness.bob.prepare_press(more, label) for label in ("Offer a draw", "Give up")]
    await harness.ann.slash(harness.channel, "hitblow giveup", confirm=True)
    await harness.discord.idle()
    ended = str(board)
    for press in late:
        await harness.bob.send(press)
        await harness.discord.idle()
    assert str(board) == ended
    await harness.bob.slash(harness.channel, "hitblow guess", code="527")
    assert "No game is running" in told(harness.bob)


async def test_a_player_who_is_renamed_plays_on_under_the_new_name(harness: Harness) -> None:
    board, first, _ = await start(harness)
    first.name = "Zoe"
    await harness.guess(board, "012", first)
    assert "Zoe" in str(board)
    assert "012 " in str(board)


async def test_after_the_channel_is_deleted_the_two_can_begin_again_elsewhere(harness: Harness) -> None:
    await start(harness)
    harness.guild.delete_channel(harness.channel)
    garden = harness.guild.channel("garden")
    await harness.ann.slash(garden, "hitblow guess", code="012")
    assert "No game is running" in told(harness.ann)
    board = await challenge(harness, channel=garden)
    assert "Ann challenges you" in str(board)


async def test_a_duel_goes_on_after_the_bot_was_removed_and_added_again(harness: Harness) -> None:
    board, first, second = await start(harness)
    await harness.guess(board, "012", first)
    harness.guild.remove_bot()
    harness.guild.add_bot()
    await harness.guess(board, "345", second)
    assert "012 " in str(board)
    assert "345 " in str(board)
    assert harness.channel.messages == [board]


async def test_other_bots_are_not_challenged(harness: Harness) -> None:
    robot = harness.guild.member("Robot")
    robot.bot = True
    await harness.ann.slash(harness.channel, "hitblow duel", opponent=robot)
    assert "Other bots" in told(harness.ann)
    assert harness.channel.messages == []
