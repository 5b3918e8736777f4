"""What cheaters do by commands for rated games, and what comes of it."""

from datetime import timedelta

import pytest

from tests.handlers.channel import SECRET, WRONG, Channel


@pytest.mark.parametrize("losing", [["hint confirm:yes", "giveup yes"], ["giveup yes"], ["hint confirm:yes"], []])
async def test_no_way_out_of_a_lost_game_against_the_bot(channel: Channel, losing: list[str]) -> None:
    (ann,) = await channel.members("Ann")
    channel.random_source.coin_shows = False  # Ann begins
    await ann.tells(await ann.types("versus easy 4x10"), SECRET)
    await ann.types(f"guess {WRONG}")
    for line in losing:
        await ann.types(line)
    if losing[-1:] != ["giveup yes"]:
        await channel.wait(timedelta(days=10))  # she leaves it
    rating = await channel.rating(ann)
    assert (rating.games, rating.mu < 25) == (1, True)
    against = (await channel.stats(ann)).record.against
    assert sum(sum(outcomes.values()) for outcomes in against.values()) == 1


async def test_a_game_in_which_the_bot_began_cannot_be_left_for_a_better_coin(channel: Channel) -> None:
    (ann,) = await channel.members("Ann")
    channel.random_source.coin_shows = True  # the bot begins
    await ann.tells(await ann.types("versus easy 4x10"), SECRET)
    await ann.types("giveup yes")
    rating = await channel.rating(ann)
    assert (rating.games, rating.mu < 25) == (1, True)
