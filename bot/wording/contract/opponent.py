"""Games against the opponent."""

from typing import Protocol

from core.game.rules import Rules
from core.game.versus import Level, Verdict


class OpponentWords(Protocol):
    """Games against the opponent."""

    def opponent(self) -> str:
        """What the opponent calls itself."""
        ...

    def versus_name(self, rules: Rules, level: Level) -> str:
        """What a game against the opponent is called."""
        ...

    def guesses_of(self, player: str) -> str:
        """What stands above a player's guesses."""
        ...

    def guesses_of_opponent(self) -> str:
        """What stands above the opponent's guesses."""
        ...

    def your_turn(self, player: str) -> str:
        """That a player is to guess."""
        ...

    def asked(self, guess: str) -> str:
        """The opponent's guess, and that it waits for an answer."""
        ...

    def versus_ended(self, verdict: Verdict, guesses: int) -> str:
        """How a game against the opponent ended."""
        ...

    def tell_secret(self, example: str, rules: Rules) -> str:
        """Asks for the player's secret, where only they can see it."""
        ...

    def against(self, level: Level, won: int, drawn: int, lost: int) -> str:
        """A player's record against one level."""
        ...
