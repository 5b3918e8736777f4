"""The settings of players, channels and servers."""

from collections.abc import Mapping, Sequence

from bot.commands.errors import (
    ChannelOutOfReach,
    LanguageElsewhere,
    NoTerminalSetting,
    SummaryWithoutChannel,
    WrongScope,
)
from bot.commands.settings_options import (
    PERSONAL,
    SERVER_ONLY,
    SETTING_OF,
    TERMINAL,
    SettingsGroup,
    SettingsScope,
)
from bot.handlers.request import Request
from bot.handlers.settings_values import given_values, stored_text
from bot.model.room_settings import Summary
from bot.presenters import settings as presenter
from bot.presenters.places import is_terminal, local_name
from bot.presenters.views import Reply, View
from bot.services.services import Services
from bot.services.settings.administration import ChangedSetting, require_manager
from bot.wording import words_for

_FOR_ROOMS = (SettingsScope.CHANNEL, SettingsScope.SERVER)


async def settings(request: Request, services: Services) -> Reply:
    """Show settings, open the form for some of them, or change them."""
    options, given = request.invocation, given_values(request)
    if is_terminal(request.caller.room):
        _require_terminal_settings(given)
    scope = options.choice("scope", SettingsScope) if options.text("scope") else _scope_of(given, request)
    if given and scope is SettingsScope.ME:
        return await _change_own(given, request, services)
    if given:
        return await _change(scope, given, request, services)
    if options.text("group"):
        group = options.choice("group", SettingsGroup)
        return await _form(group, SettingsScope.SERVER if scope is SettingsScope.ME else scope, request, services)
    return await _show(request, services)


def _require_terminal_settings(given: Mapping[str, str]) -> None:
    """Check that all options can be set in a terminal.

    Raises:
        LanguageElsewhere: the language is set by the option `--lang` or the environment.
        NoTerminalSetting: an option has no effect in a terminal.
    """
    for option in given:
        if option == "language":
            raise LanguageElsewhere
        if option not in TERMINAL:
            raise NoTerminalSetting(option)


def _scope_of(given: Mapping[str, str], request: Request) -> SettingsScope:
    """The scope if none is given: the caller, if all given settings are personal, else the server."""
    is_personal = PERSONAL.issuperset(given) and not request.invocation.text("group")
    return SettingsScope.ME if is_personal else SettingsScope.SERVER


async def _show(request: Request, services: Services) -> Reply:
    own = presenter.OwnSettings(
        await services.preferences.warnings(request.caller),
        await services.preferences.mentions(request.caller),
        await services.languages.chosen_by(request.caller),
    )
    shown = await services.administration.show(request.caller)
    return Reply(note=presenter.all_settings(own, shown, request.caller, request.words))


async def _form(group: SettingsGroup, scope: SettingsScope, request: Request, services: Services) -> Reply:
    require_manager(request.caller)
    shown = await services.administration.show(request.caller)
    form = presenter.group_form(group, scope, shown, request.caller, request.words)
    return Reply(note=presenter.group_settings(group, scope, shown, request.caller, request.words), form=form)


async def _change_own(given: Mapping[str, str], request: Request, services: Services) -> Reply:
    """Change the caller's own settings. Switches are on by default."""
    for option in given:
        if option not in PERSONAL:
            raise _wrong_scope(option, request, *(_FOR_ROOMS if option not in SERVER_ONLY else (SettingsScope.SERVER,)))
    texts = {option: stored_text(option, text, request) for option, text in given.items()}
    caller = request.caller
    if "warnings" in texts:
        await services.preferences.choose_warnings(caller, warnings=texts["warnings"] != "off")
    if "mentions" in texts:
        await services.preferences.choose_mentions(caller, mentions=texts["mentions"] != "off")
    if "language" in texts:
        await services.languages.choose(caller, texts["language"])
    words = words_for(texts["language"]) if texts.get("language") else request.words
    return Reply(note=presenter.own_changed(texts, words))


async def _change(scope: SettingsScope, given: Mapping[str, str], request: Request, services: Services) -> Reply:
    """Change settings of a channel or server, and announce the change in the channel for announcements."""
    caller = request.caller
    require_manager(caller)
    for option in given:
        if option not in SETTING_OF:
            raise _wrong_scope(option, request, SettingsScope.ME)
        if option in SERVER_ONLY and scope is SettingsScope.CHANNEL:
            raise _wrong_scope(option, request, SettingsScope.SERVER)
    texts = {SETTING_OF[option]: stored_text(option, text, request) for option, text in given.items()}
    before = await services.administration.of(caller)
    is_new_place = await _check_places(scope, texts, request, services)
    changed = await services.administration.change(caller, texts, in_channel=scope is SettingsScope.CHANNEL)
    if changed and before.announcements and not is_new_place:
        await request.announce(before.announcements, _news(scope, changed, request), request.public_words)
    return Reply(note=presenter.changed(scope, changed, caller, request.words))


def _wrong_scope(option: str, request: Request, *scopes: SettingsScope) -> WrongScope:
    return WrongScope(option, tuple(local_name(scope.value, request.caller.room) for scope in scopes))


async def _check_places(
    scope: SettingsScope, texts: Mapping[str, str | None], request: Request, services: Services
) -> bool:
    """Post in the channel where announcements or summaries will go after the change; returns whether it is a new one.

    Raises:
        ChannelOutOfReach: the bot cannot post there.
        SummaryWithoutChannel: a summary of the server has no channel.
    """
    caller = request.caller
    shown = await services.administration.show(caller)
    settings = shown.room if scope is SettingsScope.CHANNEL else shown.server
    channel = texts.get("announcements")
    is_summary_new = settings.summary is Summary.OFF and texts.get("summary") not in {None, Summary.OFF.value}
    place = channel if channel != settings.announcements else None
    if is_summary_new:
        if scope is SettingsScope.CHANNEL:
            place = place or caller.settings_room.channel
        elif not texts.get("announcements", settings.announcements):
            raise SummaryWithoutChannel
    if place is None:
        return False
    view = presenter.chosen_place(caller, request.public_words)
    if not await request.announce(place, view, request.public_words):
        raise ChannelOutOfReach(place)
    return True


def _news(scope: SettingsScope, changed: Sequence[ChangedSetting], request: Request) -> View:
    return presenter.changed(scope, changed, request.caller, request.public_words)
