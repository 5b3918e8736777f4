"""Settings of a server, on Discord."""

from pathlib import Path

from bot.locales import words_for
from tests.fakes.discord import InteractionResponse, User
from tests.fakes.discord.components import ComponentType, walk
from tests.platforms.discord.harness import Harness, running_harness
from tests.support.sentences import is_japanese
from tests.support.snapshots import Snapshots


def manager(harness: Harness) -> User:
    """Somebody who may manage the server."""
    return harness.guild.member("Mia", manages=True)


async def open_form(harness: Harness, who: User, group: str, scope: str = "server") -> InteractionResponse:
    return await who.slash(harness.channel, "hitblow settings", scope=scope, group=group)


async def change(harness: Harness, who: User, group: str, **values: str) -> None:
    """Change settings of the server by their form."""
    await harness.settled(who.submit((await open_form(harness, who, group)).modal, **values))  # type: ignore[arg-type]  # none is called "twice"


async def test_every_group_of_settings_has_a_form(tmp_path: Path, snapshots: Snapshots) -> None:
    for locale in ("en-US", "ja"):
        (folder := tmp_path / locale).mkdir()
        async with running_harness(folder, locale) as harness:
            mia = manager(harness)
            mia.locale = harness.ann.locale = locale
            await mia.slash(harness.channel, "hitblow settings")
            snapshots.step(f"{locale}: Mia asks for the settings", mia.ephemeral[-1])
            for group in ("yours", "language", "rules", "games", "announcements", "players"):
                snapshots.step(f"{locale}: {group}", (await open_form(harness, mia, group)).modal)
            await mia.press(mia.ephemeral[-1], words_for(locale)("This channel"))
            label = words_for(locale)("{group} (channel)", group=words_for(locale)("Games"))
            form = (await mia.choose(mia.ephemeral[-1], label)).modal
            snapshots.step(f"{locale}: the form for a channel", form)
            await harness.settled(mia.submit(form, hints="nobody"))
            snapshots.step(f"{locale}: hints are switched off here", mia.ephemeral[-1])
            await harness.ann.slash(harness.channel, "hitblow hint")
            snapshots.step(f"{locale}: Ann asks for a hint", harness.ann.ephemeral[-1])
            await harness.ann.slash(harness.channel, "hitblow settings", scope="server", timezone="UTC")
            snapshots.step(f"{locale}: Ann tries to change something", harness.ann.ephemeral[-1])
            await mia.submit((await open_form(harness, mia, "games", "channel")).modal, hints="default")
    snapshots.check_steps("settings")


async def test_one_channel_is_chosen_for_announcements_and_many_for_games(harness: Harness) -> None:
    mia = manager(harness)
    channels: dict[str, tuple[int, int]] = {}
    for group in ("announcements", "games"):
        form = (await open_form(harness, mia, group)).modal
        selects = [one for one in walk(form.data["components"]) if one["type"] == ComponentType.CHANNEL_SELECT]
        channels |= {one["custom_id"]: (one["min_values"], one["max_values"]) for one in selects}
    assert channels == {"announcements": (0, 1), "channels": (0, 25)}


async def test_changes_are_announced_in_the_channel_for_announcements(harness: Harness) -> None:
    mia, news = manager(harness), harness.guild.channel("news")
    form = (await open_form(harness, mia, "announcements")).modal
    await harness.settled(
        mia.submit(form, announcements=str(news.id), summary="today", hour="8", timezone="asia/tokyo")
    )
    assert [str(message) for message in news.messages] == ["Mia has chosen this channel for my announcements."]
    assert f"Channel for announcements: <#{news.id}>." in str(mia.ephemeral[-1])
    assert "Time zone: Asia/Tokyo." in str(mia.ephemeral[-1])
    await change(harness, mia, "games", hints="nobody")
    assert "Mia has changed the settings of this server:" in str(news.messages[-1])
    assert "nobody" in str(news.messages[-1])
    await change(harness, mia, "games", hints="nobody")
    assert "Nothing was changed." in str(mia.ephemeral[-1])
    assert len(news.messages) == 2


async def test_a_channel_in_which_the_bot_cannot_post_or_of_another_server_is_refused(harness: Harness) -> None:
    mia, closed = manager(harness), harness.guild.channel("closed")
    closed.deny("send_messages")
    elsewhere = harness.discord.guild("Elsewhere").channel("lounge")
    harness.discord.expect_error(50013)
    for channel in (closed, elsewhere):
        form = (await open_form(harness, mia, "announcements")).modal
        await harness.settled(mia.submit(form, announcements=str(channel.id)))
        assert "I can't post in" in str(mia.ephemeral[-1])
        assert channel.messages == []
    assert "announcements: none" in str((await mia.slash(harness.channel, "hitblow settings", group="all")).message)


async def test_bad_values_in_a_form_change_nothing(harness: Harness) -> None:
    mia = manager(harness)
    for group, values, refusal in (
        ("announcements", {"timezone": "Mars"}, "can't use `Mars`"),
        ("announcements", {"summary": "today"}, "needs a channel"),
        ("rules", {"rules": "chess"}, "There is no `chess`"),
        ("players", {"turn": "0"}, "Hours for a turn in a duel takes 1 to 8760, not `0`."),
        ("players", {"turn": "soon"}, "1 to 8760"),
    ):
        form = (await open_form(harness, mia, group)).modal
        await harness.settled(mia.submit(form, **values))  # type: ignore[arg-type]  # none is called "twice"
        assert refusal in str(mia.ephemeral[-1])
    assert "Chosen" not in str((await mia.slash(harness.channel, "hitblow settings", group="all")).message)


async def test_somebody_who_no_longer_manages_the_server_cannot_submit_a_form(harness: Harness) -> None:
    form = (await open_form(harness, mia := manager(harness), "rules")).modal
    harness.guild.join(mia)
    await mia.submit(form, rules="numeron")
    assert "Only managers" in str(mia.ephemeral[-1])


async def test_a_person_has_settings_of_their_own_and_a_form_for_them(harness: Harness) -> None:
    ann, channel = harness.ann, harness.channel
    await ann.slash(channel, "hitblow settings", language="ja")
    assert is_japanese(str(ann.ephemeral[-1]))
    await ann.slash(channel, "hitblow settings", language="en")
    await ann.slash(channel, "hitblow settings")
    await ann.submit((await ann.press(ann.ephemeral[-1], "Change")).modal, mentions="off", warnings="off")
    assert "Mention you on your turn: off." in str(ann.ephemeral[-1])
    await ann.press(ann.ephemeral[-1], "Settings")
    assert "Ask before a guess that repeats a turn: off." in str(ann.ephemeral[-1])
    await ann.slash(channel, "hitblow settings", scope="me", timezone="Asia/Tokyo")
    assert "`scope:server timezone:…`" in str(ann.ephemeral[-1])
