"""The card of a daily, which two processes keep up to date over one database: there is one, also if one is killed."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from bot.model.rooms import CLAIM_TIME
from bot.persistence.database import Database
from tests.services.harness import ANN, BOB, CAT, Harness
from tests.support.cards import CardChannel, Killed, lines_of, pass_time, play, switch_on, tell

MINUTE = timedelta(minutes=1)
HOUR = datetime(2026, 11, 19, 9, tzinfo=UTC)
"""The first hour at which a card is due."""


@pytest.fixture
async def harness(database: Database) -> Harness:
    """The services, at the hour of the card in a room where it is switched on."""
    found = Harness(database)
    await switch_on(found)
    found.clock.now = HOUR
    return found


@pytest.fixture
async def other(harness: Harness, url: str) -> AsyncIterator[Harness]:
    """A second process over the same database."""
    database = Database(url)
    yield Harness(database, harness.clock)
    await database.close()


@pytest.fixture
def channel(harness: Harness) -> CardChannel:
    return CardChannel(harness)


@pytest.mark.parametrize("is_guessed", [False, True])
async def test_a_process_that_is_killed_between_posting_and_storing_leaves_one_card(
    harness: Harness,
    other: Harness,
    channel: CardChannel,
    is_guessed: bool,  # noqa: FBT001  # whether somebody plays meanwhile
) -> None:
    channel.errors.append(Killed())
    channel.arrives = True
    with pytest.raises(Killed):
        await tell(harness, channel)
    if is_guessed:
        await play(harness, ANN, 1, solved=False)
    await pass_time(other, channel, HOUR + CLAIM_TIME + 3 * MINUTE, MINUTE)
    assert channel.count("post") == 1
    assert (lines_of(channel.card) == ["ann ● playing"]) is is_guessed


async def test_a_process_that_is_killed_before_posting_leaves_the_post_to_another(
    harness: Harness, other: Harness, channel: CardChannel
) -> None:
    channel.errors.append(Killed())
    with pytest.raises(Killed):
        await tell(harness, channel)
    await pass_time(other, channel, HOUR + 5 * MINUTE, MINUTE)
    assert channel.count("post") == 1


async def test_a_process_that_is_killed_between_an_edit_and_storing_loses_no_later_edit(
    harness: Harness, other: Harness, channel: CardChannel
) -> None:
    await pass_time(harness, channel, HOUR + MINUTE, MINUTE)
    await play(harness, ANN, 1, solved=False)
    harness.clock.advance(MINUTE)
    channel.errors.append(Killed())
    with pytest.raises(Killed):
        await tell(harness, channel)
    await play(other, BOB, 1, solved=False)
    await pass_time(other, channel, harness.clock.now + 3 * MINUTE, MINUTE)
    assert lines_of(channel.card) == ["ann ● playing", "bob ● playing"]
    assert channel.count("post") == 1


async def test_two_processes_that_do_everything_at_the_same_instant_keep_one_card(
    harness: Harness, other: Harness, channel: CardChannel
) -> None:
    for minute, people in enumerate(((), (ANN, BOB), (CAT, ANN))):
        acts = [play(process, who, 1, solved=False) for process, who in zip((harness, other), people, strict=False)]
        await asyncio.gather(*acts)
        harness.clock.now = HOUR + minute * MINUTE
        await asyncio.gather(*(tell(process, channel) for process in (harness, other, harness)))
    assert lines_of(channel.card) == ["ann ●● playing", "bob ● playing", "cat ● playing"]
    assert (channel.count("post"), channel.count("edit")) == (1, 2)
