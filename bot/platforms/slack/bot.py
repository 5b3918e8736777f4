"""The Slack bot: composing, starting and stopping it."""

import asyncio
import logging
import os
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import aiohttp
from msgspec import Struct
from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import current_board
from bot.locales import words_for
from bot.model.rooms import MessageKey, RoomKey
from bot.platforms.common.catch_up import BotWorkspaceMonitor, CatchUp, NewsSender
from bot.platforms.common.controller import ReplyLanguages
from bot.platforms.common.errors import PlatformUnreachable, TokenRefused
from bot.platforms.common.intake import SECONDS_BETWEEN, DeduplicatingIntake
from bot.platforms.common.message_queue import MessageQueue
from bot.platforms.common.platform import Runtime
from bot.platforms.slack.connections import Http, SocketMode
from bot.platforms.slack.controller import SlackController
from bot.platforms.slack.home import Home
from bot.platforms.slack.incoming import PLATFORM_KEY
from bot.platforms.slack.limits import NETWORK_ERRORS, SlackRateLimiter, call_within_limits, is_transient
from bot.platforms.slack.messenger import Messenger
from bot.platforms.slack.profiles import Profiles
from bot.platforms.slack.router import SlackRouter
from bot.platforms.slack.settings import PLATFORM_NAME, SlackSettings, secret_value
from bot.platforms.slack.transport import ImageUploader, SlackTransport

if TYPE_CHECKING:
    from bot.platforms.slack.oauth import Installations

log = logging.getLogger(__name__)

_LIBRARIES = ("slack_bolt", "slack_sdk")
_TIMEOUT_SECONDS = 10

GRACE_SECONDS = 7.0
"""Seconds to finish running work when the bot stops. Stopping takes at most 10 s in all."""

_CLOSE_SECONDS = 0.5


class Tuning(Struct, frozen=True):
    """What only tests and benchmarks change.

    Args:
        host: of the web server.
        seconds_between: least time between two messages in a channel.
        ping_seconds: how often Socket Mode checks its connection.
        clock: monotonic seconds.
    """

    host: str = "0.0.0.0"  # noqa: S104  # the signature decides who is heard
    seconds_between: float = SECONDS_BETWEEN
    ping_seconds: float = 5.0
    clock: Callable[[], float] = time.monotonic


class SlackBot:
    """The bot on Slack, over Socket Mode or HTTP."""

    def __init__(self, settings: SlackSettings, runtime: Runtime, tuning: Tuning | None = None) -> None:
        self._settings = settings
        self._runtime = runtime
        self._tuning = tuning or Tuning()
        self._intake = DeduplicatingIntake()
        services, tuning = runtime.services, self._tuning
        self._limiter = SlackRateLimiter(services.shared_limits, services.leases, tuning.seconds_between, tuning.clock)
        self._session: aiohttp.ClientSession | None = None
        self._connections: list[SocketMode | Http] = []
        self._installations: Installations | None = None
        self._identity: AsyncSlackResponse | None = None
        self._background: list[asyncio.Task[None]] = []

    @property
    def port(self) -> int:
        """The port of the web server, 0 if there is none."""
        return next((connection.port for connection in self._connections if isinstance(connection, Http)), 0)

    async def start(self) -> None:
        """Connect, and return once the bot can answer.

        Raises:
            PlatformError: it cannot be started; nothing is left running.
        """
        self._settings.check()
        for name in _LIBRARIES:
            logging.getLogger(name).setLevel(logging.WARNING)  # below it they log bodies, which hold secrets
        self._session = aiohttp.ClientSession(
            timeout=aiohttp.ClientTimeout(_TIMEOUT_SECONDS),
            middlewares=[partial(call_within_limits, self._limiter, self._settings.api_url)],
        )
        try:
            client = self._client(self._session)
            online = await self._check_tokens(client)
            app = self._app(client, self._session)
            if self._installations:
                await self._installations.reencrypt_tokens()
            for connection in self._connections_to(app, client):
                self._connections.append(connection)
                await connection.open()
            self._runtime.readiness.register(PLATFORM_NAME, self._is_connected)
            presence = BotWorkspaceMonitor(self._runtime.services.bot_workspaces, PLATFORM_KEY, self._workspaces)
            work = {"catching up": self._catch_up.run(), "presence": presence.run(), "limits": self._limiter.run()}
            work |= {"installations": self._installations.run_cleanup()} if self._installations else {}
            self._background = [asyncio.create_task(run, name=name) for name, run in work.items()]
            if self._installations:
                online = f", installed in workspaces: {len(await self._installations.workspaces())}"
            log.info("online on Slack%s", online)
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Accept nothing more, finish running work, and disconnect."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + GRACE_SECONDS
        self._limiter.end_waits()
        for connection in self._connections:
            await connection.stop_taking()
        for task in self._background:
            task.cancel()
        if self._background:
            await asyncio.wait(self._background)
        await self._intake.drain(max(0.0, deadline - loop.time()))
        for connection in self._connections:
            await connection.close()
        await self._limiter.release_lease()
        if self._session is not None:
            await asyncio.wait({asyncio.create_task(self._session.close())}, timeout=_CLOSE_SECONDS)

    async def _is_connected(self) -> bool:
        """Whether Slack can deliver payloads."""
        return all([await connection.is_open() for connection in self._connections])

    def _client(self, session: aiohttp.ClientSession | None, token: str | None = None) -> AsyncWebClient:
        """A client on the shared session. It retries only rate limits: after other errors a post may have arrived."""
        return AsyncWebClient(
            token=token or secret_value(self._settings.bot_token),
            base_url=self._settings.api_url,
            session=session,
            timeout=_TIMEOUT_SECONDS,
            retry_handlers=[AsyncRateLimitErrorRetryHandler(max_retry_count=2)],
        )

    async def _check_tokens(self, client: AsyncWebClient) -> str:
        """Check the tokens; returns the user and workspace of the bot for the log, empty with OAuth.

        Raises:
            PlatformError: a token is not accepted, or Slack does not respond.
        """
        settings, online = self._settings, ""
        if settings.bot_token:
            identity = self._identity = await _check(client.auth_test, settings.variable("bot_token"))
            online = f" as {identity.get('user')} in the workspace {identity.get('team')}"
        if token := secret_value(settings.app_token):
            await _check(lambda: client.apps_connections_open(app_token=token), settings.variable("app_token"))
        return online

    async def _workspaces(self) -> set[str] | None:
        """The workspaces that have the bot; of an organisation that has it everywhere, its id and a colon."""
        if self._installations:
            return await self._installations.workspaces()
        if self._identity is None:
            return None
        organisation, team = self._identity.get("enterprise_id"), self._identity.get("team_id")
        return {f"{organisation}:{team}" if organisation else str(team)} if team else None

    def _app(self, client: AsyncWebClient, session: aiohttp.ClientSession) -> AsyncApp:
        settings = self._settings
        installations = self._installations = self._open_installations() if settings.uses_oauth else None
        with _without_bolt_variables():
            words = words_for(self._runtime.public_language)
            app_client = self._client(session)
            app_client.token = None  # bolt sets the one that a payload is authorized with
            app = AsyncApp(
                name="hitblow",  # otherwise bolt looks through the source of every caller for one, which takes 50 ms
                client=app_client,
                process_before_response=True,  # the router decides when a payload is acknowledged
                signing_secret=secret_value(settings.signing_secret) or "",
                authorize=None if installations else _authorize_as(self._identity, client.token),
                oauth_settings=installations.oauth_settings() if installations else None,
                user_facing_authorize_error_message=words(
                    "hitblow is no longer installed in this workspace. An administrator can install it again."
                ),
            )
        if installations:
            installations.register(app)
        self._router(client, session).register(app)
        return app

    def _open_installations(self) -> "Installations":
        from bot.platforms.slack.oauth import Installations  # noqa: PLC0415  # loads SQLAlchemy's ORM

        return Installations(self._settings, self._runtime, self._intake)

    def _router(self, client: AsyncWebClient, session: aiohttp.ClientSession) -> SlackRouter:
        services, clock = self._runtime.services, self._tuning.clock
        dispatcher = Dispatcher(services)
        reply_languages = ReplyLanguages(services.languages, self._runtime.public_language, clock)
        profiles = Profiles(reply_languages, services.profile_versions, clock)
        read = partial(current_board, services)
        queue = MessageQueue(services.messages, read, self._intake, services.observer, PLATFORM_KEY)
        news = NewsSender(services.news, services.messages, queue)
        uploads = ImageUploader(self._runtime.images, clock)
        messenger = Messenger(session, self._limiter, news, uploads, clock)
        controller_of = partial(SlackController, dispatcher, queue, profiles, messenger, self._limiter)
        self._catch_up = CatchUp(
            services,
            PLATFORM_KEY,
            queue,
            partial(self._transport_to, client, uploads),
            self._runtime.public_language,
        )
        home = Home(dispatcher, services, profiles, self._intake)
        return SlackRouter(controller_of, home, profiles, self._intake)

    async def _transport_to(
        self, client: AsyncWebClient, uploads: ImageUploader, room: RoomKey, message: MessageKey | None
    ) -> SlackTransport | None:
        channel, sender = message.channel if message else room.channel, client
        if self._installations is not None:
            token = await self._installations.bot_token(room.workspace)
            if token is None:
                return None
            sender = self._client(client.session, token)
        return SlackTransport(sender, channel, self._limiter, upload=partial(uploads.upload, sender, room.workspace))

    def _connections_to(self, app: AsyncApp, client: AsyncWebClient) -> Iterator[SocketMode | Http]:
        """Socket Mode if there is an app token; HTTP if there is none, and for OAuth, which needs it."""
        app_token = secret_value(self._settings.app_token)
        if app_token:
            yield SocketMode(app, app_token, client, self._tuning.ping_seconds)
        if self._settings.uses_oauth or not app_token:
            yield Http(app, secret_value(self._settings.signing_secret) or "", self._tuning.host, self._settings.port)


def _authorize_as(identity: AsyncSlackResponse | None, token: str | None) -> Callable[[], Awaitable[AuthorizeResult]]:
    """Authorize every payload as the bot that Slack described at the start. Slack may be down meanwhile."""

    async def authorize() -> AuthorizeResult:  # a function, because bolt passes a method its `self` twice
        return AuthorizeResult.from_auth_test_response(auth_test_response=identity, bot_token=token)

    return authorize


@contextmanager
def _without_bolt_variables() -> Iterator[None]:
    """Hide environment variables that bolt reads by itself and that would change what app it makes."""
    hidden = {name: os.environ.pop(name) for name in tuple(os.environ) if name.startswith("SLACK_")}
    try:
        yield
    finally:
        os.environ.update(hidden)


async def _check(call: Callable[[], Awaitable[AsyncSlackResponse]], setting: str) -> AsyncSlackResponse:
    """Check a token; returns Slack's response.

    Raises:
        TokenRefused: Slack does not accept it.
        PlatformUnreachable: Slack does not respond.
    """
    try:
        return await call()
    except SlackApiError as error:
        if is_transient(error):
            raise PlatformUnreachable(PLATFORM_NAME) from error
        raise TokenRefused(PLATFORM_NAME, setting) from error
    except (*NETWORK_ERRORS, OSError) as error:
        raise PlatformUnreachable(PLATFORM_NAME) from error
