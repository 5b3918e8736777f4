"""The command line. Whatever takes long to load is imported by the command that needs it."""

import asyncio
import getpass
import json
import os
import sys
from collections.abc import Callable
from typing import Any, NoReturn

import click

from bot.cli.books import book
from bot.cli.solver import evaluate, suggest
from bot.wording import LANGUAGES, words_for
from bot.wording.cli import cli_words

_SAYS = cli_words(os.environ)
_MAX_NAME = 64


def _locale(lang: str | None) -> str | None:
    """The language asked for, else the terminal's, by the usual precedence."""
    asked = (lang, *(os.environ.get(name) for name in ("HITBLOW_LANG", "LC_ALL", "LC_MESSAGES", "LANG")))
    return next(filter(None, asked), None)


def _whoami() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # no such user, as in some containers
        return "player"


def _name(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    text = " ".join(value.split())
    if not text or len(text) > _MAX_NAME or not text.isprintable():
        raise click.BadParameter(_SAYS.bad_name(_MAX_NAME))
    return text


def _options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of everything that opens the console."""
    for option in (
        click.option("--lang", type=click.Choice(tuple(LANGUAGES)), help=_SAYS.option("lang")),
        click.option("--room", default="home", show_default=True, callback=_name, help=_SAYS.option("room")),
        click.option("--as", "name", default=_whoami, callback=_name, help=_SAYS.option("as")),
        click.option("--db", metavar="URL", help=_SAYS.option("db")),
    ):
        function = option(function)
    return function


@click.group(invoke_without_command=True, help=_SAYS.command("hitblow"))
@_options
@click.version_option(package_name="hitblow")
@click.pass_context
def main(context: click.Context, db: str | None, name: str, room: str, lang: str | None) -> None:
    """Open the console, unless a command follows, which then has the options given before it."""
    given = {option: value for option, value in context.params.items() if value is not None}
    context.default_map = {"console": given, "db": {"upgrade": {"url": db, "lang": lang}}}
    if context.invoked_subcommand is None:
        _run_console(db, name, room, lang)


@main.command(help=_SAYS.command("console"))
@_options
def console(db: str | None, name: str, room: str, lang: str | None) -> None:
    """Open the console."""
    _run_console(db, name, room, lang)


@main.group(help=_SAYS.command("db"))
def db() -> None:
    """Look after the database."""


@db.command(help=_SAYS.command("upgrade"))
@click.option("--db", "url", metavar="URL", help=_SAYS.option("db"))
@click.option("--lang", type=click.Choice(tuple(LANGUAGES)), help=_SAYS.option("lang"))
def upgrade(url: str | None, lang: str | None) -> None:
    """Migrate the database."""
    from bot.app import upgrade_database  # noqa: PLC0415  # loads SQLAlchemy

    sys.exit(asyncio.run(upgrade_database(url, _locale(lang))))


@main.group(invoke_without_command=True, help=_SAYS.command("discord"))
@click.option("--db", "url", metavar="URL", help=_SAYS.option("db"))
@click.option("--lang", type=click.Choice(tuple(LANGUAGES)), help=_SAYS.option("lang"))
@click.pass_context
def discord(context: click.Context, url: str | None, lang: str | None) -> None:
    """Serve Discord, unless a command follows."""
    if context.invoked_subcommand is None:
        _serve("discord", url, lang)


@discord.command(help=_SAYS.command("invite"))
@click.option("--lang", type=click.Choice(tuple(LANGUAGES)), help=_SAYS.option("lang"))
def invite(lang: str | None) -> None:
    """Print the link that lets the bot in."""
    from bot.serving import invite_to_discord  # noqa: PLC0415  # loads discord.py

    sys.exit(asyncio.run(invite_to_discord(_locale(lang))))


@main.group(invoke_without_command=True, help=_SAYS.command("slack"))
@click.option("--db", "url", metavar="URL", help=_SAYS.option("db"))
@click.option("--lang", type=click.Choice(tuple(LANGUAGES)), help=_SAYS.option("lang"))
@click.option("--port", type=click.IntRange(1, 65_535), help=_SAYS.option("port"))
@click.pass_context
def slack(context: click.Context, url: str | None, lang: str | None, port: int | None) -> None:
    """Serve Slack, unless a command follows."""
    if context.invoked_subcommand is None:
        _serve("slack", url, lang, **({} if port is None else {"slack_port": port}))


@slack.command(help=_SAYS.command("manifest"))
@click.option("--url", metavar="URL", help=_SAYS.option("url"))
@click.option("--lang", type=click.Choice(tuple(LANGUAGES)), help=_SAYS.option("lang"))
def manifest(url: str | None, lang: str | None) -> None:
    """Print Slack's app manifest."""
    from bot.platforms.slack.manifest import manifest as made  # noqa: PLC0415  # keeps `--help` quick

    click.echo(json.dumps(made(words_for(_locale(lang)), url), indent=2, ensure_ascii=False))


@main.command("all", help=_SAYS.command("all"))
@click.option("--db", "url", metavar="URL", help=_SAYS.option("db"))
@click.option("--lang", type=click.Choice(tuple(LANGUAGES)), help=_SAYS.option("lang"))
def all_(url: str | None, lang: str | None) -> None:
    """Serve every platform that has tokens."""
    _serve("all", url, lang)


@main.command(help=_SAYS.command("verify"))
@click.argument("opening")
@click.argument("commitment")
def verify(opening: str, commitment: str) -> None:
    """Check a commitment; exit status 1 if it does not match."""
    from core.game.commitment import verify as matches  # noqa: PLC0415  # keeps `--help` quick

    matched = matches(opening, commitment)
    click.echo(words_for(_locale(None)).verified(matches=matched))
    sys.exit(0 if matched else 1)


main.add_command(evaluate)
main.add_command(suggest)
main.add_command(book)


def _serve(name: str, url: str | None, lang: str | None, **given: Any) -> NoReturn:  # noqa: ANN401  # as the settings
    from bot.serving import PLATFORMS, serve  # noqa: PLC0415  # loads the platforms' libraries

    sys.exit(asyncio.run(serve(PLATFORMS[name], url, _locale(lang), **given)))


def _run_console(url: str | None, name: str, room: str, lang: str | None) -> None:
    from bot.app import run_console  # noqa: PLC0415  # loads SQLAlchemy

    try:
        status = asyncio.run(run_console(url, name, room, _locale(lang)))
    except KeyboardInterrupt:
        status = 130  # what a shell expects of a program that was interrupted
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # whoever read the output has gone
        status = 0
    sys.exit(status)
