"""What the operator decides and does on the shell, as people on Discord see it."""

import pytest

from bot.services import admission
from tests.platforms.discord.harness import Harness

pytestmark = pytest.mark.usefixtures("quick_catch_up")


@pytest.fixture(autouse=True)
def _known_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "CACHE_SECONDS", 0.0)


async def test_a_game_is_ended_and_an_announcement_is_told_once(harness: Harness) -> None:
    await harness.ann.slash(harness.channel, "hitblow play")
    (game,) = await harness.services.operations.running_games("discord")
    assert await harness.services.operations.announce("Maintenance at noon, @everyone.", None, ["discord"]) == 1
    await harness.services.operations.end_game(game.id)
    shown = ("Maintenance at noon", "operator, a moderator")
    await harness.discord.until(lambda: all(text in "".join(map(str, harness.channel.messages)) for text in shown))
    await harness.discord.idle()
    announcements = [each for each in harness.channel.messages if "Maintenance at noon" in str(each)]
    assert len(announcements) == 1
    assert "@everyone" not in str(announcements[0])
