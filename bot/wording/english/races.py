"""Races, in English."""

from bot.commands.errors import RaceOnly
from bot.model.errors import NotARace
from bot.wording.english.nouns import person
from bot.wording.refusals import explains
from core.game.boards import Outcome
from core.game.errors import NotTheStarter, PartOver, RaceNotStarted, RaceStarted, TimeIsUp


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

    @explains(RaceOnly)
    def race_only(self, error: RaceOnly) -> str:
        """The option works in races only."""
        return f"The option `{error.option}` is for races. `play who:race` starts one."

    @explains(NotARace)
    def not_a_race(self, error: NotARace) -> str:
        """The reader gave a signal, but the game that runs here is no race."""
        return "The game here isn't a race. `play who:race start:signal` starts one that waits for your signal."

    @explains(RaceNotStarted)
    def race_not_started(self, error: RaceNotStarted) -> str:
        """The reader guessed or asked for a hint before the signal."""
        return "The race hasn't started yet. The player who opened it presses Start or types `play start:now`."

    @explains(RaceNotStarted, has_buttons=False)
    def race_not_started_typed(self, error: RaceNotStarted) -> str:
        """The same in the terminal."""
        return "The race hasn't started yet. The player who opened it types `play start:now`."

    @explains(PartOver)
    def part_over(self, error: PartOver) -> str:
        """The reader guessed, asked for a hint or gave up, but their part of the race has ended."""
        return "Your part of this race is over. The race goes on without you."

    @explains(RaceStarted)
    def race_started(self, error: RaceStarted) -> str:
        """The reader gave a signal for a race that runs already."""
        return "The race has already started. Type a guess to join it."

    @explains(NotTheStarter)
    def not_the_starter(self, error: NotTheStarter) -> str:
        """Only the player who opened the race, or a moderator, gives the signal."""
        return "Only the player who opened this race, or a moderator, can start it."

    @explains(TimeIsUp)
    def time_limit_passed(self, error: TimeIsUp) -> str:
        """The reader guessed after the time limit."""
        return "The time limit of this race has passed."
