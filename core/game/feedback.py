"""Feedback: the number of hits (right symbol, right position) and of blows (right symbol, wrong position)."""

import re
import unicodedata
from functools import cache
from typing import NamedTuple

from core.game.codes import MAX_TEXT, Code, without_invisible
from core.game.errors import ImpossibleFeedback, UnreadableFeedback
from core.game.rules import Rules

_HIT_WORDS = r"HITS?|EATS?|BULLS?|H|A|E|ヒット|イート|ブル|●|🎯"
_BLOW_WORDS = r"BLOWS?|BITES?|COWS?|B|C|ブロー|バイト|カウ|○|💨"
_BETWEEN = "[,;/+&・、]?"
_NOTATIONS = (
    rf"(?P<hits>\d+)({_HIT_WORDS}){_BETWEEN}(?P<blows>\d+)({_BLOW_WORDS})",
    rf"(?P<blows>\d+)({_BLOW_WORDS}){_BETWEEN}(?P<hits>\d+)({_HIT_WORDS})",
    rf"({_HIT_WORDS})[:=]?(?P<hits>\d+){_BETWEEN}({_BLOW_WORDS})[:=]?(?P<blows>\d+)",
    r"(?P<hits>\d+)[,.;:/-](?P<blows>\d+)",
    r"(?P<hits>\d)(?P<blows>\d)",
    r"(?P<hits>10)(?P<blows>\d)",  # with ten positions
    r"(?P<hits>\d)(?P<blows>10)",
    r"(?P<hits>\d)",
    rf"(?P<hits>\d+)({_HIT_WORDS})",
    rf"(?P<blows>\d+)({_BLOW_WORDS})",
    r"(?P<hits>\d+)B,?(?P<blows>\d+)C",  # bulls and cows; on its own, B means a blow
    r"(?P<blows>\d+)C,?(?P<hits>\d+)B",
)
"""Regular expressions for feedback, tried in this order. They are compiled when feedback is first read."""

_SYMBOLS = re.compile(r"(?P<hits>[●🎯]*)(?P<blows>[○💨]*)")
_SPACE_BETWEEN_DIGITS = re.compile(r"(?<=\d)\s+(?=\d)")


class Feedback(NamedTuple):
    """The number of hits and the number of blows of a guess."""

    hits: int
    blows: int


_shared = cache(Feedback)
"""Makes feedback that turns share: every game that runs keeps its turns in memory."""


class Turn(NamedTuple):
    """A guess with its feedback.

    `by` is the player who made the guess, or "" where players do not matter.
    """

    guess: Code
    feedback: Feedback
    by: str = ""


class PendingGuess(NamedTuple):
    """A guess that waits for feedback, and the player who made it."""

    guess: Code
    by: str


def compute_feedback(secret: Code, guess: Code) -> Feedback:
    """The feedback that `guess` gets for `secret`.

    Hits are the positions where both have the same symbol. Hits and blows together are the size of the multiset
    intersection, so a repeated symbol counts as often as it occurs in both.
    """
    hits = sum(map(int.__eq__, secret, guess))
    symbols = set(guess)
    common = sum(map(min, map(secret.count, symbols), map(guess.count, symbols)))
    return _shared(hits, common - hits)


def possible_feedbacks(rules: Rules) -> tuple[Feedback, ...]:
    """Every feedback that some guess can get, ordered by hits, then by blows. The winning feedback is the last."""
    return tuple(Feedback(*pair) for pair in rules.feedbacks())


def require_possible(feedback: Feedback, rules: Rules) -> None:
    """Check feedback.

    Raises:
        ImpossibleFeedback: no guess can get it under these rules.
    """
    if not rules.allows_feedback(*feedback):
        raise ImpossibleFeedback(*feedback, rules)


def example_feedback(rules: Rules) -> Feedback:
    """Feedback to show as an example, preferably with blows."""
    examples = (Feedback(0, 2), Feedback(rules.positions - 2, 2), Feedback(0, 0))
    return next(feedback for feedback in examples if rules.allows_feedback(*feedback))


def format_feedback(feedback: Feedback, rules: Rules) -> str:
    """The feedback in the feedback words of the rules, such as `1H2B`; `parse_feedback` reads it back."""
    return f"{feedback.hits}{rules.words.hit}{feedback.blows}{rules.words.blow}"


def parse_feedback(text: str, rules: Rules) -> Feedback:
    """Read feedback as typed: `0H2B`, `0,2`, `0 2`, `02`, `2` (hits only), `1A2B`, `1 EAT 2 BITE`, `●○○`.

    Raises:
        UnreadableFeedback: the text is not feedback in any of these notations.
        ImpossibleFeedback: no guess can get this feedback under these rules.
    """
    feedback = try_parse_feedback(text)
    if feedback is None:
        raise UnreadableFeedback(text, rules)
    require_possible(feedback, rules)
    return feedback


def try_parse_feedback(text: str) -> Feedback | None:
    """Read feedback as typed, whatever the rules; None if the text is not feedback in any notation."""
    if len(text) > MAX_TEXT:
        return None
    plain = unicodedata.normalize("NFKC", without_invisible(text)).strip().upper()
    plain = "".join(_SPACE_BETWEEN_DIGITS.sub(",", plain).split())
    if (symbols := _SYMBOLS.fullmatch(plain)) and plain:
        return Feedback(len(symbols["hits"]), len(symbols["blows"]))
    for notation in _NOTATIONS:
        if match := re.fullmatch(notation, plain):
            numbers = {group: int(digits) for group, digits in match.groupdict().items()}
            return Feedback(numbers.get("hits", 0), numbers.get("blows", 0))
    return None
