"""Boards show the newest state, whatever the network does, and interactions are answered without waiting for them."""

import asyncio
import re
import time
from itertools import count
from pathlib import Path

import pytest

from bot.platforms.common import catch_up
from bot.presenters.board import SHOWN_TURNS
from tests.fakes.discord import Channel, Message, server_error
from tests.platforms.discord.harness import Harness, running_harness

CODES = [f"{first}{second}{third}9" for first in range(3) for second in range(3, 6) for third in range(6, 9)]
"""27 guesses that are not the secret, all different."""

GAMES_AT_ONCE = 20

_channels = count()


def turns(message: object) -> int:
    """How many turns a board has, of which it shows the last ones."""
    numbers = re.findall(r"^[| `]*(\d+) .*\dH\dB", str(message), re.MULTILINE)
    return int(numbers[-1]) if numbers else 0


def went_backwards(board: Message) -> bool:
    """Whether the board ever showed fewer turns than before."""
    shown = [turns(revision) for revision in board.history]
    return shown != sorted(shown)


async def guess_in_form(harness: Harness, board: Message, code: str) -> None:
    """Guess with the button and its form, without waiting for the board."""
    form = (await harness.ann.press(board, "Guess")).modal
    await harness.ann.submit(form, entered=code)


async def type_guess(harness: Harness, code: str, channel: Channel | None = None) -> None:
    await harness.bob.slash(channel or harness.channel, "hitblow guess", code=code)


async def play(harness: Harness) -> tuple[Channel, Message]:
    """Start a game without a limit in a channel of its own."""
    channel = harness.guild.channel(f"games-{next(_channels)}")
    return channel, (await harness.ann.slash(channel, "hitblow play", tries=0)).message


async def guess_all_at_once(harness: Harness, channel: Channel, board: Message) -> None:
    typed = [type_guess(harness, code, channel) for code in CODES[:15]]
    in_forms = [guess_in_form(harness, board, code) for code in CODES[15:]]
    await asyncio.gather(*typed, *in_forms)


@pytest.mark.parametrize("boards", [2, pytest.param(200, marks=pytest.mark.slow)])
async def test_no_board_is_stale_after_a_typed_guess_and_one_in_a_form(harness: Harness, boards: int) -> None:
    harness.discord.network.delay(0.05, 0.3)
    for _ in range(max(1, boards // GAMES_AT_ONCE)):
        games = await asyncio.gather(*(play(harness) for _ in range(min(boards, GAMES_AT_ONCE))))
        typed = [type_guess(harness, CODES[0], channel) for channel, _ in games]
        in_forms = [guess_in_form(harness, board, CODES[1]) for _, board in games]
        await harness.settled(asyncio.gather(*typed, *in_forms))
        assert [turns(board) for _, board in games] == [2] * len(games)
        assert not any(went_backwards(board) for _, board in games)


@pytest.mark.slow
@pytest.mark.parametrize("boards", [1, pytest.param(48, marks=pytest.mark.slow)])
async def test_many_guesses_at_once_are_all_shown(harness: Harness, boards: int) -> None:
    harness.discord.network.delay(0.02, 0.1)
    for _ in range(max(1, boards // 3)):
        games = await asyncio.gather(*(play(harness) for _ in range(min(boards, 3))))
        await harness.settled(asyncio.gather(*(guess_all_at_once(harness, channel, board) for channel, board in games)))
        for _, board in games:
            assert turns(board) == len(CODES)
            assert sum(code in str(board) for code in CODES) == SHOWN_TURNS
            assert not went_backwards(board)


async def test_a_button_does_not_wait_behind_rate_limited_edits(tmp_path: Path) -> None:
    async with running_harness(tmp_path, seconds_between=1.0) as harness:
        board = (await harness.ann.slash(harness.channel, "hitblow play", tries=0)).message
        harness.discord.rate_limits.enable()
        typed = asyncio.gather(*(type_guess(harness, code) for code in CODES))
        await asyncio.sleep(0.5)
        form = (await harness.ann.press(board, "Guess")).modal
        pressed, edits = time.monotonic(), len(harness.discord.calls("edit_message"))
        submitted = asyncio.create_task(harness.ann.submit(form, entered="0245"))
        await harness.settled(asyncio.gather(typed, submitted))
        assert turns(board) == len(CODES) + 1
        assert len(harness.discord.calls("edit_message")) - edits < len(CODES) / 2
        (shown,) = [each.at for each in board.history if "0245" in str(each)][:1]
        assert shown - pressed < 6
        assert not went_backwards(board)


async def test_an_edit_that_failed_is_caught_up_without_a_press(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.05)
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    harness.discord.network.fail("edit_message", server_error(), times=2)
    await type_guess(harness, CODES[0])
    await harness.discord.until(lambda: turns(board) == 1, within=10)
