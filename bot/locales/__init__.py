"""The languages that users read: English, which stands in the code, and its translations.

A translation is a gettext catalogue, `LANGUAGE/LC_MESSAGES/hitblow.po`, with what it is compiled to beside it. The
catalogues of Click, whose texts `--help` shows, stand there too.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial

from bot.locales.words import CATALOGUES, Japanese, Words, load_catalogue, translatable, translatable_in_context

__all__ = [
    "CATALOGUES",
    "LANGUAGES",
    "LANGUAGE_VARIABLE",
    "Words",
    "fallbacks",
    "terminal_locale",
    "translatable",
    "translatable_in_context",
    "words_for",
]


LANGUAGES: dict[str, Words] = {"en": Words(), "ja": Japanese("ja", partial(load_catalogue, "ja"))}
"""All languages by their tags. One without a compiled catalogue is an error when it is first used."""

LANGUAGE_VARIABLE = "HITBLOW_LANG"
TERMINAL_VARIABLES = (LANGUAGE_VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that choose the language of the terminal, the first that is set and not empty."""

_REMEMBERED_LOCALES = 100


@lru_cache(_REMEMBERED_LOCALES)
def words_for(locale: str | None) -> Words:
    """The texts for a locale such as `ja`, `ja_JP.UTF-8` or `pt-BR`.

    A region falls back to its language (`pt-BR` to `pt`), and a language that is missing to English.
    """
    tags = {tag.lower(): tag for tag in LANGUAGES}
    return LANGUAGES[next((tags[tag] for tag in fallback_tags(locale) if tag in tags), "en")]


def terminal_locale(lang: str | None, environment: Mapping[str, str]) -> str | None:
    """The locale of the terminal.

    Args:
        lang: the language given by an option, which takes precedence; None if it was not given.
        environment: the environment variables.

    Returns:
        The locale as it was written, such as `ja_JP.UTF-8`; None if nothing says which.
    """
    return lang or next(filter(None, map(environment.get, TERMINAL_VARIABLES)), None)


def fallback_tags(locale: str | None) -> Iterator[str]:
    """The language tags to try for a locale, most specific first and in lower case.

    `pt_BR.UTF-8`, `pt_BR@euro` and `pt-BR` all give `pt-br`, then `pt`.
    """
    tag = re.split("[.@]", locale or "", maxsplit=1)[0].replace("_", "-").lower()
    while tag:
        yield tag
        tag = tag.rpartition("-")[0]
