"""Mentioning the bot: one text arrives as two events and counts once, and chat about the bot stays chat."""

import pytest

from tests.fakes.slack import Channel, User
from tests.platforms.slack.harness import Harness, ids_in
from tests.support.sentences import allowed, left

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture(params=[False, True], ids=["message first", "mention first"])
def _order(harness: Harness, request: pytest.FixtureRequest) -> None:
    harness.slack.mentions_first = request.param


async def mention(harness: Harness, text: str, *, person: User | None = None, channel: Channel | None = None) -> None:
    await (person or harness.ann).say(channel or harness.games, f"<@{harness.team.bot_user_id}> {text}")


async def posted_by_bot(harness: Harness) -> list[str]:
    await harness.slack.idle()
    return [str(each) for each in harness.games.posted if each.user_id == harness.team.bot_user_id]


@pytest.mark.usefixtures("_order")
@pytest.mark.parametrize("at_once", [False, True])
async def test_a_mention_with_a_command_runs_it_once(harness: Harness, *, at_once: bool) -> None:
    harness.slack.deliveries.copies, harness.slack.deliveries.at_once = 2, at_once
    await mention(harness, "play")
    await harness.slack.until(lambda: len(harness.games.messages) > 1)
    assert len(await posted_by_bot(harness)) == 1


@pytest.mark.usefixtures("_order")
async def test_a_code_with_a_mention_below_a_board_counts_once(harness: Harness) -> None:
    board = await harness.start_game("play")
    await harness.shown_after(harness.bob.reply(board, f"<@{harness.team.bot_user_id}> 4567"), board, "4567 ")
    await harness.slack.idle()
    assert left(11) in str(board)
    assert not harness.bob.ephemeral


async def test_a_mention_is_read_where_the_app_lacks_the_scope_for_its_event(harness: Harness) -> None:
    installation = harness.team.installation
    assert installation is not None
    object.__setattr__(installation, "scopes", installation.scopes - {"app_mentions:read"})
    await mention(harness, "play")
    await harness.slack.until(lambda: len(harness.games.messages) > 1)


@pytest.mark.parametrize("text", ["", "hi", "Hello!", "こんにちは"])
@pytest.mark.usefixtures("_order")
async def test_a_greeting_gets_one_sentence_that_only_its_author_sees(harness: Harness, text: str) -> None:
    await mention(harness, text)
    assert "press a button" in await harness.wait_for_private(harness.ann, "I hide 4 digits")
    assert await posted_by_bot(harness) == []
    assert len(harness.ann.ephemeral) == 1


async def test_a_game_starts_by_the_button_of_the_greeting(harness: Harness) -> None:
    await harness.told_after(mention(harness, "hi"), harness.ann, "I hide 4 digits")
    await harness.until_after(
        harness.ann.click(harness.ann.ephemeral[-1], "Play"), lambda: len(harness.games.messages) > 1
    )


@pytest.mark.parametrize("text", ["is great", "was cheating again, lol", "thanks everybody for the great evening"])
async def test_chat_about_the_bot_is_not_answered(harness: Harness, text: str) -> None:
    board = await harness.start_game("play")
    await mention(harness, text)
    await harness.ann.reply(board, f"<@{harness.team.bot_user_id}> {text}")
    assert len(await posted_by_bot(harness)) == 1
    assert not harness.ann.ephemeral


async def test_a_mistyped_command_is_answered_privately(harness: Harness) -> None:
    await mention(harness, "plya")
    assert "play" in await harness.wait_for_private(harness.ann, "plya")
    assert await posted_by_bot(harness) == []


async def test_an_edit_that_adds_a_mention_does_nothing(harness: Harness) -> None:
    said = await harness.ann.say(harness.games, "hm")
    await harness.ann.edit(said, f"<@{harness.team.bot_user_id}> play")
    await harness.slack.deliver_mention(said, edited="1")
    assert await posted_by_bot(harness) == []


async def test_a_mention_in_a_direct_message_is_left_out(harness: Harness) -> None:
    direct = harness.team.dm(harness.ann)
    await harness.until_after(
        harness.ann.say(direct, f"play <@{harness.team.bot_user_id}> tries:3"),
        lambda: any(allowed(3) in str(each) for each in direct.messages),
    )


@pytest.mark.parametrize(("text", "reply"), [("hint", "Get a hint"), ("降参", "give up game"), ("board", "no repeats")])
@pytest.mark.parametrize("is_mention", [False, True])
async def test_a_command_alone_below_a_board_is_about_its_game(
    harness: Harness, text: str, reply: str, *, is_mention: bool
) -> None:
    board = await harness.start_game("play")
    await harness.start_game("play who:me", harness.bob)
    await harness.guess(board, "0456", harness.bob, shows="0456 ")
    await harness.guess(board, "7089", shows="7089 ")
    await harness.bob.reply(board, f"<@{harness.team.bot_user_id}> {text}" if is_mention else text)
    assert reply in await harness.wait_for_private(harness.bob, reply)
    (told,) = harness.bob.ephemeral
    assert ids_in(told) == {"k1"}
