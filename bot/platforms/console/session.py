"""A session: one person at a terminal, or one pipe."""

import os
import sys
from collections.abc import Iterator
from getpass import getpass
from itertools import chain, count
from pathlib import Path
from typing import Protocol, TextIO
from uuid import uuid4

from msgspec.structs import replace
from typing_extensions import override

from bot.commands.catalogue import BY_NAME, YES
from bot.commands.command import DailyAction
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.lines import GuessTarget
from bot.handlers.request import Request
from bot.locales import Words, safe
from bot.model.errors import NothingStored
from bot.model.rooms import Caller, PlayerKey, RoomKey
from bot.platforms.console.output import ConsoleOutput
from bot.presenters import phrases
from bot.presenters.views import Footnote, PrivateInputPrompt, Reply, TextFile, View, is_question, private_note
from bot.services.games.duels import NamedPerson
from bot.services.services import Services
from core.game.any_game import Who

PLATFORM_KEY = "console"
"""Names the platform in keys of rooms, players and events."""

_WORKSPACE = "local"
_BOT_NAME = "hitblow"
_FIRST_GAME = "play hitblow me"
_MOST_FILES = 1_000
_QUESTION_COMMANDS = {"answer", "fix"}
"""A view with buttons for these commands asks a question, which the next line may answer."""


def _without_questions_to_others(reply: Reply) -> Reply:
    """The reply without what its board asks of somebody else, whose answers this person cannot type."""
    if reply.board is None or reply.board_asks_caller:
        return reply
    buttons = tuple(button for button in reply.board.buttons if button.command not in _QUESTION_COMMANDS)
    return replace(reply, board=replace(reply.board, buttons=buttons))


async def _person(named: str) -> NamedPerson | None:
    """The bot, if it is named; other players are found in the storage."""
    if named.casefold() != _BOT_NAME:
        return None
    return NamedPerson(PlayerKey(PLATFORM_KEY, _WORKSPACE, named), named, is_self=True)


def _room(named: str) -> str | None:
    """The room with this name; every name is a room."""
    return named.strip().lstrip("#") or None


class LineInput(Protocol):
    """A source of lines."""

    interactive: bool
    """Whether a person types the lines: they are greeted and may try again after an error."""

    async def read_line(self) -> str | None:
        """The next line, None at the end."""

    async def read_secret(self, question: str) -> str | None:
        """A line that is neither shown nor kept in the history, None at the end."""


class StreamInput:
    """Lines from a pipe or a file, in UTF-8. Invalid bytes become surrogates, which the commands refuse."""

    interactive = False

    def __init__(self, stream: TextIO) -> None:
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")
        self._stream = stream

    async def read_line(self) -> str | None:
        """The next line. This blocks the event loop, in which nothing else runs."""
        return self._stream.readline() or None

    async def read_secret(self, question: str) -> str | None:  # noqa: ARG002  # a pipe is asked nothing
        """The next line."""
        return await self.read_line()


class DumbTerminalInput(StreamInput):
    """Lines that a person types at a terminal which understands no escape sequences, such as `TERM=dumb`."""

    interactive = True

    @override
    async def read_line(self) -> str | None:
        """The next line, after a prompt. This blocks the event loop, in which nothing else runs."""
        sys.stdout.write("> ")
        sys.stdout.flush()
        return await super().read_line()

    @override
    async def read_secret(self, question: str) -> str | None:
        """A line that is not shown."""
        try:
            return getpass(f"{question} ")
        except EOFError:
            return None


class ConsoleSession:
    """Reads lines, dispatches them and prints the replies until the input ends.

    Args:
        dispatcher: runs the commands.
        lines: typed by a person, or from a pipe.
        output: prints the replies.
        words: the language.
        services: find whether the person is new, and the game that they left; None to greet them only.
    """

    def __init__(
        self,
        dispatcher: Dispatcher,
        lines: LineInput,
        output: ConsoleOutput,
        words: Words,
        services: Services | None = None,
    ) -> None:
        self._dispatcher = dispatcher
        self._lines = lines
        self._output = output
        self._words = words
        self._services = services
        self._strict = False
        self._question: View | None = None
        self._offers_game = False
        self._target: GuessTarget | None = None
        self._quit = frozenset(
            words.in_context("typed to leave, with / between the words", "quit/exit/q/leave/bye").split("/")
        )

    async def run(self, name: str, room: str, first: str | None = None, *, strict: bool = False) -> int:
        """Play until the input ends.

        A pipe ends with the first failure, because its next lines rely on the earlier ones. A person may try again.

        Args:
            name: of the player.
            room: to play in.
            first: a line to run before those that are read.
            strict: whether a refusal counts as a failure.

        Returns:
            The exit status: 1 if a command failed or, in a strict session, was refused.
        """
        self._strict = strict
        requests = self._requests(name, room)
        if self._lines.interactive and first is None:
            await self._begin(requests)
        status, line = 0, first if first is not None else await self._lines.read_line()
        while line is not None and line.strip().lower().removeprefix("/") not in self._quit:
            status = max(status, await self._run_line(line, requests))
            if status and not self._lines.interactive:
                return status
            line = await self._lines.read_line()
        await self._end(requests)
        return status

    async def run_once(self, line: str, name: str, room: str) -> int:
        """Run one line as `name` in `room`; returns the exit status, 1 if it failed or was refused."""
        reply = await self._dispatch(line, self._requests(name, room))
        if reply is None:
            return 0
        self._show(reply)
        options = reply.note.buttons[0].options if reply.note and is_question(reply.note) else {}
        confirming = " ".join(f"{name}:{value}" for name, value in options.items() if value == YES)
        if confirming:
            self._output.print_paragraph(phrases.how_to_confirm(self._words, confirming))
        return int(reply.failed or reply.refused or bool(confirming))

    async def _begin(self, requests: Iterator[Request]) -> None:
        """Start the first game of somebody's life. Others are greeted, and shown the game that they left."""
        first = await self._first_game(requests)
        self._welcome(first)
        if self._services is None or first is not None:
            return
        running = await self._services.referee.running_game(next(requests).caller)
        if running and (reply := await self._dispatch("board", requests)) is not None:
            self._print(reply)

    async def _first_game(self, requests: Iterator[Request]) -> View | None:
        """The board of a new game for a person of whom nothing is stored, None for others."""
        if self._services is None:
            return None
        try:
            await self._services.privacy.is_hidden(next(requests).caller)
        except NothingStored:
            reply = await self._dispatch(_FIRST_GAME, requests)
            return reply.board if reply else None
        return None

    def _welcome(self, first: View | None) -> None:
        """Greet a person, or say what to do in the first game and show its seal."""
        if first is None:
            self._output.greet()
            return
        self._output.print_paragraph(
            self._words("I hide 4 different digits. Type a guess, such as 0123. (help: everything else)")
        )
        self._output.print_view(replace(first, blocks=tuple(b for b in first.blocks if isinstance(b, Footnote))))

    async def _run_line(self, line: str, requests: Iterator[Request]) -> int:
        """Run a line that was typed or read, and print the reply; returns the exit status."""
        reply = await self._dispatch(line, requests)
        if reply is None:
            return 0
        self._print(reply)
        return int(reply.failed or (self._strict and reply.refused))

    async def _end(self, requests: Iterator[Request]) -> None:  # noqa: ARG002  # used where a board is watched
        """Say goodbye to a person."""
        if self._lines.interactive:
            self._output.print_paragraph(self._words("Goodbye. Your game is saved."))

    def _requests(self, name: str, room: str) -> Iterator[Request]:
        """A request for each line: every line is an event of its own."""
        session = uuid4()
        room_key, player = RoomKey(PLATFORM_KEY, _WORKSPACE, room), PlayerKey(PLATFORM_KEY, _WORKSPACE, name)
        for number in count():
            caller = Caller(room_key, player, name, f"{PLATFORM_KEY}:{session}:{number}", is_manager=True)
            yield Request(
                caller,
                self._words,
                self._words,
                find_person=_person,
                find_channel=_room,
                reveals_own_secret=True,
                usual_players=Who.ME,
            )

    async def _dispatch(self, line: str, requests: Iterator[Request]) -> Reply | None:
        """The reply to a line, after asking for a secret if the command needs one; None for an empty line."""
        if self._offers_game and line in {"", "\n"}:
            line = "play"
        self._offers_game = False
        reply = await self._dispatcher.dispatch_line(next(requests), line, self._question, self._target)
        if reply is None:
            return None
        if reply.prompt is not None:
            return await self._ask_secret(reply.prompt, requests)
        if self._target is not None or (reply.note is not None and reply.note.buttons):
            self._remember_target(reply)
        return _without_questions_to_others(reply)

    def _remember_target(self, reply: Reply) -> None:
        """Remember the daily that is on the screen, where a code is a guess, until a game or its own end follows."""
        buttons = reply.note.buttons if reply.note else ()
        guess = next((button for button in buttons if button.command == "daily" and button.prompts_for), None)
        if guess is not None and guess.prompts_for is not None:
            self._target = GuessTarget(guess.command, guess.prompts_for, guess.options)
        elif reply.board is not None or any(button.options.get("action") == DailyAction.TEXT for button in buttons):
            self._target = None

    async def _ask_secret(self, prompt: PrivateInputPrompt, requests: Iterator[Request]) -> Reply:
        """Ask for a secret, repeatedly if a person mistypes it, and run the command with it. No input cancels."""
        text = self._words.joined((prompt.text, self._words("An empty line cancels.")))
        question = "\n".join(line.plain for line in self._output.paragraph_lines(text))
        while (secret := (await self._lines.read_secret(question) or "").strip()) and secret.lower() not in self._quit:
            invocation = Invocation(BY_NAME[prompt.command], prompt.options, prompt.game, private_input=secret)
            reply = await self._dispatcher.dispatch(replace(next(requests), invocation=invocation))
            if reply.board is not None or reply.failed or not self._lines.interactive:
                return reply
            self._output.print_reply(reply)
        return private_note(self._words("Nothing was done."))

    def _print(self, reply: Reply) -> None:
        """Print a reply, write its file and remember what it asks. Where no game runs, Enter starts one."""
        refusal = reply.note if reply.refused and reply.note and not reply.note.asks else View(())
        self._offers_game = self._lines.interactive and [button.command for button in refusal.buttons] == ["play"]
        if self._offers_game:
            reply = private_note(self._words("No game is running. [Enter] starts one."))
        self._show(reply)
        self._remember_question(reply)

    def _show(self, reply: Reply) -> None:
        """Print a reply and write its file."""
        self._output.print_reply(reply)
        if reply.file is not None:
            self._write(reply.file)

    def _write(self, file: TextFile) -> None:
        """Write a file that only its owner can read into the current folder; in a pipe, or where that fails, print it.

        A file with its name is kept, and the new one gets a number.
        """
        path = Path(file.name)
        names = chain([path], (path.with_stem(f"{path.stem}-{number}") for number in range(2, _MOST_FILES)))
        for each in names if self._lines.interactive else ():
            try:
                descriptor = os.open(each, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            except FileExistsError:
                continue
            except OSError:
                break
            with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
                opened.write(file.text + "\n")
            self._output.print_paragraph(self._words("Wrote {file}.", file=safe.quote_whole(str(each.resolve()))))
            return
        self._output.print_file(file.text)

    def _remember_question(self, reply: Reply) -> None:
        """Remember the question that a reply asks.

        Other buttons end a question, plain text does not. Something to confirm is confirmed by the next line or not at
        all.
        """
        if self._question is not None and is_question(self._question):
            self._question = None
        for view in filter(None, (reply.note, reply.board)):
            if is_question(view):
                self._output.print_paragraph(self._words("Type `yes` to do it."))
                self._question = view
            elif view.buttons:
                asks = any(button.command in _QUESTION_COMMANDS for button in view.buttons)
                self._question = view if asks else None
