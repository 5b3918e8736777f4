"""The cases of `guess_rates` on Slack."""

import itertools
import tempfile
import time
from functools import partial
from pathlib import Path

from aiohttp import ClientSession

from tests.benchmarks.floors import SlackBoard, connected, slack_board, slack_floor
from tests.benchmarks.guess_samples import IN_FLIGHT, TURNS, Case, Sample, codes, floor_store, measure
from tests.benchmarks.slack_load import loopback_with_database
from tests.platforms.slack.harness import ConnectionType, Harness


def hitblow_on_slack(connection_type: ConnectionType) -> Case:
    """Give a guess as a command, and wait for the note; the board is edited, too."""

    async def run(guesses: int) -> Sample:
        async with loopback_with_database(connection_type) as harness, harness.bot():
            return await _on_slack(harness, guesses)

    return run


def slack_floor_case(connection_type: ConnectionType, board: SlackBoard, *, durable: bool) -> Case:
    """The same traffic without hitblow."""

    async def run(guesses: int) -> Sample:
        with tempfile.TemporaryDirectory() as folder, floor_store(Path(folder), durable=durable) as store:
            async with (
                loopback_with_database(connection_type) as harness,
                ClientSession() as session,
                connected(harness, slack_floor(harness, session, board, store)),
            ):
                return await _on_slack(harness, guesses)

    return run


async def slack_example() -> SlackBoard:
    """What a board of hitblow's shows after some guesses, and the note that answers them."""
    async with loopback_with_database("socket") as harness, harness.bot():
        board, code = await harness.start_game("play tries:0"), codes()
        for number in range(TURNS):
            await harness.ann.command(harness.games, "/hitblow", f"guess {next(code)}")
            await harness.slack.until(partial(_has_notes, harness, number + 1))
        await harness.slack.quiet()
        return slack_board(board, str(harness.ann.ephemeral[-1]))


def _has_notes(harness: Harness, number: int) -> bool:
    return len(harness.ann.ephemeral) >= number


async def _on_slack(harness: Harness, guesses: int) -> Sample:
    code, games = codes(), max(2 * IN_FLIGHT, guesses // (2 * TURNS))
    channels = [harness.team.channel(f"games{number}") for number in range(games)]
    for channel in channels:
        await harness.start_game("play tries:0", channel=channel)
    before = len(harness.ann.ephemeral)
    turns = itertools.islice(itertools.cycle(channels), guesses)
    start, cpu = time.perf_counter(), time.process_time()
    await measure([partial(harness.ann.command, channel, "/hitblow", f"guess {next(code)}") for channel in turns])
    await harness.slack.until(partial(_has_notes, harness, before + guesses), within=120)
    return Sample(guesses / (time.perf_counter() - start), (time.process_time() - cpu) / guesses)
