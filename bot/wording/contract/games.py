"""Rules, and games against a hidden secret."""

from typing import Protocol

from core.game.games import Outcome, Who
from core.game.rules import Rules


class GameWords(Protocol):
    """Rules, and games against a hidden secret."""

    def game_name(self, rules: Rules) -> str:
        """What a game under these rules is called."""
        ...

    def describe_rules(self, rules: Rules) -> str:
        """The rules in a few words: `4 digits, no repeats`."""
        ...

    def explain_rules(self, rules: Rules) -> tuple[str, ...]:
        """The rules in full, a paragraph each, with an example."""
        ...

    def rules_list(self) -> str:
        """What stands above the list of named rules."""
        ...

    def own_rules(self) -> str:
        """How to write rules that have no name."""
        ...

    def who(self, who: Who) -> str:
        """Who may guess, in a word or two; empty for everyone."""
        ...

    def tries_left(self, tries: int | None) -> str:
        """How many guesses are left, None for no limit."""
        ...

    def how_to_begin(self, example: str, secret: str) -> str:
        """What to do when a game has just begun."""
        ...

    def ended(self, outcome: Outcome, winner: str, guesses: int) -> str:
        """How the game ended, for whom and in how many guesses."""
        ...

    def still_racing(self) -> str:
        """That one player's part of a race has ended, and others go on."""
        ...

    def commitment(self, commitment: str) -> str:
        """The proof shown at the start."""
        ...

    def reveal(self, secret: str, opening: str) -> str:
        """The secret, and the text whose hash was shown at the start."""
        ...

    def guess_answered(self, guess: str, feedback: str) -> str:
        """What a guess was answered, for somebody who cannot see the board."""
        ...

    def button(self, command: str) -> str:
        """What stands on the button for a command."""
        ...
