"""What cheaters do by commands for their averages, ratings and advice, and to others; and what comes of it."""

from datetime import timedelta

import pytest

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.presenters.views import is_question
from tests.handlers.users import SECRET, WRONG, Channel, User, id_of
from tests.support.present import present

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
    giveup = Invocation(BY_NAME["giveup"], {"confirm": "yes"}, present(reply.board).game)
    assert (await eve.invokes(giveup)).refused
    await ann.types("giveup yes")
    assert [record.games for record in (await channel.stats(ann)).record.by_rules.values()] == [1]


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
    against = (await channel.stats(ann)).record.against_bot
    assert sum(sum(outcomes.values()) for outcomes in against.values()) == 1


async def test_a_game_in_which_the_bot_began_cannot_be_left_for_a_better_coin(channel: Channel) -> None:
    (ann,) = await channel.members("Ann")
    channel.random_source.coin_shows = True  # the bot begins
    await ann.tells(await ann.types("versus easy 4x10"), SECRET)
    await ann.types("giveup yes")
    rating = await channel.rating(ann)
    assert (rating.games, rating.mu < 25) == (1, True)


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
    assert is_question(present((await ann.types(f"suggest {history} rules:4x10")).note)) == asks
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
        await channel.user("Twin", user=user).types("suggest 00 0H0B rules:2x3r")
    assert (await channel.user("Eve").types("stats Twin")).refused
