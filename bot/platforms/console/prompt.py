"""Where typed lines come from: a prompt with completion, or a pipe."""

import asyncio
from collections.abc import Callable, Iterable

from platformdirs import user_state_path
from prompt_toolkit import PromptSession
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from typing_extensions import override

from bot.locales import Words


class PromptInput:
    """Lines from an interactive terminal."""

    interactive = True

    def __init__(self, words: Words) -> None:
        self.header: Callable[[], str] = str
        """The text above the prompt, with escape sequences. It is erased with the line when that is entered."""
        self._session: PromptSession[str] = PromptSession(
            lambda: ANSI(f"{self.header()}> "),
            completer=CommandCompleter(words),
            complete_while_typing=False,
            history=_history(),
            reserve_space_for_menu=4,
            erase_when_done=True,
        )
        self._opened: asyncio.Task[str | None] | None = None

    @property
    def is_prompt_shown_before_reading(self) -> bool:
        """Whether the prompt is shown before a line is read."""
        return self._opened is not None

    async def show_early(self) -> None:
        """Show the prompt before anything reads a line. The first line that is read is the one that is typed there."""
        shown = asyncio.Event()
        self._session.app.after_render += lambda _: shown.set()
        self._opened = asyncio.create_task(self._read())
        self._opened.add_done_callback(lambda _: shown.set())
        await shown.wait()

    def redraw_text_above(self) -> None:
        """Draw the text above the prompt again."""
        self._session.app.invalidate()

    async def print_above(self, show: Callable[[], None]) -> None:
        """Print something; a prompt that waits is erased meanwhile."""
        if self._session.app.is_running:
            await run_in_terminal(show)
        else:
            show()

    async def read_line(self) -> str | None:
        """The next line. Ctrl-D ends the input; so does Ctrl-C on an empty line, otherwise it clears the line."""
        opened, self._opened = self._opened, None
        return await (opened or self._read())

    async def _read(self) -> str | None:
        try:
            return await self._session.prompt_async()
        except KeyboardInterrupt:
            return " " if self._session.default_buffer.text else None  # blank, but not Enter
        except EOFError:
            return None

    async def read_secret(self, question: str) -> str | None:
        """A line typed without echo and kept out of the history. Ctrl-D and Ctrl-C cancel."""
        try:
            return await PromptSession[str]().prompt_async(f"{question} ", is_password=True)
        except (EOFError, KeyboardInterrupt):
            return None


class CommandCompleter(Completer):
    """Completes commands, their options and the values of options."""

    def __init__(self, words: Words) -> None:
        self._words = words

    @override
    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        from bot.presenters.help import complete_line  # noqa: PLC0415  # loads every command

        before = document.text_before_cursor.lstrip().removeprefix("/hitblow ")
        word = document.get_word_before_cursor(WORD=True)
        for text, meaning in complete_line(before, word, self._words):
            yield Completion(text, start_position=-len(word), display_meta=meaning)


def _history() -> History:
    """The history file or, where it cannot be written, a history for this session only."""
    folder = user_state_path("hitblow", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(folder / "history"))
