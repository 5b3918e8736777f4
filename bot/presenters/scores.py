"""Scores of guesses with their units."""

from bot.locales import Words, translatable

_SCORES = {
    "codes": translatable("{value} codes"),
    "bits": translatable("{value} bits"),
    "parts": translatable("{value} kinds of feedback"),
    "guesses": translatable("{value} guesses"),
}
"""Scores by their units."""


def score(value: str, unit: str, words: Words) -> str:
    """A score of a guess with its unit, which may be empty."""
    return words(_SCORES[unit], value=value) if unit else value
