"""What the operator decides and does on the shell, as people on Discord see it."""

from typing import Any

import pytest

from bot.model.operations import AdmissionKey, Decision, Subject
from bot.platforms.common import catch_up
from bot.services import admission
from bot.services.operations import Operations
from tests.fakes.discord import User
from tests.platforms.discord.harness import Harness


@pytest.fixture(autouse=True)
def _known_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.02)
    monkeypatch.setattr(admission, "CACHE_SECONDS", 0.0)


async def told(harness: Harness, who: User, command: str, **options: Any) -> str:
    """What somebody alone sees as the reply to a command."""
    await who.slash(harness.channel, f"hitblow {command}", **options)
    await harness.discord.idle()
    return str(who.ephemeral[-1])


async def test_people_are_told_that_the_bot_is_read_only(harness: Harness) -> None:
    await harness.ann.slash(harness.channel, "hitblow play")
    (board,) = harness.channel.messages
    await harness.services.admission.set_read_only(read_only=True)
    for command in ("play", "giveup"):
        assert "being maintained" in await told(harness, harness.ann, command)
    assert "being maintained" in await told(harness, harness.bob, "guess", code="0456")
    await harness.ann.press(board, "Hint")
    assert "being maintained" in str(harness.ann.ephemeral[-1])
    assert "0456" not in str(board)
    await harness.services.admission.set_read_only(read_only=False)
    await harness.guess(board, "0456")
    assert "0456 " in str(board)


async def test_people_who_are_too_fast_are_told_when_to_try_again(harness: Harness) -> None:
    await harness.services.admission.set_cooldown(60)
    replies = [await told(harness, harness.ann, "stats") for _ in range(admission.BURST + 1)]
    assert ["Too fast" in reply for reply in replies] == [False] * admission.BURST + [True]
    assert "seconds" in replies[-1]
    assert "Too fast" not in await told(harness, harness.bob, "stats")


@pytest.mark.parametrize("subject", [Subject.PERSON, Subject.SERVER])
async def test_the_excluded_can_only_see_and_delete_their_data(harness: Harness, subject: Subject) -> None:
    await harness.ann.slash(harness.channel, "hitblow play")
    id_ = harness.ann.id if subject is Subject.PERSON else harness.guild.id
    key = AdmissionKey("discord", subject, str(id_))
    await harness.services.admission.decide(key, Decision.BLOCK)
    assert "still works" in await told(harness, harness.ann, "stats")
    assert "I keep" in await told(harness, harness.ann, "privacy")
    assert ("still works" in await told(harness, harness.bob, "stats")) is (subject is Subject.SERVER)
    await harness.services.admission.withdraw(key)
    assert "finished a game" in await told(harness, harness.ann, "stats")


async def test_a_game_is_ended_and_an_announcement_is_told_once(harness: Harness) -> None:
    await harness.ann.slash(harness.channel, "hitblow play")
    (board,) = harness.channel.messages
    (game,) = await harness.services.operations.running_games("discord")
    assert await harness.services.operations.announce("Maintenance at noon, @everyone.", None, ["discord"]) == 1
    await harness.services.operations.end(game.id)
    await harness.discord.until(lambda: len(harness.channel.messages) > 1 and "operator, a moderator" in str(board))
    await harness.discord.idle()
    announcements = [each for each in harness.channel.messages if "Maintenance at noon" in str(each)]
    assert len(announcements) == 1
    assert "@everyone" not in str(announcements[0])


async def test_a_server_that_is_deleted_starts_again(harness: Harness) -> None:
    await harness.ann.slash(harness.channel, "hitblow play")
    (board,) = harness.channel.messages
    services, pauses = harness.services, list[float]()

    async def sleep(pause: float) -> None:
        pauses.append(pause)
        assert "doesn't allow this bot here" in await told(harness, harness.ann, "play")

    operator = Operations(services.operations._units, services.operations._clock, sleep)
    await operator.delete_server("discord", str(harness.guild.id))
    assert len(pauses) == 1
    await harness.ann.press(board, "More")
    assert "There is no game" in str(harness.ann.ephemeral[-1])
    assert "nothing" in (await told(harness, harness.ann, "privacy")).lower()
