"""The cases of `guess_rates` on Discord."""

import asyncio
import itertools
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from bot.platforms.discord.client import HitblowClient
from tests.benchmarks.floors import DiscordBoard, DiscordFloor
from tests.benchmarks.guess_samples import (
    IN_FLIGHT,
    TURNS,
    Case,
    Sample,
    codes,
    floor_store,
    measure,
    opened_services,
)
from tests.fakes.discord import Interaction, InteractionResponse, LoopbackDiscord, User, running
from tests.fakes.discord import Message as DiscordMessage
from tests.fakes.discord.components import ComponentType, walk
from tests.fakes.discord.errors import UnavailableAction


async def hitblow_on_discord(guesses: int) -> Sample:
    """Press Guess, submit the form, and wait for the edited board."""
    with tempfile.TemporaryDirectory() as folder:
        async with opened_services(Path(folder)) as services:
            return await _on_discord(HitblowClient(services, seconds_between=0.0), guesses)


def discord_floor(board: DiscordBoard, *, durable: bool) -> Case:
    """The same traffic without hitblow."""

    async def run(guesses: int) -> Sample:
        with tempfile.TemporaryDirectory() as folder, floor_store(Path(folder), durable=durable) as store:
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
                buttons = (each for each in walk(board.components) if each["type"] == ComponentType.BUTTON)
                return DiscordBoard(
                    board.text, tuple((each["label"], each["custom_id"], each["style"]) for each in buttons)
                )


async def _on_discord(client: HitblowClient | DiscordFloor, guesses: int) -> Sample:
    async with LoopbackDiscord(validated=False, real_time=True) as loopback:
        loopback.response_timeout = 30.0
        async with running(client, loopback):
            return await measure_on_discord(loopback, guesses)


async def measure_on_discord(
    loopback: LoopbackDiscord, guesses: int, start: Callable[[], None] | None = None
) -> Sample:
    """Guess in so many games that nobody waits for the same board; `start` is called before the first guess."""
    ann, guild, code = loopback.user("Ann"), loopback.guild("club"), codes()
    games = max(2 * IN_FLIGHT, guesses // (2 * TURNS))
    channels = [guild.channel(f"games {number}") for number in range(games)]
    boards = [(await ann.slash(channel, "hitblow play", tries=0)).message for channel in channels]
    turns = itertools.islice(itertools.cycle(boards), guesses)
    if start:
        start()
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
