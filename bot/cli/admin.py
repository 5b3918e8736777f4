"""`hitblow admin`: deciding who may use the bot, and looking after its games. Only the shell can do it, never chat."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import click

from bot.cli.database import require_database
from bot.cli.options import HELP, combine_options, command_help, database_option, lang_option
from bot.cli.output import CommandFailed, print_text, report_expected_errors, run_coroutine
from bot.locales import Words
from bot.locales.columns import align
from bot.locales.safe import quote, visible_text
from bot.model.errors import NoSuchGame
from bot.model.operations import (
    CHAT_PACE,
    AdmissionListEntryKey,
    AdmissionListKind,
    AdmissionSubjectKind,
    RunningGameEntry,
)
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


_options = combine_options(database_option, lang_option)
_entry = combine_options(
    click.argument("platform", type=click.Choice(PLATFORMS)),
    click.argument("subject", type=click.Choice([subject.value for subject in AdmissionSubjectKind])),
    click.argument("id_", metavar="ID", callback=require_id),
    database_option,
    lang_option,
)


@click.group(**command_help(HELP("Manage users and games.")))
def admin() -> None:
    """Decide who may use the bot, and look after its games."""


@admin.command("access", **command_help(HELP("Show who is served, and how.")))
@_options
def show_access(database_url: str | None, words: Words) -> None:
    """Print what has been decided, as the commands that decide it."""

    async def show(admission: "Admission", _: "Operations") -> None:
        rules, entries = await admission.stored_rules(), await admission.entries()
        for entry in entries:
            key = entry.key
            print_text(f"{entry.decision} {key.platform} {key.subject} {visible_text(key.id)}")
        print_text(f"cooldown {CHAT_PACE.cooldown if rules.cooldown is None else rules.cooldown:g}")
        print_text(f"read-only {'on' if rules.read_only else 'off'}")

    _as_operator(database_url, words, show)


@admin.command("allow", **command_help(HELP("Serve only this server or person, and others allowed.")))
@_entry
def add_to_allow_list(platform: str, subject: str, id_: str, database_url: str | None, words: Words) -> None:
    """Put a server or person on the allow list."""
    key = AdmissionListEntryKey(platform, AdmissionSubjectKind(subject), id_)
    _as_operator(database_url, words, lambda admission, _: admission.decide(key, AdmissionListKind.ALLOW))


@admin.command("block", **command_help(HELP("Block a server or person.")))
@_entry
def add_to_block_list(platform: str, subject: str, id_: str, database_url: str | None, words: Words) -> None:
    """Put a server or person on the block list."""
    key = AdmissionListEntryKey(platform, AdmissionSubjectKind(subject), id_)
    _as_operator(database_url, words, lambda admission, _: admission.decide(key, AdmissionListKind.BLOCK))


@admin.command("remove", **command_help(HELP("Take a server or person off the lists.")))
@_entry
def remove_from_lists(platform: str, subject: str, id_: str, database_url: str | None, words: Words) -> None:
    """Take a server or person off the lists."""
    key = AdmissionListEntryKey(platform, AdmissionSubjectKind(subject), id_)
    if not _as_operator(database_url, words, lambda admission, _: admission.remove_from_lists(key)):
        print_text(words("{id_} is on no list.", id_=quote(id_)))


@admin.command("cooldown", **command_help(HELP("Set the SECONDS between commands, 0 for none.")))
@click.argument("seconds", type=click.FloatRange(0, 3600))
@_options
def set_cooldown(seconds: float, database_url: str | None, words: Words) -> None:
    """Set the time between commands."""
    _as_operator(database_url, words, lambda admission, _: admission.set_cooldown(seconds))


@admin.command("read-only", **command_help(HELP("Switch read-only mode, for maintenance.")))
@click.argument("state", type=click.Choice(("on", "off")))
@_options
def set_read_only(state: str, database_url: str | None, words: Words) -> None:
    """Switch read-only mode on or off."""
    _as_operator(database_url, words, lambda admission, _: admission.set_read_only(read_only=state == "on"))


def _as_operator(
    url: str | None, words: Words, act: Callable[["Admission", "Operations"], Awaitable[Result]]
) -> Result:
    """Run `act` with the use cases of the operator."""
    from bot.app import open_for_operator

    async def act_on_database() -> Result:
        async with open_for_operator(url) as (admission, operations):
            return await act(admission, operations)

    with report_expected_errors(words):
        require_database(url, words)
        return run_coroutine(act_on_database())


_MAX_TEXT = 500
"""Characters of an announcement."""


@admin.command("games", **command_help(HELP("List running games, the longest idle first.")))
@click.option("--platform", type=click.Choice(PLATFORMS), help=HELP("Only there."))
@click.option("--server", metavar="ID", default="", help=HELP("Only there."))
@click.option(
    "--most",
    type=click.IntRange(1, 10_000),
    default=100,
    show_default=True,
    help=HELP("How many to print."),
)
@database_option
@lang_option
def list_games(platform: str | None, server: str, most: int, database_url: str | None, words: Words) -> None:
    """List running games."""
    found = _as_operator(
        database_url, words, lambda _, operations: operations.running_games(platform or "", server, most)
    )
    for line in align([_row(game) for game in found]):
        print_text(line)


def _row(game: RunningGameEntry) -> tuple[str, ...]:
    """The id of a game, its rules, its place, and when somebody moved."""
    room = game.room
    where = (room.platform, visible_text(room.workspace), visible_text(room.channel))
    return f"#{game.id}", game.rules, *where, f"{game.last_move_at:%Y-%m-%d %H:%M}"


@admin.command("end", **command_help(HELP("End GAME without a result.")))
@click.argument("game")
@database_option
@lang_option
def end_game(game: str, database_url: str | None, words: Words) -> None:
    """End a game."""
    id_ = game.strip().lstrip("#").lower()

    async def end_game(_: "Admission", operations: "Operations") -> None:
        try:
            await operations.end_game(id_)
        except (NoSuchGame, GameOver):
            raise CommandFailed(words("There is no {read} here.", read=quote(f"#{id_}"))) from None

    _as_operator(database_url, words, end_game)


@admin.command("forget", **command_help(HELP("Erase a person or a server.")))
@click.option("--yes", is_flag=True, help=HELP("Do not ask."))
@_entry
def delete_data(  # noqa: PLR0913  # one for each argument and option
    platform: str, subject: str, id_: str, *, yes: bool, database_url: str | None, words: Words
) -> None:
    """Delete a person or a server."""
    if not yes:
        from bot.platforms.console.text import replace_backticks

        target = f"{platform} {subject} {quote(id_)}"
        click.confirm(replace_backticks(words("Erase {target} for good?", target=target)), abort=True)
    if AdmissionSubjectKind(subject) is AdmissionSubjectKind.PERSON:
        _as_operator(database_url, words, lambda _, operations: operations.delete_users(platform, id_))
    else:
        _as_operator(database_url, words, lambda _, operations: operations.delete_server(platform, id_))
    print_text(words("{id_} was erased.", id_=quote(id_)))


@admin.command("announce", **command_help(HELP("Tell players TEXT.")))
@click.argument("text")
@click.option("--ja", metavar="TEXT", help=HELP("The text in Japanese."))
@click.option("--platform", type=click.Choice(CHATS), help=HELP("Only there."))
@database_option
@lang_option
def announce(text: str, ja: str | None, platform: str | None, database_url: str | None, words: Words) -> None:
    """Tell the players of running games something."""
    for each in filter(None, (text, ja)):
        if not each.strip() or len(each) > _MAX_TEXT:
            raise click.BadParameter(words("use 1 to {longest} printable characters", longest=_MAX_TEXT))
    platforms = (platform,) if platform else CHATS
    channels = _as_operator(database_url, words, lambda _, operations: operations.announce(text, ja, platforms))
    print_text(words.plural("Posting in {n:,} channel.", "Posting in {n:,} channels.", channels))
