"""The messages that show games, and published commands."""

from datetime import timedelta

import pytest

from bot.model.games import ShownGame
from bot.model.messages import Claim, MessageKey, StoredBoard
from bot.services.games.duels import DuelTerms, Person
from bot.services.messages import CLAIM_SECONDS
from core.game.any_game import Who
from core.game.sides import Level
from tests.services.harness import ANN, BOB, CAT, CLASSIC, WRONG, Harness


async def test_one_process_at_a_time_may_post_the_message_of_a_game(harness: Harness) -> None:
    messages = harness.services.messages
    game, other = await harness.play(ANN, Who.ME), await harness.play(BOB, Who.ME)

    assert await messages.claim(game.id, None) is Claim.NEW
    assert await messages.claim(game.id, None) is Claim.TAKEN
    assert await messages.claim(other.id, None) is Claim.NEW

    await messages.release(game.id)
    assert await messages.claim(game.id, None) is Claim.RENEWED
    harness.clock.advance(timedelta(seconds=CLAIM_SECONDS + 1))
    assert await messages.claim(game.id, None) is Claim.RENEWED


async def test_a_claim_that_is_renewed_does_not_expire(harness: Harness) -> None:
    messages = harness.services.messages
    game = await harness.play(ANN)
    assert await messages.claim(game.id, None) is Claim.NEW
    for _ in range(3):
        harness.clock.advance(timedelta(seconds=CLAIM_SECONDS - 1))
        await messages.renew(game.id, None)
        assert await messages.claim(game.id, None) is Claim.TAKEN


async def test_a_deleted_message_is_replaced_once(harness: Harness) -> None:
    messages = harness.services.messages
    game, deleted, posted = await harness.play(ANN), MessageKey("C1", "1.0"), MessageKey("C1", "2.0")
    await messages.posted(game.id, deleted, "en")

    assert await messages.claim(game.id, deleted) is Claim.NEW
    assert await messages.claim(game.id, deleted) is Claim.TAKEN
    await messages.release(game.id)
    assert await messages.claim(game.id, deleted) is Claim.RENEWED
    harness.clock.advance(timedelta(seconds=CLAIM_SECONDS + 1))
    assert await messages.claim(game.id, deleted) is Claim.RENEWED
    await messages.posted(game.id, posted, "en")
    assert await messages.claim(game.id, deleted) is Claim.TAKEN
    assert await messages.claim(game.id, posted) is Claim.NEW


async def test_a_board_is_outdated_until_its_newest_revision_is_shown(harness: Harness) -> None:
    messages = harness.services.messages
    game, other = await harness.play(ANN, Who.ME), await harness.play(BOB, Who.ME)
    await messages.posted(game.id, MessageKey("C1", "1.0"), "ja")
    assert {board.game for board in await messages.outdated("chat")} == {game.id, other.id}

    assert await messages.shown({game.id: 0, other.id: 0}) == {
        game.id: StoredBoard(0, MessageKey("C1", "1.0")),
        other.id: StoredBoard(0, None),
    }
    assert await messages.outdated("chat") == []

    await harness.guess(ANN, "0456")
    (outdated,) = await messages.outdated("chat")
    assert (outdated.game, outdated.revision, outdated.language) == (game.id, 1, "ja")
    assert outdated.message == MessageKey("C1", "1.0")
    assert await messages.outdated("discord") == []

    assert (await messages.shown({game.id: 0}))[game.id].revision == 1
    assert len(await messages.outdated("chat")) == 1


@pytest.mark.parametrize("kind", ["shared", "own", "race", "hosted", "against the bot", "challenge"])
async def test_a_game_that_nobody_has_guessed_in_is_withdrawn(harness: Harness, kind: str) -> None:
    game = await started(harness, kind)
    assert await harness.services.messages.claim(game.id, None) is Claim.NEW
    await harness.services.messages.release(game.id)

    assert await harness.services.messages.withdraw(game.id)

    assert await harness.services.referee.spectate(game.id) is None
    assert await harness.services.messages.outdated("chat") == []
    assert await harness.services.news.pending("chat") == []
    assert not await harness.services.messages.withdraw(game.id)
    await harness.play(ANN)


async def started(harness: Harness, kind: str) -> ShownGame:
    """A new game of Ann's."""
    services = harness.services
    if kind == "race":
        return await services.referee.play(ANN, CLASSIC, who=Who.RACE)
    if kind == "hosted":
        return await services.hosting.start(ANN, CLASSIC, None)
    if kind == "against the bot":
        return await services.opponent.start(ANN, CLASSIC, Level.EASY, "0123")
    if kind == "challenge":
        return await services.duels.challenge(ANN, Person(BOB.player, BOB.name), DuelTerms(CLASSIC))
    return await harness.play(ANN, Who.ME if kind == "own" else Who.EVERYONE)


async def test_a_game_that_was_shown_guessed_in_or_ended_is_not_withdrawn(harness: Harness) -> None:
    messages = harness.services.messages
    shown, guessed = await harness.play(ANN, Who.ME), await harness.play(BOB, Who.ME)
    await messages.posted(shown.id, MessageKey("C1", "1.0"), "en")
    await harness.guess(BOB, WRONG)
    ended = await harness.give_up(CAT, (await harness.play(CAT, Who.ME)).id)

    assert [await messages.withdraw(game.id) for game in (shown, guessed, ended)] == [False] * 3
    assert all([await harness.services.referee.spectate(game.id) for game in (shown, guessed, ended)])
