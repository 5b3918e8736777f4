"""The Slack bot: composing, starting and stopping it."""

import asyncio
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import aiohttp
from slack_bolt.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient

from bot.handlers.dispatcher import Dispatcher
from bot.platforms.common.callers import CallerLookup
from bot.platforms.common.errors import PlatformUnreachable, TokenRefused
from bot.platforms.common.intake import Intake
from bot.platforms.common.message_queue import MessageQueue
from bot.platforms.slack.config import APP_TOKEN, BOT_TOKEN, NAME, Config
from bot.platforms.slack.controller import Controller
from bot.platforms.slack.home import Home
from bot.platforms.slack.messenger import Messenger
from bot.platforms.slack.oauth import Installations
from bot.platforms.slack.profiles import Profiles
from bot.platforms.slack.rate_limiter import RateLimiter
from bot.platforms.slack.router import SlackRouter, bolt_listeners
from bot.platforms.slack.transports import Http, SocketMode, Transport
from bot.services.services import Services
from bot.wording import words_for

_LIBRARIES = ("slack_bolt", "slack_sdk")
_TRANSIENT = {"ratelimited", "internal_error", "fatal_error", "service_unavailable", "request_timeout", None}
_TIMEOUT_SECONDS = 10


class SlackBot:
    """The bot on Slack.

    Args:
        services: the use cases.
        config: tokens and addresses.
        engine: SQLAlchemy's engine of the database, for slack_sdk's installation stores.
    """

    def __init__(self, services: Services, config: Config, engine: Any) -> None:  # noqa: ANN401  # passed on
        self._services = services
        self._config = config
        self._engine = engine
        self._intake = Intake(config.clock)
        self._limiter = RateLimiter(config.seconds_between, config.clock)
        self._session: aiohttp.ClientSession | None = None
        self._transports: list[Transport] = []

    @property
    def port(self) -> int:
        """The port of the web server, 0 if there is none."""
        return next((transport.port for transport in self._transports if isinstance(transport, Http)), 0)

    async def start(self) -> None:
        """Connect, and return once people are answered.

        Raises:
            PlatformError: it cannot be started; nothing is left running.
        """
        self._config.require()
        for name in _LIBRARIES:
            logging.getLogger(name).setLevel(logging.WARNING)  # below it they log bodies, which hold secrets
        self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(_TIMEOUT_SECONDS))
        try:
            client = self._client(self._session)
            await self._check_tokens(client)
            for transport in self._transports_to(self._app(client, self._session), client):
                self._transports.append(transport)
                await transport.open()
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Take nothing more, finish what was taken, and disconnect."""
        self._limiter.release()
        for transport in self._transports:
            await transport.stop_taking()
        while listeners := bolt_listeners():
            await asyncio.wait(listeners)
        await self._intake.drain()
        for transport in self._transports:
            await transport.close()
        if self._session is not None:
            await self._session.close()

    def _client(self, session: aiohttp.ClientSession) -> AsyncWebClient:
        """A client on the shared session. It retries only rate limits: after other errors a post may have arrived."""
        return AsyncWebClient(
            token=self._config.bot_token,
            base_url=self._config.api_url,
            session=session,
            timeout=_TIMEOUT_SECONDS,
            retry_handlers=[AsyncRateLimitErrorRetryHandler(max_retry_count=2)],
        )

    async def _check_tokens(self, client: AsyncWebClient) -> None:
        if self._config.bot_token:
            await _check(client.auth_test, BOT_TOKEN)
        if self._config.app_token:
            token = self._config.app_token
            await _check(lambda: client.apps_connections_open(app_token=token), APP_TOKEN)

    def _app(self, client: AsyncWebClient, session: aiohttp.ClientSession) -> AsyncApp:
        config = self._config
        installations = Installations(config, self._engine, self._intake) if config.uses_oauth else None
        with _without_bolt_variables():
            app = AsyncApp(
                client=client,
                signing_secret=config.signing_secret or "",
                oauth_settings=installations.settings() if installations else None,
                user_facing_authorize_error_message=words_for(config.language).not_installed(),
            )
        if installations:
            installations.register(app)
            self._intake.start(installations.delete_expired_states())
        self._router(session).register(app)
        return app

    def _router(self, session: aiohttp.ClientSession) -> SlackRouter:
        services, clock = self._services, self._config.clock
        dispatcher = Dispatcher(services)
        callers = CallerLookup(services.languages, self._config.language, clock)
        profiles = Profiles(callers, clock)
        queue = MessageQueue(services.messages, clock)
        messenger = Messenger(session, self._limiter)
        controller = Controller(dispatcher, profiles, queue, messenger, self._limiter)
        return SlackRouter(controller, Home(dispatcher, services, profiles, callers), self._intake)

    def _transports_to(self, app: AsyncApp, client: AsyncWebClient) -> Iterator[Transport]:
        """Socket Mode if there is an app token; HTTP if there is none, and for OAuth, which needs it."""
        if self._config.app_token:
            yield SocketMode(app, self._config.app_token, client, self._config.ping_seconds)
        if self._config.uses_oauth or not self._config.app_token:
            yield Http(app, self._config.host, self._config.port)


@contextmanager
def _without_bolt_variables() -> Iterator[None]:
    """Hide environment variables that bolt reads by itself and that would change what app it makes."""
    hidden = {name: os.environ.pop(name) for name in tuple(os.environ) if name.startswith("SLACK_")}
    try:
        yield
    finally:
        os.environ.update(hidden)


async def _check(call: Any, setting: str) -> None:  # noqa: ANN401  # a method of slack_sdk's client
    """Check a token.

    Raises:
        TokenRefused: Slack does not accept it.
        PlatformUnreachable: Slack does not respond.
    """
    try:
        await call()
    except SlackApiError as error:
        if error.response.get("error") in _TRANSIENT:
            raise PlatformUnreachable(NAME) from error
        raise TokenRefused(NAME, setting) from error
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise PlatformUnreachable(NAME) from error
