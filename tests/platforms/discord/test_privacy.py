"""People's own data, on Discord."""

from pathlib import Path

from bot.locales import words_for
from tests.platforms.discord.stage import Stage, staged
from tests.support.snapshots import Snapshots


async def test_everything_about_a_person_is_shown_exported_hidden_and_deleted(
    tmp_path: Path, snapshots: Snapshots
) -> None:
    for locale in ("en-US", "ja"):
        words, folder = words_for(locale), tmp_path / locale
        folder.mkdir()
        async with staged(folder, locale) as stage:
            ann = stage.ann
            ann.locale = locale
            await ann.slash(stage.channel, "hitblow privacy")
            snapshots.step(f"{locale}: nothing is stored", ann.ephemeral[-1])
            for code in ("3102", "4567"):
                await ann.slash(stage.channel, "hitblow play")
                await ann.slash(stage.channel, "hitblow guess", code=code)
                await stage.discord.idle()
            await ann.slash(stage.channel, "hitblow privacy")
            overview = ann.ephemeral[-1]
            snapshots.step(f"{locale}: what is stored", overview)
            await ann.press(overview, words("Export"))
            await stage.discord.idle()
            snapshots.step(f"{locale}: the export", ann.ephemeral[-1])
            await ann.slash(stage.channel, "hitblow privacy", action="hide")
            snapshots.step(f"{locale}: hidden", ann.ephemeral[-1])
            await ann.press(overview, words("Delete my data"))
            await stage.discord.idle()
            question = (
                ann.ephemeral[-1]
                if words(
                    "Delete everything about you here? You lose your statistics, ratings, streaks, settings and "
                    "the games that only you played. Games that need you end. In games with others, and in "
                    "totals, your part stays without your name."
                )
                in str(ann.ephemeral[-1])
                else overview
            )
            snapshots.step(f"{locale}: asked once", question)
            await ann.press(question, words("Delete my data"))
            await stage.discord.idle()
            snapshots.step(f"{locale}: asked twice", question)
            await ann.press(question, words("Delete for good"))
            await stage.discord.idle()
            snapshots.step(f"{locale}: deleted", question)
            await ann.slash(stage.channel, "hitblow privacy", action="export")
            snapshots.step(f"{locale}: an export of nothing", ann.ephemeral[-1])
            assert "Ann" not in str((await stage.bob.slash(stage.channel, "hitblow board")).message)
    snapshots.check_steps("privacy")


async def test_an_exported_file_is_seen_by_its_owner_alone(stage: Stage) -> None:
    await stage.ann.slash(stage.channel, "hitblow play")
    await stage.ann.slash(stage.channel, "hitblow privacy", action="export")
    await stage.discord.idle()
    message = stage.ann.ephemeral[-1]
    (attachment,) = message.attachments
    assert attachment["filename"] == "hitblow.json"
    assert attachment["size"] > 500
    assert [str(one) for one in stage.channel.messages if "hitblow.json" in str(one)] == []
