"""A slack-bolt app of a few lines, to see that the loopback Slack treats one as the real Slack does."""

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
            {"type": "button", "action_id": "count", "text": {"type": "plain_text", "text": "Count"}, "value": "0"},
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


def tiny_app(client: AsyncWebClient, **settings: Any) -> AsyncApp:  # noqa: ANN401 - AsyncApp's own
    """`/board` posts a board with buttons, `/whisper` answers privately; replies are counted, homes published."""
    app = AsyncApp(client=client, signing_secret=LoopbackSlack.signing_secret, **settings)
    _listen_to_commands(app)
    _listen_to_clicks(app)
    _listen_to_events(app)
    return app


def _listen_to_commands(app: AsyncApp) -> None:
    @app.command("/board")
    async def board(ack: Any, body: Any, client: Any) -> None:  # noqa: ANN401 - bolt's untyped arguments
        await ack()
        await client.chat_postMessage(channel=body["channel_id"], text="Board", blocks=BOARD)

    @app.command("/whisper")
    async def whisper(ack: Any, respond: Any, body: Any) -> None:  # noqa: ANN401 - the same
        await ack("heard")
        await respond(f"you said {body['text']}")

    @app.command("/slow")
    async def slow() -> None:
        """Never acknowledges."""


def _listen_to_clicks(app: AsyncApp) -> None:
    @app.action("count")
    async def count(ack: Any, body: Any, client: Any) -> None:  # noqa: ANN401 - bolt's untyped arguments
        await ack()
        where = {"channel": body["channel"]["id"], "ts": body["message"]["ts"]}
        await client.chat_update(**where, text=f"counted {body['actions'][0]['value']}")

    @app.action("guess")
    async def guess(ack: Any, body: Any, client: Any) -> None:  # noqa: ANN401 - the same
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=MODAL)

    @app.view("guess")
    async def guessed(ack: Any, view: Any) -> None:  # noqa: ANN401 - the same
        code = view["state"]["values"]["code"]["code"]["value"]
        if not code.isdigit():
            await ack(response_action="errors", errors={"code": "digits, please"})
        else:
            await ack()


def _listen_to_events(app: AsyncApp) -> None:
    @app.event({"type": "message", "subtype": None})
    async def message(event: Any, say: Any) -> None:  # noqa: ANN401 - bolt's untyped arguments
        await say(text=f"read {event['text']}", thread_ts=event.get("thread_ts"))

    @app.event("message")
    async def other_message() -> None:
        """Edits and deletions: acknowledged, not acted on."""

    @app.event("app_home_opened")
    async def home(event: Any, client: Any) -> None:  # noqa: ANN401 - the same
        await client.views_publish(user_id=event["user"], view={"type": "home", "blocks": BOARD[:1]})


def client_of(slack: LoopbackSlack, team: Workspace | None = None) -> AsyncWebClient:
    """A client for one workspace's token, or for none."""
    return AsyncWebClient(token=team.bot_token if team else None, base_url=slack.api_url)


@asynccontextmanager
async def over_http(slack: LoopbackSlack, app: AsyncApp) -> AsyncIterator[SignedHttp]:
    """Run the app behind a web server that Slack posts to."""
    runner = web.AppRunner(app.web_app(), access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    try:
        yield slack.use_http(f"http://127.0.0.1:{port}/slack/events")
    finally:
        await runner.cleanup()
        await finished()


@asynccontextmanager
async def over_socket_mode(slack: LoopbackSlack, app: AsyncApp) -> AsyncIterator[AsyncSocketModeHandler]:
    """Run the app on a websocket that it opens to Slack."""
    slack.use_socket_mode()
    web_client = AsyncWebClient(base_url=slack.api_url)
    handler = AsyncSocketModeHandler(app, slack.app_token, web_client=web_client, ping_interval=0.1)
    await handler.connect_async()  # type: ignore[no-untyped-call] # bolt left it without types
    await slack.connected()
    try:
        yield handler
    finally:
        await handler.close_async()  # type: ignore[no-untyped-call] # the same
        await finished()


async def finished() -> None:
    """Wait for what was acknowledged: bolt starts each listener as a task of its own and forgets it."""
    name = "run_ack_function_asynchronously"
    running = [task for task in asyncio.all_tasks() if name in getattr(task.get_coro(), "__qualname__", "")]
    await asyncio.gather(*running, return_exceptions=True)
