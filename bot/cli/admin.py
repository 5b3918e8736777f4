"""`hitblow admin`: deciding who may use the bot, and looking after its games. Only the shell can do it, never chat."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import click

from bot.cli.database import require_database
from bot.cli.options import HELP, combined, database_option, help_texts, lang_option
from bot.cli.output import CommandFailed, expected_errors, say
from bot.locales import Words
from bot.locales.safe import quote
from bot.model.errors import NoSuchGame
from bot.model.operations import CHAT_PACE, AdmissionKey, Decision, Subject
from core.game.errors import GameOver

if TYPE_CHECKING:
    from bot.services.admission import Admission
    from bot.services.operations import Operations


Result = TypeVar("Result")

CHATS = ("discord", "slack")
PLATFORMS = (*CHATS, "console")
"""The keys of the platforms."""


def require_id(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """An id, which is not empty."""
    if not value.strip():
        raise click.MissingParameter(ctx=context, param=parameter)
    return value.strip()


_options = combined(database_option, lang_option)
_entry = combined(
    click.argument("platform", type=click.Choice(PLATFORMS)),
    click.argument("subject", type=click.Choice([subject.value for subject in Subject])),
    click.argument("id_", metavar="ID", callback=require_id),
    database_option,
    lang_option,
)


@click.group(**help_texts(HELP("Manage users and games.")))
def admin() -> None:
    """Decide who may use the bot, and look after its games."""


@admin.command("access", **help_texts(HELP("Show who is served, and how.")))
@_options
def access(database_url: str | None, words: Words) -> None:
    """Show what has been decided."""

    async def show(admission: "Admission") -> None:
        rules, entries = await admission.rules(), await admission.entries()
        for entry in entries:
            _say_decision(entry.key, _decision(entry.decision, words), words)
        if not entries:
            say(words("Everybody may use the bot."))
        say(_cooldown(rules.cooldown, words))
        say(_read_only(rules.read_only, words))

    _with_admission(database_url, words, show)


@admin.command("allow", **help_texts(HELP("Serve only this server or person, and others allowed.")))
@_entry
def allow(platform: str, subject: str, id_: str, database_url: str | None, words: Words) -> None:
    """Put a server or person on the allow list."""
    _decide(AdmissionKey(platform, Subject(subject), id_), Decision.ALLOW, database_url, words)


@admin.command("block", **help_texts(HELP("Block a server or person.")))
@_entry
def block(platform: str, subject: str, id_: str, database_url: str | None, words: Words) -> None:
    """Put a server or person on the block list."""
    _decide(AdmissionKey(platform, Subject(subject), id_), Decision.BLOCK, database_url, words)


@admin.command("remove", **help_texts(HELP("Take a server or person off the lists.")))
@_entry
def remove(platform: str, subject: str, id_: str, database_url: str | None, words: Words) -> None:
    """Take a server or person off the lists."""
    key = AdmissionKey(platform, Subject(subject), id_)
    was_listed = _with_admission(database_url, words, lambda admission: admission.withdraw(key))
    _say_decision(key, words("removed") if was_listed else words("not listed"), words)


@admin.command("cooldown", **help_texts(HELP("Set the SECONDS between commands, 0 for none.")))
@click.argument("seconds", type=click.FloatRange(0, 3600))
@_options
def cooldown(seconds: float, database_url: str | None, words: Words) -> None:
    """Set the time between commands."""
    _with_admission(database_url, words, lambda admission: admission.set_cooldown(seconds))
    say(_cooldown(seconds, words))


@admin.command(
    "read-only",
    **help_texts(HELP("Switch read-only mode, for maintenance.")),
)
@click.argument("state", type=click.Choice(("on", "off")))
@_options
def read_only(state: str, database_url: str | None, words: Words) -> None:
    """Switch read-only mode on or off."""
    is_on = state == "on"
    _with_admission(database_url, words, lambda admission: admission.set_read_only(read_only=is_on))
    say(_read_only(is_on, words))


def _decide(key: AdmissionKey, decision: Decision, database_url: str | None, words: Words) -> None:
    _with_admission(database_url, words, lambda admission: admission.decide(key, decision))
    _say_decision(key, _decision(decision, words), words)


def _say_decision(key: AdmissionKey, decision: str, words: Words) -> None:
    """Print what was decided about a server or person."""
    subject = subject_noun(key.subject, words)
    say(
        words(
            "{decision}: {platform} {subject} {id_}",
            decision=decision,
            platform=key.platform,
            subject=subject,
            id_=quote(key.id),
        )
    )


def subject_noun(subject: Subject, words: Words) -> str:
    """What is on a list: a server or a person."""
    return words("server") if subject is Subject.SERVER else words("person")


def _decision(decision: Decision, words: Words) -> str:
    return words("allowed") if decision is Decision.ALLOW else words("blocked")


def _cooldown(seconds: float | None, words: Words) -> str:
    return words("Cooldown: {seconds:g} s.", seconds=CHAT_PACE.cooldown if seconds is None else seconds)


def _read_only(is_on: bool, words: Words) -> str:  # noqa: FBT001  # the only question
    return words("Read-only mode: {state}.", state=words("on") if is_on else words("off"))


def _with_admission(url: str | None, words: Words, act: Callable[["Admission"], Awaitable[Result]]) -> Result:
    """Run `act` with the operator's decisions."""
    return with_operator(url, words, lambda admission, _operations: act(admission))


def with_operator(
    url: str | None, words: Words, act: Callable[["Admission", "Operations"], Awaitable[Result]]
) -> Result:
    """Run `act` with the use cases of the operator."""
    import asyncio

    from bot.app import open_for_operator

    async def run() -> Result:
        async with open_for_operator(url) as (admission, operations):
            return await act(admission, operations)

    with expected_errors(words):
        require_database(url, words)
        return asyncio.run(run())


_MAX_TEXT = 500
"""Characters of an announcement."""


@admin.command("games", **help_texts(HELP("List running games, the longest idle first.")))
@click.option("--platform", type=click.Choice(PLATFORMS), help=HELP("Only on this platform."))
@click.option("--server", metavar="ID", default="", help=HELP("Only on this server."))
@click.option(
    "--most",
    type=click.IntRange(1, 10_000),
    default=100,
    show_default=True,
    help=HELP("Most games to list."),
)
@database_option
@lang_option
def games(platform: str | None, server: str, most: int, database_url: str | None, words: Words) -> None:
    """List running games."""
    found = _run(database_url, words, lambda operations: operations.running_games(platform or "", server, most))
    for game in found:
        room = game.room
        say(
            words(
                "#{game}: {rules}, {platform} {server} {channel}, {time}",
                game=game.id,
                rules=game.rules,
                platform=room.platform,
                server=quote(room.workspace),
                channel=quote(room.channel),
                time=f"{game.last_move_at:%Y-%m-%d %H:%M}",
            )
        )
    say(words.plural("{n:,} running game.", "{n:,} running games.", len(found)))


@admin.command("end", **help_texts(HELP("End GAME without a result.")))
@click.argument("game")
@database_option
@lang_option
def end(game: str, database_url: str | None, words: Words) -> None:
    """End a game."""
    id_ = game.strip().lstrip("#").lower()

    async def act(operations: "Operations") -> None:
        try:
            await operations.end(id_)
        except (NoSuchGame, GameOver):
            raise CommandFailed(words("There is no game {read} here.", read=quote(f"#{id_}"))) from None

    _run(database_url, words, act)
    say(words("Game #{game} has ended.", game=id_))


@admin.command("forget", **help_texts(HELP("Erase a person or a server.")))
@click.argument("platform", type=click.Choice(PLATFORMS))
@click.argument("subject", type=click.Choice([subject.value for subject in Subject]))
@click.argument("id_", metavar="ID", callback=require_id)
@click.option("--yes", is_flag=True, help=HELP("Do not ask."))
@database_option
@lang_option
def forget(  # noqa: PLR0913  # one for each argument and option
    platform: str, subject: str, id_: str, *, yes: bool, database_url: str | None, words: Words
) -> None:
    """Delete a person or a server."""
    kind = Subject(subject)
    if not yes:
        from bot.platforms.console.text import quoted

        question = words(
            "Erase the {platform} {subject} {id_} for good?",
            platform=platform,
            subject=subject_noun(kind, words),
            id_=quote(id_),
        )
        click.confirm(quoted(question), abort=True)
    if kind is Subject.PERSON:
        _delete_person(platform, id_, database_url, words)
    else:
        _delete_server(platform, id_, database_url, words)


def _delete_person(platform: str, id_: str, database_url: str | None, words: Words) -> None:
    _run(database_url, words, lambda operations: operations.delete_person(platform, id_))
    say(words("{id_} was erased.", id_=quote(id_)))


def _delete_server(platform: str, id_: str, database_url: str | None, words: Words) -> None:
    from bot.services.operations import BLOCKING_SECONDS

    say(
        words(
            "The server is blocked, and erased in {seconds:g} s.",
            seconds=BLOCKING_SECONDS,
        )
    )
    _run(database_url, words, lambda operations: operations.delete_server(platform, id_))
    say(words("{id_} was erased.", id_=quote(id_)))


@admin.command(
    "announce",
    **help_texts(HELP("Tell players TEXT.")),
)
@click.argument("text")
@click.option("--ja", metavar="TEXT", help=HELP("The text in Japanese."))
@click.option("--platform", type=click.Choice(CHATS), help=HELP("Only on this platform."))
@database_option
@lang_option
def announce(text: str, ja: str | None, platform: str | None, database_url: str | None, words: Words) -> None:
    """Tell the players of running games something."""
    for each in filter(None, (text, ja)):
        if not each.strip() or len(each) > _MAX_TEXT:
            raise click.BadParameter(words("an announcement has 1 to {most} characters", most=_MAX_TEXT))
    platforms = (platform,) if platform else CHATS
    channels = _run(database_url, words, lambda operations: operations.announce(text, ja, platforms))
    say(words.plural("Posting in {n:,} channel.", "Posting in {n:,} channels.", channels))


def _run(url: str | None, words: Words, act: Callable[["Operations"], Awaitable[Result]]) -> Result:
    return with_operator(url, words, lambda _admission, operations: act(operations))
