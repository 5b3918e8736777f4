"""`hitblow doctor`: what is wrong with the installation, and what to do about it."""

import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.failures import sentence_for
from bot.cli.options import HELP, database_option, help_texts, lang_option
from bot.cli.output import FAILURE, run, say
from bot.cli.platforms import discord_platform, slack_platform
from bot.locales import translatable
from bot.model.errors import StorageError
from bot.model.operations import Finding, Health
from bot.platforms.common.errors import PlatformError
from bot.setting_errors import SettingInvalid

if TYPE_CHECKING:
    from bot.locales import Words
    from bot.platforms.common.platform import Platform
    from bot.settings import EnvironmentSettings

_PREFIX = "HITBLOW_"

_SIMILAR = 80.0
"""How similar a setting must be to be suggested, from 0 to 100; high, because all names share a prefix."""

_EXPECTED = (PlatformError, SettingInvalid, StorageError)

_SENTENCES = {
    "settings_ok": translatable("{count} settings are set."),
    "setting_mistyped": translatable("There is no {read}. Did you mean {nearest}?"),
    "setting_unknown": translatable("There is no setting `{name}`."),
    "file_open": translatable("Other users can use {subject}: run `chmod 600`."),
    "database_ok": translatable("The database `{where}` is up to date ({revision})."),
    "database_new": translatable("The database `{where}` is new."),
    "database_missing": translatable("There is no database {file}: `hitblow db upgrade --db {argument}`."),
    "database_old": translatable("Revision {subject}, not {found}: run `hitblow db upgrade`."),
    "platform_unused": translatable("{platform} is not set up."),
    "logged_in": translatable("{platform} accepts the token, as {user}."),
    "scopes_missing": translatable("Slack: the scopes {scopes} are missing."),
    "few_starts": translatable("Discord allows {left} more starts today."),
    "clock_wrong": translatable("The clock differs from {platform}'s by {seconds} s."),
}
"""By the name of a finding: what was looked at and, if something must be done, what."""

_MARKS = {Health.OK: "ok", Health.NOTE: "--", Health.PROBLEM: "!!"}


@click.command(**help_texts(HELP("Check settings, database and platforms.")))
@database_option
@lang_option
def doctor(database_url: str | None, words: "Words") -> None:
    """Check settings, database and platforms; the exit status is 1 if something must be done."""
    lines = run(_examine(database_url, words))
    for health, sentence in lines:
        say(f"[{_MARKS[health]}] {sentence}")
    problems = sum(health is Health.PROBLEM for health, _ in lines)
    say(words.plural("{n:,} problem found.", "{n:,} problems found.", problems))
    sys.exit(FAILURE if problems else 0)


async def _examine(database_url: str | None, words: "Words") -> list[tuple[Health, str]]:
    """Every line of the report."""
    lines: list[tuple[Health, str]] = []

    def tell(health: Health, sentence: str) -> None:
        lines.append((health, sentence))

    for group in (_settings(), _database(database_url), _platform(discord_platform), _platform(slack_platform)):
        try:
            async for finding in group:
                tell(finding.health, words(_SENTENCES[finding.name], **finding.details))
        except _EXPECTED as error:
            tell(Health.PROBLEM, sentence_for(error, words))
    return lines


async def _settings() -> "AsyncIterator[Finding]":
    """Which variables are not settings, and whether others can read the file with the tokens.

    Raises:
        SettingInvalid: a setting that concerns every platform cannot be read.
    """
    from bot.commands.parsing import nearest
    from bot.persistence.diagnosis import closed_to_others
    from bot.settings import Settings

    known = {name for settings in _all_settings() for name in settings.variables()}
    found = _variables()
    unknown = sorted(set(found) - known)
    for name in unknown:
        meant = nearest(name, [each.lower() for each in known], _SIMILAR)
        if meant:
            yield Finding("setting_mistyped", Health.PROBLEM, {"read": f"`{name}`", "nearest": f"`{meant.upper()}`"})
        else:
            yield Finding("setting_unknown", Health.PROBLEM, {"name": name})
    file = Path(".env")
    if file.is_file():  # noqa: ASYNC240  # nothing else runs meanwhile
        for finding in closed_to_others(file):
            yield finding
    if not unknown:
        yield Finding("settings_ok", details={"count": str(len(found))})
    Settings.read()


async def _database(url: str | None) -> "AsyncIterator[Finding]":
    """The findings about the database, whatever is wrong with other settings.

    Raises:
        StorageError: it cannot be used.
    """
    from bot.persistence.address import default_address
    from bot.persistence.diagnosis import diagnose_database

    for finding in await diagnose_database(url or _variables().get("HITBLOW_DATABASE_URL") or default_address()):
        yield finding


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
    platform.load()
    async for finding in platform.diagnose():
        yield finding
