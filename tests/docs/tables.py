"""The tables in the documentation that list commands, rules and settings, made from their records."""

from collections.abc import Callable, Mapping
from pathlib import Path

from bot.commands.catalogue import CATALOGUE
from bot.commands.command import Command, Option
from bot.locales import LANGUAGES
from bot.model.room_settings import SETTINGS, Setting, SettingsScope
from bot.presenters.rules import describe_rules
from core.game.rules import NAMED_RULES, NamedRules, Rules
from tests.docs.documents import ROOT

ENGLISH = LANGUAGES["en"]
PLAYING = ROOT / "docs" / "playing"


def table(*rows: tuple[str, ...]) -> str:
    """Rows of cells as a table in Markdown; the first has the heads."""
    heads, *others = rows
    return "\n".join((line(heads), f"|{'---|' * len(heads)}", *map(line, others)))


def line(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def commands() -> str:
    """The catalogue of commands."""
    return table(("command", "options and their defaults", "description", "reply"), *map(command, CATALOGUE))


def command(of: Command) -> tuple[str, ...]:
    return f"`{of.name}`", ", ".join(map(option, of.options)), of.description, of.visibility


def option(of: Option) -> str:
    if of.required:
        return f"`{of.name}`"
    return f"`[{of.name}]` {of.default}" if of.default else f"`[{of.name}]`"


def rules() -> str:
    """The rules that have a name."""
    return table(("name", "notation", "game", "a code has"), *(row(*each) for each in NAMED_RULES.items()))


def row(name: str, named: NamedRules) -> tuple[str, ...]:
    return f"`{name}`", f"`{named.notation}`", named.game, describe_rules(Rules.parse(name), ENGLISH)


def settings() -> str:
    """The settings of people, channels and servers."""
    return table(("setting", "what it means", "default", "for"), *map(setting, SETTINGS.values()))


def setting(of: Setting) -> tuple[str, ...]:
    scopes = (each.value for each in SettingsScope if each in of.scopes)
    default = "" if of.default is None else of.type.write(of.default)
    return f"`{of.name}`", of.description, f"`{default}`" if default else "", ", ".join(scopes)


TABLES: Mapping[tuple[Path, str], Callable[[], str]] = {
    (PLAYING / "commands.md", "commands"): commands,
    (PLAYING / "rules.md", "rules"): rules,
    (PLAYING / "settings.md", "settings"): settings,
}
"""What makes each table, by its document and the comments around it."""
