"""What a language does not say yet. `python -m tests.wording.untranslated ja` prints it."""

import sys
from collections.abc import Iterator, Mapping

from bot.locales.words import Words
from bot.wording import LANGUAGES
from bot.wording.english import English


def untranslated(language: type[English]) -> list[str]:
    """The methods and table entries that a language has from English."""
    return list(_english_texts(language))


def _english_texts(language: type[English]) -> Iterator[str]:
    for name in dir(English):
        base, own = getattr(English, name), getattr(language, name)
        if name.startswith("_") or hasattr(Words, name):
            continue
        if isinstance(base, Mapping):
            yield from (f"{name}[{key!r}]" for key, text in base.items() if own.get(key) == text)
        elif base is own and not getattr(base, "__final__", False):
            yield name


if __name__ == "__main__":
    print("\n".join(untranslated(type(LANGUAGES[sys.argv[1]]))))  # noqa: T201  # this is what it is run for
