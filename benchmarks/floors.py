"""Bots that only move the traffic of a guess: what hitblow does beyond them is its own cost.

`python -m benchmarks.floors discord|http|socket` runs one until it is killed, with hitblow's environment
variables. For every start of a game, press of a button and submitted form it sends the bodies that hitblow has sent in
a game before, which it reads from `traffic.json`. It only counts the turns of each board: there is no game and no
database.
"""

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

import discord
from aiohttp import ClientSession, web
from discord import app_commands, gateway, http, ui
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient
from yarl import URL

from tests.fakes.discord.components import ComponentType
from tests.fakes.loopback import Json
from tests.platforms.slack.harness import Harness

TRAFFIC = "traffic.json"


@dataclass(frozen=True)
class Turn:
    """What a bot sends for a guess: the form, and the edited board."""

    form: Json
    board: Json


@dataclass(frozen=True)
class Traffic:
    """What a bot sends in a game: the board without turns, and then for each turn."""

    start: Json
    turns: list[Turn]

    def write(self, folder: Path) -> None:
        """Write it to the file that floors in this folder read."""
        (folder / TRAFFIC).write_text(json.dumps(asdict(self)), "utf-8")

    @classmethod
    def read(cls) -> Self:
        """Read it from the working directory."""
        read = json.loads(Path(TRAFFIC).read_text("utf-8"))
        return cls(read["start"], [Turn(**turn) for turn in read["turns"]])


class DiscordFloor(discord.AutoShardedClient):
    """Posts a board, opens the form of every button, and edits the board when a form is submitted."""

    def __init__(self, traffic: Traffic) -> None:
        super().__init__(intents=discord.Intents.none(), allowed_mentions=discord.AllowedMentions.none())
        self._traffic = traffic
        self._turns = Counter[int]()
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        """Publish the command that posts a board."""
        group = app_commands.Group(name="hitblow", description="x")

        @group.command(name="play", description="x")
        async def play(interaction: discord.Interaction, tries: int = 0) -> None:  # noqa: ARG001  # as hitblow's
            await interaction.response.send_message(view=_layout(self._traffic.start))

        self.tree.add_command(group)
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Open a form, or edit the board."""
        if interaction.message is None:
            return
        board = interaction.message.id
        turn = self._traffic.turns[self._turns[board]]
        if interaction.type is discord.InteractionType.component:
            form = ui.Modal(title=turn.form["title"], custom_id=turn.form["custom_id"])
            for each in turn.form["components"]:
                form.add_item(_item(each))
            form.stop()
            await interaction.response.send_modal(form)
        else:
            self._turns[board] += 1
            await interaction.response.edit_message(content=None, view=_layout(turn.board), attachments=[])


def _layout(message: Json) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    for each in message["components"]:
        view.add_item(_item(each))
    view.stop()  # otherwise the client keeps every view
    return view


def _item(body: Json) -> ui.Item[Any]:
    match body["type"]:
        case ComponentType.CONTAINER:
            return ui.Container(*map(_item, body["components"]), accent_color=body["accent_color"])
        case ComponentType.TEXT:
            return ui.TextDisplay(body["content"])
        case ComponentType.ROW:
            return ui.ActionRow(*map(_item, body["components"]))
        case ComponentType.LABEL:
            return ui.Label(text=body["label"], component=_item(body["component"]))
        case ComponentType.TEXT_INPUT:
            return ui.TextInput(
                custom_id=body["custom_id"], min_length=body["min_length"], max_length=body["max_length"]
            )
        case _:
            style = discord.ButtonStyle(body["style"])
            return ui.Button(label=body["label"], custom_id=body["custom_id"], style=style)


def slack_floor(client: AsyncWebClient, signing_secret: str | None, traffic: Traffic) -> AsyncApp:
    """An app that posts a board for the command, opens the form, and edits the board."""
    app = AsyncApp(client=client, signing_secret=signing_secret, process_before_response=True)
    boards, turns = dict[str, str](), Counter[str]()

    @app.command("/hitblow")
    async def play(ack: Any, body: Any) -> None:
        await ack()
        posted = await client.chat_postMessage(**{**traffic.start, "channel": body["channel_id"]})
        boards[body["channel_id"]] = posted["ts"]

    @app.action("ask:0")
    async def ask(ack: Any, body: Any) -> None:
        await ack()
        channel = body["channel"]["id"]
        view = {**traffic.turns[turns[channel]].form["view"], "private_metadata": channel}
        await client.views_open(trigger_id=body["trigger_id"], view=view)

    @app.view("form")
    async def submit(ack: Any, body: Any) -> None:
        await ack()
        channel = body["view"]["private_metadata"]
        turn = traffic.turns[turns[channel]]
        turns[channel] += 1
        await client.chat_update(**{**turn.board, "channel": channel, "ts": boards[channel]})

    return app


@asynccontextmanager
async def connected(harness: Harness, app: AsyncApp) -> AsyncIterator[None]:
    """Serve an app over HTTP or in Socket Mode, in this process."""
    if harness.connection_type == "socket":
        harness.slack.use_socket_mode()
        handler = await _connect(app, harness.slack.app_token, harness.slack.api_url)
        await harness.slack.connected()
        yield
        await handler.close_async()  # type: ignore[no-untyped-call] # bolt has no types for it
        return
    runner = web.AppRunner(app.web_app(), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    harness.slack.use_http(f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events")
    yield
    await runner.cleanup()


async def _connect(app: AsyncApp, token: str, api_url: str) -> AsyncSocketModeHandler:
    handler = AsyncSocketModeHandler(app, token, web_client=AsyncWebClient(base_url=api_url))
    await handler.connect_async()  # type: ignore[no-untyped-call] # bolt has no types for it
    return handler


async def _run_discord(traffic: Traffic) -> None:
    http.Route.BASE = os.environ["HITBLOW_DISCORD_API_URL"]
    gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(os.environ["HITBLOW_DISCORD_GATEWAY_URL"])
    async with DiscordFloor(traffic) as client:
        await client.start(os.environ["HITBLOW_DISCORD_TOKEN"])


async def _run_slack(traffic: Traffic) -> None:
    url, secret = os.environ["HITBLOW_SLACK_API_URL"], os.environ.get("HITBLOW_SLACK_SIGNING_SECRET")
    async with ClientSession() as session:
        client = AsyncWebClient(os.environ["HITBLOW_SLACK_BOT_TOKEN"], base_url=url, session=session)
        app = slack_floor(client, secret, traffic)
        if secret is None:
            await _connect(app, os.environ["HITBLOW_SLACK_APP_TOKEN"], url)
        else:
            runner = web.AppRunner(app.web_app(), access_log=None)
            await runner.setup()
            await web.TCPSite(runner, "127.0.0.1", int(os.environ["HITBLOW_SLACK_PORT"])).start()
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_run_discord(Traffic.read()) if sys.argv[1] == "discord" else _run_slack(Traffic.read()))
