"""Three weeks of dailies in a workspace equal the plain model."""

from collections.abc import Sequence

import pytest

from bot.platforms.common import catch_up
from tests.fakes.clock import FakeClock
from tests.platforms.slack.stage import Stage
from tests.platforms.slack.test_daily import switch_summary_on
from tests.support.daily_weeks import PEOPLE, Weeks


@pytest.mark.slow
async def test_streaks_and_summaries_of_three_weeks_equal_a_plain_model(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.02)
    clock = FakeClock()
    stage.clock = clock
    people = {name: stage.team.user(name) for name in PEOPLE}
    async with stage.bot() as bot:
        await switch_summary_on(stage, bot, stage.games.id)

        async def play(name: str, guess: str) -> str:
            person = people[name]
            before = len(person.ephemeral)
            await person.command(stage.games, "/hitblow", f"daily {guess}")
            return str((await stage.slack.until(lambda: person.ephemeral[before:]))[-1])

        async def tell(number: int) -> Sequence[str]:
            for _ in range(2):
                await bot._runtime.services.summaries.step()
            await stage.slack.until(lambda: len(stage.games.messages) >= number)
            await stage.slack.quiet(0.05)
            return [str(message) for message in stage.games.messages]

        await Weeks(clock, play, tell).run()
