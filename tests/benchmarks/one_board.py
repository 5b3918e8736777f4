"""Load on one board: how soon those who guess get their private replies, and how soon the board is complete.

Run `python -m tests.benchmarks.one_board`. The bot runs as a process of its own against a loopback Slack.
"""

import asyncio
import random
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import click

from tests.benchmarks.proc import cpu_seconds
from tests.fakes.slack import LoopbackSlack, Message, User
from tests.processes.processes import running_bot, slack_settings

CODES = [f"{number:04}" for number in range(10_000) if len(set(f"{number:04}")) == 4]

_START_SECONDS = 60.0
_REPLY_SECONDS = 120.0


@dataclass(frozen=True)
class Figures:
    """What was measured, in seconds.

    Attributes:
        acknowledged: from the delivery of each guess to its acknowledgement, in ascending order.
        replied: from the delivery of each guess to its private reply, in ascending order.
        completed: from the last delivery until the board showed the last guess.
        processor: the processor time of the bot's process while people guessed.
    """

    acknowledged: list[float]
    replied: list[float]
    completed: float
    processor: float


async def measure(folder: Path, per_second: int, seconds: float) -> Figures:
    """Guess at one board at a constant rate."""
    async with LoopbackSlack(ack_within=_REPLY_SECONDS) as slack:
        team = slack.workspace("acme")
        games, ann = team.channel("games"), team.user("Ann")
        slack.use_socket_mode()
        async with running_bot(folder, "slack", slack_settings(slack, team)) as bot:
            await slack.connected()
            await ann.command(games, "/hitblow", "play tries:0")
            (board,) = await slack.until(lambda: games.messages, within=_START_SECONDS)
            before = cpu_seconds(bot.process.pid)
            acknowledged, replied, completed = await _guess_often(slack, ann, board, per_second, seconds)
            return Figures(acknowledged, replied, completed, cpu_seconds(bot.process.pid) - before)


async def _guess_often(
    slack: LoopbackSlack, person: User, board: Message, per_second: int, seconds: float
) -> tuple[list[float], list[float], float]:
    codes = random.Random(1).sample(CODES, round(per_second * seconds))
    sent: dict[str, float] = {}

    async def guess(code: str, after: float) -> float:
        await asyncio.sleep(after)
        sent[code] = time.monotonic()
        await person.command(board.channel, "/hitblow", f"guess {code}")
        return time.monotonic() - sent[code]

    acknowledged = await asyncio.gather(*(guess(code, number / per_second) for number, code in enumerate(codes)))
    await slack.until(lambda: len(person.ephemeral) >= len(codes), within=_REPLY_SECONDS)
    replied = [reply.history[0].at - sent[str(reply)[:4]] for reply in person.ephemeral if str(reply)[:4] in sent]
    await slack.quiet(2.0)
    return sorted(acknowledged), sorted(replied), board.history[-1].at - max(sent.values())


@click.command()
@click.option("--per-second", default=50, show_default=True, help="Guesses a second.")
@click.option("--seconds", default=30.0, show_default=True, help="For how long.")
def main(per_second: int, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measure(Path(folder), per_second, seconds))
    for name, values in (("acknowledged", figures.acknowledged), ("private reply", figures.replied)):
        quantiles = statistics.quantiles(values, n=100)
        click.echo(f"{name}: {len(values)}, p50 {quantiles[49]:.2f} s, p99 {quantiles[98]:.2f} s, {values[-1]:.2f} s")
    click.echo(f"board complete {figures.completed:.1f} s after the last guess")
    click.echo(f"processor time of the bot: {figures.processor:.1f} s")


if __name__ == "__main__":
    main()
