"""The loopback Discord: a world, a REST interface and a gateway on 127.0.0.1, and the people in it."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Self, TypeVar

from aiohttp import web

from tests.fakes.discord.clock import StoppedClock
from tests.fakes.discord.faults import Fault, Hold
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.openapi import load_contract
from tests.fakes.discord.rest import PREFIX, Rest
from tests.fakes.discord.tasks import bot_is_busy
from tests.fakes.discord.world import World

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from tests.fakes.discord.channels import Channel
    from tests.fakes.discord.guilds import Guild
    from tests.fakes.discord.people import Person
    from tests.fakes.discord.refusals import Refused
    from tests.fakes.discord.routing import Call
    from tests.fakes.discord.wire import Json

T = TypeVar("T")

TOKEN = "loopback.bot.token"  # noqa: S105  opens nothing but this fake


class LoopbackDiscord:
    """A Discord that an unmodified discord.py client can be pointed at.

    Use it as an asynchronous context manager. On leaving, it fails if the bot blundered: asked for an unknown route,
    sent a body Discord refuses, answered twice or late. ``forgive(code)`` says which refusals are expected.

    Args:
        clock: seconds, for the three seconds and the fifteen minutes; stopped unless given, see ``pass_time``.
        shards: how many shards ``GET /gateway/bot`` recommends.
        privileged: whether the application may use privileged intents.
        compressed: whether the gateway speaks zlib-stream, as discord.py asks, or answers in text.
        validated: whether bodies are held against Discord's OpenAPI document, where that is at hand.
    """

    def __init__(
        self,
        *,
        clock: Callable[[], float] | None = None,
        shards: int = 1,
        privileged: bool = False,
        compressed: bool = True,
        validated: bool = True,
    ) -> None:
        self.token = TOKEN
        self.world = World(clock=clock, shards=shards)
        self.gateway = Gateway(self.world, TOKEN, privileged=privileged, compressed=compressed)
        self._rest = Rest(self.world, TOKEN, load_contract() if validated else None)
        self.world.busy = lambda: self._rest.busy > 0
        self._forgiven: set[int] = set()
        self._runner: web.AppRunner | None = None
        self.api_url = ""

    @property
    def gateway_url(self) -> str:
        return self.world.gateway_url

    async def __aenter__(self) -> Self:
        application = web.Application()
        application.router.add_get("/gateway/", self.gateway.connect)
        application.router.add_route("*", "/{path:.*}", self._rest.handle)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.api_url = f"http://{host}:{port}{PREFIX}"
        self.world.gateway_url = f"ws://{host}:{port}/gateway/"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.gateway.drop(code=1001)
        if self._runner:
            await self._runner.cleanup()
        if error is None:
            self.check()

    def check(self) -> None:
        """Raise AssertionError if the bot made a mistake that was not forgiven."""
        blunders = [f"{route}: {refused}" for route, refused in self.blunders]
        if blunders:
            msg = "Discord refused what the bot should not have sent:\n" + "\n".join(blunders)
            raise AssertionError(msg)

    @property
    def refused(self) -> list[tuple[str, Refused]]:
        """Every request turned down, as (method and path, why)."""
        return self._rest.refused

    @property
    def blunders(self) -> list[tuple[str, Refused]]:
        """The refusals that were the bot's own fault and are not forgiven."""
        return [one for one in self.refused if one[1].blunder and one[1].code not in self._forgiven]

    def forgive(self, *codes: int) -> None:
        """Expect refusals with these codes: they do not fail the test."""
        self._forgiven.update(codes)

    def guild(
        self, name: str, *, locale: str = "en-US", has_bot: bool = True, external_apps: bool = True, shard: int = 0
    ) -> Guild:
        """A new server; see ``World.guild``."""
        return self.world.guild(name, locale=locale, has_bot=has_bot, external_apps=external_apps, shard=shard)

    def person(self, name: str, *, locale: str = "en-US", installs: bool = False) -> Person:
        """A new person, in no server; ``person.dm`` is their conversation with the bot."""
        return self.world.person(name, locale=locale, installs=installs)

    def group(self, *people: Person) -> Channel:
        """A new group conversation."""
        return self.world.group(*people)

    @property
    def commands(self) -> list[Json]:
        """The global commands the bot registered."""
        return self.world.commands

    def calls(self, route: str) -> list[Call]:
        """The requests made to ``route``, oldest first."""
        self._rest.check_route(route)
        return [call for call in self._rest.calls if call.route == route]

    def sent(self) -> str:
        """All the bot ever sent, as JSON, to search for what it must not tell."""
        return json.dumps([call.body for call in self._rest.calls], ensure_ascii=False)

    def fail(self, route: str, *, status: int = 500, times: int = 1, after: bool = False) -> None:
        """Make the next ``times`` requests of ``route`` fail, before or ``after`` they took effect."""
        self._rest.check_route(route)
        self._rest.faults.add(Fault(route=route, status=status, times=times, after=after))

    def limit(self, route: str, *, times: int = 1, retry_after: float = 0.01, everywhere: bool = False) -> None:
        """Answer the next ``times`` requests of ``route`` with 429, to be retried after so many seconds."""
        self._rest.check_route(route)
        fault = Fault(route=route, status=429, times=times, retry_after=retry_after, everywhere=everywhere)
        self._rest.faults.add(fault)

    def hold(self, route: str) -> Hold:
        """Make requests of ``route`` wait until the hold is released."""
        self._rest.check_route(route)
        return self._rest.faults.hold(route)

    def pass_time(self, seconds: float) -> None:
        """Move the stopped clock."""
        if not isinstance(self.world.clock, StoppedClock):
            msg = "only a stopped clock can be moved"
            raise TypeError(msg)
        self.world.clock.advance(seconds)

    async def drop(self, *, repeats: int = 0, forget: bool = False) -> None:
        """Cut the gateway.

        When the bot resumes, it is sent what it missed and the last ``repeats`` events before; with ``forget``, there
        is no session left to resume and what it missed is lost.
        """
        await self.gateway.drop(repeats=repeats)
        if forget:
            self.gateway.sessions.clear()

    def ask_to_reconnect(self) -> None:
        """Ask the bot to come back, as Discord does every few hours."""
        self.gateway.ask_to_reconnect()

    async def connected(self) -> None:
        """Wait until every session is connected again."""
        while not self.gateway.sessions or not all(  # noqa: ASYNC110  two ends of a socket share no event
            session.line for session in self.gateway.sessions.values()
        ):
            await asyncio.sleep(0.002)
        await self.gateway.flush()

    async def until(self, condition: Callable[[], T], within: float = 5.0) -> T:
        """Wait until a message or an interaction makes ``condition()`` true, and return its value.

        Raises:
            AssertionError: it was not true ``within`` that many seconds; the message shows every channel.
        """
        return await self.world.activity.until(condition, within)

    async def idle(self) -> None:
        """Wait until the bot has heard everything and finished with it."""
        await self.gateway.flush()
        while bot_is_busy() or self.world.busy():  # noqa: ASYNC110  the client has no event to wait for
            await asyncio.sleep(0.002)
