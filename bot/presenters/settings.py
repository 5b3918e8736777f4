"""Settings in words, and the forms for them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Generic, TypeVar

from bot.commands.catalogue import DEFAULT
from bot.locales import LANGUAGES, Words, words_for
from bot.locales.safe import channel
from bot.locales.words import translatable
from bot.model import room_settings
from bot.model.names import player_name
from bot.model.room_settings import (
    GROUPS,
    ROOM_SETTINGS,
    Permission,
    RoomSettings,
    Setting,
    SettingsGroup,
    SettingsScope,
    SettingType,
    StoredSetting,
    Summary,
)
from bot.model.rooms import Caller
from bot.presenters.phrases import has_setting, is_terminal, local_command, local_name
from bot.presenters.rules import game_name
from bot.presenters.views import Block, Button, Field, FieldKind, Footnote, Form, Paragraph, View
from bot.services.settings import ChangedSetting, ShownSettings
from core.game.rules import FEEDBACK_WORDS, FeedbackWords, Rules

T = TypeVar("T")

_GROUPS = {
    SettingsGroup.LANGUAGE: translatable("Language"),
    SettingsGroup.RULES: translatable("Rules"),
    SettingsGroup.GAMES: translatable("Games"),
    SettingsGroup.ANNOUNCEMENTS: translatable("Announcements"),
    SettingsGroup.PLAYERS: translatable("Players"),
}
"""The titles of forms, at most 13 characters."""

_PLACES = {
    "channel": translatable("this channel"),
    "room": translatable("this room"),
    "rooms": translatable("all rooms"),
    "server": translatable("this server"),
    "workspace": translatable("this workspace"),
    "here": translatable("this place"),
}
"""What settings are for."""


@dataclass(frozen=True, slots=True)
class OwnSettings:
    """What somebody has chosen for themselves.

    Args:
        warnings: whether they are asked before guesses that repeat a turn.
        duels: whether others may challenge them.
        mentions: whether they may be mentioned.
        language: None to follow the platform's.
    """

    warnings: bool
    duels: bool
    mentions: bool
    language: str | None


def all_settings(own: OwnSettings, shown: ShownSettings, caller: Caller, words: Words) -> View:
    """The caller's own settings and those of the room; managers get buttons to change them."""
    blocks: list[Block] = [
        Paragraph(words("Your own settings:")),
        Paragraph(warnings_setting(words, is_on=own.warnings)),
        Paragraph(_own_duels(own.duels, words)),
        *([] if is_terminal(caller.room) else _chat_settings(own, words)),
        Paragraph(words("Settings of {place} that apply here:", place=_place(SettingsScope.SERVER, caller, words))),
    ]
    stored = {change.name: change for change in shown.changes}  # those of the channel come last
    for setting in (setting for group in GROUPS.values() for setting in group):
        if has_setting(caller.room, setting):
            chosen = _chosen(stored.get(setting.name), shown, caller, words)
            blocks.append(Paragraph(_line(setting, shown.room, words, chosen)))
    if not caller.is_manager:
        return View(
            (*blocks, Footnote(words("Those who manage this server or workspace can change them."), once=False))
        )
    return View((*blocks, _how_to_change(caller, words)), tuple(_buttons(words)))


def warnings_setting(words: Words, *, is_on: bool) -> str:
    """Whether the reader is asked before guesses that repeat a turn, and how to change that."""
    if is_on:
        return words("I ask before a guess that repeats a turn costs you a try. `settings warnings:off` changes that.")
    return words("I don't ask before a guess that repeats a turn. `settings warnings:on` changes that.")


def _chat_settings(own: OwnSettings, words: Words) -> list[Block]:
    """The caller's own settings that mean nothing in a terminal."""
    return [Paragraph(_own_mentions(own.mentions, words)), Paragraph(_own_language(own.language, words))]


def _own_duels(is_on: bool, words: Words) -> str:  # noqa: FBT001  # the only question
    if is_on:
        return words("Others may challenge you to duels. `settings duels:off` changes that.")
    return words("Nobody can challenge you to duels. `settings duels:on` changes that.")


def _own_mentions(is_on: bool, words: Words) -> str:  # noqa: FBT001  # the only question
    if is_on:
        return words("I may mention you when it is your turn. `settings mentions:off` changes that.")
    return words("I don't mention you. `settings mentions:on` changes that.")


def _own_language(code: str | None, words: Words) -> str:
    if code is None:
        return words("I write to you in the language your client is set to. `settings language:en` changes that.")
    return words(
        "I write to you in {language}. `settings language:default` changes that.", language=_language_name(code)
    )


def group_settings(
    group: SettingsGroup, scope: SettingsScope, shown: ShownSettings, caller: Caller, words: Words
) -> View:
    """The settings of a group, and how to type a change."""
    settings = shown.room if scope is SettingsScope.CHANNEL else shown.server
    stored = _stored(scope, shown, caller)
    title = words("{group}, settings of {place}:", group=words(_GROUPS[group]), place=_place(scope, caller, words))
    lines = [
        _line(setting, settings, words, _chosen(stored.get(setting.name), shown, caller, words))
        for setting in GROUPS[group]
        if has_setting(caller.room, setting)
    ]
    return View((*map(Paragraph, (title, *lines)), _how_to_change(caller, words)))


def _how_to_change(caller: Caller, words: Words) -> Footnote:
    change = "idle:48" if is_terminal(caller.room) else "timezone:Asia/Tokyo"
    example = local_command(f"settings server {change}", caller.room)
    place = _place(SettingsScope.CHANNEL, caller, words)
    for_room = local_command("settings channel hints:nobody", caller.room)
    return Footnote(
        words(
            "Change one with `{example}`, for {place} alone with `{example_there}`. `default` undoes a change.",
            example=example,
            place=place,
            example_there=for_room,
        ),
        once=False,
    )


def group_form(group: SettingsGroup, scope: SettingsScope, shown: ShownSettings, caller: Caller, words: Words) -> Form:
    """The form for the settings of a group."""
    inherited = shown.server if scope is SettingsScope.CHANNEL else RoomSettings()
    stored = _stored(scope, shown, caller)
    fields = tuple(
        _field(setting, stored.get(setting.name), inherited, words)
        for setting in GROUPS[group]
        if scope in setting.scopes and has_setting(caller.room, setting)
    )
    return Form(_form_title(group, scope, words), "settings", {"scope": scope.value, "group": group.value}, fields)


def _form_title(group: SettingsGroup, scope: SettingsScope, words: Words) -> str:
    title = words(_GROUPS[group])
    return words("{group} (channel)", group=title) if scope is SettingsScope.CHANNEL else title


def changed(scope: SettingsScope, changes: Sequence[ChangedSetting], caller: Caller, words: Words) -> View:
    """What somebody has changed."""
    if not changes:
        return View((Paragraph(words("It was set that way already. Nothing was changed.")),))
    title = words(
        "{player} has changed the settings of {place}:",
        player=words.person(player_name(caller.name, caller.player.user), first=True),
        place=_place(scope, caller, words),
    )
    lines = (_line(ROOM_SETTINGS[change.name], change.settings, words) for change in changes)
    return View(tuple(map(Paragraph, (title, *lines))))


def own_changed(texts: Mapping[str, str | None], words: Words) -> View:
    """What somebody has changed for themselves, by option."""
    sentences = {
        "warnings": lambda: warnings_setting(words, is_on=texts["warnings"] != "off"),
        "duels": lambda: _own_duels(texts["duels"] != "off", words),
        "mentions": lambda: _own_mentions(texts["mentions"] != "off", words),
        "language": lambda: _own_language(texts["language"], words),
    }
    return View(tuple(Paragraph(sentences[option]()) for option in texts))


def chosen_place(caller: Caller, words: Words) -> View:
    """That somebody has chosen a channel for announcements or summaries, in that channel."""
    return View(
        (
            Paragraph(
                words(
                    "{player} has chosen this channel for my announcements.",
                    player=words.person(player_name(caller.name, caller.player.user), first=True),
                )
            ),
        )
    )


def _stored(scope: SettingsScope, shown: ShownSettings, caller: Caller) -> dict[str, StoredSetting]:
    place = caller.settings_room.channel if scope is SettingsScope.CHANNEL else ""
    return {change.name: change for change in shown.changes if change.channel == place}


def _place(scope: SettingsScope, caller: Caller, words: Words) -> str:
    if scope is SettingsScope.SERVER and is_terminal(caller.room):
        return words(_PLACES["rooms"])
    return words(_PLACES[local_name(scope.value, caller.room)])


def _buttons(words: Words) -> Iterator[Button]:
    for scope in (SettingsScope.SERVER, SettingsScope.CHANNEL):
        for group in SettingsGroup:
            options = {"scope": scope.value, "group": group.value}
            yield Button(_form_title(group, scope, words), "settings", options)


def _line(setting: Setting, settings: RoomSettings, words: Words, chosen: str = "") -> str:
    """A setting with its value and, if it is known, who chose it."""
    line = words(
        "{label} (`{option}:`): {value}.",
        label=words(setting.label),
        option=setting.name,
        value=_value(setting, settings, words),
    )
    return words.joined((line, chosen)) if chosen else line


def _chosen(stored: StoredSetting | None, shown: ShownSettings, caller: Caller, words: Words) -> str:
    """Who chose a setting, empty if it is as it was."""
    if stored is None:
        return ""
    place = _place(SettingsScope.CHANNEL, caller, words) if stored.channel else ""
    return _chosen_by(shown.names.get(stored.changed_by, ""), stored.changed_at.date(), place, words)


def _chosen_by(name: str, day: date, place: str, words: Words) -> str:
    """Who chose a setting and when; the name is empty if it is no longer known, the place if it is the whole server."""
    if not name:
        if not place:
            return words("Chosen on {day}.", day=day)
        return words("Chosen on {day}, for {place}.", day=day, place=place)
    player = words.person(name)
    if not place:
        return words("Chosen by {player} on {day}.", player=player, day=day)
    return words("Chosen by {player} on {day}, for {place}.", player=player, day=day, place=place)


def _field(setting: Setting, stored: StoredSetting | None, inherited: RoomSettings, words: Words) -> Field:
    name, label, text = setting.name, words(setting.label), stored.text if stored else ""
    shown, value = _SHOWN[setting.type], _value(setting, inherited, words)
    if shown.values:
        choices = {setting.type.write(each): shown.show(each, words) for each in shown.values}
        choices = {DEFAULT: words("Default ({value})", value=value), **choices}
        return Field(name, label, FieldKind.CHOICE, text or DEFAULT, choices)
    if shown.kind is not FieldKind.TEXT:
        return Field(name, label, shown.kind, text)
    hint = words("Empty: {value}", value=value)
    if setting.type is room_settings.LENGTH:
        hint = words("Hours. Empty: {hours}", hours=setting.type.write(getattr(inherited, name)))
    return Field(name, label, FieldKind.TEXT, text, hint=hint)


def _value(setting: Setting, settings: RoomSettings, words: Words) -> str:
    return _SHOWN[setting.type].show(getattr(settings, setting.name), words)


@dataclass(frozen=True, slots=True)
class _Shown(Generic[T]):
    """How values of a type are shown and entered: by a choice of `values` if there are any."""

    show: Callable[[T, Words], str]
    values: Sequence[T] = ()
    kind: FieldKind = FieldKind.TEXT


def _language(code: str | None, words: Words) -> str:
    return _language_name(code) if code else words("automatic")


def _language_name(code: str) -> str:
    return words_for(code).language_name()


def _rules(rules: Rules, words: Words) -> str:
    return f"{game_name(rules, words)} {rules}"


def _feedback(value: FeedbackWords | None, words: Words) -> str:
    return f"{value.hit} / {value.blow}" if value else words("as in the rules")


def _channels(channels: Sequence[str], words: Words) -> str:
    return words.listed([channel(each) for each in channels]) if channels else words("all")


def _channel(value: str | None, words: Words) -> str:
    return channel(value) if value else words("none")


def _permission(permission: Permission, words: Words) -> str:
    if permission is Permission.EVERYONE:
        return words("everyone")
    return words("managers only") if permission is Permission.MANAGERS else words("nobody")


def _summary(summary: Summary, words: Words) -> str:
    if summary is Summary.OFF:
        return words.in_context("how often", "off")
    if summary is Summary.TODAY:
        return words("every day, with today's code")
    return words("every day") if summary is Summary.DAILY else words("every week")


def _on_off(is_on: bool, words: Words) -> str:  # noqa: FBT001  # the only question
    return words("on") if is_on else words("off")


_SHOWN: Mapping[SettingType[Any], _Shown[Any]] = {
    room_settings.SWITCH: _Shown(_on_off, (True, False)),
    room_settings.LANGUAGE: _Shown(_language, tuple(LANGUAGES)),
    room_settings.RULES: _Shown(_rules),
    room_settings.FEEDBACK: _Shown(_feedback, tuple(FEEDBACK_WORDS.values())),
    room_settings.CHANNELS: _Shown(_channels, kind=FieldKind.CHANNELS),
    room_settings.CHANNEL: _Shown(_channel, kind=FieldKind.CHANNEL),
    room_settings.PERMISSION: _Shown(_permission, tuple(Permission)),
    room_settings.SUMMARY: _Shown(_summary, tuple(Summary)),
    room_settings.HOUR: _Shown(lambda hour, _words: f"{hour:02}:00", range(24)),
    room_settings.ZONE: _Shown(lambda zone, _words: str(zone)),
    room_settings.LENGTH: _Shown(lambda length, words: words.duration(int(room_settings.LENGTH.write(length)))),
}
