"""The daily, in English."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import final

from bot.locales.safe import quote
from bot.services.daily.errors import (
    AlreadyShared,
    DailyNotOver,
    DailyOver,
    DayBeforeFirst,
    DayInFuture,
    SharedElsewhere,
    UnreadableDay,
)
from bot.wording.english.nouns import count, listed
from bot.wording.refusals import explains
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

    @explains(UnreadableDay)
    def unreadable_day(self, error: UnreadableDay) -> str:
        """`read` is not a day."""
        return f"{quote(error.read)} is not a day. Write `{error.today}`, `today` or `yesterday`."

    @explains(DayInFuture)
    def day_in_future(self, error: DayInFuture) -> str:
        """`day` has not begun."""
        return f"The code of {error.day} does not exist yet: today is {error.today} in UTC."

    @explains(DayBeforeFirst)
    def day_before_first(self, error: DayBeforeFirst) -> str:
        """There was no daily on `day`."""
        return f"There was no daily on {error.day}. The first was on {error.first}."

    @explains(DailyOver)
    def daily_over(self, error: DailyOver) -> str:
        """The reader has finished this daily."""
        return (
            f"You have finished the daily of {error.day} (`{error.rules}`); there is one try a day. "
            "`daily action:archive` lists earlier days, and other rules have codes of their own."
        )

    @explains(DailyNotOver)
    def daily_not_over(self, error: DailyNotOver) -> str:
        """The reader wants to share a result that is not there yet."""
        return f"You have not finished the daily of {error.day} (`{error.rules}`), so there is no result to share yet."

    @explains(AlreadyShared)
    def already_shared(self, error: AlreadyShared) -> str:
        """The reader has shared this result before."""
        return (
            f"You have already shared the daily of {error.day} (`{error.rules}`). `daily action:text` shows it to copy."
        )

    @explains(SharedElsewhere)
    def shared_elsewhere(self, error: SharedElsewhere) -> str:
        """The reader began this daily in another room."""
        return (
            f"You began the daily of {error.day} (`{error.rules}`) in another place. Share it there, or copy it with "
            "`daily action:text`."
        )
