from dataclasses import fields
from datetime import timedelta

import pytest

from bot.model.room_settings import SETTINGS, Permission, RoomSettings, Summary, setting_text, setting_value
from core.game.rules import BULLS, EATBITE, Rules

EVERYTHING = RoomSettings(
    language="ja",
    default_rules=Rules.parse("5x10"),
    feedback_words=BULLS,
    begin=Permission.MANAGERS,
    threads=Permission.NOBODY,
    hints=Permission.NOBODY,
    channels=("C1", "C2"),
    announcements="C3",
    summary=Summary.WEEKLY,
    summary_hour=23,
    time_zone="Asia/Tokyo",
    mentions=False,
    reminders=False,
    turn_limit=timedelta(hours=1),
    challenge_limit=timedelta(hours=2),
    idle_limit=timedelta(days=30),
)


def test_every_setting_is_read_as_it_is_written() -> None:
    assert all(getattr(EVERYTHING, name) != getattr(RoomSettings(), name) for name in SETTINGS)
    texts = {field.name: setting_text(getattr(EVERYTHING, field.name)) for field in fields(RoomSettings)}
    assert RoomSettings.from_texts(texts) == EVERYTHING


def test_later_levels_override_earlier_ones() -> None:
    settings = RoomSettings.from_texts({"hints": "nobody", "begin": "managers"}, {"hints": "everyone"})
    assert settings == RoomSettings(begin=Permission.MANAGERS)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("color", "red"),
        ("hints", "sometimes"),
        ("summary_hour", "24"),
        ("summary_hour", "noon"),
        ("time_zone", "Mars/Phobos"),
        ("time_zone", "America"),
        ("time_zone", "../../etc/passwd"),
        ("mentions", "perhaps"),
        ("turn_limit", "0"),
        ("default_rules", "4x99"),
        ("default_rules", "chess"),
        ("feedback_words", "moo"),
    ],
)
def test_what_another_version_has_stored_is_left_out(name: str, text: str) -> None:
    assert RoomSettings.from_texts({name: text, "hints": "nobody"}) == RoomSettings(hints=Permission.NOBODY)


def test_rules_that_nobody_names_are_those_of_the_room() -> None:
    settings = RoomSettings(default_rules=Rules.parse("3x10"), feedback_words=EATBITE)
    assert settings.rules(None) == Rules.parse("numeron")
    assert settings.rules("4x10") == Rules.parse("4x10-eatbite")
    assert settings.rules("bulls") == Rules.parse("bulls")
    assert RoomSettings().rules("4x10") == RoomSettings().rules(None) == Rules.parse("hitblow")


def test_who_may_do_something_depends_on_whether_they_manage_the_server() -> None:
    allowed = {
        permission: [permission.allows(is_manager=is_one) for is_one in (False, True)] for permission in Permission
    }
    assert allowed == {
        Permission.EVERYONE: [True, True],
        Permission.MANAGERS: [False, True],
        Permission.NOBODY: [False, False],
    }


def test_games_may_begin_everywhere_unless_channels_are_named() -> None:
    assert RoomSettings().may_begin_in("C1")
    assert EVERYTHING.may_begin_in("C1")
    assert not EVERYTHING.may_begin_in("C3")


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(KeyError):
        setting_value("color", "red")
