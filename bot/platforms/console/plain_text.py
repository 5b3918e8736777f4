"""Texts for a terminal: backticks become quotation marks, and pictures can be left out."""

import os
import re
from collections.abc import Mapping

from bot.presenters.board import BLOW, HIT
from bot.presenters.views import LOST, WON
from core.game.rules import ALPHABETS

ASCII_VARIABLE = "HITBLOW_ASCII"
"""The environment variable that chooses the ASCII form."""

_CODE = re.compile(r"`([^`]*)`")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_PICTURES = "".join(alphabet.glyphs for alphabet in ALPHABETS.values() if alphabet.pictorial)
_PICTURE_RUN = re.compile(f"[{_PICTURES}]+ ?")
_HEIGHTS = dict(zip("▁▂▃▄▅▆▇█", "_2345678", strict=True))
_ASCII = str.maketrans({**_HEIGHTS, HIT: " ", BLOW: " ", "·": ".", "…": "...", "▇": "#", "×": "x", WON: "*", LOST: "x"})


def quoted(text: str) -> str:
    """A text whose code stands in quotation marks instead of backticks. Digests and code with quotes need none."""
    return _CODE.sub(
        lambda match: match[1] if _DIGEST.fullmatch(match[1]) or "'" in match[1] else f"'{match[1]}'", text
    )


def ascii_form(text: str) -> str:
    """A text without pictures of symbols, hits, blows and bars. Keys and feedback stand beside the pictures."""
    return _PICTURE_RUN.sub("", text).translate(_ASCII)


def prefers_ascii(encoding: str | None, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a terminal is to get the ASCII form: by request, or because it cannot show the pictures.

    Args:
        encoding: of the terminal, None if it takes any text.
        environment: with the locale; `C` and `POSIX` promise nothing but ASCII. Python itself sets `LC_CTYPE` to UTF-8
            there (PEP 538), so only the other variables tell.
    """
    if chosen := environment.get(ASCII_VARIABLE):
        return chosen not in {"0", "false", "no"}
    locale = next(filter(None, (environment.get(name) for name in ("LC_ALL", "LANG"))), "")
    if locale in {"C", "POSIX"}:
        return True
    try:
        f"{HIT}{BLOW}▇".encode(encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return True
    return False
