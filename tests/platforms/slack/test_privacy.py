"""People's own data, on Slack."""

import pytest

from bot.locales import words_for
from tests.platforms.slack.harness import Harness
from tests.support.snapshots import Snapshots


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
async def test_everything_about_a_person_is_shown_exported_hidden_and_deleted(
    harness: Harness, snapshots: Snapshots, locale: str
) -> None:
    words, mia = words_for(locale), harness.team.user("Mia", locale=locale)
    async with harness.bot(language=locale[:2]):
        snapshots.step("nothing is stored", await harness.private_reply("privacy", mia))
        board = await harness.start_game("play", mia)
        await harness.guess(board, "4567", mia, shows="4567 ")
        snapshots.step("what is stored", await harness.private_reply("privacy", mia))
        snapshots.step("hidden", await harness.private_reply("privacy hide", mia))
        before = len(mia.ephemeral)
        question = (
            await harness.until_after(
                mia.command(harness.games, "/hitblow", "privacy delete"), lambda: mia.ephemeral[before:]
            )
        )[0]
        snapshots.step("asked once", question)
        await harness.shown_after(
            mia.click(question, words("Delete my data")),
            question,
            words("Really delete it? This can't be undone. `privacy export` gives you a copy.")[:10],
        )
        snapshots.step("asked twice", question)
        await harness.shown_after(
            mia.click(question, words("Delete for good")),
            question,
            words(
                "Your data is deleted. Your name leaves messages within minutes, then games that only you played go "
                "too."
            )[:10],
        )
        snapshots.step("deleted", question)
        await harness.slack.until(lambda: "Mia" not in str(board), within=15)
        snapshots.step("the board", board)
    snapshots.check_steps(f"privacy_{locale[:2]}")


@pytest.mark.usefixtures("bot")
async def test_an_export_is_a_file_in_a_direct_message(harness: Harness) -> None:
    await harness.start_game("play")
    await harness.ann.command(harness.games, "/hitblow", "privacy export")
    direct = harness.team.dm(harness.ann)
    await harness.slack.until(lambda: [one for one in direct.messages if "hitblow.json" in str(one)])
    assert len(harness.games.messages) == 1


async def test_without_permission_for_files_an_export_is_sent_as_text(harness: Harness) -> None:
    installation = harness.team.installation
    assert installation is not None
    object.__setattr__(installation, "scopes", installation.scopes - {"files:write"})
    async with harness.bot():
        await harness.start_game("play")
        await harness.ann.command(harness.games, "/hitblow", "privacy export")
        direct = harness.team.dm(harness.ann)
        await harness.slack.until(lambda: [one for one in direct.messages if '"exported_at"' in str(one)])
        harness.slack.expect_error("missing_scope")
