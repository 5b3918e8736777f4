"""Japanese."""

from bot.locales.japanese import Japanese as JapaneseWords
from bot.wording.english import English


class Japanese(
    JapaneseWords,
    English,
):
    """Every text in Japanese."""

    code = "ja"
