"""Views as lines of a terminal, with colours where it has them."""

import re
import sys
from contextlib import suppress

from rich.console import Console
from rich.text import Text as RichText

from bot.presenters.board import BLOW, HIT
from bot.presenters.views import Panel, Reply, Small, View
from bot.wording.columns import width

_STYLES = (
    (re.escape(HIT), "bold green"),
    (re.escape(BLOW), "yellow"),
    (r"`[^`]*`", "cyan"),
)

_LONGEST_WORD = 30

_CHOSEN = {"answer"}
"""Commands whose buttons are choices to be typed; the others are known by the help."""


class _Console(Console):
    """One whose reader may leave, as `head` does, without that being an error."""

    def on_broken_pipe(self) -> None:
        """Leave too; rich would with exit status 1."""
        with suppress(SystemExit):
            super().on_broken_pipe()
        raise SystemExit(0)


class Screen:
    """Where replies are printed; anything the terminal cannot show is replaced, never an error."""

    def __init__(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        self._out = _Console(highlight=False, markup=False, emoji=False)
        self._err = _Console(stderr=True, highlight=False, markup=False, emoji=False)
        self._said_small: set[str] = set()

    def show(self, reply: Reply) -> None:
        """Print a reply, its board last, where the eye goes."""
        for view in (reply.note, reply.board):
            if view is not None:
                self._show_view(view)

    def say(self, text: str) -> None:
        """Print a sentence."""
        self._print(text, self._out)

    def complain(self, text: str) -> None:
        """Print a sentence where errors go."""
        self._print(text, self._err)

    def _show_view(self, view: View) -> None:
        self._show_blocks(view)
        if choices := [f"[{button.label}]" for button in view.buttons if button.command in _CHOSEN]:
            self.say(" ".join(choices))

    def _show_blocks(self, view: View) -> None:
        for block in view.blocks:
            if isinstance(block, Panel):
                for line in block.lines:
                    self.say(line)
            elif not isinstance(block, Small):
                self.say(block.text)
            elif block.text not in self._said_small:  # it has not scrolled away for whoever wants it
                self._said_small.add(block.text)
                self.say(block.text)

    def _print(self, text: str, console: Console) -> None:
        line = RichText(text)
        for pattern, style in _STYLES:
            line.highlight_regex(pattern, style)
        console.print(line, soft_wrap=not console.is_terminal or not _breaks_at_spaces(text))


def _breaks_at_spaces(text: str) -> bool:
    """Whether lines may be broken here: not in what people copy, and Japanese the terminal breaks better itself."""
    return width(text) == len(text) and max(map(len, text.split()), default=0) <= _LONGEST_WORD
