"""A small slack-bolt app for the tests of the loopback Slack."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.loopback import Json
from tests.fakes.slack import LoopbackSlack, SignedHttp, Workspace

BOARD: list[Json] = [
    {"type": "section", "text": {"type": "mrkdwn", "text": "*Board* of <@U1>"}},
    {
        "type": "actions",
        "elements": [
            {"type": "button", "action_id": "guess", "text": {"type": "plain_text", "text": "Guess"}, "value": "g1"},
        ],
    },
]
MODAL: Json = {
    "type": "modal",
    "callback_id": "guess",
    "title": {"type": "plain_text", "text": "Guess"},
    "submit": {"type": "plain_text", "text": "Send"},
    "blocks": [
        {
            "type": "input",
            "block_id": "code",
            "label": {"type": "plain_text", "text": "Your code"},
            "element": {"type": "plain_text_input", "action_id": "code", "max_length": 4},
        }
    ],
}


def example_app(client: AsyncWebClient, **settings: Any) -> AsyncApp:
    """Return an app with the commands `/board`, `/whisper` and `/slow`, a button, a modal and replies."""
    app = AsyncApp(client=client, signing_secret=LoopbackSlack.signing_secret, **settings)
    _add_commands(app)
    _add_actions(app)
    _add_events(app)
    return app


def _add_commands(app: AsyncApp) -> None:
    @app.command("/board")
    async def board(ack: Any, body: Any, client: Any) -> None:
        await ack()
        await client.chat_postMessage(channel=body["channel_id"], text="Board", blocks=BOARD)

    @app.command("/whisper")
    async def whisper(ack: Any, respond: Any, body: Any) -> None:
        await ack("heard")
        await respond(f"you said {body['text']}")

    @app.command("/slow")
    async def slow() -> None:
        """Never acknowledges."""


def _add_actions(app: AsyncApp) -> None:
    @app.action("guess")
    async def guess(ack: Any, body: Any, client: Any) -> None:
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=MODAL)


def _add_events(app: AsyncApp) -> None:
    @app.event({"type": "message", "subtype": None})
    async def message(event: Any, say: Any) -> None:
        await say(text=f"read {event['text']}", thread_ts=event.get("thread_ts"))

    @app.event("message")
    async def other_message() -> None:
        """Acknowledge edits and deletions."""


def client_for(slack: LoopbackSlack, team: Workspace | None = None) -> AsyncWebClient:
    """Return a client with the token of a workspace, or without a token."""
    return AsyncWebClient(token=team.bot_token if team else None, base_url=slack.api_url)


@asynccontextmanager
async def over_http(slack: LoopbackSlack, app: AsyncApp) -> AsyncIterator[SignedHttp]:
    """Run the app behind a web server and make Slack post to it."""
    runner = web.AppRunner(app.web_app(), access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    try:
        yield slack.use_http(f"http://127.0.0.1:{port}/slack/events")
    finally:
        await runner.cleanup()
        await listeners_done()


@asynccontextmanager
async def over_socket_mode(slack: LoopbackSlack, app: AsyncApp) -> AsyncIterator[AsyncSocketModeHandler]:
    """Run the app in Socket Mode."""
    slack.use_socket_mode()
    web_client = AsyncWebClient(base_url=slack.api_url)
    handler = AsyncSocketModeHandler(app, slack.app_token, web_client=web_client, ping_interval=0.1)
    await handler.connect_async()  # type: ignore[no-untyped-call] # bolt has no types for it
    await slack.connected()
    try:
        yield handler
    finally:
        await handler.close_async()  # type: ignore[no-untyped-call] # the same
        await listeners_done()


async def listeners_done() -> None:
    """Wait for listeners that go on after their acknowledgement; bolt runs them as tasks and does not wait for them."""
    name = "run_ack_function_asynchronously"
    running = [task for task in asyncio.all_tasks() if name in getattr(task.get_coro(), "__qualname__", "")]
    await asyncio.gather(*running, return_exceptions=True)
