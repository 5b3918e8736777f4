"""The loopback Discord: a REST API and a gateway on 127.0.0.1, and the people who use the bot."""

import asyncio
import json
from collections.abc import Callable
from types import TracebackType
from typing import Self, TypeVar

from aiohttp import web

from tests.fakes.discord.channels import Channel
from tests.fakes.discord.client import handlers_running
from tests.fakes.discord.errors import ApiError
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.guilds import Account, Guild
from tests.fakes.discord.openapi import load_contract
from tests.fakes.discord.rest import PREFIX, RestApi, check_route
from tests.fakes.discord.routing import Call
from tests.fakes.discord.state import State
from tests.fakes.discord.users import User
from tests.fakes.loopback import Clock, Json, Network, RateLimits

T = TypeVar("T")

TOKEN = "loopback.bot.token"


class LoopbackDiscord:
    """A Discord on 127.0.0.1 for an unmodified discord.py client.

    An asynchronous context manager. At its end it raises AssertionError if the bot violated the API: called an unknown
    route, sent an invalid body, responded twice or late. `expect_error` names the violations that a test is about.

    Args:
        real_time: let deadlines expire in real time; by default time stands still except for `clock.advance`.
        shards: how many shards the bot is told to run.
        privileged: whether the application may use privileged intents.
        compressed: whether the gateway sends a zlib stream to clients that ask for it.
        validated: whether bodies are validated with Discord's OpenAPI document, where it is available.

    Attributes:
        token: the bot's token.
        api_url: for the client, for example `discord.http.Route.BASE`.
        clock: judges deadlines: 3 seconds for the first response, 15 minutes for a token.
        network: delays, reorders and breaks requests.
        rate_limits: limits requests; none until `enable` or `set` is called.
        gateway: the sessions of connected clients.
        state: everything else there is.
        background_tasks: how the names of the bot's own asyncio tasks start; while one runs, the bot is not idle.
    """

    def __init__(
        self,
        *,
        real_time: bool = False,
        shards: int = 1,
        privileged: bool = False,
        compressed: bool = True,
        validated: bool = True,
    ) -> None:
        self.token = TOKEN
        self.api_url = ""
        self.background_tasks: tuple[str, ...] = ("hitblow",)
        self.clock = Clock(frozen=not real_time)
        self.state = State(self.clock, shards=shards)
        self._rest = RestApi(self.state, TOKEN, load_contract() if validated else None)
        self.network: Network[Call] = self._rest.network
        self.rate_limits: RateLimits = self._rest.rate_limits
        self.gateway = Gateway(self.state, self.network, TOKEN, privileged=privileged, compressed=compressed)
        self.state.busy = lambda: self.network.busy > 0 or handlers_running(self.background_tasks)
        self._expected: set[int] = set()
        self._runner: web.AppRunner | None = None

    @property
    def gateway_url(self) -> str:
        return self.state.gateway_url

    async def __aenter__(self) -> Self:
        application = web.Application()
        application.router.add_get("/gateway/", self.gateway.connect)
        application.router.add_route("*", "/{path:.*}", self._rest.handle)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.api_url = f"http://{host}:{port}{PREFIX}"
        self.state.gateway_url = f"ws://{host}:{port}/gateway/"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.network.clear()
        await self.gateway.disconnect(code=1001)
        if self._runner:
            await self._runner.cleanup()
        if error is None:
            self.check()

    def check(self) -> None:
        """Raise AssertionError if the bot violated the API."""
        violations = [f"{route}: {error}" for route, error in self.violations]
        if violations:
            msg = "the bot violated Discord's API:\n" + "\n".join(violations)
            raise AssertionError(msg)

    # The people and places

    def guild(
        self, name: str, *, locale: str = "en-US", has_bot: bool = True, external_apps: bool = True, shard: int = 0
    ) -> Guild:
        """Create a server; see `Guild`."""
        return self.state.guild(name, locale=locale, has_bot=has_bot, external_apps=external_apps, shard=shard)

    def user(self, name: str, *, locale: str = "en-US", installs: bool = False) -> User:
        """Create a person who is in no server; `user.dm` is their direct message channel with the bot."""
        return self.state.user(name, locale=locale, installs=installs)

    def group(self, *users: User) -> Channel:
        """Create a group direct message."""
        return self.state.group(*users)

    @property
    def bot(self) -> Account:
        """The bot's account."""
        return self.state.bot

    # What the bot did

    @property
    def commands(self) -> list[Json]:
        """The global commands that the bot has registered."""
        return self.state.commands

    def calls(self, route: str) -> list[Call]:
        """Return the requests to `route`, oldest first."""
        check_route(route)
        return [call for call in self.network.exchanges if call.route == route]

    def sent(self) -> str:
        """Return every body the bot has sent, as JSON, to search for what must not be in it."""
        return json.dumps([call.body for call in self.network.exchanges], ensure_ascii=False)

    @property
    def rejected(self) -> list[tuple[str, ApiError]]:
        """Every request that got an error, as method and path, and why; not those that met an injected fault."""
        return self._rest.rejected

    @property
    def violations(self) -> list[tuple[str, ApiError]]:
        """The errors that are the bot's mistake and not expected."""
        return [one for one in self.rejected if one[1].violation and one[1].code not in self._expected]

    def expect_error(self, *codes: int) -> None:
        """Accept errors with these codes: they do not fail the test."""
        self._expected.update(codes)

    # Time

    @property
    def response_timeout(self) -> float:
        """Real seconds that people wait for a response before they raise NoResponse."""
        return self.state.response_timeout

    @response_timeout.setter
    def response_timeout(self, seconds: float) -> None:
        self.state.response_timeout = seconds

    @property
    def settle_time(self) -> float:
        """Real seconds without a request after which a bot counts as idle; for bots in another process."""
        return self.state.settle_time

    @settle_time.setter
    def settle_time(self, seconds: float) -> None:
        self.state.settle_time = seconds

    async def until(self, condition: Callable[[], T], within: float = 30.0) -> T:
        """Wait until a change makes `condition()` true, and return its value.

        Raises:
            AssertionError: it was not true within that many seconds; the message shows every channel.
        """
        return await self.state.activity.until(condition, within)

    async def quiet(self, seconds: float = 0.05) -> None:
        """Wait until nothing has changed for that many seconds."""
        await self.state.activity.quiet(seconds)

    async def idle(self) -> None:
        """Wait until the bot, in this process, has received every event and handled it."""
        await self.gateway.flush()
        while self.state.busy():  # noqa: ASYNC110 - the client has no event to wait for
            await asyncio.sleep(0.002)

    # The gateway

    async def connected(self, count: int | None = None, within: float = 60.0) -> None:
        """Wait until `count` sessions are connected (by default one for each shard) and have read every event."""
        wanted = self.state.shards if count is None else count
        await self.until(lambda: len(self.gateway.connections) == wanted, within)
        await self.gateway.flush()

    async def disconnect(self, *, replay: int = 0, invalidate: bool = False) -> None:
        """Cut every gateway connection.

        Args:
            replay: how many events that the bot has received are sent again when it resumes.
            invalidate: forget the sessions; the bot cannot resume and the events it missed are lost.
        """
        await self.gateway.disconnect(replay=replay)
        if invalidate:
            self.gateway.sessions.clear()

    def request_reconnect(self) -> None:
        """Ask the bot to reconnect, as Discord does every few hours."""
        self.gateway.request_reconnect()
