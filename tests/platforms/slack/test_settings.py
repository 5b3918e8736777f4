"""Settings of a workspace, on Slack."""

import pytest

from bot.locales import words_for
from bot.presenters.rules import game_name
from core.game.rules import Rules
from tests.fakes.slack import User
from tests.platforms.slack.stage import Stage
from tests.support.snapshots import Snapshots


async def open_form(stage: Stage, person: User, group: str, scope: str = "server") -> None:
    """Open the form for a group of settings; it is then the person's view."""
    before = len(person.views)
    await person.command(stage.games, "/hitblow", f"settings {scope} group:{group}")
    await stage.slack.until(lambda: len(person.views) > before)


@pytest.mark.parametrize("locale", ["en-US", "ja-JP"])
async def test_every_group_of_settings_has_a_form(stage: Stage, snapshots: Snapshots, locale: str) -> None:
    admin = stage.team.user("Mia", admin=True, locale=locale)
    async with stage.bot(language=locale[:2]):
        snapshots.step("the settings", await stage.told("settings", admin))
        for group in ("language", "rules", "games", "announcements", "players"):
            await open_form(stage, admin, group)
            snapshots.step(group, admin.view)
            await admin.close(admin.view)
        await open_form(stage, admin, "games", "channel")
        snapshots.step("the form for a channel", admin.view)
        before = len(admin.ephemeral)
        await admin.submit(admin.view, hints="nobody")
        changed = (await stage.slack.until(lambda: admin.ephemeral[before:]))[0]
        snapshots.step("hints are switched off here", changed)
        bob = stage.team.user("Bea", locale=locale)
        snapshots.step("Bea asks for a hint", await stage.told("hint", bob))
        snapshots.step("Bea tries to change something", await stage.told("settings server hour:7", bob))
    snapshots.check_steps(f"settings_{locale[:2]}")


async def test_changes_are_announced_in_the_channel_for_announcements(stage: Stage) -> None:
    news = stage.team.channel("news")
    async with stage.bot():
        await open_form(stage, stage.ann, "announcements")
        await stage.ann.submit(stage.ann.view, announcements=news.id, summary="daily", hour="8", timezone="asia/tokyo")
        await stage.slack.until(lambda: news.messages)
        assert "Ann has chosen this channel for my announcements." in str(news.messages[0])
        await stage.hears(stage.ann, "Asia/Tokyo")
        told = await stage.told(f"settings server idle:24 channels:<#{news.id}|news>, <#{stage.games.id}>")
        assert "24 hours" in told
        await stage.slack.until(lambda: news.messages[1:])
        assert "Ann has changed the settings of this workspace:" in str(news.messages[1])
        assert "Nothing was changed." in await stage.told("settings workspace idle:24")
        await open_form(stage, stage.ann, "games")
        await stage.ann.submit(stage.ann.view, channels=[news.id])
        await stage.slack.until(lambda: news.messages[2:])
        await stage.slack.until(lambda: str(stage.ann.ephemeral[-1]).count("Channels where") == 1)
        assert "games may start only in" in await stage.told("play")


async def test_bad_values_are_refused_in_the_form_and_change_nothing(stage: Stage) -> None:
    closed = stage.team.channel("closed", private=True, bot=False)
    async with stage.bot():
        for group, values, refusal in (
            ("announcements", {"timezone": "Mars"}, "There is no time zone"),
            ("announcements", {"summary": "daily"}, "needs a channel"),
            ("announcements", {"announcements": closed.id}, "I can't post in"),
            ("rules", {"rules": "chess"}, "There are no rules called"),
            ("players", {"turn": "soon"}, "1 to 8760"),
        ):
            await open_form(stage, stage.ann, group)
            await stage.ann.submit(stage.ann.view, values)
            assert refusal in str(stage.ann.view.errors)
            await stage.ann.close(stage.ann.view)
        assert "There is no channel" in await stage.told("settings server announcements:#nowhere")
        assert "Chosen" not in await stage.told("settings")


async def test_whether_somebody_manages_the_workspace_is_asked_at_every_use(stage: Stage) -> None:
    async with stage.bot():
        await open_form(stage, stage.ann, "rules")
        stage.ann.admin = False
        await stage.ann.submit(stage.ann.view, rules="numeron")
        assert "Only those who manage" in str(stage.ann.view.errors)
        await stage.ann.close(stage.ann.view)
        assert "Only those who manage" in await stage.told("settings server rules:numeron")
        stage.bob.admin = True
        assert "Bob has changed the settings" in await stage.told("settings server rules:numeron", stage.bob)


async def test_settings_decide_about_the_language_at_once(stage: Stage) -> None:
    async with stage.bot():
        await stage.told("settings server language:ja rules:bulls")
        board = await stage.begin()
        assert game_name(Rules.parse("bulls"), words_for("ja")) in str(board)
