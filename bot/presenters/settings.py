"""Settings in words, and the forms for them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from bot.commands.settings_options import (
    DEFAULT,
    GROUPS,
    LIMITS,
    OPTION_OF,
    PERMISSIONS,
    SERVER_ONLY,
    SETTING_OF,
    TERMINAL,
    SettingsGroup,
    SettingsScope,
)
from bot.locales.safe import channel
from bot.model.room_settings import RoomSettings, SettingChange
from bot.model.rooms import Caller
from bot.presenters.forms import Field, FieldKind, Form
from bot.presenters.places import is_terminal, local_command, local_name
from bot.presenters.views import Block, Button, Footnote, Paragraph, View
from bot.services.settings.administration import ChangedSetting, ShownSettings
from bot.wording import LANGUAGES, Words, words_for
from core.game.rules import FEEDBACK_WORDS, FeedbackWords

_HOUR = timedelta(hours=1)
_KINDS = {"channels": FieldKind.CHANNELS, "announcements": FieldKind.CHANNEL}


@dataclass(frozen=True, slots=True)
class OwnSettings:
    """What somebody has chosen for themselves.

    Args:
        warnings: whether they are asked before guesses that repeat a turn.
        mentions: whether they may be mentioned.
        language: None to follow the platform's.
    """

    warnings: bool
    mentions: bool
    language: str | None


def all_settings(own: OwnSettings, shown: ShownSettings, caller: Caller, words: Words) -> View:
    """The caller's own settings and those of the room; managers get buttons to change them."""
    blocks: list[Block] = [
        Paragraph(words("Your own settings:")),
        Paragraph(warnings_setting(words, is_on=own.warnings)),
        *([] if is_terminal(caller.room) else _chat_settings(own, words)),
        Paragraph(words("Settings of {place} that apply here:", place=_place(SettingsScope.SERVER, caller, words))),
    ]
    stored = {change.name: change for change in shown.changes}  # those of the channel come last
    for setting, option in OPTION_OF.items():
        if is_terminal(caller.room) and option not in TERMINAL:
            continue
        chosen = _chosen(stored.get(setting), shown, caller, words)
        blocks.append(Paragraph(_line(option, shown.room, words, chosen)))
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
    mentions, language = words.mentions_setting(is_on=own.mentions), _language_name(own.language)
    return [Paragraph(mentions), Paragraph(words.language_setting(language))]


def group_settings(
    group: SettingsGroup, scope: SettingsScope, shown: ShownSettings, caller: Caller, words: Words
) -> View:
    """The settings of a group, and how to type a change."""
    settings = shown.room if scope is SettingsScope.CHANNEL else shown.server
    stored = _stored(scope, shown, caller)
    title = words(
        "{group}, settings of {place}:", group=words.SETTINGS_GROUPS[group.value], place=_place(scope, caller, words)
    )
    lines = [
        _line(option, settings, words, _chosen(stored.get(SETTING_OF[option]), shown, caller, words))
        for option in GROUPS[group]
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
    is_channel = scope is SettingsScope.CHANNEL
    fields = tuple(
        _field(option, stored.get(SETTING_OF[option]), inherited, words)
        for option in GROUPS[group]
        if not (is_channel and option in SERVER_ONLY)
    )
    title = words.SETTINGS_GROUPS[group.value]
    options = {"scope": scope.value, "group": group.value}
    return Form(words("{group} (channel)", group=title) if is_channel else title, "settings", options, fields)


def changed(scope: SettingsScope, changes: Sequence[ChangedSetting], caller: Caller, words: Words) -> View:
    """What somebody has changed."""
    if not changes:
        return View((Paragraph(words("It was set that way already. Nothing was changed.")),))
    title = words(
        "{player} has changed the settings of {place}:",
        player=words.person(caller.name, first=True),
        place=_place(scope, caller, words),
    )
    lines = (_line(OPTION_OF[change.name], change.settings, words) for change in changes)
    return View(tuple(map(Paragraph, (title, *lines))))


def own_changed(texts: Mapping[str, str | None], words: Words) -> View:
    """What somebody has changed for themselves, by option."""
    sentences = {
        "warnings": lambda: warnings_setting(words, is_on=texts["warnings"] != "off"),
        "mentions": lambda: words.mentions_setting(is_on=texts["mentions"] != "off"),
        "language": lambda: words.language_setting(_language_name(texts["language"])),
    }
    return View(tuple(Paragraph(sentences[option]()) for option in texts))


def chosen_place(caller: Caller, words: Words) -> View:
    """That somebody has chosen a channel for announcements or summaries, in that channel."""
    return View(
        (
            Paragraph(
                words(
                    "{player} has chosen this channel for my announcements.",
                    player=words.person(caller.name, first=True),
                )
            ),
        )
    )


def _stored(scope: SettingsScope, shown: ShownSettings, caller: Caller) -> dict[str, SettingChange]:
    place = caller.settings_room.channel if scope is SettingsScope.CHANNEL else ""
    return {change.name: change for change in shown.changes if change.channel == place}


def _place(scope: SettingsScope, caller: Caller, words: Words) -> str:
    if scope is SettingsScope.SERVER and is_terminal(caller.room):
        return words.SETTING_PLACES["rooms"]
    return words.SETTING_PLACES[local_name(scope.value, caller.room)]


def _buttons(words: Words) -> Iterator[Button]:
    for scope in (SettingsScope.SERVER, SettingsScope.CHANNEL):
        for group in SettingsGroup:
            title = words.SETTINGS_GROUPS[group.value]
            label = title if scope is SettingsScope.SERVER else words("{group} (channel)", group=title)
            yield Button(label, "settings", {"scope": scope.value, "group": group.value})


def _line(option: str, settings: RoomSettings, words: Words, chosen: str = "") -> str:
    """A setting with its value and, if it is known, who chose it."""
    line = words(
        "{label} (`{option}`): {value}.",
        label=words.SETTINGS[option],
        option=option,
        value=value_in_words(option, settings, words),
    )
    return words.joined((line, chosen)) if chosen else line


def _chosen(stored: SettingChange | None, shown: ShownSettings, caller: Caller, words: Words) -> str:
    """Who chose a setting, empty if it is as it was."""
    if stored is None:
        return ""
    place = _place(SettingsScope.CHANNEL, caller, words) if stored.channel else ""
    return words.chosen_by(shown.names.get(stored.changed_by, ""), stored.changed_at.date(), place)


def value_in_words(option: str, settings: RoomSettings, words: Words) -> str:
    """The value of a setting, as its line shows it."""
    return _IN_WORDS[option](getattr(settings, SETTING_OF[option]), words)


def _language_name(code: str | None) -> str | None:
    return words_for(code).language_name() if code else None


def _field(option: str, stored: SettingChange | None, inherited: RoomSettings, words: Words) -> Field:
    label, text = words.SETTINGS[option], stored.text if stored else ""
    inherited_value = value_in_words(option, inherited, words)
    if option in _KINDS:
        return Field(option, label, _KINDS[option], text)
    choices = _choices(option, words)
    if option in LIMITS:
        inherited_value = str(getattr(inherited, SETTING_OF[option]) // _HOUR)
    if not choices:
        return Field(option, label, FieldKind.TEXT, text, hint=words.setting_hint(option in LIMITS, inherited_value))
    default = {DEFAULT: words("Default ({value})", value=inherited_value)}
    return Field(option, label, FieldKind.CHOICE, text or DEFAULT, {**default, **choices})


def _choices(option: str, words: Words) -> Mapping[str, str]:
    """The values of an option that can be chosen, with their names; none where a text is typed."""
    return _CHOICES[option](words) if option in _CHOICES else {}


def _hour(hour: int) -> str:
    return f"{hour:02}:00"


def _feedback_words(value: FeedbackWords) -> str:
    return f"{value.hit} / {value.blow}"


_IN_WORDS: Mapping[str, Callable[[Any, Words], str]] = {
    "language": lambda value, words: _language_name(value) or words("automatic"),
    "rules": lambda value, words: f"{words.game_name(value)} {value}",
    "words": lambda value, words: _feedback_words(value) if value else words("as in the rules"),
    "channels": lambda value, words: words.channel_list([channel(each) for each in value]),
    "announcements": lambda value, words: channel(value) if value else words("none"),
    "summary": lambda value, words: words.SUMMARIES[value.value],
    "hour": lambda value, _words: _hour(value),
    "timezone": lambda value, _words: str(value),
    **dict.fromkeys(PERMISSIONS, lambda value, words: words.PERMISSIONS[value.value]),
    **dict.fromkeys(("mentions", "reminders"), lambda value, words: words.ON_OFF[value]),
    **dict.fromkeys(LIMITS, lambda value, words: words.setting_hours(value // _HOUR)),
}
"""How the value of each option is shown."""

_CHOICES: Mapping[str, Callable[[Words], Mapping[str, str]]] = {
    "language": lambda _words: {code: language.language_name() for code, language in LANGUAGES.items()},
    "words": lambda _words: {name: _feedback_words(each) for name, each in FEEDBACK_WORDS.items()},
    "summary": lambda words: words.SUMMARIES,
    "hour": lambda _words: {str(hour): _hour(hour) for hour in range(24)},
    **dict.fromkeys(PERMISSIONS, lambda words: words.PERMISSIONS),
    **dict.fromkeys(("mentions", "reminders"), lambda words: {"on": words.ON_OFF[True], "off": words.ON_OFF[False]}),
}
"""The values of the options that have only a few, with their names."""
