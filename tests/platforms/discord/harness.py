"""Where the tests of the adapter play: the unmodified client against the loopback Discord."""

from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from bot.model.operations import Clock
from bot.persistence.sqlite.file import BUSY_SECONDS
from bot.platforms.common.rendering import ImageRenderer
from bot.platforms.discord.client import HitblowClient
from bot.services.services import Services
from tests.fakes.discord import Channel, Guild, InteractionResponse, LoopbackDiscord, Message, User, running
from tests.fakes.discord.components import walk
from tests.fakes.services import services_in

SECRET = "3102"
T = TypeVar("T")


@dataclass
class Harness:
    """A bot in a server, with two people and a channel."""

    discord: LoopbackDiscord
    services: Services
    guild: Guild
    channel: Channel
    ann: User
    bob: User

    def elsewhere(self) -> tuple[Channel, User]:
        """A channel of a server where the bot is no member, and Zoe, who has installed it."""
        return self.discord.guild("Zoe's", has_bot=False).channel("lobby"), self.discord.user("Zoe", installs=True)

    async def guess(self, board: Message, code: str, who: User | None = None) -> InteractionResponse:
        """Guess by the button and its form."""
        person = who or self.ann
        return await self.settled(person.submit((await person.press(board, "Guess")).modal, entered=code))

    async def settled(self, action: Awaitable[T]) -> T:
        """Wait for an action and for all that the bot does about it."""
        result = await action
        await self.discord.idle()
        return result


def id_of(board: Message) -> str:
    """The id of the game that the buttons of a board are about."""
    actions = (one["custom_id"].split("|") for one in walk(board.components) if "|" in one.get("custom_id", ""))
    return str(next(fields[2] for fields in actions if fields[2]))


@asynccontextmanager
async def running_harness(  # noqa: PLR0913  # what tests vary
    folder: Path,
    locale: str = "en-US",
    secret: str = SECRET,
    seconds_between: float = 0.0,
    busy_seconds: float = BUSY_SECONDS,
    *,
    images: ImageRenderer | None = None,
    clock: Clock | None = None,
) -> AsyncIterator[Harness]:
    """The harness, with the bot running; the storage is in `folder`."""
    async with (
        LoopbackDiscord() as discord,
        services_in(folder, secret, busy_seconds=busy_seconds, clock=clock) as services,
    ):
        discord.response_timeout = 30.0  # a busy machine is no bug
        guild = discord.guild("Ann's", locale=locale)
        harness = Harness(discord, services, guild, guild.channel("games"), guild.member("Ann"), guild.member("Bob"))
        async with running(HitblowClient(services, seconds_between=seconds_between, images=images), discord):
            yield harness
