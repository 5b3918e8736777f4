"""A solver process that dies while people wait for advice."""

import os
import signal

import pytest

from bot.solving.pool import RestartingProcessPool
from tests.platforms.slack.stage import Stage


@pytest.mark.slow
@pytest.mark.logs_errors
async def test_after_a_solver_process_has_died_the_next_question_is_answered(stage: Stage) -> None:
    pool = RestartingProcessPool(1)
    async with stage.bot(executor=pool):
        board = await stage.begin("play")
        worker = pool.submit(os.getpid).result()
        assert worker != os.getpid()
        assert "5,040" in await stage.told("check 0123")

        os.kill(worker, signal.SIGSTOP)  # so that it cannot finish before it dies
        asked = len(stage.ann.ephemeral)
        await stage.ann.command(stage.games, "/hitblow", "check 0123")
        await stage.slack.quiet(0.2)
        assert len(stage.ann.ephemeral) == asked
        os.kill(worker, signal.SIGKILL)
        apology = str((await stage.slack.until(lambda: stage.ann.ephemeral[asked:], within=30))[0])
        assert "5,040" not in apology

        await stage.bob.command(stage.games, "/hitblow", "check 0123")
        await stage.slack.until(lambda: stage.bob.ephemeral, within=30)
        assert "5,040" in str(stage.bob.ephemeral[0])
        assert pool.submit(os.getpid).result() != worker
        await stage.ann.reply(board, "0456")
        await stage.shows(board, "0456  ")
