"""The settings of players, channels and servers."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from msgspec.structs import replace

from bot.commands import command as commands
from bot.commands.catalogue import ALL, CHOOSE, DEFAULT
from bot.commands.parsing import most_similar
from bot.handlers.request import Request
from bot.locales import Words, words_for
from bot.model import room_settings
from bot.model.room_settings import SETTINGS, SettingsGroup, SettingsScope, SettingType, SummaryFrequency
from bot.model.rooms import MessageKey
from bot.presenters import daily_card, home, phrases, settings as presenter
from bot.presenters.views import Reply, View
from bot.services.cards import RoomCard
from bot.services.services import Services
from bot.services.settings import require_manager
from core.game.rules import Rules

_BETWEEN_CHANNELS = re.compile(r"[\s,\u3001]+")


async def settings(request: Request, services: Services) -> Reply:
    """Show settings, open the form for some of them, or change them."""
    options, given = request.invocation, _given_values(request)
    if phrases.is_terminal(request.caller.room):
        _require_terminal_settings(given)
    scope = options.choice("scope", SettingsScope) if options.text("scope") else _scope_of(given)
    if given and scope is SettingsScope.ME:
        return await _change_own(given, request, services)
    if given:
        return await _change(scope, given, request, services)
    if options.text("summary") == CHOOSE:
        require_manager(request.caller)
        return Reply(note=home.daily_post_question(request.words))
    if options.text("group") == ALL:
        return Reply(note=await _show_all(request, services))
    if options.text("group"):
        group = options.choice("group", SettingsGroup)
        return await _form(group, scope, request, services)
    return Reply(note=await _show(scope, request, services))


def _require_terminal_settings(given: Mapping[str, str]) -> None:
    """Check that all options can be set in a terminal.

    Raises:
        LanguageSetByProgramOption: the language is set by the option `--lang` or the environment.
        SettingNotInTerminal: an option has no effect in a terminal.
    """
    for option in given:
        if option == "language":
            raise commands.LanguageSetByProgramOption
        if not SETTINGS[option].in_terminal:
            raise commands.SettingNotInTerminal(option)


def _scope_of(given: Mapping[str, str]) -> SettingsScope:
    """The scope if none is given: the caller, if all given settings are personal, else the server."""
    is_personal = all(SettingsScope.ME in SETTINGS[option].scopes for option in given)
    return SettingsScope.ME if is_personal else SettingsScope.SERVER


async def _show(scope: SettingsScope, request: Request, services: Services) -> View:
    """What was changed; in a terminal, which has no forms, all settings."""
    if phrases.is_terminal(request.caller.room):
        return await _show_all(request, services)
    scope = SettingsScope.SERVER if scope is SettingsScope.ME else scope
    shown, own = await services.shared_settings.show(request.caller), await _own(request, services)
    return presenter.settings_overview(scope, own, shown, request.caller, request.words)


async def _show_all(request: Request, services: Services) -> View:
    shown, own = await services.shared_settings.show(request.caller), await _own(request, services)
    return presenter.all_settings(own, shown, request.caller, request.words)


async def _own(request: Request, services: Services) -> Mapping[str, str]:
    """The texts of the caller's own settings that are not the defaults, by name."""
    return (await services.preferences.settings_of(request.caller)).chosen


async def _form(group: SettingsGroup, scope: SettingsScope, request: Request, services: Services) -> Reply:
    """Open the form of a group; where there are no forms, show all settings."""
    if group is SettingsGroup.YOURS:
        form = presenter.own_form(await _own(request, services), request.words)
        return Reply(note=await _show(scope, request, services), form=form)
    require_manager(request.caller)
    scope = SettingsScope.SERVER if scope is SettingsScope.ME else scope
    shown = await services.shared_settings.show(request.caller)
    form = presenter.group_form(group, scope, shown, request.caller, request.words)
    return Reply(note=await _show(scope, request, services), form=form)


async def _change_own(given: Mapping[str, str], request: Request, services: Services) -> Reply:
    """Change the caller's own settings. Switches are on by default."""
    _require_scope(SettingsScope.ME, given, request)
    texts = _stored_texts(given, request)
    caller = request.caller
    await services.preferences.change(caller, texts)
    words = words_for(texts["language"]) if texts.get("language") else request.words
    return Reply(
        note=presenter.with_settings_button(presenter.own_settings_changed_view(texts, caller, words), caller, words)
    )


async def _change(scope: SettingsScope, given: Mapping[str, str], request: Request, services: Services) -> Reply:
    """Change settings of a channel or server, and announce the change in the channel for announcements."""
    caller = request.caller
    require_manager(caller)
    _require_scope(scope, given, request)
    texts = _stored_texts(given, request)
    before = await services.shared_settings.settings_for(caller)
    posted, card = await _post_in_new_place(scope, texts, request, services)
    changed = await services.shared_settings.change(caller, texts, in_channel=scope is SettingsScope.CHANNEL)
    if posted is not None and card is not None:  # recorded now, because the change schedules the first card anew
        await services.summaries.record_posted_card(caller.settings_room, card, posted)
    if changed and before.announcements and posted is None:
        words = await _words_in(before.announcements, request, services)
        await request.announce(
            before.announcements, presenter.changed_settings_view(scope, changed, caller, words), words
        )
    note = presenter.changed_settings_view(scope, changed, caller, request.words)
    return Reply(note=presenter.with_settings_button(note, caller, request.words))


def _require_scope(scope: SettingsScope, given: Iterable[str], request: Request) -> None:
    """Check that settings can be chosen for a scope.

    Raises:
        WrongSettingScope: one of them cannot.
    """
    for option in given:
        possible = SETTINGS[option].scopes
        if scope not in possible:
            names = (
                phrases.choice_name_in_room(each.value, request.caller.room)
                for each in SettingsScope
                if each in possible
            )
            raise commands.WrongSettingScope(option, tuple(names))


async def _post_in_new_place(
    scope: SettingsScope, texts: Mapping[str, str | None], request: Request, services: Services
) -> tuple[MessageKey | None, RoomCard | None]:
    """Post in the channel where announcements or cards will go after the change, if it is a new one.

    Returns:
        The message, and the card that it shows if only cards go there; None for what there is not.

    Raises:
        ChannelOutOfReach: the bot cannot post there.
        SummaryNeedsChannel: a summary of the server has no channel.
    """
    caller = request.caller
    shown = await services.shared_settings.show(caller)
    settings = shown.room if scope is SettingsScope.CHANNEL else shown.server
    channel = texts.get("announcements")
    is_summary_new = settings.summary is SummaryFrequency.OFF and texts.get("summary") not in {
        None,
        SummaryFrequency.OFF.value,
    }
    place = announcements = channel if channel != settings.announcements else None
    if is_summary_new:
        if scope is SettingsScope.CHANNEL:
            place = place or caller.settings_room.channel
        elif not texts.get("announcements", settings.announcements):
            raise commands.ServerSummaryNeedsChannel
    if place is None:
        return None, None
    words = await _words_in(place, request, services)
    if announcements is not None or texts["summary"] != SummaryFrequency.TODAY:
        return await _post(place, presenter.channel_chosen_notice(caller, words), words, request), None
    card = await services.summaries.unposted_card(caller.settings_room)
    if card is None:
        return None, None
    return await _post(place, daily_card.card_view(card, words), words, request), card


async def _post(channel: str, view: View, words: Words, request: Request) -> MessageKey:
    posted = await request.announce(channel, view, words)
    if posted is None:
        raise commands.ChannelOutOfReach(channel)
    return posted


async def _words_in(channel: str, request: Request, services: Services) -> Words:
    """The language of a channel of the server."""
    chosen = await services.languages.of_room(replace(request.caller.room, channel=channel))
    return words_for(chosen) if chosen else request.public_words


def _given_values(request: Request) -> Mapping[str, str]:
    """The texts of the given settings by name. An empty field of a form stands for `DEFAULT`."""
    options = request.invocation.options
    return {name: text.strip() or DEFAULT for name, text in options.items() if name in SETTINGS and text != CHOOSE}


def _stored_texts(given: Mapping[str, str], request: Request) -> dict[str, str | None]:
    """The texts that are stored for typed values, None for the default.

    Raises:
        CommandError: an option does not have this value.
        RulesError: there are no such rules.
    """
    return {
        name: None if text.lower() == DEFAULT else _READERS[SETTINGS[name].type](request, name, text)
        for name, text in given.items()
    }


def _channel(text: str, request: Request) -> str:
    found = request.find_channel(text)
    if found is None:
        raise commands.UnknownChannel(text)
    return found


def _channels(text: str, request: Request) -> str:
    return ",".join(_channel(word, request) for word in _BETWEEN_CHANNELS.split(text) if word)


def _time_zone(text: str) -> str:
    name = text.strip().replace(" ", "_")
    zone = commands.time_zones().get(name.lower())
    if zone is None:
        similar = most_similar(name, commands.time_zones())
        raise commands.UnknownTimeZone(text, commands.time_zones()[similar] if similar else None)
    return zone


_Reader: TypeAlias = Callable[[Request, str, str], str]
"""Reads the value of an option from a text that somebody has typed."""


def _choice(request: Request, option: str, _text: str) -> str:
    return request.invocation.one_of(option)


def _number(request: Request, option: str, _text: str) -> str:
    return str(request.invocation.integer(option))


_READERS: Mapping[SettingType[Any], _Reader] = {
    room_settings.SWITCH: lambda request, option, _text: room_settings.SWITCH.write(request.invocation.is_on(option)),
    room_settings.LANGUAGE: _choice,
    room_settings.RULES: lambda _request, _option, text: str(Rules.parse(text)),
    room_settings.FEEDBACK: _choice,
    room_settings.CHANNELS: lambda request, _option, text: _channels(text, request),
    room_settings.CHANNEL: lambda request, _option, text: _channel(text, request),
    room_settings.PERMISSION: _choice,
    room_settings.SUMMARY: _choice,
    room_settings.HOUR: _number,
    room_settings.ZONE: lambda _request, _option, text: _time_zone(text),
    room_settings.LENGTH: _number,
}
