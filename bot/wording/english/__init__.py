"""English."""

from collections.abc import Sequence

from bot.wording.english.coach import EnglishCoach
from bot.wording.english.discord import EnglishDiscord
from bot.wording.english.faults import refusal
from bot.wording.english.games import EnglishGames
from bot.wording.english.manual import EnglishManual
from bot.wording.english.opponent import EnglishOpponent
from bot.wording.english.platforms import EnglishPlatforms
from bot.wording.english.records import EnglishRecords
from bot.wording.english.slack import EnglishSlack
from bot.wording.english.strategies import EnglishStrategies
from core.errors import CoreError


class English(
    EnglishGames,
    EnglishOpponent,
    EnglishCoach,
    EnglishRecords,
    EnglishManual,
    EnglishStrategies,
    EnglishPlatforms,
    EnglishDiscord,
    EnglishSlack,
):
    """Everything said, in English."""

    code = "en"

    def joined(self, sentences: Sequence[str]) -> str:
        """With spaces between them."""
        return " ".join(sentences)

    def number(self, value: float, digits: int = 2) -> str:
        """`1,440.00`."""
        return f"{value:,.{digits}f}"

    def refusal(self, error: CoreError) -> str:
        """What is wrong."""
        return refusal(error)
