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
from tests.platforms.slack.stage import Stage, Way


def hitblow_on_slack(way: Way) -> Case:
    """Give a guess as a command, and wait for the note; the board is edited, too."""

    async def run(guesses: int) -> Sample:
        async with loopback_with_database(way) as stage, stage.bot():
            return await _on_slack(stage, guesses)

    return run


def slack_floor_case(way: Way, board: SlackBoard, *, durable: bool) -> Case:
    """The same traffic without hitblow."""

    async def run(guesses: int) -> Sample:
        with tempfile.TemporaryDirectory() as folder, floor_store(Path(folder), durable=durable) as store:
            async with (
                loopback_with_database(way) as stage,
                ClientSession() as session,
                connected(stage, slack_floor(stage, session, board, store)),
            ):
                return await _on_slack(stage, guesses)

    return run


async def slack_example() -> SlackBoard:
    """What a board of hitblow's shows after some guesses, and the note that answers them."""
    async with loopback_with_database("socket") as stage, stage.bot():
        board, code = await stage.begin("play tries:0"), codes()
        for number in range(TURNS):
            await stage.ann.command(stage.games, "/hitblow", f"guess {next(code)}")
            await stage.slack.until(partial(_has_notes, stage, number + 1))
        await stage.slack.quiet()
        return slack_board(board, str(stage.ann.ephemeral[-1]))


def _has_notes(stage: Stage, number: int) -> bool:
    return len(stage.ann.ephemeral) >= number


async def _on_slack(stage: Stage, guesses: int) -> Sample:
    code, games = codes(), max(2 * IN_FLIGHT, guesses // (2 * TURNS))
    channels = [stage.team.channel(f"games{number}") for number in range(games)]
    for channel in channels:
        await stage.begin("play tries:0", channel=channel)
    before = len(stage.ann.ephemeral)
    turns = itertools.islice(itertools.cycle(channels), guesses)
    start, cpu = time.perf_counter(), time.process_time()
    await measure([partial(stage.ann.command, channel, "/hitblow", f"guess {next(code)}") for channel in turns])
    await stage.slack.until(partial(_has_notes, stage, before + guesses), within=120)
    return Sample(guesses / (time.perf_counter() - start), (time.process_time() - cpu) / guesses)
