"""The daily, in English."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import final

from bot.wording.english.nouns import count, listed
from core.game.boards import Outcome
from core.game.streaks import DAYS_PER_FREEZE, MAX_FREEZES


class EnglishDaily:
    """The daily: its board, results, and what is refused."""

    DAILY_BUTTONS: Mapping[str, str] = {
        "play": "Back to the game",
        "giveup": "Give up",
        "share": "Share",
        "text": "As text",
        "archive": "Earlier days",
        "verify": "Verify",
    }
    """Labels of buttons below a daily, by what they do."""

    @final
    def daily_button(self, action: str) -> str:
        """The label of a button below a daily."""
        return self.DAILY_BUTTONS[action]

    def daily_how_to_guess(self, command: str, *, has_button: bool) -> str:
        """How to make the first guess: by a button, if there is one, or by a command."""
        way = f"the button or `{command}`" if has_button else f"`{command}`"
        return f"The code is the same for everybody. Guess with {way}; nobody else sees your guesses."

    def daily_ended(self, outcome: Outcome, guesses: int, code: str) -> str:
        """How the reader's game ended, and the code."""
        how = {
            Outcome.SOLVED: f"Solved in {count(guesses, 'guess')}.",
            Outcome.GAVE_UP: f"Given up after {count(guesses, 'guess')}."
            if guesses
            else "Given up before the first guess.",
        }.get(outcome, f"Not solved in {count(guesses, 'guess')}.")
        return f"{how} The code was {code}."

    def daily_streak(self, days: int, best: int, freezes: int) -> str:
        """On how many days in a row the reader has solved the daily, and how many freezes are left."""
        most, every = MAX_FREEZES, DAYS_PER_FREEZE
        left = f"Freezes left: {freezes} of at most {most}; every {every} days earn one."
        return f"Your streak: {count(days, 'day')}, best {best}. {left}"

    def daily_frozen(self, days: Sequence[date]) -> str:
        """Freezes were used by themselves on these days, so that a streak goes on."""
        freezes = "A freeze was" if len(days) == 1 else "Freezes were"
        return f"{freezes} used for {listed([str(day) for day in days])}."

    def daily_status(self, outcome: Outcome, guesses: int) -> str:
        """How the reader did on a day, in a list."""
        return count(guesses, "guess") if outcome is Outcome.SOLVED else "not solved"

    # Summaries

    def summary_names(self, names: Sequence[str], others: int) -> str:
        """Names of players, and how many more there are."""
        return ", ".join(names) + (f", {others} more" if others else "")
