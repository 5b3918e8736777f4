"""Bots that only move the traffic of a guess: the form, the submission and the edited board, as large as hitblow's.

What hitblow does beyond them is its own cost. With `durable`, each guess is also inserted into a SQLite file and
committed to the disk before it is answered.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
from aiohttp import ClientSession, web
from discord import app_commands, ui
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.loopback import Json
from tests.fakes.slack import Message as SlackMessage
from tests.platforms.slack.harness import Harness

Store = Callable[[str], Awaitable[None]]
"""Stores a guess."""


async def store_nothing(_guess: str) -> None:
    """Store a guess nowhere."""


class DurableInserts:
    """A table in a SQLite file, with the settings of hitblow's, one commit for each guess."""

    def __init__(self, folder: Path) -> None:
        self._connection = sqlite3.connect(folder / "floor.db", isolation_level=None, check_same_thread=False)
        for pragma in ("journal_mode = WAL", "synchronous = FULL"):
            self._connection.execute(f"PRAGMA {pragma}")
        self._connection.execute("CREATE TABLE guesses (number INTEGER PRIMARY KEY, guess TEXT)")
        self._lock = asyncio.Lock()

    async def store(self, guess: str) -> None:
        """Store a guess."""
        async with self._lock:
            await asyncio.to_thread(self._connection.execute, "INSERT INTO guesses (guess) VALUES (?)", (guess,))

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


@dataclass(frozen=True)
class DiscordBoard:
    """What a message on Discord shows: its text, and its buttons as (label, custom_id, style)."""

    text: str
    buttons: tuple[tuple[str, str, int], ...]

    def view(self) -> ui.View:
        """The buttons."""
        view = ui.View(timeout=None)
        for label, custom_id, style in self.buttons:
            view.add_item(ui.Button(label=label, custom_id=custom_id, style=discord.ButtonStyle(style)))
        return view


class DiscordFloor(discord.AutoShardedClient):
    """Posts a board, opens the form of every button, and edits the board when a form is submitted."""

    def __init__(self, board: DiscordBoard, store: Store) -> None:
        super().__init__(intents=discord.Intents.none())
        self._board = board
        self._store = store
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        """Publish the command that posts a board."""
        group = app_commands.Group(name="hitblow", description="x")

        @group.command(name="play", description="x")
        async def play(interaction: discord.Interaction, tries: int = 0) -> None:  # noqa: ARG001  # as hitblow's
            await interaction.response.send_message(self._board.text, view=self._board.view())

        self.tree.add_command(group)
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Open a form, or edit the board."""
        data: Any = interaction.data
        if interaction.type is discord.InteractionType.component:
            await interaction.response.send_modal(self._form())
        elif interaction.type is discord.InteractionType.modal_submit:
            await self._store(data["components"][0]["component"]["value"])
            await interaction.response.edit_message(content=self._board.text, view=self._board.view())

    def _form(self) -> ui.Modal:
        form = ui.Modal(title="Guess", custom_id="form")
        field: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="entered", min_length=1, max_length=100)
        form.add_item(ui.Label(text="Your guess", component=field))
        form.stop()
        return form


@dataclass(frozen=True)
class SlackBoard:
    """What a message on Slack shows, and the private note that answers a guess."""

    text: str
    blocks: list[Json]
    note: str


def slack_floor(harness: Harness, session: ClientSession, board: SlackBoard, store: Store) -> AsyncApp:
    """An app that posts a board for `play`, and edits it for every `guess`."""
    client = AsyncWebClient(token=harness.team.bot_token, base_url=harness.slack.api_url, session=session)
    app = AsyncApp(client=client, signing_secret=harness.slack.signing_secret, process_before_response=True)
    boards: dict[str, str] = {}

    @app.command("/hitblow")
    async def run(ack: Any, respond: Any, body: Any) -> None:
        channel, text = body["channel_id"], body["text"]
        if not text.startswith("guess"):
            await ack()
            posted = await client.chat_postMessage(channel=channel, text=board.text, blocks=board.blocks)
            boards[channel] = posted["ts"]
            return
        await store(text)
        await ack()
        await client.chat_update(channel=channel, ts=boards[channel], text=board.text, blocks=board.blocks)
        await respond(board.note)

    return app


def slack_board(message: SlackMessage, note: str) -> SlackBoard:
    """What a message shows, as it can be sent again."""
    return SlackBoard(message.text, message.blocks, note)


@asynccontextmanager
async def connected(harness: Harness, app: AsyncApp) -> AsyncIterator[None]:
    """Serve an app over HTTP or in Socket Mode."""
    if harness.connection_type == "socket":
        harness.slack.use_socket_mode()
        web_client = AsyncWebClient(base_url=harness.slack.api_url)
        handler = AsyncSocketModeHandler(app, harness.slack.app_token, web_client=web_client)
        await handler.connect_async()  # type: ignore[no-untyped-call] # bolt has no types for it
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
