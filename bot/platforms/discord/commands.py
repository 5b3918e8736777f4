"""The catalogue as slash commands: one group, whose options have Discord's types, ranges, choices and completion."""

import inspect
from collections.abc import Awaitable
from typing import Any, Protocol

import discord
from discord import AppCommandOptionType, app_commands
from discord.app_commands import AppCommandContext, AppInstallationType, Choice, Group, Transformer

from bot.commands.catalogue import CATALOGUE, Command, Kind, Option
from bot.platforms.discord.autocomplete import Complete
from bot.platforms.discord.interactions import Talk
from bot.wording import LANGUAGES, Words, words_for

GROUP = "hitblow"
EVERYWHERE = AppCommandContext(guild=True, dm_channel=True, private_channel=True)
EITHER_WAY = AppInstallationType(guild=True, user=True)
MAX_CHOICES = 25
THREAD = "thread"
THREADED = ("play",)
"""Commands with an option that only Discord has, for only here is a thread a room that the bot can open."""

MAX_CHOICE = 100

_TYPES = {
    Kind.INTEGER: AppCommandOptionType.integer,
    Kind.PLAYER: AppCommandOptionType.user,
}


class Deal(Protocol):
    """What a command is handed to."""

    def __call__(self, talk: Talk, command: Command, given: dict[str, str], /, *, in_thread: bool) -> Awaitable[None]:
        """Deal with it; never raises."""
        ...


def group(deal: Deal, complete: Complete) -> Group:
    """`/hitblow` with a subcommand for each command of the catalogue."""
    made = Group(name=GROUP, description=words_for("en").group_description())
    for command in CATALOGUE:
        made.add_command(_subcommand(command, deal, complete))
    return made


class Descriptions(app_commands.Translator):
    """Descriptions in every language but English, which is the one they are written in; names are never translated."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The description in that language, if it is one of ours."""
        words = LANGUAGES.get(locale.value)
        if words is None or words.code == "en" or not context.location.name.endswith("_description"):
            return None
        return _described(words, string.extras)


def _described(words: Words, of: dict[str, Any]) -> str | None:
    """What stands beside a command or option in some language."""
    if of.get("option") == THREAD:
        return words.thread_option()
    if "option" in of:
        return words.option(of["command"], of["option"])
    return words.command(of["command"]) if "command" in of else words.group_description()


def _subcommand(command: Command, deal: Deal, complete: Complete) -> app_commands.Command[Any, Any, Any]:
    english = words_for("en")

    async def callback(talk: Talk, /, **values: object) -> None:
        in_thread = bool(values.pop(THREAD, False))
        given = {name: _text(value) for name, value in values.items() if value is not None}
        await deal(talk, command, given, in_thread=in_thread)

    callback.__signature__ = _signature(command, complete)  # type: ignore[attr-defined]  # discord.py reads options from it
    described = {
        option.name: app_commands.locale_str(
            english.option(command.name, option.name), command=command.name, option=option.name
        )
        for option in command.options
    }
    if command.name in THREADED:
        described[THREAD] = app_commands.locale_str(english.thread_option(), option=THREAD)
    if described:
        callback = app_commands.describe(**described)(callback)
    about = app_commands.locale_str(english.command(command.name), command=command.name)
    return app_commands.Command(name=command.name, description=about, callback=callback)


def _signature(command: Command, complete: Complete) -> inspect.Signature:
    first = inspect.Parameter("talk", inspect.Parameter.POSITIONAL_ONLY, annotation=Talk)
    options = [
        inspect.Parameter(
            option.name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=app_commands.Transform[object, _transformer(option, complete)],
            default=inspect.Parameter.empty if option.required else None,
        )
        for option in command.options
    ]
    if command.name in THREADED:
        options.append(inspect.Parameter(THREAD, inspect.Parameter.KEYWORD_ONLY, annotation=bool, default=False))
    return inspect.Signature([first, *options])


def _text(value: object) -> str:
    """An option as it would be typed; somebody is their id."""
    return str(value.id) if isinstance(value, discord.User | discord.Member) else str(value)


def _transformer(option: Option, complete: Complete) -> Transformer:
    return _Typed(option) if _is_closed(option) else _Completed(option, complete)


def _is_closed(option: Option) -> bool:
    """Whether Discord itself keeps people from giving anything that is wrong."""
    return option.kind in {Kind.CHOICE, Kind.INTEGER, Kind.PLAYER}


class _Typed(Transformer):
    """An option of some type, taken as it comes."""

    def __init__(self, option: Option) -> None:
        self._option = option

    @property
    def type(self) -> AppCommandOptionType:
        """Discord's type."""
        return _TYPES.get(self._option.kind, AppCommandOptionType.string)

    @property
    def min_value(self) -> int | None:
        """The least an integer may be; a text has no such bound, for what is wrong with it is told in words."""
        return self._option.low if self._option.kind is Kind.INTEGER else None

    @property
    def max_value(self) -> int | None:
        """The most an integer may be."""
        return self._option.high if self._option.kind is Kind.INTEGER else None

    @property
    def choices(self) -> list[Choice[str | int | float]] | None:
        """All there are, where there are no others."""
        if self._option.kind is not Kind.CHOICE:
            return None
        return [Choice(name=choice, value=choice) for choice in self._option.choices]

    async def transform(self, _talk: Talk, value: object, /) -> object:
        """As it came."""
        return value


class _Completed(_Typed):
    """A text that is completed while it is typed."""

    def __init__(self, option: Option, complete: Complete) -> None:
        super().__init__(option)
        self._complete = complete

    async def autocomplete(self, talk: Talk, value: str | float, /) -> list[Choice[str | int | float]]:
        """What it could become."""
        offers = await self._complete(talk, self._option, str(value))
        short = [(name[:MAX_CHOICE], sent) for name, sent in offers if 0 < len(sent) <= MAX_CHOICE]
        return [Choice(name=name, value=sent) for name, sent in short[:MAX_CHOICES]]
