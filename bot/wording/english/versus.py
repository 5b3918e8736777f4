"""Games against the opponent, in English."""

from collections.abc import Mapping

from bot.wording.english.nouns import count, person
from core.game.sides import Level, SideOutcome


class EnglishVersus:
    """What the opponent says. It speaks of itself as "I"."""

    LEVELS: Mapping[Level, str] = {
        Level.EASY: "easy",
        Level.NORMAL: "normal",
        Level.HARD: "hard",
        Level.EXPERT: "expert",
    }
    """The opponent's levels."""

    def opponent_name(self) -> str:
        """The opponent's name, next to each of its guesses."""
        return "hitblow"

    def versus_title(self, level: Level) -> str:
        """The name of a game against the opponent, in the title of its boards."""
        return f"Versus {self.LEVELS[level]}"

    def guesses_of(self, player: str, *, first: bool) -> str:
        """The line above a player's guesses, and whether the player guesses first."""
        return f"{person(player, first=True)}'s guesses{' (first)' if first else ''}:"

    def guesses_of_opponent(self, *, first: bool) -> str:
        """The line above the opponent's guesses, and whether the opponent guesses first."""
        return f"My guesses{' (first)' if first else ''}:"

    def opponent_guess(self, guess: str, hits: str, blows: str) -> str:
        """The opponent's guess, which the player scores; `hits` and `blows` are what they are called here."""
        return f"My guess is {guess}. How many {hits} and {blows} does it get?"

    def versus_ended(self, outcome: SideOutcome, guesses: int) -> str:
        """How a game against the opponent ended, after a number of guesses by the player."""
        needed = count(guesses, "guess")
        return {
            SideOutcome.WON: f"You win: you found my secret in {needed}, and I didn't find yours.",
            SideOutcome.LOST: "I win: I found your secret, and you didn't find mine. Well played.",
            SideOutcome.DRAWN: f"It's a draw: we both needed {needed}.",
            SideOutcome.RESIGNED: "You gave up. Better luck next time.",
        }[outcome]

    def record_against(self, level: Level, won: int, drawn: int, lost: int) -> str:
        """A player's games against one level, in their statistics."""
        return f"Against {self.LEVELS[level]}: {won} won, {drawn} drawn, {lost} lost"
