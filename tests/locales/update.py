"""Extracts the texts of the code, updates the translations and compiles them: `python -m tests.locales.update`.

`python -m tests.locales.update pt` begins a new language.
"""

import sys
from datetime import UTC, datetime
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from bot.locales.words import CATALOGUES

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
WORDS = ("words", "_words", "self", "HELP", "translatable")
"""What is called with a message: the words of a language under their usual names, and the marker."""
KEYWORDS = {
    **dict.fromkeys(WORDS),
    "plural": (1, 2),
    "translatable_plural": (1, 2),
    "in_context": ((1, "c"), 2),
}


def template() -> Catalog:
    """The messages of the code, in the order of its files."""
    found = Catalog(project="hitblow", charset="utf-8")
    for _, _, message, _, context in extract_from_dir(SOURCES, keywords=KEYWORDS):
        if message != "":
            found.add(message, context=context)
    return found


def catalogue(code: str, folder: Path = CATALOGUES) -> Catalog:
    """The translations of a language, as they are written."""
    with path_of(code, folder).open("rb") as source:
        return read_po(source, locale=code)


def path_of(code: str, folder: Path = CATALOGUES) -> Path:
    """The file that translators edit."""
    return folder / code / "LC_MESSAGES" / "hitblow.po"


def update(code: str, folder: Path = CATALOGUES) -> None:
    """Bring the translations of a language up to date with the code, or begin them, and compile them."""
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
