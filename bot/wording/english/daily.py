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

    def daily_title(self, game: str, day: date) -> str:
        """The first line: the name of the game and the day."""
        return f"{game}, daily of {day}"

    def daily_how_to_guess(self, command: str, *, has_button: bool) -> str:
        """How to make the first guess: by a button, if there is one, or by a command."""
        way = f"the button or `{command}`" if has_button else f"`{command}`"
        return f"The code is the same for everybody. Guess with {way}; nobody else sees your guesses."

    def daily_not_counted(self) -> str:
        """The game is about an earlier day, or was not finished in time."""
        return "An earlier day: this game doesn't count."

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

    def daily_room_streak(self, days: int, best: int) -> str:
        """On how many days in a row somebody has solved a daily that was begun in this place."""
        return f"Streak of this place: {count(days, 'day')}, best {best}."

    def daily_frozen(self, days: Sequence[date]) -> str:
        """Freezes were used by themselves on these days, so that a streak goes on."""
        freezes = "A freeze was" if len(days) == 1 else "Freezes were"
        return f"{freezes} used for {listed([str(day) for day in days])}."

    def daily_next(self, at: str) -> str:
        """When the next code comes; `at` is a time, or how long it takes until then."""
        return f"Next code: {at}"

    def daily_sealed(self, anchor: str, first_day: date) -> str:
        """Since when the codes of all days are fixed, and the hash that proves it."""
        return f"All codes were fixed on {first_day} by `{anchor}`."

    def explain_daily_commitment(self) -> str:
        """Why the code of a day cannot be changed, above the hash that fixes all codes."""
        return (
            "The codes of all days were fixed before the first one by a chain of hashes that ends in the one below. It "
            "tells nothing about a code, but would not fit another one. After the day, Verify (`daily action:verify`) "
            "shows the key that proves its code."
        )

    def daily_proof_later(self, at: str) -> str:
        """From when the key is shown that proves the code; `at` is a time, or how long it takes until then."""
        return f"The key that proves the code is shown later: {at}"

    def daily_proof(self, opening: str, anchor: str) -> str:
        """The text with the key that proves the code of an earlier day, and the hash that it leads to."""
        return f"Proof, for `hitblow verify`: `{opening}` leads to `{anchor}`."

    def confirm_daily_give_up(self, day: date) -> str:
        """Asks before the reader gives up their daily."""
        return f"Give up the daily of {day}? This ends it and shows the code."

    def daily_archive_title(self, game: str) -> str:
        """Above the list of earlier days."""
        return f"{game}, earlier days. You can play them, but they don't count:"

    def daily_archive_empty(self) -> str:
        """There is no earlier day yet."""
        return "There are no earlier days yet."

    def daily_not_played(self) -> str:
        """The reader has not played on a day, in a list."""
        return "not played"

    def daily_running(self, guesses: int) -> str:
        """The reader has not finished the daily of a day, in a list."""
        return f"running, {count(guesses, 'guess')}"

    def daily_status(self, outcome: Outcome, guesses: int) -> str:
        """How the reader did on a day, in a list."""
        return count(guesses, "guess") if outcome is Outcome.SOLVED else "not solved"

    # Summaries

    def summary_of_day(self, day: date) -> str:
        """The beginning of a summary of one day."""
        return f"Results of the daily, {day}"

    def summary_of_days(self, first: date, last: date) -> str:
        """The beginning of a summary of several days."""
        return f"Results of the dailies, {first} to {last}"

    def summary_played_in(self, room: str) -> str:
        """The room that a summary is about, if it is posted in another one."""
        return f"Played in {room}"

    def announcements_unreachable(self, room: str, change: str) -> str:
        """Below a summary that is posted here because the bot cannot write in the channel for announcements.

        `change` is the command that chooses another one.
        """
        return f"I can't write in {room}, the channel for announcements. `{change}` changes it."

    def summary_rules(self, game: str, rules: str) -> str:
        """The line above the results under the same rules: the name of the game and the notation."""
        return f"{game} `{rules}`:"

    def summary_not_solved(self, names: str) -> str:
        """Who did not find the code or gave up."""
        return f"Not solved: {names}"

    def summary_unfinished(self, names: str) -> str:
        """Who did not finish their game."""
        return f"Not finished: {names}"

    def summary_solved(self, solved: int, played: int) -> str:
        """How many of the dailies that somebody played they have solved."""
        return f"{solved} of {played}"

    def summary_guesses(self, guesses: int, names: str) -> str:
        """Who found the code in this number of guesses."""
        return f"{count(guesses, 'guess')}: {names}"

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
