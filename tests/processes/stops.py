"""SIGTERM under load: everything that the bot has taken is finished, within 10 seconds.

Run `python -m tests.processes.stops PLATFORM TIMES [--postgresql]`. Each time the bot is started again, and its boards
show every guess.
"""

import asyncio
import random
import tempfile
import time
from functools import partial
from pathlib import Path

import click

from bot.presenters.boards import SHOWN_TURNS
from tests.processes.databases import Rows
from tests.processes.game_rounds import guesses_on
from tests.processes.kills import BOARD_SECONDS, Bots, rows_in
from tests.processes.load import CHANNELS, Load
from tests.processes.sites import SITES

STOP_SECONDS = 10.0
GUESSES = (
    "SELECT guess FROM turns JOIN games ON games.id = turns.game_id JOIN rooms ON rooms.id = games.room_id"
    " WHERE rooms.channel = ? ORDER BY turns.number"
)
TAKEN_SECONDS = 0.2
"""How long before SIGTERM a guess must have been sent to be sure that it was taken."""


async def stop_under_load(rows: Rows, platform: str, times: int) -> list[float]:
    """Stop the bot so often; how many seconds it took each time."""
    generator, took = random.Random(20261121), list[float]()
    async with SITES[platform]() as site:
        bots = Bots(site, rows)
        load = Load(bots)
        try:
            await bots.start()
            await load.start()
            for _ in range(times):
                site.disturb(len(took))
                guessing = asyncio.create_task(load.run())
                await asyncio.sleep(generator.uniform(1, 2))
                took.append(await _stop(load))
                load.end()
                await guessing
                _check(load)
                site.calm()
                await bots.start()
                await site.until(partial(_is_shown, bots), BOARD_SECONDS)
                load = load.continued()
        finally:
            await bots.kill_all()
    return took


async def _stop(load: Load) -> float:
    """Stop the bot; how many seconds that takes."""
    load.stopped_at = started = time.monotonic()
    bot = load.bots.running.pop()
    await bot.stop()
    seconds = time.monotonic() - started
    assert seconds < STOP_SECONDS, f"the bot took {seconds:.1f} s to stop"
    assert "Traceback" not in bot.log.read_text("utf-8")
    return seconds


def _check(load: Load) -> None:
    """Check that what was sent before the signal was answered, and that what was answered is stored."""
    taken = [guess for guess in load.guesses if guess.sent_at < load.stopped_at - TAKEN_SECONDS]
    unanswered = [guess.code for guess in taken if guess.answered_at is None]
    assert not unanswered, f"{len(unanswered)} of {len(taken)} guesses were taken and not answered"
    stored = set(load.stored())
    lost = [guess.code for guess in load.guesses if guess.answered_at is not None and guess.code not in stored]
    assert len(lost) <= load.bots.site.refusals(), f"{lost} were answered and lost"


def _is_shown(bots: Bots) -> bool:
    """Whether the one board of each game shows the last guesses that are stored."""
    shown = {channel: [guesses_on(board) for board in bots.site.boards(channel)] for channel in CHANNELS}
    return all(
        shown[channel] == [bots.query(GUESSES, bots.site.channel_id(channel))[-SHOWN_TURNS:]] for channel in shown
    )


@click.command()
@click.argument("platform", type=click.Choice(list(SITES)))
@click.argument("times", type=int)
@click.option("--postgresql", is_flag=True, help="Use a PostgreSQL server, which is started.")
def main(platform: str, times: int, *, postgresql: bool) -> None:
    """Print how long it took."""
    folder = Path(tempfile.mkdtemp())  # kept, for the logs of the processes
    click.echo(f"in {folder}")
    with rows_in(folder, postgresql=postgresql) as rows:
        took = sorted(asyncio.run(stop_under_load(rows, platform, times)))
    click.echo(f"{platform}: stopped {times} times in {took[len(took) // 2]:.1f} s (median), {took[-1]:.1f} s at most")


if __name__ == "__main__":
    main()
