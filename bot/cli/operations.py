"""The commands of `hitblow admin` for games and data."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import click

from bot.cli.admin import CHATS, PLATFORMS, require_id, subject_noun, with_operator
from bot.cli.options import HELP, database_option, help_texts, lang_option, terminal_words
from bot.cli.output import CommandFailed, say
from bot.locales import Words
from bot.locales.safe import quote
from bot.model.errors import NoSuchGame, NothingStored
from bot.model.operations import Subject
from core.game.errors import GameOver

if TYPE_CHECKING:
    from bot.services.operations import Operations

Result = TypeVar("Result")

_MAX_TEXT = 500
"""Characters of an announcement."""


@click.command("games", **help_texts(HELP("List running games, the longest idle first.")))
@click.option("--platform", type=click.Choice(PLATFORMS), help=HELP("Only on this platform."))
@click.option("--server", metavar="ID", default="", help=HELP("Only on this server."))
@click.option(
    "--most",
    type=click.IntRange(1, 10_000),
    default=100,
    show_default=True,
    help=HELP("Largest number of games to list."),
)
@database_option
@lang_option
def games(platform: str | None, server: str, most: int, database_url: str | None, lang: str | None) -> None:
    """List running games."""
    words = terminal_words(lang)
    found = _run(database_url, words, lambda operations: operations.running_games(platform or "", server, most))
    for game in found:
        room = game.room
        say(
            words(
                "#{game}: {rules}, {platform} server {server}, channel {channel}; last move {time}",
                game=game.id,
                rules=game.rules,
                platform=room.platform,
                server=quote(room.workspace),
                channel=quote(room.channel),
                time=f"{game.last_move_at:%Y-%m-%d %H:%M}",
            )
        )
    say(words.plural("{n:,} running game.", "{n:,} running games.", len(found)))


@click.command(
    "end", **help_texts(HELP("End GAME, as a moderator would. Its result does not count, and its board says so."))
)
@click.argument("game")
@database_option
@lang_option
def end(game: str, database_url: str | None, lang: str | None) -> None:
    """End a game."""
    words, id_ = terminal_words(lang), game.strip().lstrip("#").lower()

    async def act(operations: "Operations") -> None:
        try:
            await operations.end(id_)
        except (NoSuchGame, GameOver):
            raise CommandFailed(
                words(
                    "There is no running game {game}. `hitblow admin games` lists the running games.",
                    game=quote(f"#{id_}"),
                )
            ) from None

    _run(database_url, words, act)
    say(words("Game #{game} has ended. The bot updates its board within seconds.", game=id_))


@click.command("forget", **help_texts(HELP("Erase a person on all servers, or everything about a server.")))
@click.argument("platform", type=click.Choice(PLATFORMS))
@click.argument("subject", type=click.Choice([subject.value for subject in Subject]))
@click.argument("id_", metavar="ID", callback=require_id)
@click.option("--yes", is_flag=True, help=HELP("Do not ask."))
@database_option
@lang_option
def forget(  # noqa: PLR0913  # one for each argument and option
    platform: str, subject: str, id_: str, *, yes: bool, database_url: str | None, lang: str | None
) -> None:
    """Erase a person or a server."""
    words, kind = terminal_words(lang), Subject(subject)
    if not yes:
        from bot.platforms.console.text import quoted

        question = words(
            "Erase everything about the {platform} {subject} {id_} for good?",
            platform=platform,
            subject=subject_noun(kind, words),
            id_=quote(id_),
        )
        click.confirm(quoted(question), abort=True)
    if kind is Subject.PERSON:
        _forget_person(platform, id_, database_url, words)
    else:
        _forget_server(platform, id_, database_url, words)


def _forget_person(platform: str, id_: str, database_url: str | None, words: Words) -> None:
    async def act(operations: "Operations") -> int:
        try:
            return await operations.forget_person(platform, id_)
        except NothingStored:
            raise CommandFailed(
                words("Nothing is stored about the {platform} person {id_}.", platform=platform, id_=quote(id_))
            ) from None

    say(
        words.plural(
            "The {platform} person {id_} was erased on {n:,} server.",
            "The {platform} person {id_} was erased on {n:,} servers.",
            _run(database_url, words, act),
            platform=platform,
            id_=quote(id_),
        )
    )


def _forget_server(platform: str, id_: str, database_url: str | None, words: Words) -> None:
    from bot.services.operations import BLOCKING_SECONDS

    say(
        words(
            "The server is blocked until everything about it is erased. That begins in {seconds:g} seconds.",
            seconds=BLOCKING_SECONDS,
        )
    )
    _run(database_url, words, lambda operations: operations.forget_server(platform, id_))
    say(words("Everything about the {platform} server {id_} was erased.", platform=platform, id_=quote(id_)))


@click.command(
    "announce",
    **help_texts(
        HELP(
            "Tell the players of running games TEXT: in the channel for announcements of their server, else "
            "where they play."
        )
    ),
)
@click.argument("text")
@click.option("--ja", metavar="TEXT", help=HELP("The text in Japanese, for those who read Japanese."))
@click.option("--platform", type=click.Choice(CHATS), help=HELP("Only on this platform."))
@database_option
@lang_option
def announce(text: str, ja: str | None, platform: str | None, database_url: str | None, lang: str | None) -> None:
    """Tell the players of running games something."""
    words = terminal_words(lang)
    for each in filter(None, (text, ja)):
        if not each.strip() or len(each) > _MAX_TEXT:
            raise click.BadParameter(words("an announcement has 1 to {most} characters", most=_MAX_TEXT))
    platforms = (platform,) if platform else CHATS
    channels = _run(database_url, words, lambda operations: operations.announce(text, ja, platforms))
    if channels:
        say(
            words.plural(
                "The bot posts it in {n:,} channel within seconds.",
                "The bot posts it in {n:,} channels within seconds.",
                channels,
            )
        )
    else:
        say(words("No game is running, so there is nobody to tell."))


def _run(url: str | None, words: Words, act: Callable[["Operations"], Awaitable[Result]]) -> Result:
    return with_operator(url, words, lambda _admission, operations: act(operations))
