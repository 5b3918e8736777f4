"""What people see of the daily in a workspace, in both languages."""

from datetime import timedelta

import pytest

from bot.platforms.common import catch_up
from tests.fakes.clock import NOON, FakeClock
from tests.platforms.slack.stage import Stage
from tests.platforms.slack.test_daily import switch_summary_on
from tests.support.daily import WITHOUT_EFFECT, code_of, wrong_for
from tests.support.snapshots import Snapshots

CODE = code_of(NOON.date())
WRONG = wrong_for(CODE)


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
async def test_a_daily_its_refusals_and_its_summary_look_as_approved(
    stage: Stage, snapshots: Snapshots, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.1)
    stage.clock = lambda: NOON
    mia, bea = (stage.team.user(name, locale=locale) for name in ("Mia", "Bea"))
    async with stage.bot() as bot:
        snapshots.step("new", await stage.told("daily", mia))
        for title, options in WITHOUT_EFFECT.items():
            line = " ".join(f"{option}:{value}" for option, value in options.items())
            snapshots.step(title, await stage.told(f"daily {line}", mia))
        snapshots.step("after a guess", await stage.told(f"daily {WRONG}", mia))
        snapshots.step("solved", await stage.told(f"daily {CODE}", mia))
        snapshots.step("a second try", await stage.told(f"daily {WRONG}", mia))
        snapshots.step("the share", await stage.begin("daily share", mia))
        snapshots.step("as text", await stage.told("daily text", mia))
        snapshots.step("a second share", await stage.told("daily share", mia))
        await stage.told(f"daily {WRONG}", bea)
        await switch_summary_on(stage, bot, stage.games.id)
        summaries = bot._runtime.services.summaries
        monkeypatch.setattr(summaries, "_clock", FakeClock(NOON + timedelta(days=1)))
        await summaries.step()
        await stage.slack.until(lambda: len(stage.games.messages) > 1)
        snapshots.step("the summary", stage.games.messages[-1])
    snapshots.check_steps(f"daily_{locale[:2]}")
