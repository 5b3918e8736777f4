"""What every language can say. A sentence takes the data it is about and nothing else."""

from typing import Protocol

from core.errors import CoreError
from core.game import Outcome, Who
from core.rules import Rules


class Words(Protocol):
    """One language. Texts are plain; what stands between backticks is code."""

    code: str
    """The language's own code: `en`, `ja`."""

    def number(self, value: float, digits: int = 2) -> str:
        """A number with so many digits after the point."""
        ...

    # what is refused

    def refusal(self, error: CoreError) -> str:
        """What is wrong, what was expected, and an example."""
        ...

    def nothing_counted(self, refusal: str) -> str:
        """A refusal with the comfort that the mistaken guess was not counted."""
        ...

    def unexpected(self, reference: str) -> str:
        """That something broke, with what to quote when asking about it."""
        ...

    # rules

    def game_name(self, rules: Rules) -> str:
        """What a game under these rules is called."""
        ...

    def describe_rules(self, rules: Rules) -> str:
        """The rules in a few words: `4 digits, no repeats`."""
        ...

    def explain_rules(self, rules: Rules) -> tuple[str, ...]:
        """The rules in full, a paragraph each, with an example."""
        ...

    def rules_list(self) -> str:
        """What stands above the list of named rules."""
        ...

    def own_rules(self) -> str:
        """How to write rules that have no name."""
        ...

    # a game

    def who(self, who: Who) -> str:
        """Who may guess, in a word or two; empty for everyone."""
        ...

    def tries_left(self, tries: int | None) -> str:
        """How many guesses are left, None for no limit."""
        ...

    def how_to_begin(self, example: str, secret: str) -> str:
        """What to do when a game has just begun."""
        ...

    def ended(self, outcome: Outcome, winner: str, guesses: int) -> str:
        """How the game ended, for whom and in how many guesses."""
        ...

    def still_racing(self) -> str:
        """That one player's part of a race has ended, and others go on."""
        ...

    def commitment(self, commitment: str) -> str:
        """The proof shown at the start."""
        ...

    def reveal(self, secret: str, opening: str) -> str:
        """The secret, and the text whose hash was shown at the start."""
        ...

    def guess_answered(self, guess: str, feedback: str) -> str:
        """What a guess was answered, for somebody who cannot see the board."""
        ...

    def button(self, command: str) -> str:
        """What stands on the button for a command."""
        ...

    # records

    def stats_title(self, player: str) -> str:
        """Whose record follows."""
        ...

    def stats_line(self, games: int, solved: int, average: str) -> str:
        """How many games were played and solved, and what they cost on average."""
        ...

    def streaks(self, streak: int, best: int) -> str:
        """Solved games in a row, now and at most."""
        ...

    def together(self, games: int, solved: int) -> str:
        """Games played with others."""
        ...

    def nothing_played(self, player: str) -> str:
        """That somebody has no finished game yet."""
        ...

    def leaderboard_title(self, game: str, period: str, scope: str) -> str:
        """What a leaderboard counts."""
        ...

    def leaderboard_note(self, games: int) -> str:
        """How its averages are made, and how many games it takes to be ranked."""
        ...

    def leaderboard_empty(self, games: int) -> str:
        """That nobody has that many games yet."""
        ...

    def games(self, games: int) -> str:
        """A number of games."""
        ...

    def streak(self, streak: int) -> str:
        """A number of solved games in a row."""
        ...

    def you(self) -> str:
        """The reader, in a list of names."""
        ...

    def somebody_elsewhere(self) -> str:
        """A player of another workspace, whose name is not to be told."""
        ...

    # help

    def command(self, command: str) -> str:
        """What a command does, at most 100 characters."""
        ...

    def option(self, command: str, option: str) -> str:
        """What an option of a command means, at most 100 characters."""
        ...

    def help_title(self) -> str:
        """What stands above the list of commands."""
        ...

    def help_foot(self) -> str:
        """How options are written, and that a bare code is a guess."""
        ...

    def default(self, value: str) -> str:
        """What an option is when it is not given."""
        ...

    def range(self, low: int, high: int) -> str:
        """The numbers an option takes."""
        ...

    # the terminal

    def welcome(self, player: str, room: str) -> str:
        """The first line of the console."""
        ...

    def goodbye(self) -> str:
        """The last line of the console."""
        ...

    def verified(self, *, matches: bool) -> str:
        """Whether an opening matches a commitment."""
        ...

    def upgraded(self, before: str | None, after: str) -> str:
        """From which revision to which a database was brought."""
        ...
