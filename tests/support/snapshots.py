"""Screens as they were approved, in files a person can read: one for each screen, all languages in it.

To approve what the screens are now, run `HITBLOW_REWRITE=1 pytest tests` and read the difference.
"""

import os
from collections.abc import Callable
from pathlib import Path

from bot.presenters.views import Block, Button, Footnote, Preformatted, View
from bot.wording import LANGUAGES, Words
from bot.wording.columns import width

FOLDER = Path(__file__).parents[1] / "presenters" / "snapshots"
REWRITING = bool(os.environ.get("HITBLOW_REWRITE"))


class Snapshots:
    """Compares screens with the approved ones."""

    def check(self, name: str, screen: Callable[[Words], View]) -> None:
        """Whether a screen looks as approved in every language."""
        found = "\n".join(f"===== {code} =====\n{as_text(screen(words))}" for code, words in LANGUAGES.items())
        path = FOLDER / f"{name}.txt"
        if REWRITING:
            path.write_text(found, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == found


def as_text(view: View) -> str:
    """A view as text: panels framed, small print marked, buttons in brackets with what they do."""
    lines = [line for block in view.blocks for line in _block_lines(block)]
    if view.buttons:
        lines.append("   ".join(map(_button, view.buttons)))
    return "\n".join(lines) + "\n"


def _block_lines(block: Block) -> list[str]:
    if isinstance(block, Preformatted):
        rule = "─" * max(map(width, block.lines))
        return [f"┌{rule}", *(f"│{line}" for line in block.lines), f"└{rule}"]
    return [f"(small) {block.text}" if isinstance(block, Footnote) else block.text]


def _button(button: Button) -> str:
    options = "".join(f" {name}:{value}" for name, value in button.options.items())
    asks = f" {button.prompts_for}:?" if button.prompts_for else ""
    return f"[ {button.label} ] = {button.command}{options}{asks}"
