"""A session whose board stays above the prompt and shows the moves of others by itself."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Protocol

from rich.text import Text
from typing_extensions import override

from bot.handlers.dispatcher import Dispatcher
from bot.handlers.games import show_game
from bot.handlers.request import Request
from bot.locales import Words
from bot.model.errors import ServiceError
from bot.model.games import GameView
from bot.platforms.console.board import BoardSize, render_board
from bot.platforms.console.output import ConsoleOutput
from bot.platforms.console.prompt import LineInput
from bot.platforms.console.session import ConsoleSession
from bot.presenters.feedback import FIRST_REPAIRS, repair_blocks
from bot.presenters.views import Block, Footnote, Paragraph, Prompt, Reply, Status, View
from bot.services.games.referee import Referee
from core.game.duels import Duel
from core.game.games import Game, Who
from core.game.sides import BOT

_WATCH_SECONDS = 1.0
"""How long the move of another terminal may take to appear."""

_ROWS_BELOW = 6
"""Lines that are left for the prompt, its completions and what was printed last."""


class LiveInput(LineInput, Protocol):
    """A source of lines with a text above the prompt."""

    header: Callable[[], str]
    """The text, with escape sequences."""

    def redraw(self) -> None:
        """Draw the text again."""
        ...

    async def print_above(self, show: Callable[[], None]) -> None:
        """Print something while the prompt waits."""
        ...


class LiveSession(ConsoleSession):
    """Keeps the running game above the prompt; everything else is printed as in any session."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        lines: LiveInput,
        output: ConsoleOutput,
        words: Words,
        referee: Referee,
    ) -> None:
        super().__init__(dispatcher, lines, output, words, referee)
        self._live_lines = lines
        self._live_referee = referee
        self._game: GameView | None = None
        self._next_steps: tuple[Paragraph, ...] = ()
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
    async def _handle(self, line: str, requests: Iterator[Request]) -> int:
        async with self._busy:
            self._output.repeat_line(line.strip())
            status = await self._run_line(line, requests)
            self._output.repeat_line(None)
            return status

    @override
    async def _run_line(self, line: str, requests: Iterator[Request]) -> int:
        reply = await self._dispatch(line, requests)
        if reply is None:
            return 0
        await self._refresh(next(requests))
        self._print(self._beside_live_board(reply))
        self._remember_question(reply)
        return int(reply.failed or (self._strict and reply.refused))

    @override
    async def _end(self, requests: Iterator[Request]) -> None:
        """Leave the board on the screen."""
        self._live_lines.header = str
        if self._game is not None:
            self._output.print_lines(self._board_lines(self._game))
        await super()._end(requests)

    @override
    async def _ask_secret(self, prompt: Prompt, requests: Iterator[Request]) -> Reply:
        self._output.print_lines([])  # the line that the prompt has erased
        return await super()._ask_secret(prompt, requests)

    async def _refresh(self, request: Request) -> None:
        """Read the running game."""
        game = await self._live_referee.running(request.caller)
        if game is not None and _waits_for_bot(game):
            game = await self._settled(game, request)
        self._game = game
        board = show_game(game, request).board if game else None
        blocks = board.blocks if board else ()
        corrections = _corrections(game, self._words) if game else ()
        self._next_steps = tuple(block for block in corrections or blocks if isinstance(block, Paragraph))
        self._facts = tuple(fact for block in blocks if isinstance(block, Status) for fact in block.facts)

    async def _settled(self, game: GameView, request: Request) -> GameView:
        """The game after the bot's guess or, if it cannot guess, with the corrections of contradictory feedback."""
        known = self._game
        if known is not None and known.repairs is not None and (known.id, known.revision) == (game.id, game.revision):
            return known
        return await self._live_referee.board(request.caller, game.id)

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
        self._live_lines.redraw()

    async def _tell_end(self, game: str, request: Request) -> None:
        """Print a game that was above the prompt, if it has ended."""
        view = await self._live_referee.board(request.caller, game)
        if view.game.outcome is not None:
            ended = show_game(view, request)
            await self._live_lines.print_above(lambda: self._output.print_reply(ended))

    def _beside_live_board(self, reply: Reply) -> Reply:
        """What of a reply is to be printed: of the game above the prompt only its small print and corrections, once."""
        game, board = self._game, reply.board
        if game is None or board is None or board.game != game.id:
            return reply
        is_race = isinstance(game.game, Game) and game.game.who is Who.RACE
        repeats = reply.note is not None and (reply.note_repeats_board or is_race)
        note = _footnotes(reply.note) if reply.note is not None and repeats else reply.note
        listed = sum("choice" in button.options for button in board.buttons)
        corrections = _corrections(game, self._words, listed)
        shown = replace(board, blocks=corrections) if corrections else _footnotes(board)
        return replace(reply, board=shown, note=note)

    def _header(self) -> str:
        """The board and what to do next, above the prompt."""
        if self._game is None:
            return ""
        return self._output.rendered([Text(""), *self._board_lines(self._game)])

    def _board_lines(self, game: GameView) -> list[Text]:
        room = max(0, self._output.rows - _ROWS_BELOW)
        size = BoardSize(self._output.columns, room, pictures=not self._output.ascii_only)
        lines = list(render_board(game, self._words, size, self._facts))
        steps = [line for block in self._next_steps for line in self._output.paragraph(block.without_buttons)]
        return [*lines, *steps]


def _waits_for_bot(view: GameView) -> bool:
    game = view.game
    return isinstance(game, Duel) and game.level is not None and game.to_move == BOT


def _corrections(view: GameView, words: Words, most: int = FIRST_REPAIRS) -> tuple[Block, ...]:
    """The first corrections of contradictory feedback in a game against the bot; nothing without contradiction."""
    if view.repairs is None or not isinstance(view.game, Duel):
        return ()
    return repair_blocks(view.game.rules, view.game.side(BOT).turns, view.repairs, words, most)


def _footnotes(view: View) -> View:
    """The small print of a view, with its buttons."""
    return replace(view, blocks=tuple(block for block in view.blocks if isinstance(block, Footnote)))
