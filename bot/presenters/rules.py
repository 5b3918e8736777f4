"""Rules, in a few words and in full."""

from collections.abc import Iterator

from bot.locales import Words, translatable
from bot.presenters.views import Button
from core.game.any_game import Who
from core.game.codes import format_code_ascii
from core.game.feedback import compute_feedback, format_feedback
from core.game.policy import read_counted_rules
from core.game.rules import BULLS, NAMED_RULES, Rules

_USUAL_SYMBOLS = "digits", 10
_FEEDBACK_NAMES = {
    "hitblow": (translatable("hits"), translatable("blows")),
    "eatbite": (translatable("EATs"), translatable("BITEs")),
    "bulls": (translatable("bulls"), translatable("cows")),
}


def game_name(rules: Rules, words: Words) -> str:
    """The name of the game that is played by these rules."""
    return words(NAMED_RULES[rules.name or "hitblow"].game)


def counted_game(counted: str, words: Words) -> str:
    """The name of the game that counts under a notation, and its rules; see `core.game.policy.counted_rules`."""
    rules, with_items = read_counted_rules(counted)
    title = f"{game_name(rules, words)} {rules}"
    return words("{game} with items", game=title) if with_items else title


def feedback_names(rules: Rules, words: Words) -> tuple[str, str]:
    """What hits and blows are called, with their letters in feedback if those differ: `bulls (A)`."""
    hits, blows = (words(name) for name in _FEEDBACK_NAMES[rules.words.name])
    if rules.words is not BULLS:
        return hits, blows
    return (
        words("{name} ({letter})", name=hits, letter=rules.words.hit),
        words("{name} ({letter})", name=blows, letter=rules.words.blow),
    )


def describe_rules(rules: Rules, words: Words) -> str:
    """The rules in a few words: `4 digits, no repeats`."""
    selection = _selection(rules, words)
    if rules.repeats:
        return words("{selection}, repeats allowed", selection=selection)
    return words("{selection}, no repeats", selection=selection)


def explain_rules(rules: Rules, words: Words) -> tuple[str, ...]:
    """The rules in full with an example, one paragraph per item."""
    return (
        words.joined(_goal(rules, words)),
        feedback_explained(rules, words),
        words("There are {codes:,} possible codes.", codes=rules.codes),
    )


def how_button(words: Words) -> Button:
    """The button that explains the game by an example, to whoever presses it alone."""
    return Button(words("How to play"), "rules")


def feedback_explained(rules: Rules, words: Words) -> str:
    """What feedback means, with an example."""
    hits, blows = feedback_names(rules, words)
    secret, guess, feedback = worked_example(rules)
    return words(
        "Feedback is {hits} (right {noun}, right position) and {blows} (right {noun}, wrong position): if "
        "the secret is `{secret}`, `{guess}` gets `{feedback}`.",
        hits=hits,
        blows=blows,
        noun=words.symbol(rules),
        secret=secret,
        guess=guess,
        feedback=feedback,
    )


def who_guesses(who: Who, words: Words) -> str:
    """Who may guess, in a word or two; empty if everyone may."""
    if who is Who.ME:
        return words("solo")
    return words("race") if who is Who.RACE else ""


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
    """The symbols of the rules; emoji are followed by the keys that stand for them: `0123456789`, `🔴R 🟡Y`."""
    glyphs, keys = rules.alphabet.glyphs[: rules.symbols], rules.alphabet.keys[: rules.symbols]
    return " ".join(map(str.__add__, glyphs, keys)) if rules.alphabet.pictorial else keys


def _selection(rules: Rules, words: Words) -> str:
    """How many symbols a code has, and of how many it is chosen unless these are the usual digits."""
    if (rules.alphabet.name, rules.symbols) == _USUAL_SYMBOLS:
        return words.symbols(rules)
    return words("{length} out of {symbols}", length=words.symbols(rules), symbols=rules.symbols)


def _goal(rules: Rules, words: Words) -> Iterator[str]:
    yield words(
        "{game}, `{rules}`: find {code} from `{keys}`.",
        game=game_name(rules, words),
        rules=str(rules),
        code=words.symbols(rules),
        keys=symbols_in_use(rules),
    )
    if rules.positions > 1 and rules.repeats:
        yield words("A {noun} may repeat.", noun=words.symbol(rules))
    elif rules.positions > 1:
        yield words("No {noun} repeats.", noun=words.symbol(rules))
