"""A loopback Discord and a loopback Slack behind one interface, for tests of processes that are killed."""

from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from typing import Any, Protocol

from tests.fakes.discord import (
    Channel,
    Guild,
    LoopbackDiscord,
    NoResponse,
    UnavailableAction as DiscordUnavailable,
    User,
)
from tests.fakes.discord.responses import InteractionResponse
from tests.fakes.slack import (
    Channel as SlackChannel,
    LoopbackSlack,
    NotAcknowledged,
    UnavailableAction as SlackUnavailable,
    Workspace,
)
from tests.processes.processes import SECONDS, discord_settings, slack_settings

PEOPLE = ("Ann", "Bob", *(f"P {number}" for number in range(3, 31)))
"""As many as play in the largest races."""

CONNECT_SECONDS = 5 * SECONDS
"""How long a process may take to start on a machine that others use."""

UNANSWERED_SECONDS = 5.0
"""How long people wait for a process that may have been killed."""


class Site(Protocol):
    """A platform with channels, in which people play, who are given by their places in `PEOPLE`."""

    command: str

    @property
    def settings(self) -> Mapping[str, str]:
        """The settings with which the bot connects."""

    async def connected(self, processes: int) -> None:
        """Wait until that many processes are connected, or as many of them as the platform allows."""

    def open_channel(self, name: str) -> None:
        """Make a channel."""

    def boards(self, channel: str) -> Sequence[object]:
        """The messages of a channel."""

    async def play(self, channel: str) -> None:
        """Start a game; raises `Unanswered`."""

    async def guess(self, channel: str, code: str) -> None:
        """Guess in one of several ways; raises `Unanswered`."""

    async def challenge(self, channel: str, secret: str) -> None:
        """Let the first person challenge the second to a duel, and hide a secret; raises `Unanswered`."""

    async def send(self, channel: str, person: int, name: str, **options: str | int) -> None:
        """Let a person send a command; raises `Unanswered`."""

    async def tell(self, channel: str, person: int, secret: str, name: str, **options: str | int) -> None:
        """Let a person tell their secret in the form of a command, if it has one; raises `Unanswered`."""

    async def press(self, channel: str, person: int, label: str) -> None:
        """Let a person press a button of the only board; raises `Unanswered`, also if there is no such button."""

    async def guess_as(self, channel: str, person: int, code: str) -> None:
        """Let a person type a guess; raises `Unanswered`."""

    def channel_id(self, channel: str) -> str:
        """The platform's id of a channel."""

    def refusals(self) -> int:
        """How many guesses have been refused because of the database, as on a machine with too much to do."""

    def disturb(self, seed: int) -> None:
        """Make the network slow, and let people wait only for a while."""

    def calm(self) -> None:
        """Undo `disturb`."""

    async def until(self, condition: Callable[[], bool], within: float) -> None:
        """Wait for a change that makes the condition true."""


class Unanswered(Exception):
    """The bot has not answered, or not acknowledged."""


@contextmanager
def _answered() -> Iterator[None]:
    try:
        yield
    except (NoResponse, NotAcknowledged, DiscordUnavailable, SlackUnavailable) as error:
        raise Unanswered from error


class DiscordSite:
    """A server on the loopback Discord, where guesses are typed."""

    command = "discord"

    def __init__(self, discord: LoopbackDiscord, guild: Guild) -> None:
        self._discord, self._guild = discord, guild
        self._people: list[User] = [guild.member(name) for name in PEOPLE]
        self._channels: dict[str, Channel] = {}
        self.settings = discord_settings(discord)

    async def connected(self, processes: int) -> None:  # noqa: ARG002  # one serves the shard, and the others wait
        await self._discord.connected(1, CONNECT_SECONDS)

    def open_channel(self, name: str) -> None:
        self._channels[name] = self._guild.channel(name)

    def boards(self, channel: str) -> Sequence[object]:
        return self._channels[channel].messages

    async def play(self, channel: str) -> None:
        await self.send(channel, 0, "play", tries=0)

    async def guess(self, channel: str, code: str) -> None:
        await self.guess_as(channel, int(code[0]) % 2, code)

    async def challenge(self, channel: str, secret: str) -> None:
        ann, bob, *_ = self._people
        with _answered():
            form = (await ann.slash(self._channels[channel], "hitblow duel", opponent=bob)).modal
            field: str = form.data["components"][0]["component"]["custom_id"]
            values: dict[str, Any] = {field: secret}
            await ann.submit(form, **values)

    async def send(self, channel: str, person: int, name: str, **options: str | int) -> None:
        with _answered():
            await self._slash(channel, person, name, **options)

    async def tell(self, channel: str, person: int, secret: str, name: str, **options: str | int) -> None:
        with _answered():
            form = (await self._slash(channel, person, name, **options)).modal
            field: str = form.data["components"][0]["component"]["custom_id"]
            values: dict[str, Any] = {field: secret}
            await self._people[person].submit(form, **values)

    async def _slash(self, channel: str, person: int, name: str, **options: str | int) -> InteractionResponse:
        who, where, line = self._people[person], self._channels[channel], f"hitblow {name}"
        if name == "secret":  # a button of the board, and a command that clients list for a while
            return await who.slash_from_old_list(where, line)
        return await who.send(who.prepare_slash(where, line, **options))

    async def press(self, channel: str, person: int, label: str) -> None:
        with _answered():
            await self._people[person].press(self._channels[channel].messages[0], label)

    async def guess_as(self, channel: str, person: int, code: str) -> None:
        with _answered():
            response = await self._slash(channel, person, "guess", code=code)
        if not response.interaction.settled.is_set():
            raise Unanswered  # a slow process has left a placeholder only

    def channel_id(self, channel: str) -> str:
        return str(self._channels[channel].id)

    def refusals(self) -> int:
        return sum("The database" in str(reply) for person in self._people for reply in person.ephemeral)

    def disturb(self, seed: int) -> None:
        self._discord.network.delay(0.01, 0.1, seed=seed)
        self._discord.response_timeout = UNANSWERED_SECONDS

    def calm(self) -> None:
        self._discord.network.clear()
        self._discord.response_timeout = SECONDS

    async def until(self, condition: Callable[[], bool], within: float) -> None:
        await self._discord.until(condition, within)


class SlackSite:
    """A workspace on the loopback Slack, where guesses are commands or replies to the board."""

    command = "slack"

    def __init__(self, slack: LoopbackSlack, team: Workspace) -> None:
        self._slack, self._team = slack, team
        self._people = [team.user(name) for name in PEOPLE]
        self._channels: dict[str, SlackChannel] = {}
        self.settings = slack_settings(slack, team)
        slack.use_socket_mode()

    async def connected(self, processes: int) -> None:
        await self._slack.connected(processes, CONNECT_SECONDS)

    def open_channel(self, name: str) -> None:
        self._channels[name] = self._team.channel(name)

    def boards(self, channel: str) -> Sequence[object]:
        return [message for message in self._channels[channel].messages if message.bot_id]

    async def play(self, channel: str) -> None:
        await self.send(channel, 0, "play", tries=0)

    def channel_id(self, channel: str) -> str:
        return self._channels[channel].id

    async def guess(self, channel: str, code: str) -> None:
        person = int(code[0]) % 2
        if int(code) % 2:
            await self._command(person, channel, f"guess {code}")
            return
        board = next(message for message in self._channels[channel].messages if message.bot_id)
        with _answered():
            await self._people[person].reply(board, code)

    async def challenge(self, channel: str, secret: str) -> None:
        await self.tell(channel, 0, secret, f"duel <@{self._people[1].id}>")

    async def send(self, channel: str, person: int, name: str, **options: str | int) -> None:
        await self._command(person, channel, " ".join([name, *(f"{key}:{value}" for key, value in options.items())]))

    async def tell(self, channel: str, person: int, secret: str, name: str, **options: str | int) -> None:
        who = self._people[person]
        who.views.clear()
        await self.send(channel, person, name, **options)
        with suppress(AssertionError):  # the form can't be opened if the process was too slow
            await self._slack.until(lambda: who.views, within=UNANSWERED_SECONDS)
        if who.views:
            with _answered():
                await who.submit(who.view, entered=secret)

    async def press(self, channel: str, person: int, label: str) -> None:
        board = next(message for message in self._channels[channel].messages if message.bot_id)
        with _answered():
            await self._people[person].click(board, label)

    async def guess_as(self, channel: str, person: int, code: str) -> None:
        await self._command(person, channel, f"guess {code}")

    async def _command(self, person: int, channel: str, text: str) -> None:
        with _answered():
            acknowledged = await self._people[person].command(self._channels[channel], "/hitblow", text)
        if acknowledged.payload:
            raise Unanswered  # it takes longer, and may not be stored yet

    def refusals(self) -> int:
        return sum("The database" in str(reply) for person in self._people for reply in person.ephemeral)

    def disturb(self, seed: int) -> None:
        self._slack.network.delay(0.01, 0.1, seed=seed)
        self._slack.deliveries.ack_within = UNANSWERED_SECONDS

    def calm(self) -> None:
        self._slack.network.clear()
        self._slack.deliveries.ack_within = SECONDS

    async def until(self, condition: Callable[[], bool], within: float) -> None:
        await self._slack.until(condition, within)


@asynccontextmanager
async def discord_site() -> AsyncIterator[Site]:
    async with LoopbackDiscord() as discord:
        discord.expect_error(40060, 10062, 10015)  # what processes learn from the responses of one another
        yield DiscordSite(discord, discord.guild("Ann's"))


@asynccontextmanager
async def slack_site() -> AsyncIterator[Site]:
    async with LoopbackSlack() as slack:
        yield SlackSite(slack, slack.workspace("acme"))


SITES: dict[str, Callable[[], AbstractAsyncContextManager[Site]]] = {"discord": discord_site, "slack": slack_site}
