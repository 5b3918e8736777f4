"""What every language can say. A sentence takes the data it is about and nothing else."""

from collections.abc import Sequence
from typing import Protocol

from core.errors import CoreError
from core.game import Outcome, Who
from core.rules import Rules
from core.versus import Level, Verdict


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

    # the opponent

    def opponent(self) -> str:
        """What the opponent calls itself."""
        ...

    def versus_name(self, rules: Rules, level: Level) -> str:
        """What a game against the opponent is called."""
        ...

    def guesses_of(self, player: str) -> str:
        """What stands above a player's guesses."""
        ...

    def guesses_of_opponent(self) -> str:
        """What stands above the opponent's guesses."""
        ...

    def your_turn(self, player: str) -> str:
        """That a player is to guess."""
        ...

    def asked(self, guess: str) -> str:
        """The opponent's guess, and that it waits for an answer."""
        ...

    def versus_ended(self, verdict: Verdict, guesses: int) -> str:
        """How a game against the opponent ended."""
        ...

    def tell_secret(self, example: str, rules: Rules) -> str:
        """Asks for the player's secret, where only they can see it."""
        ...

    def against(self, level: Level, won: int, drawn: int, lost: int) -> str:
        """A player's record against one level."""
        ...

    # the coach

    def coach_title(self, rules: str, lies: int) -> str:
        """What stands above a conversation with the coach."""
        ...

    def advised(self, guess: str, expected: str, candidates: int, *, exact: bool) -> str:
        """The best guess, how many guesses are to be expected, and how many codes are left."""
        ...

    def would_leave(self, fewest: int, most: int, average: float) -> str:
        """How many codes the best guess would leave, if it is not the secret."""
        ...

    def not_possible(self, guess: str) -> str:
        """That the best guess cannot be the secret itself."""
        ...

    def nearly_as_good(self, others: Sequence[tuple[str, str]]) -> str:
        """Other guesses, each with the guesses it costs more."""
        ...

    def left_are(self, codes: Sequence[str]) -> str:
        """The codes that are left."""
        ...

    def what_answer(self, guess: str) -> str:
        """Asks what the guess was answered."""
        ...

    def found(self, code: str, guesses: int) -> str:
        """That the code has been found."""
        ...

    def contradiction(self, turns: int, changes: int) -> str:
        """That no code fits, and how many answers must be wrong."""
        ...

    def beyond_repair(self, turns: int) -> str:
        """That no one or two changes would make the answers fit."""
        ...

    def turn_number(self, number: int) -> str:
        """A turn by its number."""
        ...

    def swapped(self) -> str:
        """That hits and blows were probably exchanged."""
        ...

    def leaves(self, codes: int) -> str:
        """How many codes a repair would leave."""
        ...

    def repair_button(self, choice: int) -> str:
        """What stands on the button for a repair."""
        ...

    def fits(self, guess: str, candidates: int) -> str:
        """That a guess can be the secret, as one of so many codes."""
        ...

    def does_not_fit(self, guess: str) -> str:
        """That a guess cannot be the secret."""
        ...

    def costs(self, expected: str, best: str, loss: str, *, exact: bool) -> str:
        """What a guess costs against the best one."""
        ...

    def none_better(self, expected: str, *, exact: bool) -> str:
        """That no guess is better."""
        ...

    def answers_leave(self) -> str:
        """What stands above the answers a guess could get and what each would leave."""
        ...

    def hint(self, guess: str, expected: str, *, exact: bool) -> str:
        """One good guess, and that the game counts as assisted."""
        ...

    def review_title(self, game: str, player: str | None) -> str:
        """Whose turns of which game are reviewed; None for several people's."""
        ...

    def review_heads(self) -> tuple[str, str, str, str, str, str, str, str]:
        """The heads of the columns: number, guess, answer, before, after, skill, luck, bar."""
        ...

    def review_totals(self, skill: int | None, luck: int) -> str:
        """The totals, and a kind word."""
        ...

    def review_costliest(self, number: int, better: str, loss: str, *, exact: bool) -> str:
        """Which turn cost most, and what would have been better."""
        ...

    def review_flawless(self) -> str:
        """That no turn could have been better."""
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

    def assisted(self, games: int) -> str:
        """Games that had hints."""
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

    def strategies_title(self, rules: str, history: str, candidates: int) -> str:
        """What stands above the strategies: the game that all of them are tried on."""
        ...

    def strategy(self, name: str) -> str:
        """How a strategy chooses, and whose it is."""
        ...

    def would_guess(self, guess: str, score: str) -> str:
        """What a strategy would guess there, with its score if it has one."""
        ...

    def score(self, value: str, unit: str) -> str:
        """A score in its unit."""
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
