"""The solver under load: `python -m benchmarks.solver_load [shares|memory|stopped]`.

`shares` is the time that others wait while one person asks thirty hard questions at once, again and again. `memory` is
the memory of the solver's processes after many questions. `stopped` is the time that people wait when all processes are
stopped.
"""

import asyncio
import os
import random
import signal
import time
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import click

from benchmarks.proc import resident_megabytes
from bot.model.errors import SolverUnavailable
from bot.model.rooms import RoomKey
from bot.services.solver import Priority, SolverRequesterKey
from bot.solving.queue import PROCESSES, QueuedSolver
from core.game.codes import random_code
from core.game.feedback import Turn, compute_feedback
from core.game.history import parse_history
from core.game.rules import Rules
from core.game.sides import Level
from core.solver.strategies import Strategy

HARD = Rules.parse("10x5r")
USUAL = Rules.parse("4x10")
RULES = tuple(map(Rules.parse, ("4x10", "3x10", "4x6r", "5x8", "4x10", "5x10r", "4x8r", "3x5r")))
OPTIMAL = Strategy("optimal")


@dataclass(frozen=True, slots=True)
class Waits:
    """How long others waited, in seconds, and what became of the questions of one person."""

    p50: float
    p99: float
    longest: float
    answered: int
    refused: int

    def __str__(self) -> str:
        others = f"others: p50 {self.p50:.2f} s, p99 {self.p99:.2f} s, longest {self.longest:.2f} s"
        return f"{others}; of the hard questions {self.answered} were answered and {self.refused} refused"


def client(person: str, room: str, priority: Priority = Priority.ADVICE) -> SolverRequesterKey:
    """Somebody who asks in a room."""
    return SolverRequesterKey(person, RoomKey("benchmark", "club", room), priority)


async def shares(seconds: float, others: int = 8, at_once: int = 30, room: str = "lobby") -> Waits:
    """The waits of others in the same room while one person keeps `at_once` hard questions open."""
    async with QueuedSolver() as solver:
        await asyncio.gather(*(_usual(solver, f"warm {number}", room) for number in range(PROCESSES)))
        ends = time.monotonic() + seconds
        hard = [asyncio.create_task(_ask_hard(solver, room, ends)) for _ in range(at_once)]
        asking = [_ask_usual(solver, f"other {number}", room, ends, number / others) for number in range(others)]
        waits = sorted(wait for each in await asyncio.gather(*asking) for wait in each)
        outcomes = [outcome for each in await asyncio.gather(*hard) for outcome in each]
    return Waits(
        waits[len(waits) // 2],
        waits[int(len(waits) * 0.99)],
        waits[-1],
        sum(outcomes),
        len(outcomes) - sum(outcomes),
    )


async def _ask_hard(solver: QueuedSolver, room: str, ends: float) -> list[bool]:
    """Whether each question was answered; a refused one is asked again after a second."""
    outcomes = []
    while time.monotonic() < ends:
        try:
            await solver.advise(client("one", room), HARD, (), OPTIMAL, 10, 1)
            outcomes.append(True)
        except SolverUnavailable:
            outcomes.append(False)
            await asyncio.sleep(1)
    return outcomes


async def _ask_usual(solver: QueuedSolver, person: str, room: str, ends: float, pause: float) -> list[float]:
    waits = []
    await asyncio.sleep(pause)
    while time.monotonic() < ends:
        waits.append(await _usual(solver, person, room))
        await asyncio.sleep(1)
    return waits


async def _usual(solver: QueuedSolver, person: str, room: str) -> float:
    started = time.monotonic()
    await solver.advise(client(person, room), USUAL, parse_history("0123 0H2B", USUAL), OPTIMAL, 3, 0)
    return time.monotonic() - started


async def memory(questions: int, marks: int) -> list[float]:
    """The memory of the solver's processes in megabytes, `marks` times."""
    found, rng = [], random.Random(0)  # no secrets
    async with QueuedSolver() as solver:
        for _ in range(marks):
            ask = [_random_question(solver, rng, number) for number in range(questions // marks)]
            for first in range(0, len(ask), PROCESSES):
                await asyncio.gather(*ask[first : first + PROCESSES], return_exceptions=True)
            found.append(sum(map(resident_megabytes, solver.processes)))
    return found


def _random_question(solver: QueuedSolver, rng: random.Random, number: int) -> Awaitable[object]:
    rules, who = rng.choice(RULES), client(f"person {number}", f"room {number % 50}")
    secret = random_code(rules, rng)
    guesses = [random_code(rules, rng) for _ in range(rng.randrange(4))]
    history = [Turn(guess, compute_feedback(secret, guess)) for guess in guesses]
    match number % 4:
        case 0:
            return solver.advise(who, rules, history, OPTIMAL, 3, 0)
        case 1:
            return solver.move(who, rules, history, Level.HARD, number)
        case 2:
            return solver.check(who, rules, history, random_code(rules, rng))
        case _:
            return solver.is_consistent(who, rules, history)


async def stopped(people: int = 10) -> Sequence[float]:
    """How long each of several people waits if all processes have been stopped."""
    async with QueuedSolver() as solver:
        await asyncio.gather(*(_usual(solver, f"warm {number}", "lobby") for number in range(PROCESSES)))
        for process in solver.processes:
            os.kill(process, signal.SIGSTOP)
        return sorted(await asyncio.gather(*(_usual(solver, f"p{number}", f"r{number}") for number in range(people))))


@click.command()
@click.argument("what", type=click.Choice(["shares", "memory", "stopped"]), default="shares")
@click.option("--seconds", default=60.0, show_default=True, help="Duration of `shares`.")
@click.option("--questions", default=5_000, show_default=True, help="Number of questions for `memory`.")
def main(what: str, seconds: float, questions: int) -> None:
    """Print the figures."""
    with suppress(KeyboardInterrupt):
        if what == "shares":
            click.echo(str(asyncio.run(shares(seconds))))
        elif what == "memory":
            click.echo("MB: " + ", ".join(f"{megabytes:.0f}" for megabytes in asyncio.run(memory(questions, 10))))
        else:
            click.echo("seconds: " + ", ".join(f"{wait:.1f}" for wait in asyncio.run(stopped())))


if __name__ == "__main__":
    main()
