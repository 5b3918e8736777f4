"""People's own data, on Slack."""

import pytest

from bot.locales import words_for
from tests.platforms.slack.stage import Stage
from tests.support.snapshots import Snapshots


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
async def test_everything_about_a_person_is_shown_exported_hidden_and_deleted(
    stage: Stage, snapshots: Snapshots, locale: str
) -> None:
    words, mia = words_for(locale), stage.team.user("Mia", locale=locale)
    async with stage.bot(language=locale[:2]):
        snapshots.step("nothing is stored", await stage.told("privacy", mia))
        board = await stage.begin("play", mia)
        await stage.guess(board, "4567", mia)
        await stage.shows(board, "4567  ")
        snapshots.step("what is stored", await stage.told("privacy", mia))
        snapshots.step("hidden", await stage.told("privacy hide", mia))
        before = len(mia.ephemeral)
        await mia.command(stage.games, "/hitblow", "privacy delete")
        question = (await stage.slack.until(lambda: mia.ephemeral[before:]))[0]
        snapshots.step("asked once", question)
        await mia.click(question, words("Delete my data"))
        await stage.shows(
            question, words("Really delete it? This cannot be undone. `privacy export` keeps a copy for you.")[:10]
        )
        snapshots.step("asked twice", question)
        await mia.click(question, words("Delete for good"))
        await stage.shows(
            question,
            words("Everything about you was deleted. Boards that others see lose your name within minutes.")[:10],
        )
        snapshots.step("deleted", question)
        await stage.slack.until(lambda: "Mia" not in str(board), within=15)
        snapshots.step("the board", board)
    snapshots.check_steps(f"privacy_{locale[:2]}")


async def test_an_export_is_a_file_in_a_direct_message(stage: Stage) -> None:
    async with stage.bot():
        await stage.begin("play")
        await stage.ann.command(stage.games, "/hitblow", "privacy export")
        direct = stage.team.dm(stage.ann)
        await stage.slack.until(lambda: [one for one in direct.messages if "hitblow.json" in str(one)])
        assert len(stage.games.messages) == 1


async def test_without_permission_for_files_an_export_is_sent_as_text(stage: Stage) -> None:
    installation = stage.team.installation
    assert installation is not None
    object.__setattr__(installation, "scopes", installation.scopes - {"files:write"})
    async with stage.bot():
        await stage.begin("play")
        await stage.ann.command(stage.games, "/hitblow", "privacy export")
        direct = stage.team.dm(stage.ann)
        await stage.slack.until(lambda: [one for one in direct.messages if '"exported_at"' in str(one)])
        stage.slack.expect_error("missing_scope")
