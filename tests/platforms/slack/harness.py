"""The bot on the loopback Slack: its own services over a database file, either connection type, restarted at will."""

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal, TypeVar

from bot.model.operations import Clock
from bot.persistence.database import Database
from bot.persistence.sqlite.file import BUSY_SECONDS
from bot.platforms.common.platform import Runtime
from bot.platforms.common.rendering import ImageRenderer
from bot.platforms.slack.bot import SlackBot, Tuning
from bot.platforms.slack.settings import SlackSettings
from bot.services.services import Services
from bot.services.solver import Solver
from bot.settings import Secret
from bot.solving.executor import ExecutorSolver
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.slack import Channel, LoopbackSlack, Message, User, Workspace
from tests.fakes.slack.blocks import elements
from tests.fakes.slack.views import View
from tests.fakes.solver import SolverThread
from tests.support.storage import migrated

ConnectionType = Literal["socket", "http"]
T = TypeVar("T")

TOKEN_KEY = "b2xkLWtleS1vZi10aGUtdGVzdHMtMzItYnl0ZXMtLi4="
"""Encrypts the tokens of installations."""

_SECRETS = ("app_token", "bot_token", "client_secret", "signing_secret", "token_keys")


def ids_in(shown: Message | View | None) -> set[str]:
    """The ids of the games that buttons and menus of a message or view are about."""
    bodies = [one.body for one in elements(shown.blocks)] if shown is not None else []
    values = [each.get("value") or "" for body in bodies for each in (body, *body.get("options", ()))]
    return {fields[2] for value in values if len(fields := value.split("|")) > 2} - {""}


def id_of(board: Message) -> str:
    """The id of the game that the buttons of a board are about."""
    (found,) = ids_in(board)
    return found


@dataclass
class Harness:
    """A Slack with one workspace, a channel, two people, and a database that outlives the bots over it.

    Attributes:
        delay: by how much the bot's clock is ahead, so that what is delivered seems to have been typed so long ago.
    """

    slack: LoopbackSlack
    connection_type: ConnectionType
    file: Path
    team: Workspace
    games: Channel
    ann: User
    bob: User
    random_source: FakeRandomSource = field(default_factory=FakeRandomSource)
    busy_seconds: float = BUSY_SECONDS
    images: Executor | None = None
    clock: Clock = field(default_factory=lambda: now)
    delay: timedelta = timedelta()

    @asynccontextmanager
    async def bot(
        self,
        *,
        solver: Solver | None = None,
        language: str | None = None,
        seconds_between: float = 0.0,
        ping_seconds: float = 0.5,
        **settings: Any,
    ) -> AsyncIterator[SlackBot]:
        """The bot, started; stopped afterwards as SIGTERM stops it."""
        database = Database(f"sqlite:///{self.file}?timeout={self.busy_seconds}")
        executor = SolverThread()
        services = self._services(database, solver or ExecutorSolver(executor))
        images, scrub = ImageRenderer(self.images, seconds=0.001), database.scrub_deleted
        runtime = Runtime(services, lambda: database.engine, language, scrub_deleted=scrub, images=images)
        tuning = Tuning(host="127.0.0.1", seconds_between=seconds_between, ping_seconds=ping_seconds)
        bot = SlackBot(self._settings(settings), runtime, tuning)
        try:
            await bot.start()
            await self._connect(bot)
            yield bot
        finally:
            await bot.stop()
            executor.shutdown()
            await database.close()

    async def start_game(
        self, text: str = "play", person: User | None = None, channel: Channel | None = None, secret: str = ""
    ) -> Message:
        """Give the command and wait for the message it brings; `secret` is the next one that is drawn."""
        if secret:
            self.random_source.deal(secret)
        channel = channel or self.games
        before = len(channel.messages)
        await (person or self.ann).command(channel, "/hitblow", text)
        return (await self.slack.until(lambda: channel.messages[before:]))[0]

    async def start_duel(self, options: str = "", person: User | None = None, code: str = "5270") -> Message:
        """Challenge Bob, enter a secret into the modal, and wait for the message."""
        before, challenger = len(self.games.messages), person or self.ann
        opens = challenger.command(self.games, "/hitblow", f"duel <@{self.bob.id}|bob> {options}")
        await challenger.submit(await self.opened_by(opens, challenger), entered=code)
        return (await self.slack.until(lambda: self.games.messages[before:]))[0]

    async def guess(self, board: Message, code: str, person: User | None = None, *, shows: str = "") -> None:
        """Press Guess, send the code off, and wait until the board shows a text."""
        person = person or self.ann
        person.views.clear()
        opens = person.click(board, "ask:0")  # whatever it is called in the language spoken here
        await person.submit(await self.opened_by(opens, person), code=code)
        await self.slack.until(lambda: shows in str(board))

    async def private_reply(self, text: str, person: User | None = None, channel: Channel | None = None) -> str:
        """Give the command and wait for what its giver alone is told, in a message or a modal."""
        person = person or self.ann
        before = len(person.ephemeral)
        person.views.clear()
        await person.command(channel or self.games, "/hitblow", text)
        return str((await self.slack.until(lambda: [*person.ephemeral[before:], *person.views]))[0])

    async def wait_for_question(self, person: User | None = None) -> Message:
        """Wait for the question that somebody is asked last, by an ephemeral message."""
        person = person or self.ann
        asked = await self.slack.until(lambda: [message for message in person.ephemeral if "?" in str(message)])
        return asked[-1]

    async def home(self, person: User | None = None) -> View:
        """Open somebody's Home, and wait for it."""
        person = person or self.ann
        await person.open_home()
        await self.slack.until(lambda: person.home)
        if person.home is None:
            raise LookupError
        return person.home

    async def click_in_modal(self, name: str, person: User | None = None) -> None:
        """Wait until somebody's modal has an element with that label, and press it."""
        person = person or self.ann
        await self.slack.until(
            lambda: person.views and any(each.label == name for each in elements(person.view.blocks))
        )
        await person.click(person.view, name)

    async def opened_by(self, action: Awaitable[object], person: User | None = None) -> View:
        """Wait for an action, and for the modal that it opens for somebody."""
        person = person or self.ann
        return (await self.until_after(action, lambda: person.views))[-1]

    async def until_after(self, action: Awaitable[object], condition: Callable[[], T]) -> T:
        """Wait for an action, and until a condition holds; returns its value."""
        await action
        return await self.slack.until(condition)

    async def shown_after(self, action: Awaitable[object], message: Message, text: str) -> None:
        """Wait for an action, and until a message shows a text."""
        await action
        await self.wait_until_shown(message, text)

    async def told_after(self, action: Awaitable[object], person: User, text: str) -> str:
        """Wait for an action, and until somebody is told something that has this text in it; all of it comes back."""
        await action
        return await self.wait_for_private(person, text)

    async def wait_until_shown(self, message: Message, text: str) -> None:
        """Wait until a message shows a text."""
        await self.slack.until(lambda: text in str(message))

    async def wait_for_private(self, person: User, text: str) -> str:
        """Wait until somebody is told something that has this text in it; all of it comes back."""

        def heard() -> list[str]:
            return [str(message) for message in person.ephemeral if text in str(message)]

        return (await self.slack.until(heard))[-1]

    def _services(self, database: Database, solver: Solver) -> Services:
        return Services(database.unit, lambda: self.clock() + self.delay, self.random_source, solver)

    def _settings(self, given: dict[str, Any]) -> SlackSettings:
        tokens: dict[str, Any] = {"token_keys": TOKEN_KEY}
        tokens |= {"bot_token": self.team.bot_token} if self.team.installation else {}
        if self.connection_type == "socket":
            tokens["app_token"] = self.slack.app_token
        else:
            tokens["signing_secret"] = self.slack.signing_secret
        values = {"api_url": self.slack.api_url, "port": 0, **tokens, **given}
        return SlackSettings(**values | {name: Secret(values[name]) for name in _SECRETS if values.get(name)})

    async def _connect(self, bot: SlackBot) -> None:
        if self.connection_type == "socket":
            self.slack.use_socket_mode()
            await self.slack.connected()
        else:
            self.slack.use_http(f"http://127.0.0.1:{bot.port}/slack/events")


def set_up(slack: LoopbackSlack, connection_type: ConnectionType, file: Path, *, installed: bool = True) -> Harness:
    """A harness over an empty database."""
    migrated(file)
    team = slack.workspace("acme", installed=installed)
    games, ann, bob = team.channel("games"), team.user("Ann", admin=True), team.user("Bob")
    return Harness(slack, connection_type, file, team, games, ann, bob)


def now() -> datetime:
    """The time for services."""
    return datetime.now(UTC)


def everything_sent(harness: Harness) -> str:
    """Every call of the bot's so far: messages, forms, Home tabs, with their values, ids and metadata."""
    posted = [str(call.args) for call in harness.slack.network.exchanges]
    sent = "\n".join([*posted, *(json.dumps(message.payload()) for message in harness.games.posted)])
    return re.sub(r"\d+\.\d{6}", "", sent)  # timestamps, which may hold any figures
