"""Three weeks of dailies on a server equal the plain model."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.model.rooms import RoomKey
from bot.platforms.common import catch_up
from tests.fakes.clock import FakeClock
from tests.platforms.discord.harness import running_harness
from tests.platforms.discord.test_daily import switch_summary_on
from tests.support.daily_weeks import PEOPLE, Weeks


@pytest.mark.slow
async def test_streaks_and_summaries_of_three_weeks_equal_a_plain_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.02)
    clock = FakeClock()
    async with running_harness(tmp_path, clock=clock) as harness:
        people = {name: harness.guild.member(name) for name in PEOPLE}
        await switch_summary_on(harness, RoomKey("discord", str(harness.guild.id), str(harness.channel.id)))

        async def play(name: str, guess: str) -> str:
            await people[name].slash(harness.channel, "hitblow daily", guess=guess)
            await harness.discord.idle()
            return str(people[name].ephemeral[-1])

        async def tell(number: int) -> Sequence[str]:
            for _ in range(2):
                await harness.services.summaries.step()
            await harness.discord.until(lambda: len(harness.channel.messages) >= number)
            await harness.discord.quiet(0.05)
            return [str(message) for message in harness.channel.messages]

        await Weeks(clock, play, tell).run()
