"""Games against the opponent, in English."""

from bot.wording.english.nouns import symbols
from bot.wording.safe import name
from core.game.rules import Rules
from core.game.versus import Level, Verdict

_LEVELS = {Level.EASY: "easy", Level.NORMAL: "normal", Level.HARD: "hard", Level.EXPERT: "expert"}
_ENDS = {
    Verdict.WON: "You win: you found my secret in {guesses}, and I did not find yours.",
    Verdict.LOST: "I found your secret, and you did not find mine. Well played all the same.",
    Verdict.DRAWN: "We both got there in {guesses}. A draw.",
    Verdict.RESIGNED: "You resigned. Next time, perhaps.",
}


class EnglishOpponent:
    """What the opponent says."""

    def opponent(self) -> str:
        """Itself."""
        return "hitblow"

    def versus_name(self, rules: Rules, level: Level) -> str:  # noqa: ARG002  # other languages may need the rules
        """The name of the game."""
        return f"Versus {_LEVELS[level]}"

    def guesses_of(self, player: str) -> str:
        """Above the player's guesses."""
        return f"{name(player)} guesses:"

    def guesses_of_opponent(self) -> str:
        """Above its own."""
        return "I guess:"

    def your_turn(self, player: str) -> str:
        """The player's turn."""
        return f"{name(player)}, it is your turn to guess."

    def asked(self, guess: str) -> str:
        """Its guess."""
        return f"My guess is {guess}. How many hits and blows?"

    def versus_ended(self, verdict: Verdict, guesses: int) -> str:
        """How it ended."""
        return _ENDS[verdict].format(guesses=guesses)

    def tell_secret(self, example: str, rules: Rules) -> str:
        """Asking for a secret."""
        return f"Your secret, {symbols(rules, different=not rules.repeats)} like {example} (only I will see it)"

    def against(self, level: Level, won: int, drawn: int, lost: int) -> str:
        """A record against one level."""
        return f"Against {_LEVELS[level]}: {won} won, {drawn} drawn, {lost} lost."
