"""Japanese."""

from bot.locales.japanese import Japanese as JapaneseWords
from bot.wording.english import English
from bot.wording.japanese.admin import JapaneseAdmin
from bot.wording.japanese.coach import JapaneseCoach
from bot.wording.japanese.daily import JapaneseDaily
from bot.wording.japanese.games import JapaneseGames
from bot.wording.japanese.platforms import JapanesePlatforms
from bot.wording.japanese.privacy import JapanesePrivacy
from bot.wording.japanese.questions import JapaneseQuestions
from bot.wording.japanese.records import JapaneseRecords
from bot.wording.japanese.research import JapaneseResearch


class Japanese(
    JapaneseGames,
    JapaneseQuestions,
    JapaneseDaily,
    JapaneseCoach,
    JapaneseRecords,
    JapanesePrivacy,
    JapanesePlatforms,
    JapaneseResearch,
    JapaneseAdmin,
    JapaneseWords,
    English,
):
    """Every text in Japanese."""

    code = "ja"
