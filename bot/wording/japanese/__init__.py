"""Japanese."""

from bot.locales.japanese import Japanese as JapaneseWords
from bot.wording.english import English
from bot.wording.japanese.admin import JapaneseAdmin
from bot.wording.japanese.games import JapaneseGames
from bot.wording.japanese.questions import JapaneseQuestions


class Japanese(
    JapaneseGames,
    JapaneseQuestions,
    JapaneseAdmin,
    JapaneseWords,
    English,
):
    """Every text in Japanese."""

    code = "ja"
