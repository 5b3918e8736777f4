"""Settings as they are typed, which is the same on every platform."""

from collections.abc import Mapping
from typing import Any
from unittest.mock import AsyncMock

import pytest
from msgspec.structs import replace

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher
from bot.locales import LANGUAGES, Words
from bot.model import room_settings
from bot.model.room_settings import (
    GROUPS,
    OWN_SETTINGS,
    ROOM_SETTINGS,
    SETTINGS,
    SettingsGroup,
    SettingsScope,
    SettingType,
)
from bot.model.rooms import Caller, MessageKey
from bot.presenters.views import FieldKind, Form, Reply, View
from core.game.rules import FEEDBACK_WORDS
from tests.fakes.clock import NOON
from tests.handlers.users import User, text
from tests.support.daily import code_of
from tests.support.people import Person
from tests.support.present import present
from tests.support.sentences import is_japanese
from tests.support.snapshots import Snapshots


class Manager(Person):
    """Somebody who manages the place."""

    def __call__(self) -> Caller:
        return replace(super().__call__(), is_manager=True)


@pytest.fixture
def mia(dispatcher: Dispatcher) -> User:
    return User(dispatcher, Manager("Mi`a", platform="slack"))


@pytest.fixture
def alice(dispatcher: Dispatcher) -> User:
    return User(dispatcher, Person("Alice", platform="slack"))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_typed_and_what_comes_back(mia: User, alice: User, snapshots: Snapshots, language: str) -> None:
    for who, line in (
        (mia, "settings"),
        (mia, "settings group:players"),
        (mia, "settings here timezone:asia/tokyo idle:24"),
        (mia, "settings channel start:nobody"),
        (alice, "play"),
        (alice, "settings"),
        (mia, "settings channel start:default words:eatbite rules:3x10"),
        (mia, "settings channel words:eatbite"),
        (alice, "settings server hints:nobody"),
        (mia, "settings timezone:Asia/Tokio"),
        (mia, 'settings timezone:"america/new york"'),
        (mia, "settings channel channels:home"),
        (mia, 'settings server channels:","'),
        (mia, "settings server warnings:off"),
        (mia, "settings me hour:9"),
        (mia, "settings hour:24"),
        (mia, "settings start:friends"),
        (mia, "settings reminders:perhaps"),
        (mia, "settings summary:today"),
        (mia, "settings channel summary:today"),
        (mia, "settings language:ja"),
        (alice, "settings mentions:off"),
        (alice, "settings mentions:default warnings:off"),
    ):
        who.words = LANGUAGES[language]
        snapshots.step(f"{who.person().name}: {line}", text((await who.types(line)).note))
    snapshots.check_steps(f"settings_{language}")


WHO = ("default", "everyone", "managers", "nobody")
FIELDS: Mapping[SettingType[Any], tuple[FieldKind, str, tuple[str, ...]]] = {
    room_settings.SWITCH: (FieldKind.CHOICE, "default", ("default", "on", "off")),
    room_settings.LANGUAGE: (FieldKind.CHOICE, "default", ("default", *LANGUAGES)),
    room_settings.RULES: (FieldKind.TEXT, "", ()),
    room_settings.FEEDBACK: (FieldKind.CHOICE, "default", ("default", *FEEDBACK_WORDS)),
    room_settings.CHANNELS: (FieldKind.CHANNELS, "", ()),
    room_settings.CHANNEL: (FieldKind.CHANNEL, "", ()),
    room_settings.PERMISSION: (FieldKind.CHOICE, "default", WHO),
    room_settings.SUMMARY: (FieldKind.CHOICE, "default", ("default", "off", "weekly", "today")),
    room_settings.HOUR: (FieldKind.CHOICE, "default", ("default", *map(str, range(24)))),
    room_settings.ZONE: (FieldKind.TEXT, "", ()),
    room_settings.LENGTH: (FieldKind.TEXT, "", ()),
}
EXAMPLES: Mapping[SettingType[Any], str] = {
    room_settings.SWITCH: "off",
    room_settings.LANGUAGE: "ja",
    room_settings.RULES: "4x6r",
    room_settings.FEEDBACK: "eatbite",
    room_settings.CHANNELS: "C1,C2",
    room_settings.CHANNEL: "C1",
    room_settings.PERMISSION: "managers",
    room_settings.SUMMARY: "weekly",
    room_settings.HOUR: "17",
    room_settings.ZONE: "Asia/Tokyo",
    room_settings.LENGTH: "8760",
}
"""A value of each type, as people type it."""


def fields_of(group: SettingsGroup, scope: SettingsScope) -> dict[str, tuple[FieldKind, str, tuple[str, ...]]]:
    """The fields of the form of a group where nothing has been chosen."""
    shown = [setting for setting in GROUPS[group] if scope in setting.scopes and setting.on_slack]
    return {setting.name: FIELDS[setting.type] for setting in shown}


def fields_in(form: Form) -> dict[str, tuple[FieldKind, str, tuple[str, ...]]]:
    return {field.option: (field.kind, field.value, tuple(field.choices)) for field in form.fields}


async def test_announcements_are_in_the_language_of_their_channel(mia: User) -> None:
    posted = list[tuple[str, bool, str]]()

    async def post(channel: str, view: View, words: Words) -> MessageKey:
        posted.append((channel, is_japanese(text(view)), words.code))
        return MessageKey(channel, str(len(posted)))

    mia.find_channel, mia.announce = str, post
    await User(mia.dispatcher, Manager("Mia", "C9", platform="slack")).types("settings channel language:ja")
    for line in ("announcements:C1", "hints:nobody", "announcements:C9", "hints:everyone"):
        await mia.types(f"settings server {line}")
    assert posted == [*[("C1", False, "en")] * 2, *[("C9", True, "ja")] * 2]


@pytest.fixture
def reaching(mia: User) -> User:
    """A manager on a platform that knows every channel and posts everywhere."""

    async def post(channel: str, _view: View, _words: Words) -> MessageKey:
        return MessageKey(channel, "1")

    mia.find_channel, mia.announce = str, post
    return mia


async def test_announcements_that_move_say_so_in_the_new_channel_only(mia: User) -> None:
    posts: list[str] = []

    async def post(channel: str, _view: View, _words: Words) -> MessageKey:
        posts.append(channel)
        return MessageKey(channel, str(len(posts)))

    mia.find_channel, mia.announce = str, post
    for change in ("announcements:C1", "announcements:C2", "hints:nobody", "announcements:C2", "announcements:C1"):
        await mia.types(f"settings server {change}")
    await mia.types("settings channel summary:weekly")
    assert posts == ["C1", "C2", "C2", "C1", mia.person().room.channel]


async def test_who_is_no_manager_makes_the_bot_announce_nothing(alice: User) -> None:
    announce = AsyncMock()
    alice.find_channel, alice.announce = str, announce
    assert (await alice.types("settings server announcements:C1")).refused
    announce.assert_not_awaited()


def lines_of(reply: Reply) -> int:
    """The number of paragraphs of a note that is no refusal."""
    assert not reply.refused
    return len(present(reply.note).blocks)


async def form_of(who: User, line: str) -> Form:
    return present((await who.types(line)).form)


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("scope", [SettingsScope.SERVER, SettingsScope.CHANNEL])
async def test_a_form_has_a_field_for_every_setting_of_its_group(
    mia: User, scope: SettingsScope, group: SettingsGroup
) -> None:
    form = await form_of(mia, f"settings {scope} group:{group}")
    assert (form.command, form.options) == ("settings", {"scope": scope, "group": group})
    assert fields_in(form) == fields_of(group, scope)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("group", SettingsGroup)
async def test_a_form_is_short_enough_for_discord_and_slack(mia: User, language: str, group: SettingsGroup) -> None:
    mia.words = LANGUAGES[language]
    form = await form_of(mia, f"settings channel group:{group}")
    assert 1 <= len(form.title) <= 24
    for field in form.fields:
        assert 1 <= len(field.label) <= 45
        assert len(field.hint) <= 100


@pytest.mark.parametrize("group", GROUPS)
async def test_what_was_entered_in_a_form_stands_in_it_and_entering_it_again_changes_nothing(
    reaching: User, group: SettingsGroup
) -> None:
    form = await form_of(reaching, f"settings server group:{group}")
    entered = {field.option: EXAMPLES[SETTINGS[field.option].type] for field in form.fields}
    changed = await reaching.invokes(Invocation(BY_NAME["settings"], {**form.options, **entered}))
    assert lines_of(changed) == 1 + len(entered)
    form = await form_of(reaching, f"settings server group:{group}")
    assert {field.option: field.value for field in form.fields} == entered
    assert lines_of(await reaching.invokes(Invocation(BY_NAME["settings"], {**form.options, **entered}))) == 1
    await reaching.invokes(Invocation(BY_NAME["settings"], {**form.options, **dict.fromkeys(entered, "")}))
    form = await form_of(reaching, f"settings server group:{group}")
    assert fields_in(form) == fields_of(group, SettingsScope.SERVER)


async def test_a_form_of_a_channel_names_what_it_inherits_from_the_server(mia: User) -> None:
    await mia.types("settings server turn:5 hints:nobody")
    fields = {
        field.option: field
        for group in ("games", "players")
        for field in (await form_of(mia, f"settings channel group:{group}")).fields
    }
    assert "5" in fields["turn"].hint
    assert fields["hints"].choices["nobody"].lower() in fields["hints"].choices["default"].lower()
    assert (fields["turn"].value, fields["hints"].value) == ("", "default")
    await mia.types("settings channel turn:5")  # for the channel, whatever the server chooses later
    assert "5" in [field.value for field in (await form_of(mia, "settings channel group:players")).fields]


async def test_everybody_has_a_form_for_their_own_settings(alice: User) -> None:
    form = await form_of(alice, "settings group:yours")
    assert fields_in(form) == {setting.name: FIELDS[setting.type] for setting in OWN_SETTINGS}
    entered = {"warnings": "off", "duels": "on", "mentions": "off", "language": "ja"}
    await alice.invokes(Invocation(BY_NAME["settings"], {**form.options, **entered}))
    chosen = {field.option: field.value for field in (await form_of(alice, "settings group:yours")).fields}
    assert chosen == {**entered, "duels": "default"}


async def test_only_managers_get_a_form(alice: User) -> None:
    refused = await alice.types("settings server group:rules")
    assert (refused.refused, refused.form) == (True, None)


async def test_games_start_with_the_rules_and_words_of_the_room(mia: User, alice: User) -> None:
    await mia.types("settings channel rules:4x6r words:bulls")
    assert "4x6r-bulls" in text((await alice.types("leaderboard")).note)
    assert "4x10-bulls" in text((await alice.types("leaderboard 4x10")).note)
    assert "3x10-eatbite" in text((await alice.types("leaderboard numeron")).note)
    elsewhere = User(alice.dispatcher, Person("Alice", room="garden", platform="slack"))
    assert "4x10" in text((await elsewhere.types("leaderboard")).note)


@pytest.mark.parametrize("line", ["play", "host", "versus easy", "duel Boris", "rematch"])
async def test_every_way_to_start_a_game_follows_the_settings(mia: User, alice: User, line: str) -> None:
    await mia.types("settings server start:managers")
    assert "Only managers" in await alice.refusal_of(line)


@pytest.mark.parametrize("setting", ["start:managers", "channels:C02GARDEN"])
async def test_a_result_of_the_daily_is_shared_only_where_one_may_start_a_game(
    mia: User, alice: User, setting: str
) -> None:
    mia.find_channel = str
    ended = await alice.types(f"daily {code_of(NOON.date())}")
    await mia.types(f"settings server {setting}")
    assert not (await alice.types("daily text")).refused
    for reply in (await alice.types("daily share"), await alice.presses(ended.note, "daily", action="share")):
        assert reply.refused
        assert reply.private
    await mia.types("settings server start:default channels:default")
    assert not (await alice.types("daily action:SHARE")).private


async def test_the_daily_has_the_usual_rules_where_the_default_rules_have_none(mia: User, alice: User) -> None:
    await mia.types("settings channel rules:mastermind")
    assert "4x6r-colors" in text((await alice.types("daily archive")).note) + text((await alice.types("daily")).note)
    await mia.types("settings channel rules:1x2-letters")
    assert not (await alice.types(f"daily {code_of(NOON.date())}")).refused


async def test_managers_may_do_what_is_reserved_for_them(mia: User) -> None:
    await mia.types("settings server start:managers hints:managers")
    assert (await mia.types("play")).board is not None
    assert not (await mia.types("hint")).refused


async def test_an_example_in_the_help_can_be_typed(mia: User) -> None:
    assert not (await mia.types("settings server timezone:Asia/Tokyo idle:48")).refused


async def test_in_a_terminal_only_the_settings_that_mean_something_there_are_shown_and_changed(
    dispatcher: Dispatcher,
) -> None:
    here = User(dispatcher, Manager("Mia"))
    shown = text((await here.types("settings")).note)
    for name, setting in ROOM_SETTINGS.items():
        assert (f"(`{name}:`)" in shown) is setting.in_terminal
        change = await here.types(f"settings server {name}:{EXAMPLES[setting.type]}")
        assert change.refused is not setting.in_terminal


async def test_a_chosen_language_is_shown_by_its_own_name(mia: User) -> None:
    name = LANGUAGES["ja"].language_name()
    assert name not in text((await mia.types("settings group:all")).note)
    await mia.types("settings server language:ja")
    assert text((await mia.types("settings group:all")).note).count(name) == 1
    await mia.types("settings me language:ja")
    assert text((await mia.types("settings group:all")).note).count(name) == 2


async def test_a_refused_option_is_answered_with_where_the_options_are_listed(mia: User) -> None:
    assert "`help settings`" in text((await mia.types("settings colour:red")).note)
