"""Strategies explained, in English."""

_HOW = {
    "first": "The lowest code that fits every answer.",
    "random": "Any code that fits every answer.",
    "worst-cell": "Whatever the answer, leave as few codes as possible (Knuth, 1976).",
    "expected-size": "Leave as few codes as possible on average (Irving, 1979).",
    "entropy": "Learn as many bits from the answer as possible (Neuwirth, 1982).",
    "most-parts": "Allow as many different answers as possible (Kooi, 2005).",
    "log1p": "As entropy, but one code left is not free: the sum of n ln(1+n) (after Landy, in Tanaka 1996).",
    "landy": "The sum of n L(n), where L to the power of itself is n (Landy).",
    "power": "The sum of n to a power of your choice: 2 leaves few on average, more fears the worst.",
    "second-table": "Any code that fits, but the second guess shares with the first what a table says (pyHitAndBlow).",
    "optimal": "The fewest guesses over all secrets, from a book or by search.",
}
_UNITS = {"codes": "codes", "bits": "bits", "parts": "different answers", "guesses": "guesses still to come", "": ""}


class EnglishStrategies:
    """How strategies choose."""

    def strategies_title(self, rules: str, history: str, candidates: int) -> str:
        """Above the strategies."""
        return (
            f"Ways to choose a guess, each tried on one game of {rules} after {history}, "
            f"where {candidates:,} codes are left. `suggest strategy:NAME` uses one."
        )

    def strategy(self, name: str) -> str:
        """How it chooses."""
        return _HOW[name]

    def would_guess(self, guess: str, score: str) -> str:
        """The example."""
        return f"Here: {guess}, {score}." if score else f"Here: {guess}."

    def score(self, value: str, unit: str) -> str:
        """A score."""
        return f"{value} {_UNITS[unit]}".strip()
