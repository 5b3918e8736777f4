"""People's own data, on Discord."""

from pathlib import Path

from bot.locales import words_for
from tests.platforms.discord.harness import Harness, running_harness
from tests.support.snapshots import Snapshots


async def test_everything_about_a_person_is_shown_exported_hidden_and_deleted(
    tmp_path: Path, snapshots: Snapshots
) -> None:
    for locale in ("en-US", "ja"):
        words, folder = words_for(locale), tmp_path / locale
        folder.mkdir()
        async with running_harness(folder, locale) as harness:
            ann = harness.ann
            ann.locale = locale
            await ann.slash(harness.channel, "hitblow privacy")
            snapshots.step(f"{locale}: nothing is stored", ann.ephemeral[-1])
            for code in ("3102", "4567"):
                await ann.slash(harness.channel, "hitblow play")
                await harness.settled(ann.slash(harness.channel, "hitblow guess", code=code))
            await ann.slash(harness.channel, "hitblow privacy")
            overview = ann.ephemeral[-1]
            snapshots.step(f"{locale}: what is stored", overview)
            await harness.settled(ann.press(overview, words("Export")))
            snapshots.step(f"{locale}: the export", ann.ephemeral[-1])
            await ann.slash(harness.channel, "hitblow privacy", action="hide")
            snapshots.step(f"{locale}: hidden", ann.ephemeral[-1])
            await harness.settled(ann.press(overview, words("Delete my data")))
            question = (
                ann.ephemeral[-1]
                if words(
                    "Delete everything about you, wherever you played? Games that need you end. In games with others, "
                    "your guesses stay without your name."
                )
                in str(ann.ephemeral[-1])
                else overview
            )
            snapshots.step(f"{locale}: asked once", question)
            await harness.settled(ann.press(question, words("Delete my data")))
            snapshots.step(f"{locale}: asked twice", question)
            await harness.settled(ann.press(question, words("Delete for good")))
            snapshots.step(f"{locale}: deleted", question)
            await ann.slash(harness.channel, "hitblow privacy", action="export")
            snapshots.step(f"{locale}: an export of nothing", ann.ephemeral[-1])
            assert "Ann" not in str((await harness.bob.slash(harness.channel, "hitblow board")).message)
    snapshots.check_steps("privacy")


async def test_an_exported_file_is_seen_by_its_owner_alone(harness: Harness) -> None:
    await harness.ann.slash(harness.channel, "hitblow play")
    await harness.settled(harness.ann.slash(harness.channel, "hitblow privacy", action="export"))
    (attachment,) = harness.ann.ephemeral[-1].attachments
    assert attachment["filename"] == "hitblow.json"
    assert attachment["size"] > 500
    assert [str(one) for one in harness.channel.messages if "hitblow.json" in str(one)] == []
