"""Settings of a workspace, on Slack."""

import pytest

from bot.locales import words_for
from bot.presenters.rules import game_name
from core.game.rules import Rules
from tests.fakes.slack import User
from tests.platforms.slack.harness import Harness
from tests.support.snapshots import Snapshots


async def open_form(harness: Harness, person: User, group: str, scope: str = "server") -> None:
    """Open the form for a group of settings; it is then the person's view."""
    before = len(person.views)
    await harness.until_after(
        person.command(harness.games, "/hitblow", f"settings {scope} group:{group}"), lambda: len(person.views) > before
    )


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
async def test_every_group_of_settings_has_a_form(harness: Harness, snapshots: Snapshots, locale: str) -> None:
    admin = harness.team.user("Mia", admin=True, locale=locale)
    async with harness.bot(language=locale[:2]):
        snapshots.step("the settings", await harness.private_reply("settings", admin))
        for group in ("language", "rules", "games", "announcements", "players"):
            await open_form(harness, admin, group)
            snapshots.step(group, admin.view)
            await admin.close(admin.view)
        await open_form(harness, admin, "games", "channel")
        snapshots.step("the form for a channel", admin.view)
        before = len(admin.ephemeral)
        changed = (
            await harness.until_after(admin.submit(admin.view, hints="nobody"), lambda: admin.ephemeral[before:])
        )[0]
        snapshots.step("hints are switched off here", changed)
        bob = harness.team.user("Bea", locale=locale)
        snapshots.step("Bea asks for a hint", await harness.private_reply("hint", bob))
        snapshots.step("Bea tries to change something", await harness.private_reply("settings server hour:7", bob))
    snapshots.check_steps(f"settings_{locale[:2]}")


@pytest.mark.usefixtures("bot")
async def test_changes_are_announced_in_the_channel_for_announcements(harness: Harness) -> None:
    news = harness.team.channel("news")
    await open_form(harness, harness.ann, "announcements")
    await harness.until_after(
        harness.ann.submit(harness.ann.view, announcements=news.id, summary="today", hour="8", timezone="asia/tokyo"),
        lambda: news.messages,
    )
    assert "Ann has chosen this channel for my announcements." in str(news.messages[0])
    await harness.wait_for_private(harness.ann, "Asia/Tokyo")
    told = await harness.private_reply(f"settings server idle:24 channels:<#{news.id}|news>, <#{harness.games.id}>")
    assert "24 hours" in told
    await harness.slack.until(lambda: news.messages[1:])
    assert "Ann has changed the settings of this workspace:" in str(news.messages[1])
    assert "Nothing was changed." in await harness.private_reply("settings workspace idle:24")
    await open_form(harness, harness.ann, "games")
    await harness.until_after(harness.ann.submit(harness.ann.view, channels=[news.id]), lambda: news.messages[2:])
    await harness.slack.until(lambda: str(harness.ann.ephemeral[-1]).count("Channels where") == 1)
    assert "results belong in" in await harness.private_reply("play")


@pytest.mark.usefixtures("bot")
async def test_bad_values_are_refused_in_the_form_and_change_nothing(harness: Harness) -> None:
    closed = harness.team.channel("closed", private=True, bot=False)
    for group, values, refusal in (
        ("announcements", {"timezone": "Mars"}, "can't use Mars"),
        ("announcements", {"summary": "today"}, "needs a channel"),
        ("announcements", {"announcements": closed.id}, "I can't post in"),
        ("rules", {"rules": "chess"}, "There is no chess"),
        ("players", {"turn": "soon"}, "1 to 8760"),
    ):
        await open_form(harness, harness.ann, group)
        await harness.ann.submit(harness.ann.view, values)
        assert refusal in str(harness.ann.view.errors)
        await harness.ann.close(harness.ann.view)
    assert "I can't use #nowhere" in await harness.private_reply("settings server announcements:#nowhere")
    assert "Chosen" not in await harness.private_reply("settings")


@pytest.mark.usefixtures("bot")
async def test_whether_somebody_manages_the_workspace_is_asked_at_every_use(harness: Harness) -> None:
    await open_form(harness, harness.ann, "rules")
    harness.ann.admin = False
    await harness.ann.submit(harness.ann.view, rules="numeron")
    assert "Only managers" in str(harness.ann.view.errors)
    await harness.ann.close(harness.ann.view)
    assert "Only managers" in await harness.private_reply("settings server rules:numeron")
    harness.bob.admin = True
    assert "Bob has changed the settings" in await harness.private_reply("settings server rules:numeron", harness.bob)


@pytest.mark.usefixtures("bot")
async def test_settings_decide_about_the_language_at_once(harness: Harness) -> None:
    await harness.private_reply("settings server language:ja rules:bulls")
    assert game_name(Rules.parse("bulls"), words_for("ja")) in str(await harness.start_game())
