"""A session whose board stays above the prompt and shows the moves of others by itself."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from msgspec.structs import replace
from rich.text import Text
from typing_extensions import override

from bot.handlers.dispatcher import Dispatcher
from bot.handlers.lines import GuessTarget, command_with_secret
from bot.handlers.request import Request, show_game
from bot.locales import Words
from bot.model.errors import ServiceError
from bot.model.games import ShownGame
from bot.platforms.console.board_lines import (
    BoardSize,
    render_board,
    render_daily,
    render_ended_solo_game,
    render_first_game,
)
from bot.platforms.console.output import ConsoleOutput
from bot.platforms.console.session import ConsoleSession, LineInput
from bot.presenters.versus import FIRST_CORRECTIONS, correction_blocks
from bot.presenters.views import (
    Block,
    Footnote,
    Heading,
    Paragraph,
    Preformatted,
    PrivateInputPrompt,
    Reply,
    StatusLine,
    TimeParagraph,
    View,
)
from bot.services.daily import ShownDaily
from bot.services.services import Services
from core.game.any_game import Who
from core.game.rules import Rules
from core.game.sides import BOT

_WATCH_SECONDS = 1.0
"""Seconds between two checks for moves of other terminals."""

_ROWS_BELOW = 6
"""Lines that are left for the prompt, its completions and what was printed last."""


class InputWithHeader(LineInput, Protocol):
    """A source of lines with a text above the prompt."""

    header: Callable[[], str]
    """The text, with escape sequences."""

    @property
    def is_prompt_shown_before_reading(self) -> bool:
        """Whether the prompt is shown before a line is read."""

    def redraw_text_above(self) -> None:
        """Draw the text again."""

    async def print_above(self, show: Callable[[], None]) -> None:
        """Print something while the prompt waits."""


class BoardSession(ConsoleSession):
    """Keeps the running game or daily above the prompt; everything else is printed as in any session."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        lines: InputWithHeader,
        output: ConsoleOutput,
        words: Words,
        services: Services,
    ) -> None:
        super().__init__(dispatcher, lines, output, words, services)
        self._lines_with_header = lines
        self._live_referee = services.referee
        self._live_daily = services.daily
        self._game: ShownGame | None = None
        self._first: str | None = None
        """The id of the first game of the person, if this session started it."""

        self._ended: ShownGame | None = None
        """The game that the last line ended, if the person played it alone."""

        self._daily: ShownDaily | None = None
        self._next_steps: tuple[Block, ...] = ()
        self._facts: tuple[str, ...] = ()
        self._busy = asyncio.Lock()
        lines.header = self._header

    @override
    async def run(self, name: str, room: str, first: str | None = None, *, strict: bool = False) -> int:
        watching = asyncio.create_task(self._watch(next(self._requests(name, room))))
        try:
            return await super().run(name, room, first, strict=strict)
        finally:
            watching.cancel()

    @override
    async def _begin(self, requests: Iterator[Request]) -> None:
        """Greet a person unless the prompt is open, below the greeting. The game that they left is above the prompt."""
        async with self._busy:
            first = await self._first_game(requests)
            if first is not None or not self._lines_with_header.is_prompt_shown_before_reading:
                await self._lines_with_header.print_above(lambda: self._welcome(first))
            await self._refresh(next(requests))
            self._first = first.game if first else None
        self._lines_with_header.redraw_text_above()

    @override
    async def _run_line(self, line: str, requests: Iterator[Request]) -> int:
        async with self._busy:
            self._output.set_line_to_echo(None if command_with_secret(line) else line.strip())
            status = await super()._run_line(line, requests)
            self._output.set_line_to_echo(None)
            return status

    @override
    async def _dispatch(self, line: str, requests: Iterator[Request]) -> Reply | None:
        before = self._game
        reply = await super()._dispatch(line, requests)
        if reply is not None:
            request = next(requests)
            await self._refresh(request)
            self._ended = await self._end_of(before, reply, request)
        return reply

    async def _end_of(self, before: ShownGame | None, reply: Reply, request: Request) -> ShownGame | None:
        """The game that was above the prompt and ended with a reply, if only this person could guess."""
        if before is None or not before.game.is_solo:
            return None
        is_shown = reply.board is not None and reply.board.game == before.id
        if not is_shown or (self._game is not None and self._game.id == before.id):
            return None
        return await self._live_referee.show_board(request.caller, before.id)

    @override
    def _print(self, reply: Reply) -> None:
        if self._ended is None or reply.board is None:
            super()._print(self._beside_live_board(reply))
            return
        self._output.print_lines(render_ended_solo_game(self._ended, self._words, self._size()))
        super()._print(Reply(board=_footnotes(reply.board)))

    @override
    async def _end(self, requests: Iterator[Request]) -> None:
        """Leave the board on the screen."""
        self._lines_with_header.header = str
        self._output.print_lines(self._board_lines())
        await super()._end(requests)

    @override
    async def _ask_secret(self, prompt: PrivateInputPrompt, requests: Iterator[Request]) -> Reply:
        self._output.print_lines([])  # the line that the prompt has erased
        return await super()._ask_secret(prompt, requests)

    async def _refresh(self, request: Request) -> None:
        """Read the daily on the screen or, if there is none, the running game."""
        self._daily = None
        if self._target is not None and self._target.command == "daily":
            self._daily = await self._open_daily(self._target, request)
        else:
            await self._refresh_game(request)

    async def _open_daily(self, target: GuessTarget, request: Request) -> ShownDaily:
        return await self._live_daily.open_game(
            request.caller, Rules.parse(target.options["rules"]), target.options["day"]
        )

    async def _refresh_game(self, request: Request) -> None:
        game = await self._live_referee.running_game(request.caller)
        if game is not None and game.game.awaited_player == BOT:
            game = await self._settled(game, request)
        self._game = game
        in_duel = game is not None and game.game.is_between_people
        self._target = GuessTarget("guess", "code", game=game.id) if game is not None and in_duel else None
        board = show_game(game, request).board if game else None
        blocks = board.blocks if board else ()
        corrections = _corrections(game, self._words) if game else ()
        self._next_steps = tuple(_next_steps(corrections or blocks))
        self._facts = tuple(fact for block in blocks if isinstance(block, StatusLine) for fact in block.facts)

    async def _settled(self, game: ShownGame, request: Request) -> ShownGame:
        """The game after the bot's guess or, if it cannot guess, with the corrections of contradictory feedback."""
        known = self._game
        if (
            known is not None
            and known.corrections is not None
            and (known.id, known.revision) == (game.id, game.revision)
        ):
            return known
        return await self._live_referee.show_board(request.caller, game.id)

    async def _watch(self, request: Request) -> None:
        """Show what others do while the prompt waits, until cancelled."""
        while True:
            await asyncio.sleep(_WATCH_SECONDS)
            async with self._busy:
                try:
                    await self._show_changes(request)
                except ServiceError:
                    continue  # the next command tells

    async def _show_changes(self, request: Request) -> None:
        before = self._game
        await self._refresh(request)
        now = self._game
        if (before and (before.id, before.revision)) == (now and (now.id, now.revision)):
            return
        if before is not None and (now is None or now.id != before.id):
            await self._tell_end(before.id, request)
        self._lines_with_header.redraw_text_above()

    async def _tell_end(self, game: str, request: Request) -> None:
        """Print a game that was above the prompt, if it has ended."""
        view = await self._live_referee.show_board(request.caller, game)
        if view.game.outcome is not None:
            ended = show_game(view, request)
            await self._lines_with_header.print_above(lambda: self._output.print_reply(ended))

    def _beside_live_board(self, reply: Reply) -> Reply:
        """The part of a reply to print: of what is above the prompt only footnotes and corrections, once."""
        game, board, note = self._game, reply.board, reply.note
        if self._daily and note and any(button.command == "daily" and button.prompts_for for button in note.buttons):
            return replace(reply, note=_beside_daily(note))
        if game is None or board is None or board.game != game.id:
            return reply
        if game.id == self._first:
            return Reply(board=_footnotes(board))
        is_race = game.game.who is Who.RACE
        repeats = reply.note is not None and (reply.note_repeats_board or is_race)
        note = _footnotes(reply.note) if reply.note is not None and repeats else reply.note
        listed = sum("choice" in button.options for button in board.buttons)
        corrections = _corrections(game, self._words, listed)
        shown = replace(board, blocks=corrections) if corrections else _footnotes(board)
        return replace(reply, board=shown, note=note)

    def _header(self) -> str:
        """The board and what to do next, above the prompt."""
        lines = self._board_lines()
        return self._output.with_escape_sequences([Text(""), *lines]) if lines else ""

    def _size(self) -> BoardSize:
        room = max(0, self._output.rows - _ROWS_BELOW)
        return BoardSize(self._output.columns, room, pictures=not self._output.ascii_only)

    def _board_lines(self) -> list[Text]:
        size = self._size()
        if self._daily is not None:
            return list(render_daily(self._daily, self._words, size))
        if self._game is None:
            return []
        if self._game.id == self._first:
            return list(render_first_game(self._game, self._words, size))
        lines = list(render_board(self._game, self._words, size, self._facts))
        steps = [line for block in self._next_steps for line in self._output.block_lines(block)]
        return [*lines, *steps]


def _next_steps(blocks: Sequence[Block]) -> Iterator[Block]:
    """What comes next, of the blocks of a running board: paragraphs, and lines that are no title of rows."""
    for number, block in enumerate(blocks):
        is_title = isinstance(block, Heading) and (
            block.game or isinstance(blocks[min(number + 1, len(blocks) - 1)], Preformatted)
        )
        if isinstance(block, Paragraph | TimeParagraph | Heading) and not is_title:
            yield block


def _corrections(view: ShownGame, words: Words, most: int = FIRST_CORRECTIONS) -> tuple[Block, ...]:
    """The first corrections of contradictory feedback in a game against the bot; nothing without contradiction."""
    if view.corrections is None or view.game.level is None:
        return ()
    return correction_blocks(view.game.rules, view.game.history(BOT), view.corrections, words, most)


def _beside_daily(view: View) -> View:
    """What the board of a daily says that is not above the prompt."""
    repeated = (Heading, Preformatted, StatusLine, TimeParagraph)
    return replace(view, blocks=tuple(block for block in view.blocks if not isinstance(block, repeated)))


def _footnotes(view: View) -> View:
    """The small print of a view, with its buttons."""
    return replace(view, blocks=tuple(block for block in view.blocks if isinstance(block, Footnote)))
