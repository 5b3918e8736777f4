from datetime import timedelta

import pytest

from bot.model import room_settings
from bot.model.room_settings import (
    GROUPS,
    ROOM_SETTINGS,
    Activity,
    Permission,
    RoomSettings,
    Setting,
    SettingsScope,
    SummaryFrequency,
)
from core.game.rules import BULLS, EATBITE, Rules

EXAMPLES = {
    room_settings.LANGUAGE: ("ja", "ja"),
    room_settings.RULES: (Rules.parse("5x10"), "5x10"),
    room_settings.FEEDBACK: (BULLS, "bulls"),
    room_settings.CHANNELS: (("C1", "C2"), "C1,C2"),
    room_settings.CHANNEL: ("C3", "C3"),
    room_settings.PERMISSION: (Permission.NOBODY, "nobody"),
    room_settings.SUMMARY: (SummaryFrequency.WEEKLY, "weekly"),
    room_settings.HOUR: (23, "23"),
    room_settings.ZONE: ("Asia/Tokyo", "Asia/Tokyo"),
    room_settings.LENGTH: (timedelta(days=30), "720"),
}
"""A value of each type but switches that no setting has by default, with its text."""


def _example(setting: Setting) -> tuple[object, str]:
    if setting.type is room_settings.SWITCH:
        return not setting.default, "off" if setting.default else "on"
    return EXAMPLES[setting.type]


@pytest.mark.parametrize("setting", ROOM_SETTINGS.values(), ids=ROOM_SETTINGS)
def test_every_setting_is_read_as_it_is_written(setting: Setting) -> None:
    value, text = _example(setting)
    assert getattr(RoomSettings(), setting.name) == setting.default != value
    assert getattr(RoomSettings.from_texts({setting.name: text}), setting.name) == value
    assert setting.type.write(value) == text


def test_a_form_has_at_most_five_settings_and_each_setting_is_in_one() -> None:
    assert sorted([setting.name for group in GROUPS.values() for setting in group]) == sorted(ROOM_SETTINGS)
    assert max(map(len, GROUPS.values())) <= 5
    assert all(SettingsScope.SERVER in setting.scopes for setting in ROOM_SETTINGS.values())


def test_every_activity_can_be_reserved_for_managers() -> None:
    for activity in Activity:
        assert ROOM_SETTINGS[activity].type is room_settings.PERMISSION
        assert RoomSettings.from_texts({activity: "managers"}).permission(activity) is Permission.MANAGERS


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("color", "red"),
        ("hints", "sometimes"),
        ("hour", "24"),
        ("hour", "noon"),
        ("timezone", "Mars/Phobos"),
        ("timezone", "America"),
        ("timezone", "../../etc/passwd"),
        ("mentions", "perhaps"),
        ("turn", "0"),
        ("rules", "4x99"),
        ("rules", "chess"),
        ("words", "moo"),
    ],
)
def test_what_another_version_has_stored_is_left_out(name: str, text: str) -> None:
    assert RoomSettings.from_texts({name: text, "hints": "nobody"}) == RoomSettings(hints=Permission.NOBODY)


def test_rules_that_nobody_names_are_those_of_the_room() -> None:
    settings = RoomSettings(rules=Rules.parse("3x10"), words=EATBITE)
    assert settings.read_rules(None) == Rules.parse("numeron")
    assert settings.read_rules("4x10") == Rules.parse("4x10-eatbite")
    assert settings.read_rules("bulls") == Rules.parse("bulls")
    assert RoomSettings().read_rules("4x10") == RoomSettings().read_rules(None) == Rules.parse("hitblow")


def test_who_may_do_something_depends_on_whether_they_manage_the_server() -> None:
    allowed = {
        permission: [permission.allows(is_manager=is_one) for is_one in (False, True)] for permission in Permission
    }
    assert allowed == {
        Permission.EVERYONE: [True, True],
        Permission.MANAGERS: [False, True],
        Permission.NOBODY: [False, False],
    }


def test_games_may_start_everywhere_unless_channels_are_named() -> None:
    assert RoomSettings().may_start_in("C1")
    assert RoomSettings(channels=("C1", "C2")).may_start_in("C1")
    assert not RoomSettings(channels=("C1", "C2")).may_start_in("C3")
