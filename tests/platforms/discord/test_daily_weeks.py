"""Three weeks of dailies on a server equal the plain model."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.model.rooms import RoomKey
from bot.platforms.common import catch_up
from tests.fakes.clock import FakeClock
from tests.platforms.discord.stage import staged
from tests.platforms.discord.test_daily import switch_summary_on
from tests.support.daily_weeks import PEOPLE, Weeks


@pytest.mark.slow
async def test_streaks_and_summaries_of_three_weeks_equal_a_plain_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.02)
    clock = FakeClock()
    async with staged(tmp_path, clock=clock) as stage:
        people = {name: stage.guild.member(name) for name in PEOPLE}
        await switch_summary_on(stage, RoomKey("discord", str(stage.guild.id), str(stage.channel.id)))

        async def play(name: str, guess: str) -> str:
            await people[name].slash(stage.channel, "hitblow daily", guess=guess)
            await stage.discord.idle()
            return str(people[name].ephemeral[-1])

        async def tell(number: int) -> Sequence[str]:
            for _ in range(2):
                await stage.services.summaries.step()
            await stage.discord.until(lambda: len(stage.channel.messages) >= number)
            await stage.discord.quiet(0.05)
            return [str(message) for message in stage.channel.messages]

        await Weeks(clock, play, tell).run()
