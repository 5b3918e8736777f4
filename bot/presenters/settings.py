"""Settings in words, and the forms for them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bot.commands.catalogue import DEFAULT
from bot.locales import LANGUAGES, Words, translatable, translatable_in_context, words_for
from bot.locales.safe import mark_channel
from bot.model import room_settings
from bot.model.names import player_name
from bot.model.rooms import Caller
from bot.presenters import phrases
from bot.presenters.rules import counted_game_name
from bot.presenters.views import Block, Button, FieldKind, Footnote, Form, FormField, Heading, Paragraph, View
from bot.services.settings import ChangedSetting, ShownSettings
from core.game.rules import FEEDBACK_WORDS, FeedbackWords

T = TypeVar("T")

_GROUPS = {
    room_settings.SettingsGroup.YOURS: translatable("Yours"),
    room_settings.SettingsGroup.LANGUAGE: translatable("Language"),
    room_settings.SettingsGroup.RULES: translatable("Rules"),
    room_settings.SettingsGroup.GAMES: translatable("Games"),
    room_settings.SettingsGroup.ANNOUNCEMENTS: translatable("Announcements"),
    room_settings.SettingsGroup.PLAYERS: translatable("Players"),
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


def settings_overview(
    scope: room_settings.SettingsScope, own: Mapping[str, str], shown: ShownSettings, caller: Caller, words: Words
) -> View:
    """What was changed for the room, and a menu of the forms that change it; for those who may not, their own settings.

    Args:
        scope: the channel or the server, which a manager sees.
        own: the texts of the caller's own settings that are not the defaults, by name.
        shown: the settings of the room and its server.
        caller: who reads it, where.
        words: their language.
    """
    if not caller.is_manager:
        lines = tuple(_own_lines(own, caller, words))
        yours = replace(
            _form_button(room_settings.SettingsGroup.YOURS, room_settings.SettingsScope.ME, words),
            label=words("Change"),
        )
        return View((Heading(words("Your settings")), *lines, _others_default(lines, words)), (yours,))
    lines = tuple(_room_lines(shown, caller, words, only_changed=True))
    title = Heading(words("Settings of {place}", place=_place(scope, caller, words)))
    if scope is room_settings.SettingsScope.CHANNEL:
        others = _way_back(caller, words)
    else:
        here = Button(words("This channel"), "settings", {"scope": room_settings.SettingsScope.CHANNEL.value})
        yours = _form_button(room_settings.SettingsGroup.YOURS, room_settings.SettingsScope.ME, words)
        others = (yours,) if phrases.is_discord_direct_message(caller.room) else (here, yours)
    return View(
        (title, *lines, _others_default(lines, words)), (*_form_menu(scope, shown.room, caller, words), *others)
    )


def _others_default(lines: Sequence[Block], words: Words) -> Footnote:
    text = words("Everything else is at its default.") if lines else words("Everything is at its default.")
    return Footnote(text, once=False)


def _form_menu(
    scope: room_settings.SettingsScope, settings: room_settings.RoomSettings, caller: Caller, words: Words
) -> Iterator[Button]:
    """The menu of the forms, each with the values that apply now."""
    for group in room_settings.GROUPS:
        values = [
            f"{words(setting.label)}: {_SHOWN[setting.type].show(getattr(settings, setting.name), words)}"
            for setting in room_settings.GROUPS[group]
            if setting.type not in _CHANNEL_TYPES and phrases.has_setting(caller.room, setting)
        ]
        button = _form_button(group, scope, words)
        yield replace(button, menu=words("Change"), about=" · ".join(values))


_CHANNEL_TYPES = {room_settings.CHANNEL, room_settings.CHANNELS}
"""Types whose values are mentions, which menus do not show."""


def all_settings(own: Mapping[str, str], shown: ShownSettings, caller: Caller, words: Words) -> View:
    """All settings: the caller's own, those that apply where they are. Arguments: see `settings_overview`."""
    place = _place(room_settings.SettingsScope.SERVER, caller, words)
    blocks: list[Block] = [
        Heading(words("Your settings")),
        *_own_lines({setting.name: own.get(setting.name) for setting in room_settings.OWN_SETTINGS}, caller, words),
        Heading(words("Settings of {place}", place=place)),
        *_room_lines(shown, caller, words),
    ]
    if phrases.takes_typed_guesses(caller.room):
        blocks.append(_how_to_change(caller, words))
    return View(tuple(blocks), _way_back(caller, words))


def _room_lines(
    shown: ShownSettings, caller: Caller, words: Words, *, only_changed: bool = False
) -> Iterator[Paragraph]:
    """The settings that apply in the room, and who chose those that were changed."""
    stored = {change.name: change for change in shown.changes}  # those of the channel come last
    for setting in (setting for group in room_settings.GROUPS.values() for setting in group):
        if phrases.has_setting(caller.room, setting) and not (only_changed and setting.name not in stored):
            chosen = _chosen(stored.get(setting.name), shown, caller, words)
            option = "" if only_changed or not phrases.takes_typed_guesses(caller.room) else f"`{setting.name}:`"
            label = _with(words(setting.label), option, words)
            yield Paragraph(_line(setting, label, getattr(shown.room, setting.name), words, chosen))


def _own_lines(texts: Mapping[str, str | None], caller: Caller, words: Words) -> Iterator[Paragraph]:
    """Settings of a person by name, with the texts of their values; None for the default."""
    for name, text in texts.items():
        setting = room_settings.SETTINGS[name]
        if phrases.has_setting(caller.room, setting):
            value = setting.default if text is None else setting.type.read(text)
            yield Paragraph(_line(setting, words(setting.own_label), value, words))


def _how_to_change(caller: Caller, words: Words) -> Footnote:
    """How to change settings by typing."""
    change = "idle:48" if phrases.is_terminal(caller.room) else "timezone:Asia/Tokyo"
    return Footnote(
        words(
            "Change one with `{example}`, or with `{channel}` for {place} alone; `default` undoes it.",
            example=phrases.localized_command_line(f"settings server {change}", caller.room),
            channel=phrases.localized_command_line("channel", caller.room),
            place=_place(room_settings.SettingsScope.CHANNEL, caller, words),
        ),
        once=False,
    )


def own_form(own: Mapping[str, str], words: Words) -> Form:
    """The form for the caller's own settings; `own` as for `all_settings`."""
    fields = (
        _field(setting, words(setting.own_label), own.get(setting.name, ""), setting.default, words)
        for setting in room_settings.OWN_SETTINGS
    )
    options = _form_options(room_settings.SettingsGroup.YOURS, room_settings.SettingsScope.ME)
    return Form(words("Your settings"), "settings", options, tuple(fields))


def group_form(
    group: room_settings.SettingsGroup,
    scope: room_settings.SettingsScope,
    shown: ShownSettings,
    caller: Caller,
    words: Words,
) -> Form:
    """The form for the settings of a group in a channel or server."""
    inherited = shown.server if scope is room_settings.SettingsScope.CHANNEL else room_settings.RoomSettings()
    place = caller.settings_room.channel if scope is room_settings.SettingsScope.CHANNEL else ""
    stored = {change.name: change.text for change in shown.changes if change.channel == place}
    fields = (
        _field(setting, words(setting.label), stored.get(setting.name, ""), getattr(inherited, setting.name), words)
        for setting in room_settings.GROUPS[group]
        if scope in setting.scopes and phrases.has_setting(caller.room, setting)
    )
    return Form(_form_title(group, scope, words), "settings", _form_options(group, scope), tuple(fields))


def _form_title(group: room_settings.SettingsGroup, scope: room_settings.SettingsScope, words: Words) -> str:
    title = words(_GROUPS[group])
    return words("{group} (channel)", group=title) if scope is room_settings.SettingsScope.CHANNEL else title


def _form_options(group: room_settings.SettingsGroup, scope: room_settings.SettingsScope) -> Mapping[str, str]:
    return {"scope": scope.value, "group": group.value}


def changed_settings_view(
    scope: room_settings.SettingsScope, changes: Sequence[ChangedSetting], caller: Caller, words: Words
) -> View:
    """What somebody has changed in a channel or server."""
    if not changes:
        return View((Paragraph(words("It was set that way already. Nothing was changed.")),))
    title = words(
        "{player} has changed the settings of {place}:",
        player=words.person(player_name(caller.name, caller.player.user), first=True),
        place=_place(scope, caller, words),
    )
    lines = [
        _line(setting, words(setting.label), getattr(change.settings, change.name), words)
        for change in changes
        for setting in (room_settings.ROOM_SETTINGS[change.name],)
    ]
    settings, names = changes[-1].settings, {change.name for change in changes}
    if settings.summary is not room_settings.SummaryFrequency.OFF and "summary" in names and "timezone" not in names:
        hour = _SHOWN[room_settings.HOUR].show(settings.hour, words)
        lines.append(words("It is posted at {hour} ({zone}).", hour=hour, zone=settings.timezone))
    return View(tuple(map(Paragraph, (title, *lines))))


def own_settings_changed_view(texts: Mapping[str, str | None], caller: Caller, words: Words) -> View:
    """What somebody has changed for themselves, by option."""
    return View((Heading(words("Your settings")), *_own_lines(texts, caller, words)))


def with_settings_button(view: View, caller: Caller, words: Words) -> View:
    """A private view of a change, with a button that shows all settings."""
    return replace(view, buttons=_way_back(caller, words))


def _way_back(caller: Caller, words: Words) -> tuple[Button, ...]:
    return () if phrases.is_terminal(caller.room) else (Button(phrases.button_label(words, "settings"), "settings"),)


def channel_chosen_notice(caller: Caller, words: Words) -> View:
    """That somebody has chosen a channel for announcements or the result of weeks, in that channel."""
    player = words.person(player_name(caller.name, caller.player.user), first=True)
    return View((Paragraph(words("{player} has chosen this channel for my announcements.", player=player)),))


def _place(scope: room_settings.SettingsScope, caller: Caller, words: Words) -> str:
    if scope is room_settings.SettingsScope.SERVER and phrases.is_terminal(caller.room):
        return words(_PLACES["rooms"])
    return words(_PLACES[phrases.choice_name_in_room(scope.value, caller.room)])


def _form_button(group: room_settings.SettingsGroup, scope: room_settings.SettingsScope, words: Words) -> Button:
    return Button(_form_title(group, scope, words), "settings", _form_options(group, scope))


def _line(setting: room_settings.Setting, label: str, value: object, words: Words, detail: str = "") -> str:
    return words("{label}: {value}.", label=label, value=_with(_SHOWN[setting.type].show(value, words), detail, words))


def _with(text: str, detail: str, words: Words) -> str:
    """A text with a detail in brackets, if there is one."""
    return words("{name} ({letter})", name=text, letter=detail) if detail else text


def _chosen(stored: room_settings.StoredSettingValue | None, shown: ShownSettings, caller: Caller, words: Words) -> str:
    """Who chose a setting if that is known, when, and for which channel if not for all; empty if it is as it was."""
    if stored is None:
        return ""
    name = shown.names.get(stored.changed_by, "")
    place = _place(room_settings.SettingsScope.CHANNEL, caller, words) if stored.channel else ""
    return words.comma_separated(filter(None, (name and words.person(name), str(stored.changed_at.date()), place)))


def _field(setting: room_settings.Setting, label: str, text: str, default: object, words: Words) -> FormField:
    """The field for a setting; `text` is what is chosen, empty for the default."""
    shown, value = _SHOWN[setting.type], _SHOWN[setting.type].show(default, words)
    if shown.values:
        choices = {setting.type.write(each): shown.show(each, words) for each in shown.values}
        choices = {DEFAULT: words("Default ({value})", value=value), **choices}
        return FormField(setting.name, label, FieldKind.CHOICE, text or DEFAULT, choices)
    if shown.kind is not FieldKind.TEXT:
        return FormField(setting.name, label, shown.kind, text)
    hint = words("Empty: {value}", value=value)
    if setting.type is room_settings.LENGTH:
        hint = words("Hours. Empty: {hours}", hours=setting.type.write(default))
    return FormField(setting.name, label, FieldKind.TEXT, text, hint=hint)


class _Shown(Struct, Generic[T], frozen=True):
    """How values of a type are shown and entered: by a choice of `values` if there are any."""

    show: Callable[[T, Words], str]
    values: Sequence[T] = ()
    kind: FieldKind = FieldKind.TEXT


def _language(code: str | None, words: Words) -> str:
    return words_for(code).language_name() if code else words("automatic")


def _feedback(value: FeedbackWords | None, words: Words) -> str:
    return f"{value.hit} / {value.blow}" if value else words("as in the rules")


def _channels(channels: Sequence[str], words: Words) -> str:
    return words.listed([mark_channel(each) for each in channels]) if channels else words("all")


def _channel(value: str | None, words: Words) -> str:
    return mark_channel(value) if value else words("none")


_NAMES: Mapping[object, str] = {
    True: translatable("on"),
    False: translatable("off"),
    room_settings.Permission.EVERYONE: translatable("everyone"),
    room_settings.Permission.MANAGERS: translatable("managers only"),
    room_settings.Permission.NOBODY: translatable("nobody"),
    room_settings.SummaryFrequency.OFF: translatable_in_context("how often", "off"),
    room_settings.SummaryFrequency.WEEKLY: translatable("every week"),
    room_settings.SummaryFrequency.TODAY: translatable("every day, with today's code"),
}


def _named(value: object, words: Words) -> str:
    return words(_NAMES[value])


_SHOWN: Mapping[room_settings.SettingType[Any], _Shown[Any]] = {
    room_settings.SWITCH: _Shown(_named, (True, False)),
    room_settings.LANGUAGE: _Shown(_language, tuple(LANGUAGES)),
    room_settings.RULES: _Shown(lambda rules, words: counted_game_name(str(rules), words)),
    room_settings.FEEDBACK: _Shown(_feedback, tuple(FEEDBACK_WORDS.values())),
    room_settings.CHANNELS: _Shown(_channels, kind=FieldKind.CHANNELS),
    room_settings.CHANNEL: _Shown(_channel, kind=FieldKind.CHANNEL),
    room_settings.PERMISSION: _Shown(_named, tuple(room_settings.Permission)),
    room_settings.SUMMARY: _Shown(_named, tuple(room_settings.SummaryFrequency)),
    room_settings.HOUR: _Shown(lambda hour, _words: f"{hour:02}:00", range(24)),
    room_settings.ZONE: _Shown(lambda zone, _words: str(zone)),
    room_settings.LENGTH: _Shown(lambda length, words: words.duration(int(room_settings.LENGTH.write(length)))),
}
