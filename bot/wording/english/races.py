"""Races, in English."""

from bot.wording.english.nouns import person
from core.game.boards import Outcome


class EnglishRaces:
    """Boards of races, and why something is refused in one."""

    def waiting_for_signal(self, starter: str, *, has_buttons: bool = True) -> str:
        """Nobody may guess before the starter gives the signal."""
        return (
            f"{person(starter, first=True)} starts the race with {'the button or ' if has_buttons else ''}"
            "`play start:now`. "
            "Until then nobody can guess; after that, anybody can join."
        )

    def race_result(self, outcome: Outcome) -> str:
        """How a player's part in a race ended, in a narrow column."""
        return {Outcome.SOLVED: "solved", Outcome.GAVE_UP: "gave up"}.get(outcome, "out")
