"""What every language can say. A sentence takes the data it is about and nothing else."""

from collections.abc import Sequence
from typing import Protocol

from bot.wording.contract.coach import CoachWords
from bot.wording.contract.discord import DiscordWords
from bot.wording.contract.games import GameWords
from bot.wording.contract.manual import ManualWords
from bot.wording.contract.opponent import OpponentWords
from bot.wording.contract.platforms import PlatformWords
from bot.wording.contract.records import RecordWords
from bot.wording.contract.slack import SlackWords


class Words(
    GameWords,
    OpponentWords,
    CoachWords,
    RecordWords,
    ManualWords,
    PlatformWords,
    DiscordWords,
    SlackWords,
    Protocol,
):
    """One language. Texts are plain; what stands between backticks is code."""

    code: str
    """The language's own code: `en`, `ja`."""

    def joined(self, sentences: Sequence[str]) -> str:
        """Sentences as one paragraph."""
        ...

    def number(self, value: float, digits: int = 2) -> str:
        """A number with so many digits after the point."""
        ...
