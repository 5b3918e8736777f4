"""What an option could become while it is typed, for platforms that ask."""

import re

from bot.commands.catalogue import BY_NAME, Kind, Option
from bot.wording import Words
from core.errors import CoreError
from core.game.codes import parse_code
from core.game.feedback import format_feedback, possible_feedbacks
from core.game.rules import NAMED_RULES, Rules

_USUAL_RULES = "hitblow"
_LAST_TURN = re.compile(r"(?P<before>.*[,;\u3001\uff0c\uff1b]\s*)?(?P<guess>\S+)\s*(?P<answer>.*)")


def complete(option: Option, typed: str, rules: str | None, words: Words) -> list[tuple[str, str]]:
    """What the option could become: pairs of what is shown and what it stands for.

    Args:
        option: the option.
        typed: what has been typed of it.
        rules: the rules given beside it, None for the usual ones.
        words: the reader's.
    """
    if option.kind is Kind.RULES:
        return _rules(typed.strip().lower(), words)
    if option.kind is Kind.HISTORY:
        return [(text, text) for text in _histories(typed, rules)]
    offers = option.choices or (tuple(BY_NAME) if option.name == "command" else ())
    return [(offer, offer) for offer in offers if typed.strip().lower() in offer]


def _rules(typed: str, words: Words) -> list[tuple[str, str]]:
    return [
        (f"{name} ({notation}): {words.describe_rules(Rules.parse(notation))}", name)
        for name, notation in NAMED_RULES.items()
        if typed in name or typed in notation
    ]


def _histories(typed: str, rules: str | None) -> list[str]:
    """The history with every answer that its last guess could have got."""
    last = _LAST_TURN.fullmatch(typed.strip())
    if last is None:
        return []
    try:
        known = Rules.parse(rules or _USUAL_RULES)
        parse_code(last["guess"], known)
    except CoreError:
        return []
    answers = (format_feedback(feedback, known) for feedback in possible_feedbacks(known))
    fitting = (answer for answer in answers if answer.startswith(last["answer"].upper()))
    return [f"{last['before'] or ''}{last['guess']} {answer}" for answer in fitting]
