"""Trace one guess through the program: the functions and files it enters between the event and the board.

Run it with `python -m benchmarks.trace_guess`. With `--order` it also prints every entry in order.

The trace is the same each time: caches are empty before the first guess, the third guess is traced, nothing expires
meanwhile, and the boards that were sent are not yet recorded.
"""

import asyncio
import gc
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FrameType
from typing import TypeAlias
from unittest.mock import patch

import click

from bot.handlers.dispatcher import Dispatcher
from bot.locales import LANGUAGES
from bot.platforms.console.output import ConsoleOutput
from bot.platforms.console.session import ConsoleSession, StreamInput
from tests.fakes.services import services_in
from tests.fakes.slack import LoopbackSlack
from tests.platforms.discord.harness import running_harness
from tests.platforms.slack.harness import set_up

ROOT = Path(__file__).resolve().parents[1]

Guess: TypeAlias = Callable[[], Awaitable[None]]

_WARMING = ("7089", "4650")
"""The guesses before the one that is traced: the first fills caches, the second meets statements for later guesses."""

_DELAYS = (
    "bot.platforms.common.controller._CHOICE_SECONDS",
    "bot.platforms.common.message_queue._CHECK_SECONDS",
    "bot.platforms.slack.profiles._VERSION_SECONDS",
    "bot.services.admission.CACHE_SECONDS",
)
"""How long caches are used, and how long after a board was sent it is recorded."""

_LONG = 3600.0


@dataclass
class Trace:
    """The functions entered, as (file, qualified name) in the order of entry."""

    entries: list[tuple[str, str]] = field(default_factory=list)

    @property
    def functions(self) -> int:
        """The number of different functions."""
        return len(set(self.entries))

    @property
    def files(self) -> int:
        """The number of different files."""
        return len({file for file, _ in self.entries})


@contextmanager
def _without_delayed_work() -> Iterator[None]:
    """Empty the caches of functions, let those of a few seconds last, and put off the recording of boards."""
    gc.unfreeze()  # frozen functions, as those of modules loaded before the tests, are not listed
    for each in gc.get_objects():
        if isinstance(each, _lru_cache_wrapper) and each.__module__.startswith(("bot.", "core.")):
            each.cache_clear()
    with ExitStack() as patches:
        for delay in _DELAYS:
            patches.enter_context(patch(delay, _LONG))
        yield


@asynccontextmanager
async def recording() -> AsyncIterator[Trace]:
    """Record every entry into a function of this project, also in other threads. Resuming a coroutine is no entry."""
    trace, frames = Trace(), set[FrameType]()

    def profile(frame: FrameType, event: str, _argument: object) -> None:
        code: CodeType = frame.f_code
        if event != "call" or not code.co_filename.startswith((f"{ROOT}/bot/", f"{ROOT}/core/")):
            return
        if code.co_name in {"<lambda>", "<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>", "<module>"}:
            return
        if frame in frames:
            return
        frames.add(frame)
        trace.entries.append((str(Path(code.co_filename).relative_to(ROOT)), code.co_qualname))

    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        yield trace
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


async def on_discord(folder: Path) -> Trace:
    """A guess in a form on Discord: from the submission to the edited board."""
    with _without_delayed_work():
        return await _on_discord(folder)


async def _on_discord(folder: Path) -> Trace:
    async with running_harness(folder) as harness:
        board = (await harness.ann.slash(harness.channel, "hitblow play")).message
        for code in _WARMING:
            await harness.guess(board, code)
        form = (await harness.ann.press(board, "Guess")).modal
        await harness.discord.idle()
        async with recording() as trace:
            await harness.ann.submit(form, entered="0123")
            await harness.discord.idle()
        return trace


async def on_slack(folder: Path) -> Trace:
    """A guess in a modal on Slack: from the submission to the edited board."""
    with _without_delayed_work():
        return await _on_slack(folder)


async def _on_slack(folder: Path) -> Trace:
    async with LoopbackSlack() as slack:
        harness = set_up(slack, "socket", folder / "games.db")
        async with harness.bot():
            board = await harness.start_game("play")
            for code in _WARMING:
                await harness.guess(board, code)
                await harness.wait_until_shown(board, code)
            await harness.ann.click(board, "ask:0")
            await slack.until(lambda: harness.ann.views)
            await slack.quiet()
            async with recording() as trace:
                await harness.ann.submit(harness.ann.view, code="0123")
                await harness.wait_until_shown(board, "0123")
                await slack.quiet()
            return trace


class TypedLines(StreamInput):
    """Lines as if read from a pipe, one at a time."""

    def __init__(self) -> None:
        super().__init__(sys.stdin)
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._has_read = False

    async def read_line(self) -> str | None:
        """The next line, None at the end."""
        if self._has_read:
            self._lines.task_done()
        self._has_read = True
        return await self._lines.get()

    async def type(self, line: str | None) -> None:
        """Give a line, and wait until its reply is printed; None for the end."""
        self._lines.put_nowait(line)
        if line is not None:
            await self._lines.join()


async def in_the_terminal(folder: Path) -> Trace:
    """A guess typed in the terminal: from the line to the printed board."""
    with _without_delayed_work():
        return await _in_the_terminal(folder)


async def _in_the_terminal(folder: Path) -> Trace:
    async with services_in(folder) as services:
        lines = TypedLines()
        session = ConsoleSession(Dispatcher(services), lines, ConsoleOutput(), LANGUAGES["en"])
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(session.run("ann", "home"))
            for line in ("play", *_WARMING):
                await lines.type(line)
            async with recording() as trace:
                await lines.type("0123")
            await lines.type(None)
        return trace


TRACES = {"Discord": on_discord, "Slack": on_slack, "terminal": in_the_terminal}


def report(name: str, trace: Trace, *, order: bool) -> None:
    """Print the figures of one trace."""
    print(f"{name}: {trace.functions} functions in {trace.files} files, {len(trace.entries)} entries")  # noqa: T201
    if order:
        for file, function in trace.entries:
            print(f"  {file} {function}")  # noqa: T201


@click.command()
@click.option("--order", is_flag=True, help="Print every entry.")
def main(*, order: bool) -> None:
    """Trace a guess on each platform."""
    for name, run in TRACES.items():
        with tempfile.TemporaryDirectory() as folder:
            report(name, asyncio.run(run(Path(folder))), order=order)


if __name__ == "__main__":
    main()
