"""What cheaters do by commands for rated games, and what comes of it."""

from datetime import timedelta

import pytest

from core.game.boards import Outcome
from core.game.sides import SideOutcome
from tests.handlers.channel import RULES, SECRET, WRONG, Channel
from tests.handlers.users import User

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
NOTATION = str(RULES)


async def test_a_race_that_nobody_solves_changes_no_rating(channel: Channel, people: list[User]) -> None:
    race = (await people[0].types("play race tries:1")).board
    for user in people:
        await user.presses(race, "guess", WRONG)
    assert (await channel.game(people[0])).game.outcome is Outcome.OUT_OF_TRIES
    assert [(await channel.rating(user)).games for user in people] == [0, 0, 0, 0]


async def test_a_hint_in_a_race_takes_no_points_from_the_winner(channel: Channel, people: list[User]) -> None:
    ann, bob, cat, _ = people
    race = (await ann.types("play race")).board
    for user in (ann, bob, cat):
        await user.presses(race, "guess", WRONG)
    await bob.types("hint confirm:yes")
    await bob.types("giveup yes")
    await ann.types(f"guess {SECRET}")
    winner, hinted, loser = [await channel.rating(user) for user in (ann, bob, cat)]
    assert winner.mu > 25 > loser.mu
    assert hinted.mu < 25
    assert (winner.games, hinted.games, loser.games) == (1, 1, 1)


async def test_a_winner_of_a_race_who_had_a_hint_loses_to_the_others(channel: Channel, people: list[User]) -> None:
    ann, bob, cat, _ = people
    race = (await ann.types("play race")).board
    for user in (ann, bob, cat):
        await user.presses(race, "guess", WRONG)
    await ann.types("hint confirm:yes")
    await ann.types(f"guess {SECRET}")
    hinted, *others = [await channel.rating(user) for user in (ann, bob, cat)]
    assert hinted.mu < 25
    assert all(other.mu > 25 for other in others)


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


async def test_resigning_before_the_first_guess_counts_once_the_other_has_guessed(
    channel: Channel, people: list[User]
) -> None:
    first, second = await channel.duel(people[0], people[1])
    await first.types(f"guess {SECRET}")
    await second.types("giveup yes")
    assert [(await channel.rating(user)).games for user in (first, second)] == [1, 1]
    assert (await channel.rating(first)).mu > 25 > (await channel.rating(second)).mu
    record = (await channel.stats(second)).record.by_rules[NOTATION]
    assert record.duels == {SideOutcome.RESIGNED: 1}


async def test_a_duel_without_guesses_of_the_other_is_not_rated(channel: Channel, people: list[User]) -> None:
    _, second = await channel.duel(people[0], people[1])
    await second.types("giveup yes")
    assert [(await channel.rating(user)).games for user in people[:2]] == [0, 0]


async def test_a_draw_is_agreed_for_points_only_after_both_have_guessed(channel: Channel, people: list[User]) -> None:
    for guesses, rated in ((1, 0), (2, 1)):
        players = await channel.duel(people[0], people[1])
        for user in players[:guesses]:
            await user.types(f"guess {WRONG}")
        for user in players:
            await user.types("draw")
        assert [(await channel.rating(user)).games for user in players] == [rated, rated]
