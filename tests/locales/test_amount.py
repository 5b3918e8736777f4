"""The bot says little: how much there is to read may fall, and rises only with a sentence here that says for what."""

import ast
from pathlib import Path

from tests.locales.messages import forms, messages, texts
from tests.locales.update import template, uses_in

MOST_MESSAGES, MOST_WORDS = 875, 5_011
"""What the English catalogue has at most."""

LONGEST = 25
"""Words that a message has at most where it is not asked for an explanation."""

EXPLAINING = {
    "bot/commands/parsing.py": "words that are understood, not shown",
    "bot/presenters/daily.py": "behind Verify and How it works",
    "bot/presenters/game_replies.py": "behind Verify, and the question before a vote",
    "bot/presenters/help.py": "help",
    "bot/presenters/versus.py": "feedback that contradicts itself, privately to the host",
    "bot/presenters/items.py": "rules of the items",
    "bot/presenters/leaderboard.py": "behind How is it ranked",
    "bot/presenters/privacy.py": "privacy",
    "bot/presenters/rules.py": "rules",
    "bot/presenters/statistics.py": "behind What counts",
    "bot/presenters/coach.py": "help on strategies",
}
"""Files with longer messages, and what those are."""


def words_in(text: str) -> int:
    return len(text.split())


def test_there_are_few_messages_and_words() -> None:
    found = list(messages(template()))
    assert len(found) <= MOST_MESSAGES
    assert sum(words_in(texts(message)[0]) for message in found) <= MOST_WORDS


def test_only_explanations_are_long() -> None:
    long = {
        file.as_posix()
        for file in sorted(Path("bot").rglob("*.py"))
        for use in uses_in(ast.parse(file.read_text("utf-8")))
        if any(words_in(text) > LONGEST for text in forms(use.message))
    }
    assert long <= EXPLAINING.keys()
