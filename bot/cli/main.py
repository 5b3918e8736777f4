"""`hitblow`: playing in the terminal, and where the other commands are.

Whatever takes long to load is imported by the command that needs it.
"""

import getpass
import os
import sys
from gettext import gettext
from itertools import chain
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import click
from click.shell_completion import CompletionItem, get_completion_class
from typing_extensions import override

from bot.cli import output
from bot.cli.options import HELP, combine_options, command_help, database_option, inherit_value, lang_option
from bot.locales import Words

_COMMANDS = {
    "admin": "bot.cli.admin:admin",
    "all": "bot.cli.platforms:all_",
    "book": "bot.cli.books:book",
    "compare": "bot.cli.solver:compare",
    "db": "bot.cli.database:db",
    "discord": "bot.cli.platforms:discord",
    "doctor": "bot.cli.platforms:doctor",
    "evaluate": "bot.cli.solver:evaluate",
    "slack": "bot.cli.platforms:slack",
    "static": "bot.cli.solver:static",
    "suggest": "bot.cli.solver:suggest",
    "trace": "bot.cli.solver:trace",
}
"""Where the commands are that other modules have. Only those that are used or listed are imported."""

_PACKAGE = Path(__file__).parent.parent
_MAX_NAME = 64
_RESEARCH = {"book", "compare", "evaluate", "static", "trace"}
_STARTING_COMMANDS = {"daily", "duel", "host", "play", "rematch", "versus"}
"""Commands after which people type guesses."""


def _user_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # the user has no name, as in some containers
        return "player"


def _check_name(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """The name of a player or a room, with single spaces."""
    name = " ".join(str(inherit_value(context, parameter, value)).split())
    if not name or len(name) > _MAX_NAME or not name.isprintable():
        raise click.BadParameter(HELP("use 1 to {longest} printable characters", longest=_MAX_NAME))
    return name


def _require_player_name(name: str) -> None:
    """Refuse a name that looks like the bot's own words. This loads the texts of every language."""
    from bot.model.names import readable_name
    from bot.model.rooms import is_reserved_user_id

    if not readable_name(name) or is_reserved_user_id(name):
        raise click.BadParameter(HELP("choose another name: this is one of my words"), param_hint="'--as'")


player_options = combine_options(
    database_option,
    click.option("--as", "name", default=_user_name, callback=_check_name, help=HELP("Your name.")),
    click.option(
        "--room",
        default="home",
        show_default=True,
        callback=_check_name,
        help=HELP("Room, which terminals share."),
    ),
    click.option(
        "--strict",
        is_flag=True,
        callback=inherit_value,
        help=HELP("Exit with 1 if anything was refused."),
    ),
    click.option(
        "--ascii",
        "ascii_only",
        is_flag=True,
        callback=inherit_value,
        help=HELP("Print ASCII only."),
    ),
    lang_option,
)


class GameCommandGroup(click.Group):
    """A group with the commands of the catalogue besides its own. Its own come first where names are the same."""

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self._game_commands(), *self._own_commands()]

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in _COMMANDS and cmd_name not in self.commands:
            self.add_command(resolve_name(_COMMANDS[cmd_name]), cmd_name)
        own = super().get_command(ctx, cmd_name)
        return _game_command(cmd_name) if own is None and cmd_name in self._game_commands() else own

    @override
    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        typed = args[0]
        if not (ctx.resilient_parsing or typed.startswith("-") or self.get_command(ctx, typed)):
            from bot.commands.command import UnknownCommand
            from bot.presenters.refusals import refusal_text

            raise output.CommandFailed(refusal_text(UnknownCommand(typed, self._meant(ctx, typed)), HELP), output.USAGE)
        return super().resolve_command(ctx, args)

    @override
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands of the game by group, then those of operators and researchers."""
        from bot.commands.catalogue import BY_NAME
        from bot.presenters.help import GROUPS

        games = {HELP(GROUPS[group]): [c.name for c in BY_NAME.values() if c.group is group] for group in GROUPS}
        listed = [*chain(*games.values())]
        others = [name for name in self._own_commands() if name not in listed]
        run = {HELP("Run and maintain"): [name for name in others if name not in _RESEARCH]}
        research = {HELP("Solver and books"): [name for name in others if name in _RESEARCH]}
        for title, names in (games | run | research).items():
            with formatter.section(title):
                found = ((name, self.get_command(ctx, name)) for name in names)
                formatter.write_dl([(name, command.get_short_help_str()) for name, command in found if command])

    def _meant(self, ctx: click.Context, typed: str) -> str | None:
        """The command that was probably meant: one with a similar name or word, or `guess` with a code."""
        if any(map(str.isdigit, typed)):
            return f"guess {typed}"
        from bot.commands.parsing import commands_by_word, most_similar

        names = {**commands_by_word(), **{name: name for name in self.list_commands(ctx)}}
        return names.get(most_similar(typed, names) or "")

    def _own_commands(self) -> list[str]:
        return sorted({*self.commands, *_COMMANDS})

    def _game_commands(self) -> list[str]:
        from bot.commands.catalogue import BY_NAME

        return [name for name in BY_NAME if name not in self._own_commands()]


@click.command(**command_help(HELP("Play in the terminal or through a pipe.")))
@player_options
def console(**options: Any) -> None:
    """Play in the terminal."""
    play_in_terminal(**options)


def play_in_terminal(
    *,
    name: str,
    first: str | None = None,
    database_url: str | None,
    words: Words,
    ascii_only: bool,
    **options: Any,
) -> None:
    """Play until the input ends, or run one command; exits with the status of the session.

    Args:
        name: the player's name.
        first: the line of the command, None to play.
        database_url: as typed.
        words: the language.
        ascii_only: whether to print ASCII only.
        options: room and strictness.
    """
    with output.start_without_garbage_collection():
        from bot.cli import terminal
        from bot.cli.database import confirm_new_database
    _require_player_name(name)
    goes_on = first is None or (first.split()[0] in _STARTING_COMMANDS and sys.stdin.isatty() and sys.stdout.isatty())
    session = terminal.TerminalOptions(
        name=name, words=words, first=first, runs_only_first=not goes_on, ascii_only=ascii_only or None, **options
    )
    try:
        with output.report_expected_errors(words):
            confirm_new_database(database_url, words, may_ask=True)
            status = output.run_coroutine(terminal.play_or_run_command(database_url, session))
    except KeyboardInterrupt:
        status = output.INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader of the output has gone
        status = 0
    sys.exit(status)


def _print_version(context: click.Context, _parameter: click.Parameter, asked: bool) -> None:  # noqa: FBT001  # Click calls it so
    if asked:
        from importlib.metadata import version

        commit = _commit()
        click.echo(f"hitblow {version('hitblow')}{f' (commit {commit})' if commit else ''}")
        context.exit()


def _commit() -> str:
    """The commit that the package was built from or the checkout is at, empty for a release."""
    import subprocess

    written, checkout = _PACKAGE / "commit.txt", _PACKAGE.parent
    if written.exists():
        return written.read_text("utf-8").strip()
    if not (checkout / ".git").exists():
        return ""
    command = ["git", "-C", str(checkout), "rev-parse", "--short=12", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603  # our own arguments
    except OSError:  # there is no git
        return ""


def _complete_options(context: click.Context, _parameter: click.Parameter, word: str) -> list[CompletionItem]:
    from bot.presenters.help import complete_line

    typed = context.params.get("typed") or ()
    before = " ".join((context.info_name or "", *typed, word))
    return [CompletionItem(text, help=meaning or None) for text, meaning in complete_line(before, word, HELP)]


def _game_command(name: str) -> click.Command:
    """A command of the catalogue as a shell command, whose arguments are its options as they are typed in a game."""
    from bot.commands.catalogue import BY_NAME

    description = HELP(BY_NAME[name].description)

    @click.command(name, help=description, short_help=description)
    @click.argument(
        "typed", nargs=-1, type=click.UNPROCESSED, metavar="[NAME:VALUE]...", shell_complete=_complete_options
    )
    @player_options
    def run(typed: tuple[str, ...], **options: Any) -> None:
        if name != "help" or not _print_help(" ".join(typed), **options):
            play_in_terminal(first=" ".join((name, *typed)), **options)

    return run


def _print_help(topic: str, *, words: Words, ascii_only: bool, **_options: Any) -> bool:
    """Print the help on a topic without opening the database; returns whether there is any."""
    from bot.model.rooms import RoomKey
    from bot.platforms.console.output import ConsoleOutput
    from bot.presenters.help import help_view
    from bot.presenters.phrases import CONSOLE

    view = help_view(topic.strip().lower(), words, RoomKey(CONSOLE, "", ""))
    if view is not None:
        ConsoleOutput(words, ascii_only=ascii_only or None).print_view(view)
    return view is not None


@click.group(
    cls=GameCommandGroup,
    invoke_without_command=True,
    **command_help(HELP("Hit & Blow: referee, opponent and coach")),
)
@player_options
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help=gettext("Show the version and exit."),
)
@click.pass_context
def main(context: click.Context, /, **options: Any) -> None:
    """Play in the terminal or run a command."""
    if context.invoked_subcommand is None:
        play_in_terminal(**options)


@main.command(**command_help(HELP("Check OPENING against COMMITMENT.")))
@click.argument("opening")
@click.argument("commitment")
@lang_option
def verify(opening: str, commitment: str, words: Words) -> None:
    """Check a commitment; the exit status is 1 if it does not match."""
    from bot.model.daily import is_commitment_opening, verify_daily
    from core.game.commitment import verify as verify_game

    matched = (verify_daily if is_commitment_opening(opening) else verify_game)(opening, commitment)
    if matched:
        output.print_text(words("They match: the secret didn't change."))
    else:
        output.print_text(words("They don't match."))
    sys.exit(0 if matched else 1)


@main.command(**command_help(HELP("Print a completion script.")))
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a completion script."""
    kind = get_completion_class(shell)
    if kind is not None:
        click.echo(kind(main, {}, "hitblow", "_HITBLOW_COMPLETE").source())


main.add_command(console)
