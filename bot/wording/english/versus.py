"""Games against the opponent, in English."""

from collections.abc import Mapping

from bot.wording.english.nouns import count, person, symbols
from core.game.rules import Rules
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

    def your_turn(self, player: str) -> str:
        """It is the player's turn to guess."""
        return f"{person(player, first=True)}, it's your turn to guess."

    def opponent_waits(self) -> str:
        """It is the bot's turn, but it makes no guess, because nothing can be stored or calculated at the moment."""
        return "It's my turn, but I can't make a guess right now. Use `board` to try again."

    def opponent_guess(self, guess: str, hits: str, blows: str) -> str:
        """The opponent's guess, which the player scores; `hits` and `blows` are what they are called here."""
        return f"My guess is {guess}. How many {hits} and {blows} does it get?"

    def own_secret(self, secret: str) -> str:
        """The reader's secret in a game against the opponent; only the reader sees this."""
        return f"Your secret is {secret}."

    def versus_ended(self, outcome: SideOutcome, guesses: int) -> str:
        """How a game against the opponent ended, after a number of guesses by the player."""
        needed = count(guesses, "guess")
        return {
            SideOutcome.WON: f"You win: you found my secret in {needed}, and I didn't find yours.",
            SideOutcome.LOST: "I win: I found your secret, and you didn't find mine. Well played.",
            SideOutcome.DRAWN: f"It's a draw: we both needed {needed}.",
            SideOutcome.RESIGNED: "You gave up. Better luck next time.",
        }[outcome]

    def secret_prompt(self, rules: Rules, example: str) -> str:
        """Asks for the player's secret where only they can see it, at most 100 characters; `example` is a code."""
        return f"Type your secret ({symbols(rules)}, such as {example}). Only I will see it."

    def record_against(self, level: Level, won: int, drawn: int, lost: int) -> str:
        """A player's games against one level, in their statistics."""
        return f"Against {self.LEVELS[level]}: {won} won, {drawn} drawn, {lost} lost"
