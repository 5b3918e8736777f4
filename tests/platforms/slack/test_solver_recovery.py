"""Solver processes that are killed or stopped while people wait for advice."""

import asyncio
import os
import signal

import pytest

from bot.model.rooms import RoomKey
from bot.services.solver import Priority, SolverRequesterKey
from bot.solving.queue import QueuedSolver, TimeLimits
from tests.platforms.slack.harness import Harness

TESTER = SolverRequesterKey("test", RoomKey("test", "test", "test"), Priority.ADVICE)


async def process(solver: QueuedSolver) -> int:
    return await solver.run(TESTER, os.getpid)


@pytest.mark.slow
@pytest.mark.parametrize("is_killed", [True, False], ids=["killed", "stopped"])
async def test_a_question_is_answered_by_another_process(harness: Harness, *, is_killed: bool) -> None:
    async with (
        QueuedSolver(1, limits=TimeLimits(task=20.0 if is_killed else 5.0)) as solver,
        harness.bot(solver=solver),
    ):
        board = await harness.start_game("play")
        assert "5,040" in await harness.private_reply("check 0123")
        first = await process(solver)
        assert first != os.getpid()

        os.kill(first, signal.SIGSTOP)  # so that it cannot answer before it ends
        asked = len(harness.ann.ephemeral)
        await harness.ann.command(harness.games, "/hitblow", "check 0123")
        await harness.slack.quiet(0.2)
        assert len(harness.ann.ephemeral) == asked
        if is_killed:
            os.kill(first, signal.SIGKILL)
        assert "5,040" in str((await harness.slack.until(lambda: harness.ann.ephemeral[asked:], within=30))[0])

        assert await process(solver) != first
        with pytest.raises(ProcessLookupError):
            await _until_ended(first)
        await harness.shown_after(harness.ann.reply(board, "0456"), board, "0456 ")


async def _until_ended(process: int) -> None:
    async with asyncio.timeout(10):
        while True:
            os.kill(process, 0)
            await asyncio.sleep(0.01)
