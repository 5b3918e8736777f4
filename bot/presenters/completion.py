"""Completion of options while they are typed."""

import re

from bot.commands.catalogue import BY_NAME
from bot.commands.command import Kind, Option
from bot.locales import Words
from bot.presenters.rules import describe_rules
from core.errors import CoreError
from core.game.codes import parse_code
from core.game.feedback import format_feedback, possible_feedbacks
from core.game.rules import NAMED_RULES, Rules

_DEFAULT_RULES = "hitblow"
_LAST_TURN = re.compile(r"(?P<before>.*[,;\u3001\uff0c\uff1b]\s*)?(?P<guess>\S+)\s*(?P<feedback>.*)")


def complete(option: Option, typed: str, rules: str | None, words: Words) -> list[tuple[str, str]]:
    """The values that an option may be completed to.

    Args:
        option: the option.
        typed: the part of its value that has been typed.
        rules: the value of the command's option `rules`, None if it was not given.
        words: the reader's language.

    Returns:
        Pairs of a label and a value.
    """
    if option.kind is Kind.RULES:
        return _complete_rules(typed.strip().lower(), words)
    if option.kind is Kind.HISTORY:
        return [(text, text) for text in _complete_history(typed, rules)]
    values = option.choices or (tuple(BY_NAME) if option.name == "command" else ())
    return [(value, value) for value in values if typed.strip().lower() in value]


def _complete_rules(typed: str, words: Words) -> list[tuple[str, str]]:
    return [
        (f"{name} ({notation}): {describe_rules(Rules.parse(notation), words)}", name)
        for name, notation in NAMED_RULES.items()
        if typed in name or typed in notation
    ]


def _complete_history(typed: str, rules_text: str | None) -> list[str]:
    """The history with each feedback that its last guess can get."""
    last = _LAST_TURN.fullmatch(typed.strip())
    if last is None:
        return []
    try:
        rules = Rules.parse(rules_text or _DEFAULT_RULES)
        parse_code(last["guess"], rules)
    except CoreError:
        return []
    feedbacks = (format_feedback(feedback, rules) for feedback in possible_feedbacks(rules))
    matching = (feedback for feedback in feedbacks if feedback.startswith(last["feedback"].upper()))
    return [f"{last['before'] or ''}{last['guess']} {feedback}" for feedback in matching]
