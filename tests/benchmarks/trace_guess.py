"""Trace one guess through the program: the functions and files it enters between the event and the board.

Run it with `python -m tests.benchmarks.trace_guess`. With `--order` it also prints every entry in order.
"""

import asyncio
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import TypeAlias

from bot.handlers.dispatcher import Dispatcher
from bot.platforms.console.input import StreamInput
from bot.platforms.console.output import ConsoleOutput
from bot.platforms.console.session import ConsoleSession
from bot.wording import LANGUAGES
from tests.fakes.services import services_in
from tests.fakes.slack import LoopbackSlack
from tests.platforms.discord.stage import staged
from tests.platforms.slack.stage import set_up

ROOT = Path(__file__).resolve().parents[2]

Guess: TypeAlias = Callable[[], Awaitable[None]]


@dataclass
class Trace:
    """The functions entered, as (file, qualified name) in the order of entry."""

    entries: list[tuple[str, str]] = field(default_factory=list)

    def functions(self, package: str) -> int:
        """Different functions entered in a package."""
        return len({entry for entry in self.entries if entry[0].startswith(f"{package}/")})

    def files(self, package: str) -> list[str]:
        """Different files entered in a package, in the order of their first entry."""
        return list(dict.fromkeys(file for file, _ in self.entries if file.startswith(f"{package}/")))


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
    async with staged(folder) as stage:
        board = (await stage.ann.slash(stage.channel, "hitblow play")).message
        await stage.guess(board, "7089")  # fills the caches
        form = (await stage.ann.press(board, "Guess")).modal
        await stage.discord.idle()
        async with recording() as trace:
            await stage.ann.submit(form, entered="0456")
            await stage.discord.idle()
        return trace


async def on_slack(folder: Path) -> Trace:
    """A guess in a modal on Slack: from the submission to the edited board."""
    async with LoopbackSlack() as slack:
        stage = set_up(slack, "socket", folder / "games.db")
        async with stage.bot():
            board = await stage.begin("play")
            await stage.guess(board, "7089")
            await stage.shows(board, "7089")
            await stage.ann.click(board, "ask:0")
            await slack.until(lambda: stage.ann.views)
            await slack.quiet()
            async with recording() as trace:
                await stage.ann.submit(stage.ann.view, code="0456")
                await stage.shows(board, "0456")
                await slack.quiet()
            return trace


class TypedLines(StreamInput):
    """Lines as if read from a pipe."""

    def __init__(self, *lines: str) -> None:
        super().__init__(sys.stdin)
        self._lines = list(lines)

    async def read_line(self) -> str | None:
        """The next line, None when there are no more."""
        return self._lines.pop(0) if self._lines else None


async def in_the_terminal(folder: Path) -> Trace:
    """A guess typed in the terminal: from the line to the printed board."""
    async with services_in(folder) as services:

        async def play(*lines: str) -> None:
            session = ConsoleSession(Dispatcher(services), TypedLines(*lines), ConsoleOutput(), LANGUAGES["en"])
            await session.run("ann", "home")

        await play("play", "7089")
        async with recording() as trace:
            await play("0456")
        return trace


def report(name: str, trace: Trace, *, order: bool) -> None:
    """Print the figures of one trace."""
    bot, core = trace.files("bot"), trace.files("core")
    print(f"{name}: bot {trace.functions('bot')} functions in {len(bot)} files; ", end="")  # noqa: T201
    print(f"core {trace.functions('core')} functions in {len(core)} files")  # noqa: T201
    if order:
        for file, function in trace.entries:
            print(f"  {file} {function}")  # noqa: T201


def main() -> None:
    """Trace a guess on each platform."""
    order = "--order" in sys.argv
    for name, run in (("Discord", on_discord), ("Slack", on_slack), ("terminal", in_the_terminal)):
        with tempfile.TemporaryDirectory() as folder:
            report(name, asyncio.run(run(Path(folder))), order=order)


if __name__ == "__main__":
    main()
