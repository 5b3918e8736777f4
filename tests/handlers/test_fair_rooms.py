"""What cheaters ask the coach, and how griefers block rooms and pester people by commands; and what comes of it."""

from datetime import timedelta

import pytest

from bot.presenters.views import is_question
from core.game.boards import Outcome
from tests.handlers.channel import RULES, SECRET, WRONG, Channel, id_of
from tests.handlers.users import User, text
from tests.support.daily import code_of

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
NOTATION = str(RULES)


# Advice


@pytest.mark.parametrize("line", [f"suggest {WRONG} 0H0B rules:4x10", f"check 3102 history:{WRONG},0H0B rules:4x10"])
async def test_the_coach_says_nothing_about_a_running_daily(channel: Channel, line: str) -> None:
    ann = channel.user("Ann")
    code = code_of(channel.clock.now.date())
    guess = "".join(sorted(set("0123456789") - set(code)))[:4]
    await ann.types(f"daily {guess}")
    assert (await ann.types(line.replace(WRONG, guess))).refused


async def test_the_coach_says_nothing_about_any_of_many_running_duels(channel: Channel, people: list[User]) -> None:
    first, second = await channel.duel(people[0], people[1])
    for user in (first, second):
        await user.types(f"guess {WRONG}")
    for number in range(25):
        await channel.user("Ann", room=f"C{number + 2}").types("play me")
    line = f"suggest {WRONG} 0H0B rules:4x10"
    assert (await people[0].types(line)).refused


async def test_advice_about_a_running_ranked_game_counts_as_a_hint(channel: Channel) -> None:
    ann = channel.user("Ann")
    await ann.types("play me")
    await ann.types(f"guess {WRONG}")
    asked = await ann.types(f"suggest {WRONG} 0H0B rules:4x10")
    assert await channel.hinted(ann) == 0
    assert not (await ann.confirms(asked)).refused
    assert await channel.hinted(ann) == 1
    await ann.types(f"guess {SECRET}")
    tally = await channel.tally(ann)
    assert (tally.games, tally.solved) == (1, 0)


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


async def test_a_check_without_a_history_says_that_it_is_not_about_the_running_game(channel: Channel) -> None:
    ann = channel.user("Ann")
    started = await ann.types("play me")
    await ann.types(f"guess {WRONG}")
    checked = text((await ann.types("check 4568")).note)
    assert f"#{id_of(started)}" in checked
    assert "`hint`" in checked


# Clocks


async def test_a_race_that_waits_for_its_signal_does_not_block_the_channel(channel: Channel) -> None:
    eve, ann = channel.user("Eve"), channel.user("Ann")
    race = id_of(await eve.types("play race start:signal"))
    assert (await ann.types("play")).refused
    await channel.wait(timedelta(minutes=61))
    assert (await channel.game(ann, race)).game.outcome is Outcome.EXPIRED
    assert not (await ann.types("play")).refused


async def test_settings_that_change_meanwhile_keep_nobody_from_starting_their_race(channel: Channel) -> None:
    ann, manager = channel.user("Ann"), channel.user("Dan", is_moderator=True)
    await ann.types("play race start:signal")
    await manager.types("settings server start:nobody")
    assert not (await ann.types("play start:now")).refused
    assert (await ann.types("rematch")).refused


async def test_a_host_cannot_keep_a_game_alive_without_feedback(channel: Channel) -> None:
    eve, ann = channel.user("Eve"), channel.user("Ann")
    game = id_of(await eve.types("host keep:head"))
    for guess in ("0123", "0123", "4567"):
        await ann.types(f"guess {guess} yes")
    await eve.types("answer 0H0B")
    for _ in range(3):
        await eve.types("answer 4H0B")  # which the first turn rules out
        await eve.types("undo")
        await channel.wait(timedelta(hours=47))
    assert (await channel.game(ann, game)).game.outcome is not None


async def test_a_race_ends_when_all_who_guessed_are_done(channel: Channel, people: list[User]) -> None:
    race = (await people[0].types("play race tries:1")).board
    for user in people[1:3]:
        await user.presses(race, "guess", WRONG)
    assert (await channel.game(people[0])).game.outcome is Outcome.OUT_OF_TRIES


async def test_people_vote_a_game_away_in_which_nothing_happens(channel: Channel, people: list[User]) -> None:
    eve = channel.user("Eve")
    game = id_of(await eve.types("play"))
    assert (await people[0].types("giveup yes")).refused
    await channel.wait(timedelta(minutes=61))
    await people[0].types("giveup yes")
    assert (await channel.game(eve, game)).game.outcome is None
    await people[1].types("giveup yes")
    assert (await channel.game(eve, game)).game.outcome is not None
    assert not (await people[0].types("play")).refused


# Nuisance


async def test_a_challenger_has_three_open_challenges(channel: Channel) -> None:
    eve = channel.user("Eve")
    replies = [await eve.challenges(f"duel P{number} 3x10") for number in range(5)]
    assert [reply.refused for reply in replies] == [False, False, False, True, True]


async def test_two_people_have_one_open_challenge_in_all_channels(channel: Channel) -> None:
    assert not (await channel.user("Eve").challenges("duel Ann 3x10")).refused
    assert (await channel.user("Eve", room="C2").challenges("duel Ann 3x10")).refused
    assert (await channel.user("Ann", room="C2").challenges("duel Eve 3x10")).refused


async def test_challenges_that_are_withdrawn_notify_somebody_three_times_an_hour(channel: Channel) -> None:
    eve, notified = channel.user("Eve"), []
    for _ in range(6):
        challenge = await eve.challenges("duel Ann 3x10")
        notified.append(challenge.board is not None and challenge.board.mention is not None)
        await eve.presses(challenge.board, "giveup")
        channel.clock.advance(timedelta(seconds=8))
    assert notified == [True, True, True, False, False, False]
    channel.clock.advance(HOUR)
    again = (await eve.challenges("duel Ann 3x10")).board
    assert again is not None
    assert again.mention is not None


async def test_those_who_want_no_duels_are_not_challenged(channel: Channel) -> None:
    ann, eve = channel.user("Ann"), channel.user("Eve")
    await ann.types("settings duels:off")
    assert (await eve.challenges("duel Ann 3x10")).refused
    await ann.types("settings duels:on")
    assert not (await eve.challenges("duel Ann 3x10")).refused


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
