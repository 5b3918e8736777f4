"""Three weeks of dailies in a workspace equal the plain model."""

from collections.abc import Sequence

import pytest

from bot.platforms.common import catch_up
from tests.fakes.clock import FakeClock
from tests.platforms.slack.harness import Harness
from tests.platforms.slack.test_daily import switch_summary_on
from tests.support.daily_weeks import PEOPLE, Weeks


@pytest.mark.slow
async def test_streaks_and_summaries_of_three_weeks_equal_a_plain_model(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.02)
    clock = FakeClock()
    harness.clock = clock
    people = {name: harness.team.user(name) for name in PEOPLE}
    async with harness.bot() as bot:
        await switch_summary_on(harness, bot, harness.games.id)

        async def play(name: str, guess: str) -> str:
            person = people[name]
            before = len(person.ephemeral)
            await person.command(harness.games, "/hitblow", f"daily {guess}")
            return str((await harness.slack.until(lambda: person.ephemeral[before:]))[-1])

        async def tell(number: int) -> Sequence[str]:
            for _ in range(2):
                await bot._runtime.services.summaries.step()
            await harness.slack.until(lambda: len(harness.games.messages) >= number)
            await harness.slack.quiet(0.05)
            return [str(message) for message in harness.games.messages]

        await Weeks(clock, play, tell).run()
