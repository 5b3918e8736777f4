"""Commands in texts, as people enter them on Discord: `play` becomes `/hitblow play`, which can be pressed."""

import re
from dataclasses import dataclass

from bot.commands.catalogue import BY_NAME
from bot.commands.command import CommandError
from bot.commands.parsing import parse_line

GROUP = "hitblow"
"""The slash command. The commands of the catalogue are its subcommands, which have its id."""

_MENTION = re.compile(rf"</({GROUP}[^:>]*):\d+>")


@dataclass(slots=True)
class PublishedCommand:
    """The slash command as Discord knows it; the id is None until Discord has told it."""

    id: str | None = None


def shown_code(code: str, command_id: str | None) -> str:
    """What stands between backticks in a text, as markup; a command becomes a mention of it.

    Args:
        code: the text between the backticks.
        command_id: Discord's id of the slash command, None if it is not known yet.
    """
    name, _, values = code.removeprefix(f"/{GROUP}").strip().partition(" ")
    if name not in BY_NAME or not BY_NAME[name].on_discord:
        return f"`{code}`"
    options = _as_options(name, values) if values else ""
    if command_id is None:
        return f"`{' '.join(filter(None, (f'/{GROUP}', name, options)))}`"
    mention = f"</{GROUP} {name}:{command_id}>"
    return f"{mention} `{options}`" if options else mention


def without_ids(text: str) -> str:
    """A text to compare, in which it makes no difference whether the process that has sent it knew the ids."""
    return _MENTION.sub(r"/\1", text).replace("`", "")


def _as_options(name: str, values: str) -> str:
    """The typed values of a command, each with the name of its option."""
    try:
        invocation = parse_line(f"{name} {values}")
    except CommandError:
        return values
    if invocation is None or invocation.command.name != name:
        return values
    return " ".join(f"{option}:{value}" for option, value in invocation.options.items())
