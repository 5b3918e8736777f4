"""From locales to languages: which language the terminal speaks, and what a region's language falls back to."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

LOCALE = Path(__file__).with_name("locale")
"""The texts of libraries in other languages: `ja/LC_MESSAGES/click.po`, and the same compiled as `click.mo`."""

LANGUAGE_VARIABLE = "HITBLOW_LANG"
TERMINAL_VARIABLES = (LANGUAGE_VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that choose the language of the terminal, the first that is set and not empty."""


def terminal_locale(lang: str | None, environment: Mapping[str, str]) -> str | None:
    """The locale of the terminal.

    Args:
        lang: the language given by an option, which takes precedence; None if it was not given.
        environment: the environment variables.

    Returns:
        The locale as it was written, such as `ja_JP.UTF-8`; None if nothing says which.
    """
    return lang or next(filter(None, map(environment.get, TERMINAL_VARIABLES)), None)


def fallbacks(locale: str | None) -> Iterator[str]:
    """The language tags to try for a locale, most specific first and in lower case.

    `pt_BR.UTF-8`, `pt_BR@euro` and `pt-BR` all give `pt-br`, then `pt`.
    """
    tag = re.split("[.@]", locale or "", maxsplit=1)[0].replace("_", "-").lower()
    while tag:
        yield tag
        tag = tag.rpartition("-")[0]
