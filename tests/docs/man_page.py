"""Prints the manual page, made from the help of the commands."""

import sys
from collections.abc import Iterable, Iterator
from itertools import chain

import click

from bot.cli.main import main
from bot.cli.options import HELP
from bot.commands.catalogue import BY_NAME
from bot.presenters.help import terminal_options


def manual() -> str:
    """The page in the language of roff, with every command, its arguments and its options."""
    context = click.Context(main, info_name="hitblow")
    parts = [
        '.TH HITBLOW 1 "" hitblow "User Commands"',
        ".SH NAME",
        "hitblow \\- play Hit & Blow in the terminal, on Discord and on Slack",
        ".SH SYNOPSIS",
        ".B hitblow",
        "[\\fIOPTIONS\\fR] [\\fICOMMAND\\fR [\\fIARGUMENTS\\fR]]",
        ".SH DESCRIPTION",
        escaped(main.help or ""),
        ".SH OPTIONS",
        *options(main, context),
        ".SH COMMANDS",
        *commands(main, context),
        ".SH ENVIRONMENT",
        "Settings of the bot are variables or lines of the file .env: see the page Settings of the documentation.",
        ".SH EXIT STATUS",
        "0 if all is well, 1 if something failed or, with --strict, was refused, 2 for wrong usage, 130 after Ctrl-C.",
    ]
    return "\n".join(parts) + "\n"


def commands(group: click.Group, context: click.Context, prefix: str = "") -> Iterator[str]:
    """The commands of a group and of the groups in it."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        below = click.Context(command, info_name=name, parent=context)
        if isinstance(command, click.Group):
            yield from commands(command, below, f"{prefix}{name} ")
            continue
        arguments = (each for each in command.get_params(below) if isinstance(each, click.Argument))
        yield f".SS {prefix}{name} {escaped(' '.join(each.make_metavar(below) for each in arguments))}".rstrip()
        yield escaped(command.help or "")
        yield from options(command, below, inherited=main)
        if not prefix and name in BY_NAME and name not in main.commands:
            for option in terminal_options(BY_NAME[name]):
                yield from (".TP", f".B {option.name}:", escaped(HELP(option.description)))


def options(command: click.Command, context: click.Context, inherited: click.Command | None = None) -> Iterable[str]:
    """The options of a command but those that it shares with another."""
    shared = {"--help", *chain(*(each.opts for each in inherited.params))} if inherited else set()
    for each in command.get_params(context):
        is_listed = isinstance(each, click.Option) and shared.isdisjoint(each.opts)
        record = each.get_help_record(context) if is_listed else None
        if record is not None:
            names, meaning = record
            yield from (".TP", f".B {escaped(names)}", escaped(meaning))


def escaped(text: str) -> str:
    """A text in which nothing is markup."""
    line = " ".join(text.replace("\\", "\\e").replace("-", "\\-").replace("\b", "").split())
    return f"\\&{line}" if line.startswith((".", "'")) else line


if __name__ == "__main__":
    sys.stdout.write(manual())
