"""Feedback: how many symbols of a guess are right and in place (hits), how many are right but elsewhere (blows)."""

import re
import unicodedata
from collections import Counter
from typing import NamedTuple

from core.game.codes import MAX_TEXT, Code, without_invisible
from core.game.errors import ImpossibleFeedback, UnreadableFeedback
from core.game.rules import Rules

_HIT_WORDS = r"HITS?|EATS?|BULLS?|H|A|E|ヒット|イート|ブル|●|🎯"
_BLOW_WORDS = r"BLOWS?|BITES?|COWS?|B|C|ブロー|バイト|カウ|○|💨"
_SPELLINGS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<hits>\d+)({_HIT_WORDS}),?(?P<blows>\d+)({_BLOW_WORDS})",
        rf"(?P<blows>\d+)({_BLOW_WORDS}),?(?P<hits>\d+)({_HIT_WORDS})",
        r"(?P<hits>\d+)[,.;:/-](?P<blows>\d+)",
        r"(?P<hits>\d)(?P<blows>\d)",
        r"(?P<hits>10)(?P<blows>\d)",  # at ten positions
        r"(?P<hits>\d)(?P<blows>10)",
        r"(?P<hits>\d)",
        rf"(?P<hits>\d+)({_HIT_WORDS})",
        rf"(?P<blows>\d+)({_BLOW_WORDS})",
        r"(?P<hits>\d+)B,?(?P<blows>\d+)C",  # bulls and cows, where B would otherwise be a blow
        r"(?P<blows>\d+)C,?(?P<hits>\d+)B",
    )
)
_MARKS = re.compile(r"(?P<hits>[●🎯]*)(?P<blows>[○💨]*)")
_BETWEEN = re.compile(r"(?<=\d)\s+(?=\d)")


class Feedback(NamedTuple):
    """The answer to a guess."""

    hits: int
    blows: int


class Turn(NamedTuple):
    """A guess with its feedback; `by` says whose it was, where that matters."""

    guess: Code
    feedback: Feedback
    by: str = ""


def score(secret: Code, guess: Code) -> Feedback:
    """Answer `guess` for `secret`; a repeated symbol counts as often as both have it.

    The usual definition: hits are equal positions; hits and blows together are the size of the multiset intersection.
    """
    hits = sum(map(int.__eq__, secret, guess))
    common = sum((Counter(secret) & Counter(guess)).values())
    return Feedback(hits, common - hits)


def possible_feedbacks(rules: Rules) -> tuple[Feedback, ...]:
    """Every feedback that some guess can get, fewest hits first, then fewest blows; all hits come last."""
    return tuple(Feedback(*pair) for pair in rules.feedbacks())


def example_feedback(rules: Rules) -> Feedback:
    """A feedback to show somebody what one looks like, written with two digits however many positions there are."""
    examples = (Feedback(0, 2), Feedback(rules.positions - 2, 2), Feedback(0, 0))
    return next(feedback for feedback in examples if rules.allows(*feedback))


def format_feedback(feedback: Feedback, rules: Rules) -> str:
    """The feedback in the words of the rules, `1H2B`; `parse_feedback` reads it back."""
    return f"{feedback.hits}{rules.words.hit}{feedback.blows}{rules.words.blow}"


def parse_feedback(text: str, rules: Rules) -> Feedback:
    """Read a feedback as people type it: `0H2B`, `0,2`, `0 2`, `02`, `2` (hits alone), `1A2B`, `1 EAT 2 BITE`, `●○○`.

    Raises:
        UnreadableFeedback: no spelling of one.
        ImpossibleFeedback: one that no guess can get under these rules.
    """
    feedback = _read(text)
    if feedback is None:
        raise UnreadableFeedback(text, rules)
    if not rules.allows(*feedback):
        raise ImpossibleFeedback(*feedback, rules)
    return feedback


def _read(text: str) -> Feedback | None:
    if len(text) > MAX_TEXT:
        return None
    plain = unicodedata.normalize("NFKC", without_invisible(text)).strip().upper()
    plain = "".join(_BETWEEN.sub(",", plain).split())
    if (marks := _MARKS.fullmatch(plain)) and plain:
        return Feedback(len(marks["hits"]), len(marks["blows"]))
    for spelling in _SPELLINGS:
        if match := spelling.fullmatch(plain):
            found = {word: int(number) for word, number in match.groupdict().items()}
            return Feedback(found.get("hits", 0), found.get("blows", 0))
    return None
