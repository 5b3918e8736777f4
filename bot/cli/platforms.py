"""`hitblow discord`, `hitblow slack` and `hitblow all`: serving the chat platforms."""

import json
from importlib import import_module
from importlib.util import find_spec
from threading import Thread
from typing import TYPE_CHECKING

import click

from bot.cli.database import check_new_database
from bot.cli.garbage import relaxed_garbage_collection
from bot.cli.options import HELP, combined, database_option, given_lang_option, help_texts, lang_option, terminal_words
from bot.cli.output import expected_errors, run
from bot.locales import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.platforms.common.platform import Platform
    from bot.platforms.discord.platform import DiscordPlatform
    from bot.platforms.slack.platform import SlackPlatform

_MAX_PORT = 65_535

_serving_options = combined(database_option, given_lang_option)


@click.group(invoke_without_command=True, **help_texts(HELP("Run the bot on {platform}.", platform="Discord")))
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
        with expected_errors(terminal_words(lang)):
            _serve(lambda: [discord_platform(shards)], database_url, lang)


@discord.command(**help_texts(HELP("Print the bot's link.")))
@lang_option
def invite(words: Words) -> None:
    """Print the bot's link."""
    with expected_errors(words):
        click.echo(run(discord_platform().invitation()))


@click.group(
    invoke_without_command=True,
    **help_texts(HELP("Run the bot on {platform}.", platform="Slack")),
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
        with expected_errors(terminal_words(lang)):
            _serve(lambda: [slack_platform(port)], database_url, lang)


@slack.command(**help_texts(HELP("Print the app manifest.")))
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


@slack.command(**help_texts(HELP("Print a key for HITBLOW_SLACK_TOKEN_KEYS.")))
def key() -> None:
    """Print a new key for the tokens of workspaces."""
    from bot.platforms.common.platform import require_library

    with expected_errors(HELP):
        require_library("slack_bolt", "Slack")
    from bot.platforms.slack.oauth import new_key  # loads slack_sdk

    click.echo(new_key())


@click.command("all", **help_texts(HELP("Run the bot on {platform}.", platform=HELP.listed(("Discord", "Slack")))))
@_serving_options
def all_(database_url: str | None, lang: str | None) -> None:
    """Serve every platform that is configured."""

    def platforms() -> "Sequence[Platform]":
        from bot.serving import configured

        return configured([discord_platform(), slack_platform()])

    with expected_errors(terminal_words(lang)):
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


def _serve(make_platforms: "Callable[[], Sequence[Platform]]", database_url: str | None, lang: str | None) -> None:
    with relaxed_garbage_collection():
        # Importing aiohttp reads the system's certificates. Meanwhile this thread can import the rest.
        if find_spec("aiohttp"):
            Thread(target=import_module, args=("aiohttp",)).start()
        from bot.serving import end_soon, serve

        platforms = make_platforms()
        for platform in platforms:
            platform.load()
    check_new_database(database_url, terminal_words(lang), may_ask=False)
    run(serve(platforms, database_url, lang, end_soon))
