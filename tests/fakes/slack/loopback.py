"""The loopback Slack: a server on 127.0.0.1, its workspaces, and the two transports to the app."""

import asyncio
from collections.abc import Callable
from functools import partial
from types import TracebackType
from typing import Self, TypeVar

from aiohttp import web

from tests.fakes.loopback import Activity, Json, Network, RateLimits
from tests.fakes.slack.channels import Channel, Message
from tests.fakes.slack.clock import Ids, SlackClock
from tests.fakes.slack.deliveries import Call, Deliveries
from tests.fakes.slack.methods import SCOPES
from tests.fakes.slack.methods.files import Uploads
from tests.fakes.slack.oauth import Consent, install_app
from tests.fakes.slack.payloads import mention_event, message_changed, message_event
from tests.fakes.slack.response_urls import ResponseUrls
from tests.fakes.slack.socket_mode import SignedHttp, SocketMode
from tests.fakes.slack.triggers import Triggers
from tests.fakes.slack.web_api import RATE_LIMITS, WebApi, check_route
from tests.fakes.slack.workspaces import Enterprise, Installation, Workspace

T = TypeVar("T")

_WORK = ("hitblow", "loopback delivery")
"""How the names of the tasks start that take a delivery or do what it asks for."""


class LoopbackSlack:
    """A Slack on 127.0.0.1 for one unmodified app.

    An asynchronous context manager. At its end it raises AssertionError if the app violated the API: called an unknown
    method, sent an invalid message or view, lacked a scope. `expect_error` names the violations that a test is about.

    Args:
        ack_within: seconds that the app has to acknowledge.
        scopes: the scopes of installations that the test makes.

    Attributes:
        url: the server's address.
        network: delays, reorders and breaks requests and deliveries.
        rate_limits: limits methods, by `clock`; none until `enable` or `set` is called.
        clock: judges when triggers and response URLs expire.
        deliveries: what is sent to the app, and how often.
        violations: the app's violations so far.
        mentions_first: whether `app_mention` is delivered before the `message` about the same text, or after it.
        organisation_in_views: whether `app_installed_team_id` in views is the enterprise for organisation-wide
            installations, as in some of Slack's payloads, or the workspace.
    """

    app_token = "xapp-loopback"
    signing_secret = "loopback-signing-secret"
    client_id = "111.222"
    client_secret = "loopback-client-secret"
    app_id = "A00000001"
    redirect_path = "/slack/oauth_redirect"

    def __init__(self, *, ack_within: float = 3.0, scopes: frozenset[str] = SCOPES) -> None:
        self.url = ""
        self.scopes = scopes
        self.mentions_first = False
        self.organisation_in_views = False
        self.activity = Activity(lambda: str(self))
        self.clock, self.ids = SlackClock(), Ids()
        self.workspaces: list[Workspace] = []
        self.installations: dict[str, Installation] = {}
        self.consents: dict[str, Consent] = {}
        self.violations: list[str] = []
        self.network: Network[Call] = Network(check_route)
        self.rate_limits = RateLimits(self.clock.now, RATE_LIMITS)
        self.deliveries = Deliveries(self.network, ack_within)
        self.uploads = Uploads(self)
        self.triggers, self.response_urls = Triggers(self.ids, self.clock), ResponseUrls(self)
        self.web_api = WebApi(self)
        self.socket_mode = SocketMode(self.app_id, self.ids, self.network, self.changed)
        self._expected: set[str] = set()
        self._http: list[SignedHttp] = []
        self._runner = web.AppRunner(self._routes(), access_log=None, shutdown_timeout=0.1)

    # Workspaces

    def workspace(self, name: str, *, enterprise: Enterprise | None = None, installed: bool = True) -> Workspace:
        """Create a workspace, with the app installed unless `installed` is False."""
        team = Workspace(self, self.ids.next("T"), name, enterprise)
        self.workspaces.append(team)
        if installed:
            install_app(team, self.scopes)
        return team

    def enterprise(self, name: str, *, installed: bool = False) -> Enterprise:
        """Create an Enterprise Grid organisation, with the app installed organisation-wide if `installed`."""
        enterprise = Enterprise(self, self.ids.next("E"), name)
        if installed:
            install_app(enterprise, self.scopes)
        return enterprise

    # Transports

    @property
    def api_url(self) -> str:
        """The `base_url` for clients; they need the slash at its end."""
        return f"{self.url}/api/"

    def use_socket_mode(self) -> SocketMode:
        """Deliver over the websockets that the app opens."""
        self.deliveries.transport = self.socket_mode
        return self.socket_mode

    def use_http(self, *urls: str) -> SignedHttp:
        """Deliver by signed requests to the app's URL; to several URLs in turn."""
        http = SignedHttp(urls, self.signing_secret, self.clock)
        self._http.append(http)
        self.deliveries.transport = http
        return http

    async def connected(self, count: int = 1, within: float = 60.0) -> None:
        """Wait until the app has `count` websockets."""
        await self.until(lambda: len(self.socket_mode.connections) == count, within)

    async def deliver_message_event(self, channel: Channel, event: Json) -> None:
        """Deliver an event about a message, if the app is a member and has the scope for it."""
        installation = channel.team.installation
        if channel.bot and installation and channel.history_scope in installation.scopes:
            await self.deliveries.event(event)

    async def deliver_typed(self, message: Message, **extra: str) -> None:
        """Deliver what somebody typed: as `message` and, if it mentions the app in a channel, as `app_mention`."""
        about = partial(self.deliver_message_event, message.channel, message_event(message, **extra))
        deliveries = [about, partial(self.deliver_mention, message, **extra)]
        for deliver in reversed(deliveries) if self.mentions_first else deliveries:
            await deliver()

    async def deliver_mention(self, message: Message, **extra: str) -> None:
        """Deliver `app_mention`, if the text mentions the app in a channel of its own and the app has the scope."""
        team, channel = message.channel.team, message.channel
        is_mention = channel.bot and channel.type != "im" and f"<@{team.bot_user_id}>" in message.text
        if is_mention and team.installation and "app_mentions:read" in team.installation.scopes:
            await self.deliveries.event(mention_event(message, **extra))

    async def deliver_own_message(self, message: Message) -> None:
        """Deliver the event about a message of the app itself: that it was posted, or if it was, edited."""
        event = message_changed(message, message.payload()) if message.edits else message_event(message)
        await self.deliver_message_event(message.channel, event)

    # What the app did

    def calls(self, method: str) -> list[Call]:
        """Return the calls of a method so far, oldest first."""
        check_route(method)
        return [call for call in self.network.exchanges if call.method == method]

    def expect_error(self, *errors: str) -> None:
        """Accept violations with these error codes: they do not fail the test."""
        self._expected.update(errors)

    def check(self) -> None:
        """Raise AssertionError if the app violated the API."""
        unexpected = [violation for violation in self.violations if not self._expected & set(violation.split())]
        if unexpected:
            raise AssertionError("the app violated Slack's API:\n" + "\n".join(unexpected))

    async def until(self, condition: Callable[[], T], within: float = 30.0) -> T:
        """Wait until a change makes `condition()` true, and return its value.

        Raises:
            AssertionError: it was not true within that many seconds; the message shows the channels and last calls.
        """
        return await self.activity.until(condition, within)

    async def quiet(self, seconds: float = 0.05) -> None:
        """Wait until nothing has changed for that many seconds."""
        await self.activity.quiet(seconds)

    async def idle(self) -> None:
        """Wait until the bot, in this process, has taken every delivery and done what it started for them."""
        while self.network.busy or self._is_working():  # noqa: ASYNC110 - the app has no event to wait for
            await asyncio.sleep(0.002)

    @staticmethod
    def _is_working() -> bool:
        return any(task.get_name().startswith(_WORK) for task in asyncio.all_tasks())

    def changed(self) -> None:
        """Wake every test that waits for a change."""
        self.activity.changed()

    def __str__(self) -> str:
        channels = [channel for team in self.workspaces for channel in team.channels]
        shown = [f"#{channel.name}\n{channel}" for channel in channels]
        last = list(self.network.exchanges)[-10:]
        calls = [f"{call.method} -> {(call.answer or {}).get('error', 'ok')}" for call in last]
        return "\n\n".join([*shown, "Last calls: " + ", ".join(calls), "Violations: " + "; ".join(self.violations)])

    # The server

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"
        return self

    async def __aexit__(self, kind: type[BaseException] | None, _: object, __: TracebackType | None) -> None:
        self.network.clear()
        await self.deliveries.close()
        await self.socket_mode.disconnect()
        for http in self._http:
            await http.close()
        await self._runner.cleanup()
        if kind is None:
            self.check()

    def _routes(self) -> web.Application:
        app = web.Application()
        app.add_routes(
            [
                web.get("/link", self.socket_mode.serve),
                web.route("*", "/api/{method}", self.web_api.serve),
                web.post("/upload/{id}", self.uploads.serve),
                web.post("/actions/{team}/{key}", self.response_urls.serve),
            ]
        )
        return app
