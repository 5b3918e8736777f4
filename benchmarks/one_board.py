"""Many guesses at one board: how soon those who guess get their private replies, and how soon the board is complete.

Run `python -m benchmarks.one_board [--rounds N]`. The bot runs as a process of its own on a loopback Slack, where
every person in the room makes a guess at the same moment.
"""

import asyncio
import random
import statistics
import tempfile
import time
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import click

from benchmarks.proc import cpu_seconds, machine
from tests.fakes.slack import LoopbackSlack, Message, User
from tests.processes.processes import DATABASE, lift_limits, running_bot, slack_settings

_SECONDS = 120.0


@dataclass(frozen=True)
class Figures:
    """What was measured, in seconds.

    Attributes:
        acknowledged: from the delivery of each guess to its acknowledgement, in ascending order.
        replied: from the delivery of each guess to its private reply, in ascending order.
        completed: from the first delivery until the board showed the last guess.
        processor: the processor time of the bot's process while people guessed.
    """

    acknowledged: list[float]
    replied: list[float]
    completed: float
    processor: float

    def __str__(self) -> str:
        shown = (("acknowledged", self.acknowledged), ("private reply", self.replied))
        quantiles = [
            f"{name} p50 {statistics.median(times):.2f} s p99 {statistics.quantiles(times, n=100)[98]:.2f} s"
            for name, times in shown
        ]
        return f"{', '.join(quantiles)}, board complete after {self.completed:.1f} s, CPU {self.processor:.1f} s"


async def measure(folder: Path, people: int, rounds: int) -> list[Figures]:
    """Let everybody guess at one board at once, in a new game in each round."""
    await lift_limits(folder, DATABASE[1])
    async with LoopbackSlack(ack_within=_SECONDS) as slack:
        team = slack.workspace("acme")
        guessers = [team.user(f"P{number}") for number in range(people)]
        slack.use_socket_mode()
        async with running_bot(folder, "slack", slack_settings(slack, team)) as bot:
            await slack.connected()
            return [await _round(slack, guessers, bot.process.pid) for _ in range(1 + rounds)][1:]


async def _round(slack: LoopbackSlack, guessers: list[User], process: int) -> Figures:
    """One round; in the first one, the bot gets to know everybody."""
    channel = slack.workspaces[0].channel("games")
    await guessers[0].command(channel, "/hitblow", "play tries:0")
    (board,) = await slack.until(lambda: channel.messages, within=_SECONDS)
    codes = random.Random(1).sample(list(permutations("0123456789", 4)), len(guessers))
    used = cpu_seconds(process)
    sent = time.monotonic()
    replied = {person.id: len(person.ephemeral) for person in guessers}
    acknowledged = await asyncio.gather(
        *(_guess(person, board, "".join(code)) for person, code in zip(guessers, codes, strict=True))
    )
    await slack.until(lambda: all(len(one.ephemeral) > replied[one.id] for one in guessers), within=_SECONDS)
    times = sorted(one.ephemeral[-1].history[0].at - sent for one in guessers)
    await slack.quiet(3.0)
    return Figures(sorted(acknowledged), times, board.history[-1].at - sent, cpu_seconds(process) - used)


async def _guess(person: User, board: Message, code: str) -> float:
    sent = time.monotonic()
    await person.command(board.channel, "/hitblow", f"guess {code}")
    return time.monotonic() - sent


@click.command()
@click.option("--people", default=240, show_default=True, help="Who guess at once.")
@click.option("--rounds", default=5, show_default=True)
def main(people: int, rounds: int) -> None:
    """Measure, and print a line for each round."""
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measure(Path(folder), people, rounds))
    click.echo(f"{people} guesses at once in one room; {machine()}")
    for one in figures:
        click.echo(f"  {one}")


if __name__ == "__main__":
    main()
