"""Guesses a second of hitblow beside bots that only move the same traffic, and of the services beside plain sqlite3.

Run `python -m tests.benchmarks.guess_rates [--rounds N] [--guesses N] [CASE ...]`. All cases run in turn in every
round, so that they share what else the machine does; the medians of all rounds are printed. The bots and the loopback
platforms share one process and one event loop. The second column is the rate as a share of the floor's, so higher is
better; it is comparable between machines, rates are not.
"""

import asyncio
import itertools
import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import click
from aiohttp import ClientSession

from bot.persistence.database import Database
from bot.platforms.discord.client import HitblowClient
from bot.services.errors import NoGameHere
from bot.services.model import Caller, PlayerKey, RoomKey
from bot.services.randomness import SystemRandomSource
from bot.services.services import Services
from bot.solving.executor import ExecutorSolver
from core.game.rules import Rules
from tests.benchmarks.floors import (
    DiscordBoard,
    DiscordFloor,
    DurableInserts,
    SlackBoard,
    Store,
    connected,
    slack_board,
    slack_floor,
    store_nothing,
)
from tests.fakes.discord import Interaction, InteractionResponse, LoopbackDiscord, User, running
from tests.fakes.discord import Message as DiscordMessage
from tests.fakes.discord.errors import UnavailableAction
from tests.fakes.slack import LoopbackSlack
from tests.platforms.slack.stage import Stage, Way, set_up
from tests.support.storage import migrated

IN_FLIGHT = 20
TURNS = 4
"""Guesses on the board whose traffic the floors move: about half of those of a game."""

RULES = Rules.parse("4x10")


@dataclass(frozen=True)
class Sample:
    """One round of one case.

    Args:
        rate: guesses a second.
        cpu: seconds of this process for each guess.
    """

    rate: float
    cpu: float


Case = Callable[[int], Awaitable[Sample]]
"""Measures a number of guesses."""


async def measure(jobs: Sequence[Callable[[], Awaitable[object]]]) -> Sample:
    """Do all jobs, `IN_FLIGHT` of them at once."""
    waiting = iter(jobs)

    async def work() -> None:
        for job in waiting:
            await job()

    start, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(work() for _ in range(IN_FLIGHT)))
    return Sample(len(jobs) / (time.perf_counter() - start), (time.process_time() - cpu) / len(jobs))


def codes() -> Iterator[str]:
    """Codes that are probably not the secret."""
    generator = random.Random(1)  # the same in every round
    while True:
        yield "".join(generator.sample("0123456789", 4))


@asynccontextmanager
async def opened_services(folder: Path) -> AsyncIterator[Services]:
    """The services over a new SQLite file."""
    database = Database(f"sqlite:///{migrated(folder / 'games.db')}")
    with ThreadPoolExecutor(1) as executor:
        yield Services.over(database.unit, lambda: datetime.now(UTC), SystemRandomSource(), ExecutorSolver(executor))
    await database.close()


# Services


async def services_alone(guesses: int) -> Sample:
    """Guesses of many players, each in a game of their own, through the services only."""
    with tempfile.TemporaryDirectory() as folder:
        async with opened_services(Path(folder)) as services:
            numbers, code = itertools.count(), codes()

            def caller(game: int) -> Caller:
                room, player = RoomKey("d", "w", f"room {game}"), PlayerKey("d", "w", f"user {game}")
                return Caller(room, player, f"player {game}", f"event {next(numbers)}")

            games = guesses // TURNS
            for game in range(games):
                await services.referee.play(caller(game), RULES, 0)
            turns = [(game, next(code)) for _ in range(TURNS) for game in range(games)]

            async def guess(game: int, text: str) -> None:
                with suppress(NoGameHere):  # an earlier guess was the secret
                    await services.referee.guess(caller(game), text)

            return await measure([partial(guess, game, text) for game, text in turns])


async def plain_inserts(guesses: int) -> Sample:
    """One durable insert for each guess, through sqlite3 and a thread."""
    with tempfile.TemporaryDirectory() as folder:
        inserts = DurableInserts(Path(folder))
        sample = await measure([lambda: inserts.store("0123")] * guesses)
        inserts.close()
        return sample


# Discord


async def hitblow_on_discord(guesses: int) -> Sample:
    """Press Guess, submit the form, and wait for the edited board."""
    with tempfile.TemporaryDirectory() as folder:
        async with opened_services(Path(folder)) as services:
            return await _on_discord(HitblowClient(services, seconds_between=0.0), guesses)


def discord_floor(board: DiscordBoard, *, durable: bool) -> Case:
    """The same traffic without hitblow."""

    async def run(guesses: int) -> Sample:
        with tempfile.TemporaryDirectory() as folder, _store(Path(folder), durable=durable) as store:
            return await _on_discord(DiscordFloor(board, store), guesses)

    return run


async def discord_board() -> DiscordBoard:
    """What a board of hitblow's shows after some guesses."""
    async with LoopbackDiscord(validated=False) as loopback:
        with tempfile.TemporaryDirectory() as folder:
            async with opened_services(Path(folder)) as services, running(HitblowClient(services), loopback):
                ann, code = loopback.user("Ann"), codes()
                board = (await ann.slash(loopback.guild("club").channel("games"), "hitblow play")).message
                for _ in range(TURNS):
                    form = (await ann.press(board, "Guess")).modal
                    await ann.submit(form, entered=next(code))
                    await loopback.idle()
                buttons = (button for row in board.components for button in row["components"])
                return DiscordBoard(
                    board.content, tuple((each["label"], each["custom_id"], each["style"]) for each in buttons)
                )


async def _on_discord(client: HitblowClient | DiscordFloor, guesses: int) -> Sample:
    async with LoopbackDiscord(validated=False, real_time=True) as loopback:
        loopback.response_timeout = 30.0
        async with running(client, loopback):
            return await measure_on_discord(loopback, guesses)


async def measure_on_discord(
    loopback: LoopbackDiscord, guesses: int, begin: Callable[[], None] | None = None
) -> Sample:
    """Guess in so many games that nobody waits for the same board; `begin` is called before the first guess."""
    ann, guild, code = loopback.user("Ann"), loopback.guild("club"), codes()
    games = max(2 * IN_FLIGHT, guesses // (2 * TURNS))
    channels = [guild.channel(f"games {number}") for number in range(games)]
    boards = [(await ann.slash(channel, "hitblow play", tries=0)).message for channel in channels]
    turns = itertools.islice(itertools.cycle(boards), guesses)
    if begin:
        begin()
    return await measure([partial(_guess_on_discord, ann, board, next(code)) for board in turns])


async def _guess_on_discord(person: User, board: DiscordMessage, code: str) -> None:
    with suppress(UnavailableAction):  # somebody has found the secret
        form = await responded(person, person.prepare_press(board, "Guess"))
        await responded(person, person.prepare_submit(form.modal, entered=code))


async def responded(person: User, interaction: Interaction) -> InteractionResponse:
    """Deliver an interaction, and wait for its response without polling."""
    person.state.deliver(interaction)
    async with asyncio.timeout(30):
        await interaction.settled.wait()
    return InteractionResponse(interaction)


# Slack


def hitblow_on_slack(way: Way) -> Case:
    """Give a guess as a command, and wait for the note; the board is edited, too."""

    async def run(guesses: int) -> Sample:
        async with _slack(way) as stage, stage.bot():
            return await _on_slack(stage, guesses)

    return run


def slack_floor_case(way: Way, board: SlackBoard, *, durable: bool) -> Case:
    """The same traffic without hitblow."""

    async def run(guesses: int) -> Sample:
        with tempfile.TemporaryDirectory() as folder, _store(Path(folder), durable=durable) as store:
            async with (
                _slack(way) as stage,
                ClientSession() as session,
                connected(stage, slack_floor(stage, session, board, store)),
            ):
                return await _on_slack(stage, guesses)

    return run


async def slack_example() -> SlackBoard:
    """What a board of hitblow's shows after some guesses, and the note that answers them."""
    async with _slack("socket") as stage, stage.bot():
        board, code = await stage.begin("play tries:0"), codes()
        for number in range(TURNS):
            await stage.ann.command(stage.games, "/hitblow", f"guess {next(code)}")
            await stage.slack.until(partial(_has_notes, stage, number + 1))
        await stage.slack.quiet()
        return slack_board(board, str(stage.ann.ephemeral[-1]))


def _has_notes(stage: Stage, number: int) -> bool:
    return len(stage.ann.ephemeral) >= number


@asynccontextmanager
async def _slack(way: Way) -> AsyncIterator[Stage]:
    with tempfile.TemporaryDirectory() as folder:
        async with LoopbackSlack() as slack:
            yield set_up(slack, way, Path(folder) / "games.db")


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


@contextmanager
def _store(folder: Path, *, durable: bool) -> Iterator[Store]:
    if not durable:
        yield store_nothing
        return
    inserts = DurableInserts(folder)
    yield inserts.store
    inserts.close()


# Rounds


async def all_cases() -> dict[str, Case]:
    """Every case by name; the first of each group is the floor that the others are compared with."""
    cases: dict[str, Case] = {"sqlite3": plain_inserts, "sqlite3: hitblow's services": services_alone}
    on_discord = await discord_board()
    cases["discord"] = discord_floor(on_discord, durable=False)
    cases["discord: durable"] = discord_floor(on_discord, durable=True)
    cases["discord: hitblow"] = hitblow_on_discord
    on_slack = await slack_example()
    ways: tuple[Way, ...] = ("http", "socket")
    for way in ways:
        cases[f"slack {way}"] = slack_floor_case(way, on_slack, durable=False)
        cases[f"slack {way}: durable"] = slack_floor_case(way, on_slack, durable=True)
        cases[f"slack {way}: hitblow"] = hitblow_on_slack(way)
    return cases


async def compare(cases: dict[str, Case], rounds: int, guesses: int) -> list[str]:
    """Measure all cases in every round; a line for each, with the medians and the ratio to the group's floor."""
    samples: dict[str, list[Sample]] = {name: [] for name in cases}
    for _ in range(rounds):
        for name, case in cases.items():
            samples[name].append(await case(guesses))
    return [_line(name, samples) for name in cases]


def _line(name: str, samples: dict[str, list[Sample]]) -> str:
    rate = statistics.median(sample.rate for sample in samples[name])
    cpu = statistics.median(sample.cpu for sample in samples[name])
    floor = samples.get(name.partition(":")[0], samples[name])
    ratio = statistics.median(one.rate / other.rate for one, other in zip(samples[name], floor, strict=True))
    cpu_ratio = statistics.median(other.cpu / one.cpu for one, other in zip(samples[name], floor, strict=True))
    return f"{name:<30} {rate:7.0f}/s  {ratio:5.2f}   {1000 * cpu:6.2f} ms CPU  {cpu_ratio:5.2f}"


@click.command()
@click.option("--rounds", default=5, show_default=True)
@click.option("--guesses", default=1000, show_default=True, help="In each round of each case.")
@click.argument("names", nargs=-1)
def main(rounds: int, guesses: int, names: tuple[str, ...]) -> None:
    """Compare the cases whose names begin with NAMES, or all."""

    async def run() -> list[str]:
        cases = await all_cases()
        chosen = {name: case for name, case in cases.items() if not names or name.startswith(names)}
        return await compare(chosen, rounds, guesses)

    for line in asyncio.run(run()):
        click.echo(line)


if __name__ == "__main__":
    main()
