"""Every sentence, in English and Japanese."""

from bot.wording.contract import Words
from bot.wording.english import English
from bot.wording.japanese import Japanese

LANGUAGES: dict[str, Words] = {"en": English(), "ja": Japanese()}

__all__ = ["LANGUAGES", "Words", "words_for"]


def words_for(locale: str | None) -> Words:
    """The words for a locale such as `ja`, `ja_JP.UTF-8` or `en-GB`; English where there are none."""
    language = (locale or "").replace("_", "-").split("-")[0].split(".")[0].lower()
    return LANGUAGES.get(language, LANGUAGES["en"])
