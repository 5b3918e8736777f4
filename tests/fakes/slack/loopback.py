"""The loopback Slack itself: a server on 127.0.0.1, its workspaces, and the two ways from it to the app."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, TypeVar

from aiohttp import web

from tests.fakes.loopback import Activity
from tests.fakes.slack.basics import Clock, Ids
from tests.fakes.slack.delivery import Courier
from tests.fakes.slack.faults import Fault, Faults
from tests.fakes.slack.installing import Consent, granted
from tests.fakes.slack.methods import SCOPES
from tests.fakes.slack.pace import Pace
from tests.fakes.slack.payloads import message_changed, message_event
from tests.fakes.slack.places import Channel, Enterprise, Grant, Workspace
from tests.fakes.slack.response_urls import ResponseUrls
from tests.fakes.slack.signed_http import SignedHttp
from tests.fakes.slack.socket_mode import SocketMode
from tests.fakes.slack.triggers import Triggers
from tests.fakes.slack.uploads import Uploads
from tests.fakes.slack.webapi import Call, WebApi

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from tests.fakes.slack.basics import Json
    from tests.fakes.slack.surfaces import Message

T = TypeVar("T")
HISTORY = {"channel": "channels", "group": "groups", "im": "im", "mpim": "mpim"}


class LoopbackSlack:
    """Slack, as far as one app can tell; `async with` it.

    Leaving the block fails where the app called an unknown method, sent what Slack would refuse as malformed, or
    lacked a scope: `problems` lists these, and a test that means them empties it.

    Attributes:
        courier: delivers everything; tells how fast the app must be, and how often each thing is delivered.
        scopes: what an installation made by the test itself grants.
        pace: enforces the rate limits once `pace.on` is set.
        clock: moves forward on request; triggers and response URLs live by it.
    """

    app_token = "xapp-loopback"  # noqa: S105 - opens nothing
    signing_secret = "loopback-signing-secret"  # noqa: S105 - signs nothing else
    client_id = "111.222"
    client_secret = "loopback-client-secret"  # noqa: S105 - the same
    app_id = "A00000001"
    redirect_path = "/slack/oauth_redirect"

    def __init__(self, *, ack_within: float = 3.0, scopes: frozenset[str] = SCOPES) -> None:
        self.scopes = scopes
        self.activity = Activity(lambda: str(self))
        self.clock, self.ids = Clock(), Ids()
        self.workspaces: list[Workspace] = []
        self.grants: dict[str, Grant] = {}
        self.consents: dict[str, Consent] = {}
        self.problems: list[str] = []
        self.url = ""
        self.courier, self.faults = Courier(ack_within), Faults()
        self.pace, self.uploads = Pace(self.clock), Uploads(self)
        self.triggers, self.response_urls = Triggers(self.ids, self.clock), ResponseUrls(self)
        self.web_api = WebApi(self)
        self.socket_mode = SocketMode(self.app_id, self.ids, self.changed)
        self._http: list[SignedHttp] = []
        self._runner = web.AppRunner(self._routes(), access_log=None, shutdown_timeout=0.1)

    # Its places

    def workspace(self, name: str, *, enterprise: Enterprise | None = None, installed: bool = True) -> Workspace:
        """A workspace, with the app installed in it unless `installed` is False."""
        team = Workspace(self, self.ids.next("T"), name, enterprise)
        self.workspaces.append(team)
        if installed:
            granted(team, self.scopes)
        return team

    def enterprise(self, name: str, *, installed: bool = False) -> Enterprise:
        """An Enterprise Grid organisation, with the app installed org-wide if `installed`."""
        enterprise = Enterprise(self, self.ids.next("E"), name)
        if installed:
            granted(enterprise, self.scopes)
        return enterprise

    # Its way to the app

    @property
    def api_url(self) -> str:
        """The `base_url` for the app's clients, with the slash that they need."""
        return f"{self.url}/api/"

    def use_socket_mode(self) -> SocketMode:
        """Deliver over the websockets the app opens."""
        self.courier.transport = self.socket_mode
        return self.socket_mode

    def send_to(self, url: str) -> SignedHttp:
        """Deliver by signed requests to the app's URL."""
        http = SignedHttp(url, self.signing_secret, self.clock)
        self._http.append(http)
        self.courier.transport = http
        return http

    async def connected(self, count: int = 1) -> None:
        """Wait until the app holds `count` websockets."""
        await self.until(lambda: len(self.socket_mode.connections) == count)

    async def tell(self, channel: Channel, event: Json) -> None:
        """Deliver a message event, where the app is a member and was granted the messages of such conversations."""
        grant = channel.team.grant
        if channel.bot and grant and f"{HISTORY[channel.type]}:history" in grant.scopes:
            await self.courier.event(event)

    async def echo(self, message: Message) -> None:
        """Deliver what the platform tells an app of its own message: that it was posted, or changed since."""
        event = message_changed(message, message.payload()) if message.revisions else message_event(message)
        await self.tell(message.channel, event)

    # What it can be told to do, and what it has seen

    def fail(self, method: str, error: str = "internal_error", **how: Any) -> None:  # noqa: ANN401 - Fault's fields
        """Let the next call of `method` (or the next `times`) go wrong; `response_url` counts as one."""
        self.faults.order(Fault(method, error, **how))

    def calls(self, method: str) -> list[Call]:
        """Every call of that method so far."""
        return [call for call in self.web_api.calls if call.method == method]

    async def until(self, condition: Callable[[], T], within: float = 5.0) -> T:
        """Wait until a change makes `condition()` true, and return its value.

        Raises:
            AssertionError: it was not true `within` that many seconds; the message shows what there is instead.
        """
        return await self.activity.until(condition, within)

    async def quiet(self, seconds: float = 0.05) -> None:
        """Wait until the app has changed nothing for that long, before saying that something did not happen."""
        await self.activity.quiet(seconds)

    def changed(self) -> None:
        """Wake whoever waits for a change."""
        self.activity.changed()

    def __str__(self) -> str:
        channels = [channel for team in self.workspaces for channel in team.channels]
        shown = [f"#{channel.name}\n{channel}" for channel in channels]
        calls = [f"{call.method} -> {(call.answer or {}).get('error', 'ok')}" for call in self.web_api.calls[-10:]]
        return "\n\n".join([*shown, "Last calls: " + ", ".join(calls), "Problems: " + "; ".join(self.problems)])

    # Its life

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"
        return self

    async def __aexit__(self, kind: type[BaseException] | None, _: object, __: TracebackType | None) -> None:
        await self.socket_mode.close()
        for http in self._http:
            await http.close()
        await self._runner.cleanup()
        if kind is None:
            assert not self.problems, "\n".join(self.problems)

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
