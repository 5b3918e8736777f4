"""The Slack bot put together, started and stopped, over either of the two ways Slack reaches it."""

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
from bot.platforms.common.errors import PlatformUnreachable, TokenRefused
from bot.platforms.slack.boards import Boards
from bot.platforms.slack.config import APP_TOKEN, BOT_TOKEN, NAME, Config
from bot.platforms.slack.controller import Answering
from bot.platforms.slack.home import Home
from bot.platforms.slack.messenger import Notes
from bot.platforms.slack.oauth import Installations
from bot.platforms.slack.profiles import People
from bot.platforms.slack.rate_limiter import Pace
from bot.platforms.slack.router import Listeners
from bot.platforms.slack.tasks import Tasks
from bot.platforms.slack.transports import Http, SocketMode, Way
from bot.services.services import Services
from bot.wording import words_for

_LIBRARIES = ("slack_bolt", "slack_sdk")
_PASSING = {"ratelimited", "internal_error", "fatal_error", "service_unavailable", "request_timeout", None}
_TIMEOUT = 10


class SlackBot:
    """The bot on Slack.

    Args:
        services: what can be done.
        config: the tokens, and which way to go.
        engine: the database's, for slack_sdk's stores of installations.
    """

    def __init__(self, services: Services, config: Config, engine: Any) -> None:  # noqa: ANN401  # SQLAlchemy's, handed on
        self._services = services
        self._config = config
        self._engine = engine
        self._tasks = Tasks()
        self._pace = Pace(config.clock, config.seconds_between)
        self._session: aiohttp.ClientSession | None = None
        self._ways: list[Way] = []

    @property
    def port(self) -> int:
        """The port Slack reaches it at over HTTP, 0 if it does not."""
        return next((way.port for way in self._ways if isinstance(way, Http)), 0)

    async def start(self) -> None:
        """Connect, and return once people are answered.

        Raises:
            PlatformError: it cannot be started like this; nothing is left running.
        """
        self._config.require()
        for name in _LIBRARIES:
            logging.getLogger(name).setLevel(logging.WARNING)  # below it they log bodies, and secrets are in these
        self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(_TIMEOUT))
        try:
            client = self._client()
            await self._check(client)
            for way in self._ways_to(self._app(client)):
                self._ways.append(way)
                await way.open()
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Take nothing new, finish what was taken, and disconnect."""
        self._pace.hurry()
        for way in self._ways:
            await way.stop_taking()
        await self._tasks.finish()
        for way in self._ways:
            await way.close()
        if self._session is not None:
            await self._session.close()

    def _client(self) -> AsyncWebClient:
        """One session for all calls. Only what was refused for its rate is tried again: a post may have arrived."""
        return AsyncWebClient(
            token=self._config.bot_token,
            base_url=self._config.api_url,
            session=self._session,
            timeout=_TIMEOUT,
            retry_handlers=[AsyncRateLimitErrorRetryHandler(max_retry_count=2)],
        )

    async def _check(self, client: AsyncWebClient) -> None:
        if self._config.bot_token:
            await _accepted(client.auth_test, BOT_TOKEN)
        if self._config.app_token:
            token = self._config.app_token
            await _accepted(lambda: client.apps_connections_open(app_token=token), APP_TOKEN)

    def _app(self, client: AsyncWebClient) -> AsyncApp:
        config, services = self._config, self._services
        installations = Installations(config, self._engine, self._tasks) if config.is_for_many else None
        with _only_our_settings():
            app = AsyncApp(
                client=client,
                signing_secret=config.signing_secret or "",
                oauth_settings=installations.settings() if installations else None,
                user_facing_authorize_error_message=words_for(config.language).not_installed(),
            )
        if installations:
            installations.register(app)
            self._tasks.start(installations.sweep())
        dispatcher = Dispatcher(services)
        people = People(services.languages, config.clock, config.language)
        boards = Boards(services.messages, self._pace, config.clock)
        answering = Answering(dispatcher, services.messages, people, boards, Notes(self._open_session(), self._pace))
        home = Home(dispatcher, services.messages, services.referee, people)
        Listeners(answering, home, self._tasks, config.clock).register(app)
        return app

    def _ways_to(self, app: AsyncApp) -> Iterator[Way]:
        """Socket Mode where it can be, HTTP where it must be."""
        if self._config.app_token:
            yield SocketMode(app, self._config.app_token, self._client(), self._config.ping_seconds)
        if self._config.is_for_many or not self._config.app_token:
            yield Http(app, self._config.host, self._config.port)

    def _open_session(self) -> aiohttp.ClientSession:
        if self._session is None:
            raise LookupError
        return self._session


@contextmanager
def _only_our_settings() -> Iterator[None]:
    """Hide variables that bolt reads for itself, and that would change what kind of app it makes."""
    hidden = {name: os.environ.pop(name) for name in tuple(os.environ) if name.startswith("SLACK_")}
    try:
        yield
    finally:
        os.environ.update(hidden)


async def _accepted(call: Any, setting: str) -> None:  # noqa: ANN401  # a method of slack_sdk's client
    """Go on if Slack accepts the token.

    Raises:
        TokenRefused: it does not.
        PlatformUnreachable: there is no telling.
    """
    try:
        await call()
    except SlackApiError as error:
        if error.response.get("error") in _PASSING:
            raise PlatformUnreachable(NAME) from error
        raise TokenRefused(NAME, setting) from error
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise PlatformUnreachable(NAME) from error
