"""Pictures and their text alternatives, in English."""

from collections.abc import Mapping, Sequence
from datetime import date

from bot.wording.english.nouns import count


class EnglishPictures:
    """Pictures and their text alternatives. They are drawn with a font that has few Japanese characters."""

    FIGURES: Mapping[str, str] = {
        "average": "Average number of guesses",
        "solved": "Games solved",
        "streak": "Best streak",
        "rating": "Rating and its uncertainty",
        "skill": "Skill",
        "luck": "Luck",
        "days": "Dailies solved in a row",
    }
    """What a leaderboard is sorted by, and what is drawn over time."""

    def picture_marks(self, skill: str, luck: str) -> str:
        """Marks for skill and luck from 0 to 99, or `-`."""
        return f"skill {skill}, luck {luck}"

    def picture_of_guesses(self, numbers: Sequence[str], *, is_open: bool) -> str:
        """The columns of the leaderboard's picture, in its text alternative: games won with each number of guesses.

        The last number stands for higher ones too if `is_open`.
        """
        listed_numbers = ", ".join(numbers) + " or more" * is_open
        return f"Games won, by guesses ({listed_numbers}), then games lost:"

    def picture_rank(self, rank: str, figure: str, games: int) -> str:
        """A row of the leaderboard's picture, in its text alternative; the rank is empty for too few games."""
        return f"{rank or 'not ranked'}: {figure}, {count(games, 'game')}"

    def picture_period(self, first: date, last: date) -> str:
        """The time that a chart covers."""
        return f"{first} to {last}"
