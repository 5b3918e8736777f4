"""Every text that users read, in all languages. English is the base; the other languages override it."""

from functools import lru_cache

from bot.locales.words import translations
from bot.wording.english import English
from bot.wording.languages import Languages, Words
from bot.wording.locales import fallbacks


def _japanese() -> Words:
    from bot.wording.japanese import Japanese  # noqa: PLC0415  # loaded only if it is spoken

    return Japanese(translations(Japanese.code))


LANGUAGES = Languages({"en": English, "ja": _japanese})
"""All languages by their tags."""

_REMEMBERED_LOCALES = 100

__all__ = ["LANGUAGES", "Words", "words_for"]


def words_for(locale: str | None) -> Words:
    """The texts for a locale such as `ja`, `ja_JP.UTF-8` or `pt-BR`.

    A region falls back to its language (`pt-BR` to `pt`), and a language that is missing to English.
    """
    return LANGUAGES[_tag_for(locale, LANGUAGES.tags)]


@lru_cache(_REMEMBERED_LOCALES)
def _tag_for(locale: str | None, languages: tuple[str, ...]) -> str:
    tags = {tag.lower(): tag for tag in languages}
    return next((tags[tag] for tag in fallbacks(locale) if tag in tags), "en")
