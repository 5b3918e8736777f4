"""CPU time of the event loop's thread for a guess without a platform: dispatching the request and rendering the board.

Run `python -m benchmarks.own_cpu [--rounds N]`. It includes the statements of SQLite, which run in that thread,
but not COMMIT, which does not. Nothing is sent.
"""

import asyncio
import itertools
import random
import statistics
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import click

from benchmarks.guess_samples import opened_services
from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import Request
from bot.locales import LANGUAGES
from bot.model.rooms import Caller, PlayerKey, RoomKey
from bot.platforms.common.rendering import ImageRenderer
from bot.platforms.discord.rendering import ContentRenderer
from bot.presenters.views import View

GAMES = 40
_RULES = {"rules": "7x10", "tries": "0"}
"""So many codes that nobody finds the secret."""


async def measure(rounds: int) -> float:
    """The median over rounds of the microseconds for a guess. Each round has a guess in each of `GAMES` games."""
    words = LANGUAGES["en"]
    render = ContentRenderer(words, ImageRenderer())
    events, generator = itertools.count(), random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        async with opened_services(Path(folder)) as services:
            dispatcher = Dispatcher(services)

            async def run(room: int, command: str, options: Mapping[str, str], game: str | None = None) -> View:
                caller = Caller(
                    RoomKey("discord", "1", f"{room}"), PlayerKey("discord", "", "2"), "ann", f"{next(events)}"
                )
                invocation = Invocation(BY_NAME[command], options, game)
                reply = await dispatcher.dispatch(Request(caller, words, words, invocation))
                assert reply.board is not None
                return reply.board

            games = [(await run(room, "play", _RULES)).game for room in range(GAMES)]
            samples = []
            for _ in range(rounds):
                began_at = time.thread_time()
                for room, game in enumerate(games):
                    code = "".join(generator.sample("0123456789", 7))
                    render(await run(room, "guess", {"code": code}, game)).edit_arguments()
                samples.append(1_000_000 * (time.thread_time() - began_at) / GAMES)
            return statistics.median(samples)


@click.command()
@click.option("--rounds", default=15, show_default=True)
def main(rounds: int) -> None:
    """Measure guesses."""
    click.echo(f"dispatching and rendering a guess: {asyncio.run(measure(rounds)):.0f} us of CPU")


if __name__ == "__main__":
    main()
