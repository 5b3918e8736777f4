"""Reading sentences as a stranger to the code would."""

import re

_CODE = re.compile(r"`[^`]*`")
_LATIN = re.compile(r"[A-Za-z]{2,}")

NAMES = {"Hit", "Blow", "hitblow", "SHA", "Discord", "Slack", "console", "EAT", "BITE"}
"""Words that are written in Latin letters in Japanese too."""


def latin_outside_code(sentence: str) -> set[str]:
    """The words in Latin letters that stand neither between backticks nor in the list of names."""
    return set(_LATIN.findall(_CODE.sub("", sentence))) - NAMES
