"""What cheaters ask the coach, and how griefers block rooms and pester people by commands; and what comes of it."""

import pytest

from bot.presenters.views import is_question
from tests.handlers.channel import WRONG, Channel, id_of

# Advice


@pytest.mark.parametrize(
    ("history", "asks"),
    [(f"{WRONG} 0H0B", True), (f"{WRONG} 0H0B, 8567 0H0B, 0123 1H3B", True), (f"{WRONG} 0H0B, 0123 1H3B", False)],
)
async def test_advice_is_recognized_by_all_its_turns_or_by_two(channel: Channel, history: str, *, asks: bool) -> None:
    ann = channel.user("Ann")
    await ann.types("play me")
    for guess in (WRONG, "8567"):
        await ann.types(f"guess {guess}")
    reply = await ann.types(f"suggest {history} rules:4x10")
    assert reply.note is not None
    assert is_question(reply.note) == asks
    assert await channel.hinted(ann) == 0


# Clocks


async def test_settings_that_change_meanwhile_keep_nobody_from_starting_their_race(channel: Channel) -> None:
    ann, manager = channel.user("Ann"), channel.user("Dan", is_moderator=True)
    await ann.types("play race start:signal")
    await manager.types("settings server start:nobody")
    assert not (await ann.types("play start:now")).refused
    assert (await ann.types("rematch")).refused


# Names


@pytest.mark.parametrize("name", ["You", "ＹＯＵ", "a former player", " Y\u200bou ", "Уou"])  # lookalikes
async def test_nobody_is_called_like_a_phrase_of_the_bot(channel: Channel, name: str) -> None:
    eve = channel.user(name, user="U7")
    view = await channel.game(eve, id_of(await eve.types("play")))
    assert view.names[view.game.starter] == "U7"


async def test_an_ambiguous_name_is_refused(channel: Channel) -> None:
    for user in ("U1", "U2"):
        twin = channel.user("Twin", user=user)
        await twin.types("suggest 00 0H0B rules:2x3r")
    assert (await channel.user("Eve").types("stats Twin")).refused
