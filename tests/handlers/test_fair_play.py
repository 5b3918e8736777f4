"""What cheaters do by commands for their averages and streaks, and to the games of others; and what comes of it."""

from datetime import timedelta

import pytest

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from tests.handlers.channel import SECRET, WRONG, Channel
from tests.handlers.users import User

DAY = timedelta(days=1)


# Averages


async def test_a_hint_and_giving_up_stay_in_the_average_and_end_the_streak(channel: Channel) -> None:
    ann = channel.user("Ann")
    await channel.plays_alone(ann, 3)
    await ann.types("play me")
    await ann.types(f"guess {WRONG}")
    await ann.types("hint confirm:yes")
    await ann.types("giveup yes")
    tally = await channel.tally(ann)
    assert (tally.games, tally.solved, tally.cost, tally.streak) == (2, 1, 16, 0)


async def test_an_abandoned_game_counts_as_given_up(channel: Channel) -> None:
    ann = channel.user("Ann")
    await ann.types("play me")
    await ann.types(f"guess {WRONG}")
    await channel.wait(timedelta(days=8))
    tally = await channel.tally(ann)
    assert (tally.games, tally.solved, tally.cost) == (1, 0, 13)


async def test_a_guess_now_and_then_does_not_keep_a_bad_game_from_counting(channel: Channel) -> None:
    ann = channel.user("Ann")
    await ann.types("play me tries:0")
    for _ in range(5):
        assert (await channel.tally(ann)).games == 0
        await ann.types(f"guess {WRONG} yes")
        await channel.wait(6 * DAY)
    assert (await channel.tally(ann)).cost == 13


# Giving up and moderating


async def test_no_moderator_evades_a_lost_race(channel: Channel, people: list[User]) -> None:
    ann, bob, cat, _ = people
    eve, alt = channel.user("Dan", is_moderator=True), channel.user("Alt", is_moderator=True)
    race = (await ann.types("play race tries:2")).board
    for user in (ann, bob, cat, eve):
        await user.presses(race, "guess", WRONG)
    assert not (await eve.types("giveup yes")).refused  # his own part
    assert (await eve.types("giveup yes")).refused
    assert (await alt.types("giveup yes")).refused
    await ann.types(f"guess {SECRET}")
    assert [(await channel.rating(user)).games for user in people] == [1, 1, 1, 1]
    assert (await channel.rating(eve)).mu < (await channel.rating(ann)).mu


async def test_nobody_evades_a_lost_duel_as_a_moderator(channel: Channel, people: list[User]) -> None:
    eve = channel.user("Dan", is_moderator=True)
    mover, _ = await channel.duel(*people[:2])
    giveup = Invocation(BY_NAME["giveup"], {"confirm": "yes"}, (await channel.game(mover)).id)
    assert (await eve.invokes(giveup)).refused
    assert (await channel.game(mover)).game.outcome is None
    assert not (await mover.invokes(giveup)).refused


@pytest.mark.parametrize("line", ["play me", "versus easy 4x10"])
async def test_a_moderator_does_not_take_away_a_game_that_goes_badly(channel: Channel, line: str) -> None:
    ann, eve = channel.user("Ann"), channel.user("Dan", is_moderator=True)
    reply = await ann.types(line)
    reply = await ann.tells(reply, SECRET) if reply.prompt is not None else reply
    await ann.types(f"guess {WRONG}")
    assert reply.board is not None
    giveup = Invocation(BY_NAME["giveup"], {"confirm": "yes"}, reply.board.game)
    assert (await eve.invokes(giveup)).refused
    await ann.types("giveup yes")
    assert [record.games for record in (await channel.stats(ann)).record.by_rules.values()] == [1]
