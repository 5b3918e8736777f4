"""What the operator decides and does on the shell, as people on Discord see it."""

from typing import Any

import pytest

from bot.model.admission import AdmissionKey, Decision, Subject
from bot.platforms.common import catch_up
from bot.services.operations import admission
from bot.services.operations.operations import Operations
from tests.fakes.discord import User
from tests.platforms.discord.stage import Stage


@pytest.fixture(autouse=True)
def _known_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.02)
    monkeypatch.setattr(admission, "CACHE_SECONDS", 0.0)


async def told(stage: Stage, who: User, command: str, **options: Any) -> str:
    """What somebody alone sees as the reply to a command."""
    await who.slash(stage.channel, f"hitblow {command}", **options)
    await stage.discord.idle()
    return str(who.ephemeral[-1])


async def test_people_are_told_that_the_bot_is_read_only(stage: Stage) -> None:
    await stage.ann.slash(stage.channel, "hitblow play")
    (board,) = stage.channel.messages
    await stage.services.admission.set_read_only(read_only=True)
    for command in ("play", "giveup"):
        assert "being maintained" in await told(stage, stage.ann, command)
    assert "being maintained" in await told(stage, stage.bob, "guess", code="0456")
    await stage.ann.press(board, "Hint")
    assert "being maintained" in str(stage.ann.ephemeral[-1])
    assert "0456" not in str(board)
    await stage.services.admission.set_read_only(read_only=False)
    await stage.guess(board, "0456")
    assert "0456 " in str(board)


async def test_people_who_are_too_fast_are_told_when_to_try_again(stage: Stage) -> None:
    await stage.services.admission.set_cooldown(60)
    replies = [await told(stage, stage.ann, "stats") for _ in range(admission.BURST + 1)]
    assert ["too fast" in reply for reply in replies] == [False] * admission.BURST + [True]
    assert "seconds" in replies[-1]
    assert "too fast" not in await told(stage, stage.bob, "stats")


@pytest.mark.parametrize("subject", [Subject.PERSON, Subject.SERVER])
async def test_the_excluded_can_only_see_and_delete_their_data(stage: Stage, subject: Subject) -> None:
    await stage.ann.slash(stage.channel, "hitblow play")
    id_ = stage.ann.id if subject is Subject.PERSON else stage.guild.id
    key = AdmissionKey("discord", subject, str(id_))
    await stage.services.admission.decide(key, Decision.BLOCK)
    assert "`privacy` still shows" in await told(stage, stage.ann, "stats")
    assert "I keep" in await told(stage, stage.ann, "privacy")
    assert ("`privacy` still shows" in await told(stage, stage.bob, "stats")) is (subject is Subject.SERVER)
    await stage.services.admission.withdraw(key)
    assert "finished a game" in await told(stage, stage.ann, "stats")


async def test_a_game_is_ended_and_an_announcement_is_told_once(stage: Stage) -> None:
    await stage.ann.slash(stage.channel, "hitblow play")
    (board,) = stage.channel.messages
    (game,) = await stage.services.operations.running_games("discord")
    assert await stage.services.operations.announce("Maintenance at noon, @everyone.", None, ["discord"]) == 1
    await stage.services.operations.end(game.id)
    await stage.discord.until(lambda: len(stage.channel.messages) > 1 and "operator, a moderator" in str(board))
    await stage.discord.idle()
    announcements = [each for each in stage.channel.messages if "Maintenance at noon" in str(each)]
    assert len(announcements) == 1
    assert "@everyone" not in str(announcements[0])


async def test_a_server_that_is_forgotten_starts_again(stage: Stage) -> None:
    await stage.ann.slash(stage.channel, "hitblow play")
    (board,) = stage.channel.messages
    services, pauses = stage.services, list[float]()

    async def sleep(pause: float) -> None:
        pauses.append(pause)
        assert "does not allow its use here" in await told(stage, stage.ann, "play")

    operator = Operations(services.operations._units, services.operations._clock, sleep)
    await operator.forget_server("discord", str(stage.guild.id))
    assert len(pauses) == 1
    await stage.ann.press(board, "Hint")
    assert "There is no game" in str(stage.ann.ephemeral[-1])
    assert "nothing" in (await told(stage, stage.ann, "privacy")).lower()
