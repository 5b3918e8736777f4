"""Rules and games against a hidden secret, in English."""

from collections.abc import Mapping
from typing import final

from bot.wording.english.nouns import count, person, symbol, symbols
from core.game.boards import Outcome
from core.game.codes import format_code_ascii
from core.game.feedback import compute_feedback, format_feedback
from core.game.games import Who
from core.game.rules import BULLS, Rules


class EnglishGames:
    """Rules, boards and the end of a game."""

    GAME_NAMES: Mapping[str, str] = {
        "hitblow": "Hit & Blow",
        "numeron": "Numer0n",
        "bulls": "Bulls and Cows",
        "mastermind": "Mastermind",
    }
    """Names of games, by the name of their rules; rules with any other name are called like `hitblow`."""

    FEEDBACK_NAMES: Mapping[str, tuple[str, str]] = {
        "hitblow": ("hits", "blows"),
        "eatbite": ("EATs", "BITEs"),
        "bulls": ("bulls", "cows"),
    }
    """What hits and blows are called, by the name of the rules' feedback words."""

    BUTTONS: Mapping[str, str] = {
        "guess": "Guess",
        "hint": "Hint",
        "giveup": "Give up",
        "rules": "Rules",
        "rematch": "Rematch",
        "review": "Review",
        "draw": "Offer a draw",
        "undo": "Undo",
        "suggest": "Start over",
        "fix": "More",
        "daily": "Daily",
        "board": "Continue",
    }
    """Labels of buttons, by the command that a press runs."""

    @final
    def game_name(self, rules: Rules) -> str:
        """The name of the game that is played by these rules."""
        return self.GAME_NAMES.get(rules.name or "", self.GAME_NAMES["hitblow"])

    @final
    def button(self, command: str) -> str:
        """The label of the button that runs a command; the command's name if no button does."""
        return self.BUTTONS.get(command, command)

    @final
    def feedback_names(self, rules: Rules) -> tuple[str, str]:
        """What hits and blows are called, with their letters in feedback if those differ: `bulls (A)`."""
        names, letters = self.FEEDBACK_NAMES[rules.words.name], (rules.words.hit, rules.words.blow)
        if rules.words is not BULLS:
            return names
        return self.with_letter(names[0], letters[0]), self.with_letter(names[1], letters[1])

    def with_letter(self, name: str, letter: str) -> str:
        """What hits or blows are called, with the letter that stands for them in feedback."""
        return f"{name} ({letter})"

    def describe_rules(self, rules: Rules) -> str:
        """The rules in a few words, in the title of a board: `4 digits, no repeats`."""
        usual = (rules.alphabet.name, rules.symbols) == ("digits", 10)
        of = "" if usual else f"of {rules.symbols} "
        plural = "" if usual and rules.positions == 1 else "s"
        return f"{rules.positions} {of}{symbol(rules)}{plural}, {'repeats allowed' if rules.repeats else 'no repeats'}"

    def explain_rules(self, rules: Rules) -> tuple[str, ...]:
        """The rules in full with an example, one paragraph per item."""
        hits, blows = self.feedback_names(rules)
        noun = symbol(rules)
        repeats = f" A {noun} may appear more than once." if rules.repeats else f" No {noun} appears twice."
        secret, guess, feedback = worked_example(rules)
        goal = f"find the secret code, {symbols(rules)} from `{symbols_in_use(rules)}`."
        meaning = f"{hits} (right {noun}, right position) and {blows} (right {noun}, wrong position)."
        example = f"If the secret is `{secret}`, the guess `{guess}` gets `{feedback}`."
        return (
            f"{self.game_name(rules)}, `{rules}`: {goal}{repeats if rules.positions > 1 else ''}",
            f"Every guess gets feedback: {meaning} {example}",
            f"There are {rules.codes:,} possible codes.",
        )

    def who(self, who: Who) -> str:
        """Who may guess, in a word or two in the title of a board; empty if everyone may."""
        return {Who.EVERYONE: "", Who.ME: "solo", Who.RACE: "race"}[who]

    def tries_left(self, tries: int | None) -> str:
        """How many guesses are left, None if there is no limit."""
        if tries is None:
            return "unlimited tries"
        return "1 try left" if tries == 1 else f"{tries} tries left"

    def how_to_begin(self, rules: Rules, example: str) -> str:
        """What to do in a game that has just started; `example` is a code."""
        return f"I've picked a secret ({self.describe_rules(rules)}). Guess with a code such as `{example}`."

    def game_ended(self, outcome: Outcome, winner: str, guesses: int) -> str:
        """How the game ended after a number of guesses; `winner` is meaningless unless it was solved."""
        if outcome is Outcome.SOLVED:
            return f"{person(winner, first=True)} solved it in {guesses}."
        if outcome is Outcome.GAVE_UP:
            return f"Given up after {count(guesses, 'guess')}." if guesses else "Given up before the first guess."
        return f"Not solved in {count(guesses, 'guess')}."

    def feedback_explained(self, rules: Rules) -> str:
        """Below the first feedback that a player gets anywhere: what it means."""
        hits, blows = self.feedback_names(rules)
        noun = symbol(rules)
        return (
            f"Feedback counts {hits} (right {noun}, right position) and {blows} (right {noun}, wrong position). It "
            f"doesn't tell which {noun}s they are, whatever the order of the marks."
        )


def worked_example(rules: Rules) -> tuple[str, str, str]:
    """A secret, a guess and its feedback, with at least one hit and, if the rules allow it, a blow."""
    guess = tuple(position % rules.symbols for position in range(rules.positions))
    others = rules.symbols - 1
    secret = (0, *(1 + position % others for position in range(1, rules.positions)))
    return (
        format_code_ascii(secret, rules),
        format_code_ascii(guess, rules),
        format_feedback(compute_feedback(secret, guess), rules),
    )


def symbols_in_use(rules: Rules) -> str:
    """The symbols of the rules; pictures are followed by the keys that stand for them: `0123456789`, `🔴R 🟡Y`."""
    glyphs, keys = rules.alphabet.glyphs[: rules.symbols], rules.alphabet.keys[: rules.symbols]
    return " ".join(map(str.__add__, glyphs, keys)) if rules.alphabet.pictorial else keys
