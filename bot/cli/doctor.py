"""`hitblow doctor`: what is wrong with the installation, and what to do about it."""

import os
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.options import database_option, help_texts, lang_option, terminal_words
from bot.cli.output import FAILURE, say, sentence_for
from bot.cli.platforms import discord_platform, slack_platform
from bot.model.diagnosis import Finding, Health
from bot.model.errors import StorageError
from bot.platforms.common.errors import PlatformError
from bot.setting_errors import SettingInvalid

if TYPE_CHECKING:
    from bot.platforms.common.platform import Platform
    from bot.settings import EnvironmentSettings
    from bot.wording import Words

_PREFIX = "HITBLOW_"

_SIMILAR = 80.0
"""How similar a setting must be to be suggested, from 0 to 100; high, because all names share a prefix."""

_EXPECTED = (PlatformError, SettingInvalid, StorageError)


@click.command(**help_texts("doctor"))
@database_option
@lang_option
def doctor(database_url: str | None, lang: str | None) -> None:
    """Check settings, database and platforms; the exit status is 1 if something must be done."""
    import asyncio

    words = terminal_words(lang)
    lines = asyncio.run(_examine(database_url, words))
    for health, sentence in lines:
        say(f"[{words.health(health.value)}] {sentence}")
    problems = sum(health is Health.PROBLEM for health, _ in lines)
    say(words.doctor_result(problems))
    sys.exit(FAILURE if problems else 0)


async def _examine(database_url: str | None, words: "Words") -> list[tuple[Health, str]]:
    """Every line of the report."""
    from bot.app import address_of_database
    from bot.persistence.diagnosis import diagnose_database

    lines: list[tuple[Health, str]] = []

    def tell(findings: Iterable[Finding]) -> None:
        lines.extend((finding.health, words.diagnosis(finding.name, finding.details)) for finding in findings)

    try:
        tell(_settings())
        tell(await diagnose_database(address_of_database(database_url)))
    except _EXPECTED as error:
        lines.append((Health.PROBLEM, sentence_for(error, words)))
    for make in (discord_platform, slack_platform):
        try:
            async for finding in _platform(make):
                tell([finding])
        except _EXPECTED as error:
            lines.append((Health.PROBLEM, sentence_for(error, words)))
    return lines


def _settings() -> Iterator[Finding]:
    """Which variables are not settings, and whether others can read the file with the tokens."""
    from bot.commands.parsing import nearest
    from bot.persistence.diagnosis import closed_to_others

    known = {name for settings in _all_settings() for name in settings.variables()}
    found = _variables()
    unknown = sorted(set(found) - known)
    for name in unknown:
        meant = nearest(name, [each.lower() for each in known], _SIMILAR)
        details = {"name": name, "meant": (meant or "").upper()}
        yield Finding("setting_mistyped" if meant else "setting_unknown", Health.PROBLEM, details)
    file = Path(".env")
    if file.is_file():
        yield from closed_to_others(file)
    if not unknown:
        yield Finding("settings_ok", details={"count": str(len(found))})


def _variables() -> Mapping[str, str]:
    """The settings of this program that have a value, in the environment or in `.env`."""
    from bot.settings import lines_of_file

    every = {**lines_of_file(), **os.environ}
    return {name: value for name, value in every.items() if name.startswith(_PREFIX) and value}


def _all_settings() -> "Sequence[type[EnvironmentSettings]]":
    from bot.platforms.discord.settings import DiscordSettings
    from bot.platforms.slack.settings import SlackSettings
    from bot.settings import Settings

    return (Settings, DiscordSettings, SlackSettings)


async def _platform(make: "Callable[[], Platform]") -> "AsyncIterator[Finding]":
    """The findings of a platform about its settings and tokens.

    Raises:
        PlatformError: it cannot be served.
        SettingInvalid: a setting cannot be read.
    """
    platform = make()
    if not platform.configured:
        yield Finding("platform_unused", Health.NOTE, {"platform": platform.name})
        return
    platform.check_settings()
    async for finding in platform.diagnose():
        yield finding
