"""What every language can say. A sentence takes the data it is about and nothing else."""

from collections.abc import Sequence
from typing import Protocol

from bot.adapters.wording.contract.coach import CoachWords
from bot.adapters.wording.contract.discord import DiscordWords
from bot.adapters.wording.contract.games import GameWords
from bot.adapters.wording.contract.manual import ManualWords
from bot.adapters.wording.contract.opponent import OpponentWords
from bot.adapters.wording.contract.records import RecordWords
from bot.adapters.wording.contract.slack import SlackWords


class Words(GameWords, OpponentWords, CoachWords, RecordWords, ManualWords, DiscordWords, SlackWords, Protocol):
    """One language. Texts are plain; what stands between backticks is code."""

    code: str
    """The language's own code: `en`, `ja`."""

    def joined(self, sentences: Sequence[str]) -> str:
        """Sentences as one paragraph."""
        ...

    def number(self, value: float, digits: int = 2) -> str:
        """A number with so many digits after the point."""
        ...
