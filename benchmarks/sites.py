"""Loopback platforms on which people guess with a bot in another process, and what the bot sends."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TypeAlias

from typing_extensions import override

from benchmarks.floors import Traffic, Turn
from tests.fakes.discord import Interaction, InteractionResponse, LoopbackDiscord, User
from tests.fakes.discord.errors import UnavailableAction
from tests.fakes.discord.interactions import CallbackType
from tests.fakes.loopback import Json
from tests.fakes.slack import LoopbackSlack, Message as SlackMessage, User as SlackUser
from tests.fakes.slack.errors import UnavailableAction as UnavailableSlackAction
from tests.platforms.slack.harness import ConnectionType
from tests.processes.processes import discord_settings, slack_settings
from tests.support.postgresql import free_port

Guess: TypeAlias = Callable[[str], Awaitable[None]]
"""Opens the form on one board, submits a code, and waits for the edited board."""

_SECONDS = 60.0


class Site(ABC):
    """A platform for one bot, on which each person has games of their own in new channels.

    Attributes:
        settings: environment variables with which a bot connects.
    """

    settings: Mapping[str, str]

    @abstractmethod
    async def connected(self) -> None:
        """Wait until the bot can be reached."""

    @abstractmethod
    async def start(self, person: int) -> Guess:
        """Start a game of a person in a new channel; people are numbered."""

    @abstractmethod
    def sent(self) -> Sequence[tuple[str, Json]]:
        """The names and bodies of the requests of the bot since `forget_sent`."""

    @abstractmethod
    def forget_sent(self) -> None:
        """Forget what the bot has sent, for which the loopback needs memory."""

    @abstractmethod
    def traffic(self) -> Traffic:
        """What the bot has sent in its last game, if it has sent nothing else since."""


class DiscordSite(Site):
    """A server on Discord."""

    def __init__(self, loopback: LoopbackDiscord) -> None:
        self._loopback = loopback
        loopback.response_timeout = _SECONDS
        self.settings = discord_settings(loopback)
        self._guild = loopback.guild("club")
        self._people: dict[int, User] = {}

    @override
    async def connected(self) -> None:
        await self._loopback.connected(1)

    @override
    async def start(self, person: int) -> Guess:
        if person not in self._people:
            self._people[person] = self._guild.member("Ann")
        ann = self._people[person]
        board = (await ann.slash(self._guild.channel("games"), "hitblow play", tries=0)).message

        async def guess(code: str) -> None:
            with suppress(UnavailableAction):  # the secret is found
                form = await responded(ann, ann.prepare_press(board, "Guess"))
                await responded(ann, ann.prepare_submit(form.modal, entered=code))

        return guess

    @override
    def sent(self) -> Sequence[tuple[str, Json]]:
        return [(call.route, call.body) for call in self._loopback.network.exchanges]

    @override
    def forget_sent(self) -> None:
        self._loopback.network.exchanges.clear()

    @override
    def traffic(self) -> Traffic:
        bodies = [body for name, body in self.sent() if name == "callback"]
        start = max(place for place, body in enumerate(bodies) if body["type"] == CallbackType.MESSAGE)
        board, *turns = [body["data"] for body in bodies[start:]]
        return Traffic(board, [Turn(form, edited) for form, edited in zip(turns[::2], turns[1::2], strict=True)])


async def responded(person: User, interaction: Interaction) -> InteractionResponse:
    """Deliver an interaction, and wait for its response without polling."""
    person.state.deliver(interaction)
    async with asyncio.timeout(_SECONDS):
        await interaction.settled.wait()
    return InteractionResponse(interaction)


class SlackSite(Site):
    """A workspace on Slack, over Socket Mode or HTTP."""

    def __init__(self, slack: LoopbackSlack, connection: ConnectionType) -> None:
        self._slack, self._connection = slack, connection
        self._team = slack.workspace("acme")
        self._people: dict[int, SlackUser] = {}
        self.settings = slack_settings(slack, self._team)
        if connection == "socket":
            slack.use_socket_mode()
        else:
            self._port = free_port()
            secrets = {"SIGNING_SECRET": slack.signing_secret, "PORT": str(self._port), "APP_TOKEN": ""}
            self.settings |= {f"HITBLOW_SLACK_{name}": value for name, value in secrets.items()}
            slack.use_http(f"http://127.0.0.1:{self._port}/slack/events")

    @override
    async def connected(self) -> None:
        if self._connection == "socket":
            await self._slack.connected()
            return
        async with asyncio.timeout(_SECONDS):
            while True:
                with suppress(ConnectionError):
                    _, writer = await asyncio.open_connection("127.0.0.1", self._port)
                    writer.close()
                    return
                await asyncio.sleep(0.1)

    @override
    async def start(self, person: int) -> Guess:
        if person not in self._people:
            self._people[person] = self._team.user("Ann")
        ann, channel = self._people[person], self._team.channel("games")
        await ann.command(channel, "/hitblow", "play tries:0")
        board: SlackMessage = (await self._slack.until(lambda: channel.messages, _SECONDS))[0]

        async def guess(code: str) -> None:
            edits = board.edits
            with suppress(UnavailableSlackAction):  # the secret is found
                await ann.click(board, "ask:0")
                await self._slack.until(lambda: ann.views, _SECONDS)
                await ann.submit(ann.view, code=code)
                await self._slack.until(lambda: board.edits > edits, _SECONDS)

        return guess

    @override
    def sent(self) -> Sequence[tuple[str, Json]]:
        return [(call.method, call.args) for call in self._slack.network.exchanges]

    @override
    def forget_sent(self) -> None:
        self._slack.network.exchanges.clear()

    @override
    def traffic(self) -> Traffic:
        named = self.sent()
        start = max(place for place, (name, _) in enumerate(named) if name == "chat.postMessage")
        forms, boards = (
            [body for each, body in named[start:] if each == name] for name in ("views.open", "chat.update")
        )
        return Traffic(named[start][1], [Turn(*turn) for turn in zip(forms, boards, strict=True)])


@asynccontextmanager
async def opened_site(name: str) -> AsyncIterator[Site]:
    """The site `discord`, `http` or `socket`; the last two are Slack's."""
    if name == "discord":
        async with LoopbackDiscord(validated=False) as discord:
            yield DiscordSite(discord)
    else:
        async with LoopbackSlack(ack_within=_SECONDS) as slack:
            yield SlackSite(slack, "http" if name == "http" else "socket")
