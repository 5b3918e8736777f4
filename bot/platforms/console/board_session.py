"""A session whose board stays above the prompt and shows the moves of others by itself."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Protocol

from rich.text import Text
from typing_extensions import override

from bot.handlers.dispatcher import Dispatcher
from bot.handlers.games import show_game
from bot.handlers.request import Request
from bot.locales import Words
from bot.locales.columns import width
from bot.locales.safe import shorten
from bot.model.errors import ServiceError
from bot.model.games import ShownGame
from bot.platforms.console.output import ConsoleOutput
from bot.platforms.console.session import ConsoleSession, LineInput
from bot.platforms.console.text import ascii_form
from bot.presenters import phrases
from bot.presenters.board import BLOW, HIT, short_name
from bot.presenters.rules import describe_rules, game_name, who_guesses
from bot.presenters.versus import (
    FIRST_CORRECTIONS,
    correction_blocks,
    guesses_of,
    guesses_of_opponent,
    own_code,
    versus_title,
)
from bot.presenters.views import Block, Footnote, Paragraph, Prompt, Reply, Status, View
from bot.services.games.referee import Referee
from core.game.boards import NO_LIMIT, Board
from core.game.codes import format_code, format_code_ascii
from core.game.duels import Duel
from core.game.feedback import Turn, format_feedback
from core.game.games import Game, Who
from core.game.rules import Rules
from core.game.sides import BOT

_WATCH_SECONDS = 1.0
"""Seconds between two checks for moves of other terminals."""

_ROWS_BELOW = 6
"""Lines that are left for the prompt, its completions and what was printed last."""

_MIN_TURNS = 3
_TILE, _HIT_TILE, _BLOW_TILE, _FAINT = "bold white on grey30", "bold white on green4", "bold black on yellow", "dim"


class InputWithHeader(LineInput, Protocol):
    """A source of lines with a text above the prompt."""

    header: Callable[[], str]
    """The text, with escape sequences."""

    def redraw(self) -> None:
        """Draw the text again."""
        ...

    async def print_above(self, show: Callable[[], None]) -> None:
        """Print something while the prompt waits."""
        ...


class BoardSession(ConsoleSession):
    """Keeps the running game above the prompt; everything else is printed as in any session."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        lines: InputWithHeader,
        output: ConsoleOutput,
        words: Words,
        referee: Referee,
    ) -> None:
        super().__init__(dispatcher, lines, output, words, referee)
        self._lines_with_header = lines
        self._live_referee = referee
        self._game: ShownGame | None = None
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
    async def _run_line(self, line: str, requests: Iterator[Request]) -> int:
        async with self._busy:
            self._output.repeat_line(line.strip())
            status = await super()._run_line(line, requests)
            self._output.repeat_line(None)
            return status

    @override
    async def _dispatch(self, line: str, requests: Iterator[Request]) -> Reply | None:
        reply = await super()._dispatch(line, requests)
        if reply is not None:
            await self._refresh(next(requests))
        return reply

    @override
    def _print(self, reply: Reply) -> None:
        super()._print(self._beside_live_board(reply))

    @override
    async def _end(self, requests: Iterator[Request]) -> None:
        """Leave the board on the screen."""
        self._lines_with_header.header = str
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

    async def _settled(self, game: ShownGame, request: Request) -> ShownGame:
        """The game after the bot's guess or, if it cannot guess, with the corrections of contradictory feedback."""
        known = self._game
        if (
            known is not None
            and known.corrections is not None
            and (known.id, known.revision) == (game.id, game.revision)
        ):
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
        self._lines_with_header.redraw()

    async def _tell_end(self, game: str, request: Request) -> None:
        """Print a game that was above the prompt, if it has ended."""
        view = await self._live_referee.board(request.caller, game)
        if view.game.outcome is not None:
            ended = show_game(view, request)
            await self._lines_with_header.print_above(lambda: self._output.print_reply(ended))

    def _beside_live_board(self, reply: Reply) -> Reply:
        """The part of a reply to print: of the game above the prompt only footnotes and corrections, once."""
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

    def _board_lines(self, game: ShownGame) -> list[Text]:
        room = max(0, self._output.rows - _ROWS_BELOW)
        size = BoardSize(self._output.columns, room, pictures=not self._output.ascii_only)
        lines = list(render_board(game, self._words, size, self._facts))
        steps = [line for block in self._next_steps for line in self._output.paragraph(block.without_buttons)]
        return [*lines, *steps]


def _waits_for_bot(view: ShownGame) -> bool:
    game = view.game
    return isinstance(game, Duel) and game.level is not None and game.to_move == BOT


def _corrections(view: ShownGame, words: Words, most: int = FIRST_CORRECTIONS) -> tuple[Block, ...]:
    """The first corrections of contradictory feedback in a game against the bot; nothing without contradiction."""
    if view.corrections is None or not isinstance(view.game, Duel):
        return ()
    return correction_blocks(view.game.rules, view.game.side(BOT).turns, view.corrections, words, most)


def _footnotes(view: View) -> View:
    """The small print of a view, with its buttons."""
    return replace(view, blocks=tuple(block for block in view.blocks if isinstance(block, Footnote)))


@dataclass(frozen=True, slots=True)
class BoardSize:
    """The size and abilities of a terminal.

    Args:
        columns: its width, in cells.
        rows: the height that the board may take, in lines.
        pictures: whether it shows more than ASCII.
    """

    columns: int
    rows: int
    pictures: bool = True


def render_board(view: ShownGame, words: Words, size: BoardSize, facts: Sequence[str] = ()) -> Sequence[Text]:
    """The running game as lines: its turns, the symbols that are ruled out or not tried, what is left, and `facts`."""
    game = view.game
    heading, own = _headings(view, words), view.game.board(view.viewer)
    lines = [Text(shorten(line, size.columns), "bold") for line in heading]
    room = max(_MIN_TURNS, size.rows - len(lines) - 4)
    boards = [own]
    if isinstance(game, Duel):
        boards = list(game.boards)
        room = max(_MIN_TURNS, room // 2 - 1)
    for board in boards:
        if isinstance(game, Duel):
            lines.append(Text(_side(view, game, board, words), _FAINT))
        lines += _turns(board, view, words, size, room)
    if (secret := _own_secret(view)) is not None:
        lines.append(Text(phrases.own_secret(words, secret), _FAINT))
    lines += _others(view, words)
    lines += [Text(line, _FAINT) for line in symbol_lines(own.rules, own.turns, words)]
    tries = (phrases.tries_left(words, own.tries_left),) if isinstance(game, Game) and game.tries != NO_LIMIT else ()
    if status := Status(tuple(dict.fromkeys((*tries, *facts)))).text:
        lines.append(Text(shorten(status if size.pictures else ascii_form(status), size.columns)))
    return lines


def symbol_lines(rules: Rules, turns: Sequence[Turn], words: Words) -> list[str]:
    """The symbols that single turns rule out, and those not tried; nothing before the first turn."""
    if not turns:
        return []
    symbols = set(range(rules.symbols))
    out: set[int] = set()
    for guess, feedback, _ in turns:
        found = feedback.hits + feedback.blows
        if found == 0:
            out |= set(guess)
        elif found == rules.positions:
            out |= symbols - set(guess)
    fresh = symbols - out - {symbol for guess, _, _ in turns for symbol in guess}
    lines = [words("ruled out: {symbols}", symbols=_keys(out, rules))] if out else []
    return [*lines, words("not tried: {symbols}", symbols=_keys(fresh, rules))] if fresh else lines


def _headings(view: ShownGame, words: Words) -> list[str]:
    game = view.game
    if not isinstance(game, Game):
        level = game.level if isinstance(game, Duel) else None
        title = phrases.duel_title(words) if level is None else versus_title(level, words)
        return [f"{title}  #{view.id}", describe_rules(game.rules, words)]
    details = "  ".join(filter(None, (describe_rules(game.rules, words), who_guesses(game.who, words))))
    return [f"{game_name(game.rules, words)}  #{view.id}", details]


def _own_secret(view: ShownGame) -> str | None:
    """The viewer's own secret, None if the game does not know one."""
    secret = own_code(view)
    return format_code_ascii(secret, view.game.rules) if secret else None


def _side(view: ShownGame, game: Duel, board: Board, words: Words) -> str:
    """The line above the guesses of one side of a duel."""
    is_first = board.guesser == game.sides[0].player
    if board.guesser == BOT:
        return guesses_of_opponent(words, first=is_first)
    return guesses_of(view.name_of(board.guesser), words, first=is_first)


def _turns(board: Board, view: ShownGame, words: Words, size: BoardSize, most: int) -> list[Text]:
    """The last turns, one per line."""
    hidden = max(0, len(board.turns) - most)
    lines = [Text(phrases.earlier_turns(words, hidden), _FAINT)] if hidden else []
    several = len({*board.players} - {view.viewer}) > 0 and board.guesser is None
    for number, turn in islice(enumerate(board.turns, 1), hidden, None):
        by = short_name(view.name_of(turn.by), words) if several else ""
        lines.append(_row(number, turn, board.rules, by, size))
    for number, (guess, by) in enumerate(board.pending, len(board.turns) + 1):
        by_name = short_name(view.name_of(by), words) if several else ""
        row = Text.assemble(f"{number:2}  ", _tiles(guess, board.rules, size, size.columns), "  ")
        lines.append(row.append(f"{phrases.feedback_awaited(words)}  {by_name}".rstrip()))
    return lines


def _row(number: int, turn: Turn, rules: Rules, by: str, size: BoardSize) -> Text:
    """A turn: its number, the guess as tiles, its feedback in words and as marks, and the player."""
    feedback = format_feedback(turn.feedback, rules)
    rest = width(feedback) + (2 + width(by) if by else 0)
    row = Text.assemble(f"{number:2}  ", _tiles(turn.guess, rules, size, size.columns - rest - 6), "  ")
    row.append(feedback)
    if size.pictures and width(row.plain) + rules.positions + 2 + rest - width(feedback) <= size.columns:
        blank = rules.positions - turn.feedback.hits - turn.feedback.blows
        row.append("  ").append(HIT * turn.feedback.hits, _HIT_TILE).append(BLOW * turn.feedback.blows, _BLOW_TILE)
        row.append(" " * blank)
    row.append(f"  {by}" if by else "").rstrip()
    return row


def _tiles(guess: Sequence[int], rules: Rules, size: BoardSize, room: int) -> Text:
    """A guess as a strip of tiles, apart if `room` cells suffice. Pictures are tiles, followed by their keys."""
    keys = format_code_ascii(tuple(guess), rules)
    if rules.alphabet.pictorial and size.pictures:
        return Text.assemble(format_code(tuple(guess), rules), " ", (keys, _TILE))
    apart = f" {' '.join(keys)} "
    return Text(apart if len(apart) <= room else f" {keys} ", _TILE)


def _others(view: ShownGame, words: Words) -> list[Text]:
    """How far the others are in a race, one line per player."""
    game = view.public
    if not isinstance(game, Game) or game.who is not Who.RACE:
        return []
    others = [board for board in game.boards if board.guesser != view.viewer]
    return [
        Text(f"{short_name(view.name_of(board.guesser), words)}  {_progress(board, words)}", _FAINT) for board in others
    ]


def _progress(board: Board, words: Words) -> str:
    last = format_feedback(board.turns[-1].feedback, board.rules) if board.turns else "-"
    return f"{len(board.turns)}  {last}  {phrases.tries_left(words, board.tries_left)}"


def _keys(symbols: set[int], rules: Rules) -> str:
    return " ".join(rules.alphabet.keys[symbol] for symbol in sorted(symbols))
