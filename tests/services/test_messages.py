"""The messages that show games, and published commands."""

from bot.services.model import MessageKey
from core.game.games import Who
from tests.services.harness import ANN, BOB, Harness


async def test_every_game_has_a_message_of_its_own(harness: Harness) -> None:
    messages = harness.services.messages
    first, second = await harness.play(ANN, Who.ME), await harness.play(BOB, Who.ME)
    assert await messages.of(first.id) is None

    await messages.remember(first.id, MessageKey("C1", "1.0"))
    await messages.remember(second.id, MessageKey("C1", "2.0"))

    assert await messages.of(first.id) == MessageKey("C1", "1.0")
    assert await messages.game_at(MessageKey("C1", "2.0")) == second.id
    assert await messages.game_at(MessageKey("C2", "2.0")) is None


async def test_a_new_message_replaces_the_one_before(harness: Harness) -> None:
    messages = harness.services.messages
    game = await harness.play(ANN)
    await messages.remember(game.id, MessageKey("C1", "1.0"))

    await messages.remember(game.id, MessageKey("C1", "2.0"))

    assert await messages.of(game.id) == MessageKey("C1", "2.0")
    assert await messages.game_at(MessageKey("C1", "1.0")) is None


async def test_the_digest_of_published_commands_is_kept_for_each_application(harness: Harness) -> None:
    published = harness.services.published_commands
    assert await published.digest("app") is None
    await published.save("app", "old")
    await published.save("other app", "other")

    await published.save("app", "new")

    assert [await published.digest(each) for each in ("app", "other app")] == ["new", "other"]
