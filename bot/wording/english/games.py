"""Games, in English."""

from bot.wording.english.nouns import count, symbols
from bot.wording.examples import symbols_in_use, worked_example
from bot.wording.safe import name
from core.game.games import Outcome, Who
from core.game.rules import Rules

_NAMES = {"numeron": "Numer0n", "bulls": "Bulls and Cows", "mastermind": "Mastermind"}
_WHO = {Who.EVERYONE: "", Who.ME: "solo", Who.RACE: "a race"}
_BUTTONS = {
    "guess": "Guess",
    "hint": "Hint",
    "giveup": "Give up",
    "rules": "Rules",
    "rematch": "Rematch",
    "review": "Review",
    "undo": "Undo",
    "suggest": "Start again",
}
_WORDS = {"hitblow": ("hit", "blow"), "eatbite": ("EAT", "BITE"), "bulls": ("bull", "cow")}


class EnglishGames:
    """Rules, boards and how games end."""

    def game_name(self, rules: Rules) -> str:
        """The name of the game."""
        return _NAMES.get(rules.name or "", "Hit & Blow")

    def describe_rules(self, rules: Rules) -> str:
        """`4 digits, no repeats`."""
        of = "" if (rules.alphabet.name, rules.symbols) == ("digits", 10) else f" of {rules.symbols}"
        return f"{symbols(rules)}{of}, {'repeats allowed' if rules.repeats else 'no repeats'}"

    def explain_rules(self, rules: Rules) -> tuple[str, ...]:
        """The rules in full."""
        hit, blow = _WORDS[rules.words.name]
        among = symbols_in_use(rules)
        repeats = "A symbol may be used more than once." if rules.repeats else "No symbol is used twice."
        return (
            f"{self.game_name(rules)}, `{rules}`: find the secret, {symbols(rules)} out of `{among}`. {repeats}",
            f"Each guess is answered with {hit}s (right symbol, right place) and {blow}s (right symbol, wrong place). "
            + _example(rules),
            f"There are {rules.codes:,} possible codes.",
        )

    def rules_list(self) -> str:
        """Above the list."""
        return "Rules that have a name; `rules NAME` explains them, `play NAME` plays them:"

    def own_rules(self) -> str:
        """Below the list."""
        return (
            "Any others are written as positions x symbols: `5x8`, with `r` if symbols may repeat: `4x6r`. "
            "Add `-letters`, `-colors` or `-fruit` for how they look: `4x8-fruit`."
        )

    def who(self, who: Who) -> str:
        """Who may guess."""
        return _WHO[who]

    def tries_left(self, tries: int | None) -> str:
        """`9 tries left`."""
        if tries is None:
            return "no limit on tries"
        return "1 try left" if tries == 1 else f"{tries} tries left"

    def how_to_begin(self, example: str, secret: str) -> str:
        """How to begin."""
        return f"I have hidden {secret}. Guess with a code like `{example}`."

    def ended(self, outcome: Outcome, winner: str, guesses: int) -> str:
        """How it ended."""
        if outcome is Outcome.SOLVED:
            return f"{name(winner)} got it in {guesses}."
        if outcome is Outcome.GAVE_UP:
            return f"Given up after {count(guesses, 'guess')}." if guesses else "Given up before the first guess."
        return f"Not found in {count(guesses, 'guess')}."

    def still_racing(self) -> str:
        """Out of a race that goes on."""
        return "You have finished; the race goes on."

    def commitment(self, commitment: str) -> str:
        """The proof at the start."""
        return f"SHA-256 of the secret: `{commitment}`"

    def reveal(self, secret: str, opening: str) -> str:
        """The proof at the end."""
        return f"The secret was {secret}. Its SHA-256, shown from the start, is that of `{opening}`."

    def guess_answered(self, guess: str, feedback: str) -> str:
        """`0123: 1H2B`."""
        return f"{guess}: {feedback}"

    def button(self, command: str) -> str:
        """On a button."""
        return _BUTTONS[command]


def _example(rules: Rules) -> str:
    """A guess answered, under these rules."""
    secret, guess, answer = worked_example(rules)
    return f"For the secret `{secret}` the guess `{guess}` gets `{answer}`."
