"""The sides of a duel, how well the bot plays, and how a duel can end."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self

from core.game.boards import Player
from core.game.codes import Code
from core.game.feedback import Turn
from core.game.rules import Rules

BOT: Player = ""
"""The player name of the bot."""


class Level(StrEnum):
    """How well the bot plays, weakest first."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    EXPERT = "expert"


class DuelEnding(StrEnum):
    """Why a duel ended."""

    SOLVED = "solved"
    """One side or both found the secret."""
    OUT_OF_TRIES = "out_of_tries"
    RESIGNED = "resigned"
    AGREED = "agreed"
    """Both sides agreed to a draw."""
    CLAIMED = "claimed"
    """One side took too long, and the other claimed the game."""
    STOPPED = "stopped"
    """A moderator ended the game. Nobody won or lost."""
    EXPIRED = "expired"
    """Both sides took too long. Nobody won or lost."""


class SideOutcome(StrEnum):
    """How a duel ended for one of its sides."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a duel.

    Args:
        player: who plays it.
        secret: the code that the other side has to find, None if the player keeps it in their head. Left out of `repr`.
        turns: the guesses that the player has made and that have got their feedback.
        hidden_turns: the number of further guesses, in what a viewer sees who may not see them.
    """

    player: Player
    secret: Code | None = field(repr=False)
    turns: tuple[Turn, ...] = ()
    hidden_turns: int = 0

    @property
    def guesses(self) -> int:
        """The number of guesses with feedback."""
        return len(self.turns) + self.hidden_turns

    def found(self, rules: Rules) -> bool:
        """Whether the player's last guess was the secret of the other side."""
        return bool(self.turns) and self.turns[-1].feedback.hits == rules.positions

    def seen_by(self, player: Player, *, hide_turns: bool) -> Self:
        """The side as `player` may see it in a running game."""
        if player == self.player:
            return self
        secret = None if self.secret is None else ()
        if hide_turns:
            return replace(self, secret=secret, turns=(), hidden_turns=self.guesses)
        return replace(self, secret=secret)
