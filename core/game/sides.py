"""The sides of a duel and what they have guessed, how well the bot plays, and how a duel can end."""

from dataclasses import dataclass, field
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
    """Nobody moved for too long. The side that had to move has lost if the other had guessed."""


class UnratedReason(StrEnum):
    """Why a duel, a race or a game against the bot is not rated."""

    MET_OFTEN = "met_often"
    """The two have met too often in the last days."""
    SHORT_TURNS = "short_turns"
    """A turn of the duel may take less than `core.game.rated.MIN_TURN_HOURS`."""
    NEW_ACCOUNT = "new_account"
    """The account of who won is too new."""
    NOT_GUESSED = "not_guessed"
    """The side that did not lose has not guessed; in a draw, one of the two."""
    SECRET_IN_HEAD = "secret_in_head"  # noqa: S105  # no secret
    UNSOLVED = "unsolved"
    """Nobody has solved the race."""
    ALONE = "alone"
    """Nobody can be compared: fewer than two have guessed, or all who can win got a hint."""
    STOPPED = "stopped"
    """Nobody won or lost: a moderator stopped the game, or it expired."""


class OutcomeForSide(StrEnum):
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
    def guess_count(self) -> int:
        """The number of guesses with feedback."""
        return len(self.turns) + self.hidden_turns

    def has_found_secret(self, rules: Rules) -> bool:
        """Whether the player's last guess was the secret of the other side."""
        return bool(self.turns) and self.turns[-1].feedback.hits == rules.positions

    def seen_by(self, player: Player, *, hide_turns: bool) -> Self:
        """The side as `player` may see it in a running game."""
        if player == self.player:
            return self
        secret = None if self.secret is None else ()
        if hide_turns:
            return type(self)(self.player, secret, hidden_turns=self.guess_count)
        return type(self)(self.player, secret, self.turns)
