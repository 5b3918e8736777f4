"""The slash commands: their options and completion, publishing them, and mentioning them in texts."""

import asyncio
import hashlib
import inspect
import json
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord
from discord import AppCommandOptionType, app_commands
from discord.app_commands import AppCommandContext, AppInstallationType, Choice, Group, Transformer
from typing_extensions import override

from bot.commands.catalogue import BY_NAME, CATALOGUE, THREAD
from bot.commands.command import Command, CommandError, Option, OptionType
from bot.commands.parsing import parse_line
from bot.locales import LANGUAGES, Words, words_for
from bot.model.errors import StorageError
from bot.model.rooms import RoomKey
from bot.platforms.discord.interactions import PLATFORM_KEY, Interaction, caller_of
from bot.presenters.help import complete_option, options_in
from bot.presenters.statistics import review_label
from bot.services.analysis import Analysis
from bot.services.services import Services

log = logging.getLogger(__name__)

GROUP = "hitblow"
"""The slash command. The commands of the catalogue are its subcommands, which have its id."""

_MENTION = re.compile(rf"</({GROUP}[^:>]*):\d+>")

EVERYWHERE = AppCommandContext(guild=True, dm_channel=True, private_channel=True)
GUILDS_AND_USERS = AppInstallationType(guild=True, user=True)
MAX_CHOICES = 25
_PUBLISH_SECONDS = 60.0
"""How long publishing commands may take before another process tries it."""

_POLL_SECONDS = 0.5
MAX_CHOICE_LENGTH = 100

_TYPES = {
    OptionType.INTEGER: AppCommandOptionType.integer,
    OptionType.PLAYER: AppCommandOptionType.user,
    OptionType.CHANNEL: AppCommandOptionType.channel,
    OptionType.SWITCH: AppCommandOptionType.boolean,
}


RunCommand: TypeAlias = Callable[..., Awaitable[None]]
"""Runs a command with its options for an interaction; takes `in_new_thread` by name. It never raises."""


def challenge_menu(run: RunCommand) -> app_commands.ContextMenu:
    """The entry in the context menu of a person that challenges them to a duel."""

    async def challenge(interaction: Interaction, user: discord.User | discord.Member, /) -> None:
        await run(interaction, BY_NAME["duel"], {"opponent": str(user.id)})

    name = app_commands.locale_str(words_for("en")("Challenge to Hit & Blow"), menu="duel")
    return app_commands.ContextMenu(name=name, callback=challenge)


def command_group(run: RunCommand, analysis: Analysis) -> Group:
    """`/hitblow` with a subcommand for each command of the catalogue that Discord lists."""
    group = Group(
        name=GROUP,
        description=words_for("en")("Hit & Blow: referee, opponent and coach"),
    )
    for command in listed_commands():
        group.add_command(_subcommand(command, run, analysis))
    return group


def listed_commands() -> list[Command]:
    """The commands of the catalogue that Discord lists."""
    return [command for command in CATALOGUE if command.on_discord]


class CommandTree(app_commands.CommandTree[Any]):
    """The commands of the bot. Those that are no longer listed still run: clients keep old lists for a while.

    Args:
        client: the client.
        run: runs a command.
    """

    def __init__(self, client: discord.Client, run: RunCommand) -> None:
        super().__init__(client, allowed_contexts=EVERYWHERE, allowed_installs=GUILDS_AND_USERS)
        self._run = run

    @override
    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        is_command = interaction.type is discord.InteractionType.application_command
        if is_command and isinstance(error, app_commands.CommandNotFound) and error.name in BY_NAME:
            data: Any = interaction.data
            options = data["options"][0].get("options", ())
            given = {option["name"]: str(option["value"]) for option in options}
            await self._run(interaction, BY_NAME[error.name], given)
        else:
            await super().on_error(interaction, error)


async def publish_commands(tree: app_commands.CommandTree[Any], application: str, services: Services) -> None:
    """Publish the commands of a tree if they have changed; Discord limits how often that may be done.

    The commands are compared with a stored digest. Discord itself is not asked: it adds defaults of its own. While one
    process publishes them, others wait.

    Raises:
        StorageError: the storage fails.
        discord.HTTPException: Discord refuses the commands.
    """
    digest, published, leases = _digest(tree), services.published_commands, services.leases
    lease = f"discord/{application}/commands"
    while await published.digest(application) != digest:
        if await leases.claim_or_find_conflicts([lease], _PUBLISH_SECONDS):
            await asyncio.sleep(_POLL_SECONDS)
            continue
        await tree.sync()
        await published.save(application, digest)
        await leases.release([lease])
        log.info("published the commands")


def _digest(tree: app_commands.CommandTree[Any]) -> str:
    """The SHA-256 of the commands in English and of their texts in other languages.

    discord.py would ask the translator for every text in every language that Discord has.
    """
    payloads = [command.to_dict(tree) for command in tree.get_commands()]
    translations = {code: command_texts(words) for code, words in LANGUAGES.items() if code != "en"}
    return hashlib.sha256(json.dumps([payloads, translations], sort_keys=True).encode()).hexdigest()


def command_texts(words: Words) -> list[str]:
    """All texts about commands in one language."""
    texts = [
        words("Hit & Blow: referee, opponent and coach"),
        words("Challenge to Hit & Blow"),
    ]
    for command in listed_commands():
        texts += [words(each) for each in (command.description, *(option.description for option in _options(command)))]
    return texts


class Descriptions(app_commands.Translator):
    """Translates descriptions and menus. Names of commands stay the same, so that users can copy them."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The description in a language other than English, if there is one."""
        words = LANGUAGES.get(locale.value)
        if words is None or words.code == "en":
            return None
        is_shown = "menu" in string.extras or context.location.name.endswith("_description")
        return words(string.message) if is_shown else None


def _subcommand(command: Command, run: RunCommand, analysis: Analysis) -> app_commands.Command[Any, Any, Any]:
    async def callback(interaction: Interaction, /, **values: object) -> None:
        in_new_thread = bool(values.pop(THREAD.name, None))
        given = {name: _text(value) for name, value in values.items() if value is not None}
        await run(interaction, command, given, in_new_thread=in_new_thread)

    callback.__signature__ = _signature(command, analysis)  # type: ignore[attr-defined]  # discord.py reads options from it
    if options := _options(command):
        descriptions = {option.name: app_commands.locale_str(option.description) for option in options}
        callback = app_commands.describe(**descriptions)(callback)
    description = app_commands.locale_str(command.description)
    return app_commands.Command(name=command.name, description=description, callback=callback)


def _options(command: Command) -> Sequence[Option]:
    """The options that a command has on Discord."""
    return options_in(RoomKey(PLATFORM_KEY, "", ""), command)


def _signature(command: Command, analysis: Analysis) -> inspect.Signature:
    first = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_ONLY, annotation=Interaction)
    options = [
        inspect.Parameter(
            option.name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=app_commands.Transform[
                object, _TypedOption(option) if option.kind in _CLOSED else _TextOption(option, analysis)
            ],
            default=inspect.Parameter.empty if option.required else None,
        )
        for option in _options(command)
    ]
    return inspect.Signature([first, *options])


def _text(value: object) -> str:
    """The value of an option as typed text; users and channels as ids."""
    return str(value.id) if isinstance(value, discord.abc.Snowflake) else str(value)


_CLOSED = {OptionType.CHANNEL, OptionType.CHOICE, OptionType.INTEGER, OptionType.PLAYER, OptionType.SWITCH}
"""The kinds of options for which Discord accepts only valid values by itself."""


class _TypedOption(Transformer):
    """An option whose values are passed on as they are."""

    def __init__(self, option: Option) -> None:
        self._option = option

    @property
    @override
    def type(self) -> AppCommandOptionType:
        return _TYPES.get(self._option.kind, AppCommandOptionType.string)

    @property
    @override
    def min_value(self) -> int | None:
        return self._option.low if self._option.kind is OptionType.INTEGER else None

    @property
    @override
    def max_value(self) -> int | None:
        return self._option.high if self._option.kind is OptionType.INTEGER else None

    @property
    @override
    def choices(self) -> list[Choice[str | int | float]] | None:
        if self._option.kind is not OptionType.CHOICE:
            return None
        return [Choice(name=choice, value=choice) for choice in self._option.choices]

    @override
    async def transform(self, _interaction: Interaction, value: object, /) -> object:
        return value


class _TextOption(_TypedOption):
    """A text that is completed while it is typed."""

    def __init__(self, option: Option, analysis: Analysis) -> None:
        super().__init__(option)
        self._analysis = analysis

    @override
    async def autocomplete(self, interaction: Interaction, value: str | float, /) -> list[Choice[str | int | float]]:
        words = words_for(interaction.locale.value)
        if self._option.kind is OptionType.GAME:
            offers = await self._games(interaction, str(value).strip().lstrip("#").lower(), words)
        else:
            offers = complete_option(self._option, str(value), getattr(interaction.namespace, "rules", None), words)
        fitting = [(name[:MAX_CHOICE_LENGTH], sent) for name, sent in offers if 0 < len(sent) <= MAX_CHOICE_LENGTH]
        return [Choice(name=name, value=sent) for name, sent in fitting[:MAX_CHOICES]]

    async def _games(self, interaction: Interaction, prefix: str, words: Words) -> list[tuple[str, str]]:
        """The games of the caller whose ids start so: pairs of the text shown and the id."""
        try:
            last = await self._analysis.last_games(caller_of(interaction))
        except StorageError:
            return []  # the command itself reports it
        return [(review_label(game, words), game.game) for game in last if prefix in game.game]


@dataclass(slots=True)
class PublishedCommand:
    """The slash command as Discord knows it; the id is None until Discord has told it."""

    id: str | None = None


def code_markup(code: str, command_id: str | None) -> str:
    """What stands between backticks in a text, as markup; a command becomes a mention of it.

    Args:
        code: the text between the backticks.
        command_id: Discord's id of the slash command, None if it is not known yet.
    """
    name, _, values = code.removeprefix(f"/{GROUP}").strip().partition(" ")
    if name not in BY_NAME or not BY_NAME[name].on_discord:
        return f"`{code}`"
    options = _as_options(name, values) if values else ""
    if command_id is None:
        return f"`{' '.join(filter(None, (f'/{GROUP}', name, options)))}`"
    mention = f"</{GROUP} {name}:{command_id}>"
    return f"{mention} `{options}`" if options else mention


def without_command_ids(text: str) -> str:
    """A text to compare, in which it makes no difference whether the process that has sent it knew the ids."""
    return _MENTION.sub(r"/\1", text).replace("`", "")


def _as_options(name: str, values: str) -> str:
    """The typed values of a command, each with the name of its option."""
    try:
        invocation = parse_line(f"{name} {values}")
    except CommandError:
        return values
    if invocation is None or invocation.command.name != name:
        return values
    return " ".join(f"{option}:{value}" for option, value in invocation.options.items())
