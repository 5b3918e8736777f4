"""`hitblow discord`, `hitblow slack` and `hitblow all`: serving the chat platforms; `hitblow doctor`: checking them."""

import json
import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import click

from bot.cli.database import confirm_new_database
from bot.cli.options import (
    HELP,
    combine_options,
    command_help,
    database_option,
    given_lang_option,
    lang_option,
    terminal_words,
)
from bot.cli.output import FAILURE, print_text, report_expected_errors, run_coroutine, start_without_garbage_collection
from bot.locales import Words, translatable

if TYPE_CHECKING:
    from bot.model.operations import Finding
    from bot.platforms.common.platform import Platform
    from bot.platforms.discord.platform import DiscordPlatform
    from bot.platforms.slack.platform import SlackPlatform

_MAX_PORT = 65_535

_serving_options = combine_options(database_option, given_lang_option)


@click.group(invoke_without_command=True, **command_help(HELP("Run the bot on {platform}.", platform="Discord")))
@_serving_options
@click.option(
    "--shards",
    metavar="RANGE/COUNT",
    help=HELP("Shards to serve, such as 0-3/16."),
)
@click.pass_context
def discord(context: click.Context, database_url: str | None, lang: str | None, shards: str | None) -> None:
    """Serve Discord or run a command."""
    if context.invoked_subcommand is None:
        with report_expected_errors(terminal_words(lang)):
            _serve(lambda: [discord_platform(shards)], database_url, lang)


@discord.command(**command_help(HELP("Print the bot's link.")))
@lang_option
def invite(words: Words) -> None:
    """Print the bot's link."""
    with report_expected_errors(words):
        click.echo(run_coroutine(discord_platform().invitation()))


@click.group(
    invoke_without_command=True,
    **command_help(HELP("Run the bot on {platform}.", platform="Slack")),
)
@_serving_options
@click.option(
    "--port",
    type=click.IntRange(1, _MAX_PORT),
    help=HELP("Port without Socket Mode."),
)
@click.pass_context
def slack(context: click.Context, database_url: str | None, lang: str | None, port: int | None) -> None:
    """Serve Slack or run a command."""
    if context.invoked_subcommand is None:
        with report_expected_errors(terminal_words(lang)):
            _serve(lambda: [slack_platform(port)], database_url, lang)


@slack.command(**command_help(HELP("Print the app manifest.")))
@click.option(
    "--url",
    metavar="URL",
    help=HELP("Public URL, such as https://example.org."),
)
@lang_option
def manifest(url: str | None, words: Words) -> None:
    """Print Slack's app manifest."""
    from bot.platforms.slack.settings import manifest as app_manifest

    click.echo(json.dumps(app_manifest(words, url), indent=2, ensure_ascii=False))


@slack.command(**command_help(HELP("Print a key for HITBLOW_SLACK_TOKEN_KEYS.")))
def key() -> None:
    """Print a new key for the tokens of workspaces."""
    from bot.platforms.common.platform import require_library

    with report_expected_errors(HELP):
        require_library("slack_bolt", "Slack")
    from bot.platforms.slack.oauth import new_token_key  # loads slack_sdk

    click.echo(new_token_key())


@click.command("all", **command_help(HELP("Run the bot on {platform}.", platform=HELP.listed(("Discord", "Slack")))))
@_serving_options
def all_(database_url: str | None, lang: str | None) -> None:
    """Serve every platform that is configured."""

    def platforms() -> Sequence["Platform"]:
        from bot.serving import configured_platforms

        return configured_platforms([discord_platform(), slack_platform()])

    with report_expected_errors(terminal_words(lang)):
        _serve(platforms, database_url, lang)


def discord_platform(shards: str | None = None) -> "DiscordPlatform":
    """Discord with its settings; `shards` overrides its setting."""
    from bot.platforms.discord.platform import DiscordPlatform
    from bot.platforms.discord.settings import DiscordSettings

    return DiscordPlatform(DiscordSettings.read() if shards is None else DiscordSettings.read(shards=shards))


def slack_platform(port: int | None = None) -> "SlackPlatform":
    """Slack with its settings; `port` overrides its setting."""
    from bot.platforms.slack.platform import SlackPlatform
    from bot.platforms.slack.settings import SlackSettings

    return SlackPlatform(SlackSettings.read() if port is None else SlackSettings.read(port=port))


def _serve(make_platforms: Callable[[], Sequence["Platform"]], database_url: str | None, lang: str | None) -> None:
    with start_without_garbage_collection():
        # Importing aiohttp reads the system's certificates. Meanwhile this thread can import the rest.
        if find_spec("aiohttp"):
            Thread(target=import_module, args=("aiohttp",)).start()
        from bot.serving import force_exit_soon, serve

        platforms = make_platforms()
        for platform in platforms:
            platform.import_libraries()
    confirm_new_database(database_url, terminal_words(lang), may_ask=False)
    run_coroutine(serve(platforms, database_url, lang, force_exit_soon))


_SIMILAR = 0.8
"""How similar a setting must be to be suggested, from 0 to 1; high, because all names share a prefix."""

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

_MARKS = {"ok": "ok", "note": "--", "problem": "!!"}
"""By how serious a finding is: what precedes it."""


@click.command(**command_help(HELP("Check settings, database and platforms.")))
@database_option
@lang_option
def doctor(database_url: str | None, words: Words) -> None:
    """Check settings, database and platforms; the exit status is 1 if something must be done."""
    lines = run_coroutine(_examine(database_url, words))
    for mark, sentence in lines:
        print_text(f"[{mark}] {sentence}")
    problems = sum(mark == _MARKS["problem"] for mark, _ in lines)
    print_text(words.plural("{n:,} problem found.", "{n:,} problems found.", problems))
    sys.exit(FAILURE if problems else 0)


async def _examine(database_url: str | None, words: Words) -> list[tuple[str, str]]:
    """Every line of the report, each with its mark."""
    from bot.cli.failures import sentence_for
    from bot.model.errors import StorageError
    from bot.platforms.common.errors import PlatformError
    from bot.setting_errors import SettingInvalid

    lines: list[tuple[str, str]] = []
    for group in (_settings(), _database(database_url), _platform(discord_platform), _platform(slack_platform)):
        try:
            async for finding in group:
                sentence = words(_SENTENCES[finding.name], **finding.details)
                lines.append((_MARKS[finding.health.value], sentence))  # the findings before an error are kept
        except (PlatformError, SettingInvalid, StorageError) as error:
            lines.append((_MARKS["problem"], sentence_for(error, words)))
    return lines


async def _settings() -> AsyncIterator["Finding"]:
    """Which variables are not settings, and whether others can read the file with the tokens.

    Raises:
        SettingInvalid: a setting that concerns every platform cannot be read.
    """
    from bot.commands.parsing import most_similar
    from bot.model.operations import Finding, Severity
    from bot.persistence.maintenance.checks import check_file_permissions
    from bot.platforms.discord.settings import DiscordSettings
    from bot.platforms.slack.settings import SlackSettings
    from bot.settings import Settings

    known = {name for settings in (Settings, DiscordSettings, SlackSettings) for name in settings.variables()}
    found = _variables()
    unknown = sorted(set(found) - known)
    for name in unknown:
        meant = most_similar(name, [each.lower() for each in known], _SIMILAR)
        if meant:
            yield Finding("setting_mistyped", Severity.PROBLEM, {"read": f"`{name}`", "nearest": f"`{meant.upper()}`"})
        else:
            yield Finding("setting_unknown", Severity.PROBLEM, {"name": name})
    file = Path(".env")
    if file.is_file():  # noqa: ASYNC240  # nothing else runs meanwhile
        for finding in check_file_permissions(file):
            yield finding
    if not unknown:
        yield Finding("settings_ok", details={"count": str(len(found))})
    Settings.read()


async def _database(url: str | None) -> AsyncIterator["Finding"]:
    """The findings about the database, whatever is wrong with other settings.

    Raises:
        StorageError: it cannot be used.
    """
    from bot.persistence.address import default_address
    from bot.persistence.maintenance.checks import diagnose_database

    for finding in await diagnose_database(url or _variables().get("HITBLOW_DATABASE_URL") or default_address()):
        yield finding


def _variables() -> Mapping[str, str]:
    """The settings of this program that have a value, in the environment or in `.env`."""
    from bot.settings import lines_of_file

    every = {**lines_of_file(), **os.environ}
    return {name: value for name, value in every.items() if name.startswith("HITBLOW_") and value}


async def _platform(make: Callable[[], "Platform"]) -> AsyncIterator["Finding"]:
    """The findings of a platform about its settings and tokens.

    Raises:
        PlatformError: it cannot be served.
        SettingInvalid: a setting cannot be read.
    """
    from bot.model.operations import Finding, Severity

    platform = make()
    if not platform.settings.has_any_credential:
        yield Finding("platform_unused", Severity.NOTE, {"platform": platform.name})
        return
    platform.import_libraries()
    async for finding in platform.diagnose():
        yield finding
