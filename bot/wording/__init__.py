"""Every text that users read, in all languages. English is the base; the other languages override it."""

from typing import TypeAlias

from bot.wording.english import English
from bot.wording.japanese import Japanese
from bot.wording.locales import fallbacks

Words: TypeAlias = English
"""The texts of one language, whichever it is."""

LANGUAGES: dict[str, Words] = {words.code: words for words in (English(), Japanese())}
"""All languages by their tags."""

__all__ = ["LANGUAGES", "Words", "words_for"]


def words_for(locale: str | None) -> Words:
    """The texts for a locale such as `ja`, `ja_JP.UTF-8` or `pt-BR`.

    A region falls back to its language (`pt-BR` to `pt`), and a language that is missing to English.
    """
    tags = {tag.lower(): words for tag, words in LANGUAGES.items()}
    return next((tags[tag] for tag in fallbacks(locale) if tag in tags), LANGUAGES["en"])
