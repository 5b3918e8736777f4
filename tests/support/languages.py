"""Telling languages apart without knowing their sentences."""

import re

_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def is_japanese(text: object) -> bool:
    """Whether a text has kana or kanji in it."""
    return _JAPANESE.search(str(text)) is not None
