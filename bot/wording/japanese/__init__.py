"""Japanese."""

from bot.locales.japanese import Japanese as JapaneseWords
from bot.wording.english import English
from bot.wording.japanese.games import JapaneseGames
from bot.wording.japanese.questions import JapaneseQuestions


class Japanese(
    JapaneseGames,
    JapaneseQuestions,
    JapaneseWords,
    English,
):
    """Every text in Japanese."""

    code = "ja"
