"""Rendering replies as lines of a terminal."""

import re
import sys
from contextlib import suppress

from rich.console import Console
from rich.text import Text
from typing_extensions import override

from bot.presenters.board import BLOW, HIT
from bot.presenters.views import Footnote, Preformatted, Reply, View
from bot.wording.columns import width

_STYLES = (
    (re.escape(HIT), "bold green"),
    (re.escape(BLOW), "yellow"),
    (r"`[^`]*`", "cyan"),
)

_MAX_WORD = 30
"""Longer words are addresses, digests or code."""

_COMMANDS_WITH_CHOICES = {"answer"}
"""The buttons of these commands are printed as choices to type; `help` explains the other commands."""


class _PipeConsole(Console):
    """Exits with status 0 when the reader of the output has gone, as with `head`."""

    @override
    def on_broken_pipe(self) -> None:
        with suppress(SystemExit):  # rich exits with status 1
            super().on_broken_pipe()
        raise SystemExit(0)


class ConsoleOutput:
    """Prints replies to stdout, in colour on a terminal. Characters that it cannot show are replaced."""

    def __init__(self) -> None:
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace")
        self._console = _PipeConsole(highlight=False, markup=False, emoji=False)
        self._printed_footnotes: set[str] = set()

    def print_reply(self, reply: Reply) -> None:
        """Print the note, then the board."""
        for view in (reply.note, reply.board):
            if view is not None:
                self._print_view(view)

    def print(self, text: str) -> None:
        """Print a paragraph."""
        line = Text(text)
        for pattern, style in _STYLES:
            line.highlight_regex(pattern, style)
        self._console.print(line, soft_wrap=not self._console.is_terminal or not _may_wrap(text))

    def _print_view(self, view: View) -> None:
        for block in view.blocks:
            if isinstance(block, Preformatted):
                for line in block.lines:
                    self.print(line)
            elif not isinstance(block, Footnote):
                self.print(block.text)
            elif block.text not in self._printed_footnotes:
                self._printed_footnotes.add(block.text)
                self.print(block.text)
        if choices := [f"[{button.label}]" for button in view.buttons if button.command in _COMMANDS_WITH_CHOICES]:
            self.print(" ".join(choices))


def _may_wrap(text: str) -> bool:
    """Whether rich may wrap a text at its spaces.

    It may not wrap what people copy, such as a digest. Terminals themselves wrap Japanese better.
    """
    return width(text) == len(text) and max(map(len, text.split()), default=0) <= _MAX_WORD
