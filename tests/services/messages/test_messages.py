"""The messages that show games, and published commands."""

from datetime import timedelta

from bot.services.messages.messages import CLAIM_SECONDS
from bot.services.model import Claim, MessageKey
from core.game.games import Who
from tests.services.harness import ANN, BOB, Harness


async def test_every_game_has_a_message_of_its_own(harness: Harness) -> None:
    messages = harness.services.messages
    first, second = await harness.play(ANN, Who.ME), await harness.play(BOB, Who.ME)
    assert await messages.of(first.id) is None

    await messages.posted(first.id, MessageKey("C1", "1.0"), "en")
    await messages.posted(second.id, MessageKey("C1", "2.0"), "en")

    assert await messages.of(first.id) == MessageKey("C1", "1.0")
    assert await messages.game_at(MessageKey("C1", "2.0")) == second.id
    assert await messages.game_at(MessageKey("C2", "2.0")) is None


async def test_a_new_message_replaces_the_one_before(harness: Harness) -> None:
    messages = harness.services.messages
    game = await harness.play(ANN)
    await messages.posted(game.id, MessageKey("C1", "1.0"), "en")

    await messages.posted(game.id, MessageKey("C1", "2.0"), "en")

    assert await messages.of(game.id) == MessageKey("C1", "2.0")
    assert await messages.game_at(MessageKey("C1", "1.0")) is None


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

    assert await messages.shown({game.id: 0, other.id: 0}) == {game.id: 0, other.id: 0}
    assert await messages.outdated("chat") == []

    await harness.guess(ANN, "0456")
    (outdated,) = await messages.outdated("chat")
    assert (outdated.game, outdated.revision, outdated.language) == (game.id, 1, "ja")
    assert outdated.message == MessageKey("C1", "1.0")
    assert await messages.outdated("discord") == []

    assert await messages.shown({game.id: 0}) == {game.id: 1}
    assert len(await messages.outdated("chat")) == 1


async def test_the_digest_of_published_commands_is_kept_for_each_application(harness: Harness) -> None:
    published = harness.services.published_commands
    assert await published.digest("app") is None
    await published.save("app", "old")
    await published.save("other app", "other")

    await published.save("app", "new")

    assert [await published.digest(each) for each in ("app", "other app")] == ["new", "other"]
