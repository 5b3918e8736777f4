"""Words in Latin letters that should not stand in another language."""

import re

_CODE = re.compile(r"`[^`]*`")
_LATIN = re.compile(r"[A-Za-z]{2,}")

NAMES = {"Hit", "Blow", "hitblow", "SHA", "Discord", "Slack", "JSON", "console", "EAT", "BITE", "UTC"}
"""Words that are written in Latin letters in Japanese too."""


def latin_outside_code(sentence: str) -> set[str]:
    """The words in Latin letters that are neither in code nor names."""
    return set(_LATIN.findall(_CODE.sub("", sentence))) - NAMES
