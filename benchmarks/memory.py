"""How the memory of the services grows with the guesses: `python -m benchmarks.memory [--guesses N]`.

Every game has ten guesses, in a room of its own, and its board is drawn after each.
"""

import asyncio
import gc
import itertools
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from benchmarks.guess_samples import RULES, codes, opened_services
from benchmarks.proc import resident_megabytes
from bot.locales import LANGUAGES
from bot.model.errors import ServiceError
from bot.model.rooms import Caller, PlayerKey, RoomKey
from bot.presenters.boards import public_board
from bot.services.services import Services
from core.errors import CoreError
from core.game.boards import NO_LIMIT
from core.game.games import Game

GUESSES_IN_GAME = 10
AT_ONCE = 50


async def measure(guesses: int, marks: Sequence[int]) -> dict[int, float]:
    """The resident megabytes of this process after so many guesses."""
    found: dict[int, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        async with opened_services(Path(folder)) as services:
            rooms, code, done = itertools.count(), codes(), 0
            while done < guesses:
                await asyncio.gather(*(_play(services, next(rooms), code) for _ in range(AT_ONCE)))
                done += AT_ONCE * GUESSES_IN_GAME
                for mark in marks:
                    if mark not in found and done >= mark:
                        found[mark] = _resident()
    return found


async def _play(services: Services, room: int, code: Iterator[str]) -> None:
    player = PlayerKey("d", "w", f"user {room}")

    def caller(event: int) -> Caller:
        return Caller(RoomKey("d", "w", f"room {room}"), player, f"player {room}", f"event {room} {event}")

    await services.referee.start_game(caller(0), RULES, NO_LIMIT)
    for number in range(GUESSES_IN_GAME):
        try:
            view = (await services.referee.guess(caller(number + 1), next(code))).view
        except (ServiceError, CoreError):  # the secret was found
            return
        if isinstance(view.public, Game):
            public_board(view, view.public, LANGUAGES["en"])


def _resident() -> float:
    """The resident megabytes of this process, without garbage."""
    gc.collect()
    return resident_megabytes(os.getpid())


@click.command()
@click.option("--guesses", default=100_000, show_default=True)
def main(guesses: int) -> None:
    """Measure after 1,000, 10,000 and so on."""
    marks = [mark for mark in (1_000, 10_000, 20_000, 50_000, 100_000) if mark <= guesses]
    for mark, megabytes in asyncio.run(measure(guesses, marks)).items():
        click.echo(f"{mark:>8,} guesses {megabytes:7.1f} MB")


if __name__ == "__main__":
    main()
