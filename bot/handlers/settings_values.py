"""Reading the values of settings from options and forms."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeAlias
from zoneinfo import available_timezones

from bot.commands.command import Kind
from bot.commands.errors import UnknownChannel, UnknownTimeZone
from bot.commands.parsing import nearest
from bot.commands.settings_options import DEFAULT, PERSONAL, SETTING_OF
from bot.handlers.request import Request
from bot.model.room_settings import setting_text
from bot.wording import LANGUAGES
from core.game.rules import Rules

_BETWEEN_CHANNELS = re.compile(r"[\s,\u3001]+")


def given_values(request: Request) -> Mapping[str, str]:
    """The texts of the given settings, by option. An empty field of a form stands for `DEFAULT`."""
    options = request.invocation.options
    known = {*PERSONAL, *SETTING_OF}
    return {name: text.strip() or DEFAULT for name, text in options.items() if name in known}


def stored_text(option: str, text: str, request: Request) -> str | None:
    """The text that is stored for a value, None for the default.

    Raises:
        CommandError: the option does not have this value.
        RulesError: there are no such rules.
    """
    if text.lower() == DEFAULT:
        return None
    kind = next(each.kind for each in request.invocation.command.options if each.name == option)
    read = _READERS.get(option) or _READERS_BY_KIND[kind]
    return read(request, option, text)


def _channel(text: str, request: Request) -> str:
    found = request.find_channel(text)
    if found is None:
        raise UnknownChannel(text)
    return found


def _channels(text: str, request: Request) -> str:
    return ",".join(_channel(word, request) for word in _BETWEEN_CHANNELS.split(text) if word)


def _time_zone(text: str) -> str:
    name = text.strip().replace(" ", "_")
    zone = _zones().get(name.lower())
    if zone is None:
        similar = nearest(name, _zones())
        raise UnknownTimeZone(text, _zones()[similar] if similar else None)
    return zone


@cache
def _zones() -> Mapping[str, str]:
    """The names of time zones, by themselves in lower case."""
    return {name.lower(): name for name in available_timezones()}


_Reader: TypeAlias = Callable[[Request, str, str], str]
"""Reads the value of an option from a text."""

_READERS: Mapping[str, _Reader] = {
    "rules": lambda _request, _option, text: str(Rules.parse(text)),
    "language": lambda request, option, _text: request.invocation.one_of(option, tuple(LANGUAGES)),
    "timezone": lambda _request, _option, text: _time_zone(text),
    "announcements": lambda request, _option, text: _channel(text, request),
    "channels": lambda request, _option, text: _channels(text, request),
}
_READERS_BY_KIND: Mapping[Kind, _Reader] = {
    Kind.SWITCH: lambda request, option, _text: setting_text(request.invocation.switch(option)),
    Kind.INTEGER: lambda request, option, _text: str(request.invocation.integer(option)),
    Kind.CHOICE: lambda request, option, _text: request.invocation.one_of(option),
}
