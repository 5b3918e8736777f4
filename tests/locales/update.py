"""Extracts the texts of the code, updates the translations and compiles them: `python -m tests.locales.update`.

`python -m tests.locales.update pt` starts a new language.
"""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from itertools import chain
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from bot.locales.words import CATALOGUES
from core.game.rules import NAMED_RULES

HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""
SOME_TIME = datetime(2026, 1, 1, tzinfo=UTC)
"""Babel writes a time into each file; the same one keeps files equal whose texts are."""
SOURCES = Path("bot")
LINE = 120
SHOWING = ("words", "_words", "self", "HELP", "translatable")
"""What is called with a message: the words of a language under their usual names, and the marker."""
COUNTING = ("plural", "translatable_plural")
"""What is called with two messages, for one thing and for several."""
IN_CONTEXT = ("in_context", "translatable_in_context")


@dataclass(frozen=True)
class Use:
    """A call with a message."""

    message: str | tuple[str, str]
    context: str | None
    call: ast.Call


@cache
def uses_by_file() -> dict[Path, tuple[Use, ...]]:
    """The calls with messages, in the order of the files. Babel's own extraction stumbles over nested calls."""
    return {file: tuple(uses_in(ast.parse(file.read_text("utf-8")))) for file in sorted(SOURCES.rglob("*.py"))}


def uses() -> Iterator[Use]:
    """The calls of all files."""
    return chain.from_iterable(uses_by_file().values())


def uses_in(module: ast.Module) -> Iterator[Use]:
    calls = (node for node in ast.walk(module) if isinstance(node, ast.Call))
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        texts = [each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        match getattr(call.func, "attr", getattr(call.func, "id", "")), texts:
            case name, [message, *_] if name in SHOWING:
                yield Use(message, None, call)
            case name, [one, other, *_] if name in COUNTING:
                yield Use((one, other), None, call)
            case name, [context, message, *_] if name in IN_CONTEXT:
                yield Use(message, context, call)


@cache
def template() -> Catalog:
    """The messages of the code, in the order of its files, and the names of games."""
    found = Catalog(project="hitblow", charset="utf-8")
    for use in uses():
        found.add(use.message, context=use.context)
    for named in NAMED_RULES.values():
        found.add(named.game)
    return found


def catalogue(code: str, folder: Path = CATALOGUES) -> Catalog:
    """The translations of a language, as they are written."""
    with path_of(code, folder).open("rb") as source:
        return read_po(source, locale=code)


def path_of(code: str, folder: Path = CATALOGUES) -> Path:
    """The file that translators edit."""
    return folder / code / "LC_MESSAGES" / "hitblow.po"


def update(code: str, folder: Path = CATALOGUES) -> None:
    """Bring the translations of a language up to date with the code, or start them, and compile them."""
    file = path_of(code, folder)
    file.parent.mkdir(parents=True, exist_ok=True)
    translations = catalogue(code, folder) if file.exists() else Catalog(Locale.parse(code, sep="-"))
    translations.update(template(), no_fuzzy_matching=True)
    translations.creation_date = translations.revision_date = SOME_TIME
    with file.open("wb") as written:
        written.write(
            HEADER.format(language=translations.locale_identifier, plurals=translations.plural_forms).encode()
        )
        write_po(written, translations, width=LINE, no_location=True, omit_header=True, ignore_obsolete=True)
    with file.with_suffix(".mo").open("wb") as compiled:
        write_mo(compiled, translations)


if __name__ == "__main__":
    for language in sys.argv[1:] or sorted(
        each.name for each in CATALOGUES.iterdir() if (each / "LC_MESSAGES").is_dir()
    ):
        update(language)
