"""What people see in a workspace: the daily in both languages, and the drawing in the documentation."""

from datetime import timedelta

import pytest

from tests.fakes.clock import NOON, FakeClock
from tests.pictures.approved import check_drawing
from tests.pictures.scenes import LABELS
from tests.pictures.slack import draw_slack
from tests.platforms.slack.harness import Harness
from tests.platforms.slack.test_daily import switch_summary_on
from tests.support.daily import WITHOUT_EFFECT, code_of, wrong_for
from tests.support.snapshots import Snapshots

CODE = code_of(NOON.date())
WRONG = wrong_for(CODE)


@pytest.mark.slow
@pytest.mark.usefixtures("quick_catch_up")
@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
async def test_a_daily_its_refusals_and_its_summary_look_as_approved(
    harness: Harness, snapshots: Snapshots, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    harness.clock = lambda: NOON
    mia, bea = (harness.team.user(name, locale=locale) for name in ("Mia", "Bea"))
    async with harness.bot() as bot:
        snapshots.step("new", await harness.private_reply("daily", mia))
        for title, options in WITHOUT_EFFECT.items():
            line = " ".join(f"{option}:{value}" for option, value in options.items())
            snapshots.step(title, await harness.private_reply(f"daily {line}", mia))
        snapshots.step("after a guess", await harness.private_reply(f"daily {WRONG}", mia))
        snapshots.step("solved", await harness.private_reply(f"daily {CODE}", mia))
        snapshots.step("a second try", await harness.private_reply(f"daily {WRONG}", mia))
        snapshots.step("the share", await harness.private_reply("daily share", mia))
        snapshots.step("the card", harness.games.messages[-1])
        snapshots.step("as text", await harness.private_reply("daily text", mia))
        snapshots.step("a second share", await harness.private_reply("daily share", mia))
        for title, place in (
            ("in another channel", harness.team.channel("garden")),
            ("in a direct message", harness.team.dm(mia)),
        ):
            snapshots.step(title, await harness.private_reply("daily", mia, place))
        await harness.private_reply(f"daily {WRONG}", bea)
        await switch_summary_on(harness, bot, harness.games.id)
        summaries = bot._runtime.services.summaries
        monkeypatch.setattr(summaries, "_clock", FakeClock(NOON + timedelta(days=1)))
        await summaries.run_step()
        await harness.slack.until(lambda: CODE in str(harness.games.messages[-1]))
        snapshots.step("the card after the close", harness.games.messages[-1])
    snapshots.check_steps(f"daily_{locale[:2]}")


TITLES = {"en": "A game on Slack after two guesses", "ja": "Slackで2手推理したところ"}


@pytest.mark.slow
@pytest.mark.parametrize("language", TITLES)
async def test_a_drawing_shows_what_the_bot_sends(harness: Harness, language: str) -> None:
    async with harness.bot(language=language):
        board = await harness.start_game()
        await harness.guess(board, "0456")
        await harness.guess(board, "7103", harness.bob, shows="7103")
        check_drawing("slack", language, draw_slack([board], TITLES[language], LABELS[language][0]))
