"""Japanese."""

from collections.abc import Sequence

from bot.wording.japanese.coach import JapaneseCoach
from bot.wording.japanese.discord import JapaneseDiscord
from bot.wording.japanese.faults import refusal
from bot.wording.japanese.games import JapaneseGames
from bot.wording.japanese.manual import JapaneseManual
from bot.wording.japanese.opponent import JapaneseOpponent
from bot.wording.japanese.platforms import JapanesePlatforms
from bot.wording.japanese.records import JapaneseRecords
from bot.wording.japanese.slack import JapaneseSlack
from bot.wording.japanese.strategies import JapaneseStrategies
from core.errors import CoreError


class Japanese(
    JapaneseGames,
    JapaneseOpponent,
    JapaneseCoach,
    JapaneseRecords,
    JapaneseManual,
    JapaneseStrategies,
    JapanesePlatforms,
    JapaneseDiscord,
    JapaneseSlack,
):
    """Everything said, in Japanese."""

    code = "ja"

    def joined(self, sentences: Sequence[str]) -> str:
        """Without spaces."""
        return "".join(sentences)

    def number(self, value: float, digits: int = 2) -> str:
        """`1,440.00`."""
        return f"{value:,.{digits}f}"

    def refusal(self, error: CoreError) -> str:
        """What is wrong."""
        return refusal(error)
