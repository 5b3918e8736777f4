"""Rendering replies as lines of a terminal."""

import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress

from rich.console import Console
from rich.text import Text
from typing_extensions import override

from bot.locales import LANGUAGES, Words
from bot.locales.columns import align
from bot.locales.safe import CHANNEL_START, PERSON_START, mentions_as_names, show_channels
from bot.platforms.console.text import ascii_form, prefers_ascii, replace_backticks, wrap, wrap_table_row
from bot.presenters import phrases
from bot.presenters.views import Block, Button, Footnote, Heading, Paragraph, Preformatted, Reply, TimeParagraph, View
from core.game.feedback import try_parse_feedback

_FEEDBACK_STYLES = ((re.escape(phrases.HIT), "bold #58a6ff"), (re.escape(phrases.BLOW), "#f0883e"))
"""The colours of pictures, or the nearest ones of the terminal."""

_CODE_STYLE = "cyan"


class _PipeConsole(Console):
    """Exits with status 0 when the reader of the output has gone, as with `head`."""

    @override
    def on_broken_pipe(self) -> None:
        with suppress(SystemExit):  # rich exits with status 1
            super().on_broken_pipe()
        raise SystemExit(0)


class ConsoleOutput:
    """Prints replies to stdout, in colour and wrapped on a terminal, plain and unwrapped elsewhere.

    Args:
        words: the language.
        ascii_only: whether to print ASCII only; None to do so where the terminal cannot show more.
    """

    def __init__(self, words: Words = LANGUAGES["en"], *, ascii_only: bool | None = None) -> None:
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace")
        self._console = _PipeConsole(highlight=False, markup=False, emoji=False)
        self._words = words
        self._printed_once: set[str] = set()
        self._typed: str | None = None
        self.ascii_only = prefers_ascii(sys.stdout.encoding) if ascii_only is None else ascii_only
        self.is_live = self._console.is_terminal and not self._console.is_dumb_terminal
        """Whether the screen can be redrawn: it is a terminal that understands escape sequences."""

        self._has_colours = self.is_live and not self._console.no_color

    @property
    def columns(self) -> int:
        """The width of the terminal, in cells."""
        return shutil.get_terminal_size().columns

    @property
    def rows(self) -> int:
        """The height of the terminal, in lines."""
        return shutil.get_terminal_size().lines

    def greet(self) -> None:
        """Say what this is, and the first things to type."""
        self.print_paragraph(f"hitblow · {self._words('Find the secret code')}")
        first = self._words.in_context("the first things to type, with / between them", "play/daily/versus/help")
        self.print_paragraph("  ".join(first.split("/")))

    def set_line_to_echo(self, line: str | None) -> None:
        """Print a typed line, which the prompt has erased, above whatever is printed next; None for no longer."""
        self._typed = line

    def print_reply(self, reply: Reply) -> None:
        """Print the note, then the board."""
        for view in (reply.note, reply.board):
            if view is not None:
                self.print_view(view)

    def print_view(self, view: View) -> None:
        """Print the blocks of a view, how to type feedback if it asks for that, and its menu.

        A footnote that is still visible is left out.
        """
        for block in view.blocks:
            if isinstance(block, Footnote) and block.once:
                self._print_once(block.text)
            else:
                self.print_lines(self.block_lines(block))
        answers = [button for button in view.buttons if button.command == "answer"]
        feedbacks = [button for button in answers if try_parse_feedback(button.label)]  # no clues, which tell how
        if feedbacks:
            self._print_once(self._how_to_answer(feedbacks))
        corrections = ["choice" in button.options for button in view.buttons if button.command == "fix"]
        if not feedbacks and corrections and all(corrections):  # there are no others, and nothing tells how to choose
            self._print_once(self._words(phrases.HOW_TO_FIX))
        choices = [button for button in view.buttons if button.menu and not button.is_rare]
        if choices:
            self.print_paragraph(f"{choices[0].menu}:")
            rows = [(f"{button.command} {number}", button.label) for number, button in enumerate(choices, 1)]
            self.print_lines([row for line in align(rows) for row in self._rows(line)])

    def block_lines(self, block: Block) -> Sequence[Text]:
        """A block as lines."""
        if isinstance(block, Preformatted):
            lines = block.text.splitlines() if block.whole is None else block.whole()
            return [row for line in lines for row in self._rows(line)]
        if isinstance(block, Heading):
            return [Text(line.plain, "bold") for line in self.paragraph_lines(block.text_with_id)]
        if isinstance(block, TimeParagraph):
            return self.paragraph_lines(block.text_with(f"{block.at.astimezone():%Y-%m-%d %H:%M %Z}"))
        text = (isinstance(block, Paragraph) and block.typed) or block.text
        return self.paragraph_lines(text) if text else ()

    def print_paragraph(self, text: str) -> None:
        """Print a paragraph."""
        self.print_lines(self.paragraph_lines(text))

    def print_file(self, text: str) -> None:
        """Print a file without wrapping or colours."""
        self.print_lines([Text(text)])

    def print_lines(self, lines: Iterable[Text]) -> None:
        """Print lines as they are."""
        if self._typed is not None:
            self._console.print(Text(f"> {self._typed}", "dim"), soft_wrap=True)
            self._typed = None
        for line in lines:
            self._console.print(line, soft_wrap=True)

    def paragraph_lines(self, text: str) -> Sequence[Text]:
        """A paragraph as lines."""
        text = show_channels(text, "#{}".format) if CHANNEL_START in text else text
        text = mentions_as_names(text) if PERSON_START in text else text
        text = ascii_form(text) if self.ascii_only else text
        ticks = 0 if self._has_colours else 1
        lines = wrap(text, self.columns, tick_cells=ticks) if self._console.is_terminal else [text]
        return [self._styled(replace_backticks(line) if ticks and "`" in line else line) for line in lines]

    def with_escape_sequences(self, lines: Iterable[Text]) -> str:
        """Lines as text with escape sequences for the colours of the terminal."""
        with self._console.capture() as captured:
            self.print_lines(lines)
        return captured.get()

    def _rows(self, line: str) -> Sequence[Text]:
        """A line of a table, with its last column wrapped."""
        line = ascii_form(line) if self.ascii_only else line
        return [
            self._styled(row) for row in (wrap_table_row(line, self.columns) if self._console.is_terminal else [line])
        ]

    def _styled(self, line: str) -> Text:
        """A line with marks and code in colours, and without backticks."""
        parts = line.split("`")
        styled = Text.assemble(*((part, _CODE_STYLE if place % 2 else "") for place, part in enumerate(parts)))
        for pattern, style in _FEEDBACK_STYLES:
            styled.highlight_regex(pattern, style)
        return styled

    def _print_once(self, text: str) -> None:
        if text not in self._printed_once:
            self._printed_once.add(text)
            self.print_paragraph(text)

    def _how_to_answer(self, feedbacks: Sequence[Button]) -> str:
        """How to type feedback, with one that is asked for as the example."""
        return self._words("Type it, such as `{example}`.", example=feedbacks[min(1, len(feedbacks) - 1)].label)
