"""Views as lines of a terminal, wrapped, and the board above the prompt."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from rich.text import Text
from uniseg.linebreak import line_break_units  # type: ignore[import-untyped]  # annotated, but not marked

from bot.locales import Words
from bot.locales.columns import width
from bot.locales.safe import shorten
from bot.model.games import GameView
from bot.platforms.console.plain_text import ascii_form
from bot.presenters import phrases
from bot.presenters.board import BLOW, HIT, short_name
from bot.presenters.rules import describe_rules, game_name, who_guesses
from bot.presenters.versus import guesses_of, guesses_of_opponent, own_code, versus_title
from bot.presenters.views import Status
from core.game.boards import NO_LIMIT, Board
from core.game.codes import format_code, format_code_ascii
from core.game.duels import Duel
from core.game.feedback import Turn, format_feedback
from core.game.games import Game, Who
from core.game.rules import Rules
from core.game.sides import BOT

_CODE = re.compile(r"`[^`]*`")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_FIRST_PLACEHOLDER = 0xE000
"""A private character stands for each piece of code, so that a piece is never broken."""

_COLUMN_GAP = re.compile(r" {2,}(?=\S)")
_MIN_COLUMN = 12
"""The narrowest last column, in cells, that a line of a table is wrapped in."""


def wrap(text: str, cells: int, *, tick_cells: int = 0) -> list[str]:
    """A text as lines of at most `cells` cells, broken where Unicode allows it (UAX #14).

    A piece of code between backticks stays whole. One that is wider than a line becomes a piece for each of its words,
    which stay whole, unless it holds a digest: that is to be copied, and stands in a line of its own, however long. A
    backtick takes `tick_cells` cells.
    """
    divided = _CODE.sub(lambda code: _divided(code[0], cells, tick_cells), text)
    codes = _CODE.findall(divided)
    numbers = iter(range(len(codes)))
    plain = _CODE.sub(lambda _: chr(_FIRST_PLACEHOLDER + next(numbers)), divided)
    lines, line = [], ""
    for unit in line_break_units(plain):
        restored = "".join(_restored(unit, codes))
        if line and _width(line + restored.rstrip(), tick_cells) > cells:
            lines.append(line.rstrip())
            line = ""
        line += restored
    lines.append(line.rstrip())
    return lines if divided == text else [each.replace("` `", " ") for each in lines]


def wrap_row(line: str, cells: int) -> list[str]:
    """A line of a table as lines of at most `cells` cells: its last column is wrapped under itself."""
    if width(line) <= cells:
        return [line]
    gaps = list(_COLUMN_GAP.finditer(line))
    indent = width(line[: gaps[-1].end()]) if gaps else 0
    if not gaps or cells - indent < _MIN_COLUMN:
        return wrap(line, cells)
    first, *others = wrap(line[gaps[-1].end() :], cells - indent)
    return [line[: gaps[-1].end()] + first, *(" " * indent + other for other in others)]


def _divided(code: str, cells: int, tick_cells: int) -> str:
    if _width(code, tick_cells) <= cells or _DIGEST.search(code):
        return code
    return "` `".join(code.split(" "))


def _width(text: str, tick_cells: int) -> int:
    return width(text.replace("`", "")) + tick_cells * text.count("`")


def _restored(unit: str, codes: list[str]) -> Iterator[str]:
    for character in unit:
        number = ord(character) - _FIRST_PLACEHOLDER
        yield codes[number] if 0 <= number < len(codes) else character


_MIN_TURNS = 3
_TILE, _HIT_TILE, _BLOW_TILE, _FAINT = "bold white on grey30", "bold white on green4", "bold black on yellow", "dim"


@dataclass(frozen=True, slots=True)
class BoardSize:
    """What a terminal has room for.

    Args:
        columns: its width, in cells.
        rows: the height that the board may take, in lines.
        pictures: whether it shows more than ASCII.
    """

    columns: int
    rows: int
    pictures: bool = True


def render_board(view: GameView, words: Words, size: BoardSize, facts: Sequence[str] = ()) -> Sequence[Text]:
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


def _headings(view: GameView, words: Words) -> list[str]:
    game = view.game
    if not isinstance(game, Game):
        level = game.level if isinstance(game, Duel) else None
        title = phrases.duel_title(words) if level is None else versus_title(level, words)
        return [f"{title}  #{view.id}", describe_rules(game.rules, words)]
    details = "  ".join(filter(None, (describe_rules(game.rules, words), who_guesses(game.who, words))))
    return [f"{game_name(game.rules, words)}  #{view.id}", details]


def _own_secret(view: GameView) -> str | None:
    """The viewer's own secret, None if the game does not know one."""
    secret = own_code(view)
    return format_code_ascii(secret, view.game.rules) if secret else None


def _side(view: GameView, game: Duel, board: Board, words: Words) -> str:
    """The line above the guesses of one side of a duel."""
    is_first = board.guesser == game.sides[0].player
    if board.guesser == BOT:
        return guesses_of_opponent(words, first=is_first)
    return guesses_of(view.name_of(board.guesser), words, first=is_first)


def _turns(board: Board, view: GameView, words: Words, size: BoardSize, most: int) -> list[Text]:
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


def _others(view: GameView, words: Words) -> list[Text]:
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
