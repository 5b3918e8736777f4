"""The board above the prompt, as lines of a terminal."""

from collections.abc import Sequence
from itertools import islice

from msgspec import Struct
from rich.text import Text

from bot.locales import Words
from bot.locales.columns import width
from bot.locales.safe import shorten
from bot.model.games import ShownGame
from bot.platforms.console.text import ascii_form, wrap
from bot.presenters import phrases
from bot.presenters.boards import short_name, tries_left_text
from bot.presenters.daily import daily_title
from bot.presenters.game_replies import first_feedback
from bot.presenters.items import calls_and_items_panel
from bot.presenters.phrases import BLOW, HIT
from bot.presenters.rules import describe_rules, game_name, who_guesses_text
from bot.presenters.versus import guesses_heading, own_code, versus_title
from bot.presenters.views import StatusLine
from bot.services.daily import ShownDaily
from core.game.any_game import Who
from core.game.boards import Board, Outcome
from core.game.codes import format_code, format_code_ascii
from core.game.duels import Duel
from core.game.feedback import Turn, format_feedback
from core.game.games import Game
from core.game.rules import Rules
from core.game.sides import BOT

_MIN_TURNS = 3
_EXPLAINED = 3
"""The number of feedbacks of a person's first game that are explained."""

_TILE, _FAINT = "bold white on grey30", "dim"
_HIT_TILE, _BLOW_TILE = "bold black on #58a6ff", "bold black on #f0883e"


class BoardSize(Struct, frozen=True):
    """The size and abilities of a terminal.

    Args:
        columns: its width, in cells.
        rows: the height that the board may take, in lines.
        pictures: whether it shows more than ASCII.
    """

    columns: int
    rows: int
    pictures: bool = True


def render_first_game(view: ShownGame, words: Words, size: BoardSize) -> Sequence[Text]:
    """The running first game of a person as lines: what the first feedbacks mean, and no title."""
    board = view.game.board(view.viewer)
    if not board.turns:
        return []
    lines: list[Text] = []
    for number, row in enumerate(_turns(board, None, words, size, max(_MIN_TURNS, size.rows - 4 - _EXPLAINED))):
        is_explained = number < _EXPLAINED and len(board.turns) <= _EXPLAINED
        meaning = first_feedback(board.turns[number].feedback, board.rules, words) if is_explained else ""
        fits = width(row.plain) + 3 + width(meaning) <= size.columns
        below = (
            [Text(f"    {line}") for line in wrap(meaning, size.columns - 4)] if meaning else []
        )  # indented as guesses
        lines += [Text.assemble(row, "   ", meaning)] if meaning and fits else [row, *below]
    return [*lines, *_symbols_and_status(board, (tries_left_text(words, board.tries_left),), words, size)]


def render_ended_solo_game(view: ShownGame, words: Words, size: BoardSize) -> Sequence[Text]:
    """The turns of an ended game that a person has played alone, how it ended, and what to type next."""
    board, rules = view.game.board(view.viewer), view.game.rules
    secret = format_code_ascii(view.game.secret, rules) if isinstance(view.game, Game) else ""
    is_solved = view.game.outcome is Outcome.SOLVED
    ending = StatusLine((words("solved in {n}", n=len(board.turns)) if is_solved else words("not solved"), secret)).text
    following = words.in_context("what to type after a game, with / between", "rematch/review/verify")
    rows = _turns(board, None, words, size, max(_MIN_TURNS, size.rows - 4))
    return [
        *rows,
        Text(ending if size.pictures else ascii_form(ending), "bold"),
        Text("  ".join(following.split("/")), _FAINT),
    ]


def render_board(view: ShownGame, words: Words, size: BoardSize, facts: Sequence[str] = ()) -> Sequence[Text]:
    """The running game as lines: its turns, the symbols that are ruled out or not tried, what is left, and `facts`."""
    game = view.game
    heading, own = _headings(view, words), view.game.board(view.viewer)
    lines = _heading_lines(heading, size)
    room = max(_MIN_TURNS, size.rows - len(lines) - 4)
    if isinstance(game, Duel) and game.items is not None:
        lines += [
            Text(line) for panel in calls_and_items_panel(view, game, words, room) for line in panel.text.splitlines()
        ]
    elif isinstance(game, Duel):
        for board in game.boards:
            of_bot = board.guesser == BOT
            side = words(phrases.MY_GUESSES) if of_bot else guesses_heading(view.name_of(board.guesser), words)
            lines.append(Text(side, _FAINT))
            lines += _turns(board, view, words, size, max(_MIN_TURNS, room // 2 - 1))
    else:
        lines += _turns(own, view, words, size, room)
    if secret := own_code(view):
        lines.append(Text(phrases.own_secret(words, format_code_ascii(secret, game.rules)), _FAINT))
    lines += _others(view, words)
    if game.asks_before_repeating and game.tries:
        facts = (tries_left_text(words, own.tries_left, is_new=not own.turns), *facts)
    return [*lines, *_symbols_and_status(own, facts, words, size)]


def render_daily(view: ShownDaily, words: Words, size: BoardSize) -> Sequence[Text]:
    """A running daily as lines, as `render_board` shows a game."""
    board = view.game.board
    lines = _heading_lines([daily_title(board.rules, view.game.day, words), describe_rules(board.rules, words)], size)
    lines += _turns(board, None, words, size, max(_MIN_TURNS, size.rows - len(lines) - 4))
    tries = tries_left_text(words, board.tries_left, is_new=not board.turns)
    return [*lines, *_symbols_and_status(board, (tries,), words, size)]


def _heading_lines(heading: Sequence[str], size: BoardSize) -> list[Text]:
    return [Text(shorten(line, size.columns), "bold") for line in heading]


def _symbols_and_status(board: Board, facts: Sequence[str], words: Words, size: BoardSize) -> list[Text]:
    """The lines below the turns: the symbols that are ruled out or not tried, and facts."""
    lines = [Text(line, _FAINT) for line in symbol_lines(board.rules, board.turns, words)]
    if status := StatusLine(tuple(dict.fromkeys(facts))).text:
        text = status if size.pictures else ascii_form(status)
        if lines and width(lines[-1].plain) + 3 + width(text) <= size.columns:
            return [*lines[:-1], lines[-1].append(f" {'·' if size.pictures else '-'} {text}")]
        lines.append(Text(shorten(text, size.columns)))
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
    if game.is_duel_between_people or game.level is not None:
        title = words(phrases.DUEL) if game.level is None else versus_title(game.level, words)
        return [f"{title}  #{view.id}", describe_rules(game.rules, words)]
    details = "  ".join(filter(None, (describe_rules(game.rules, words), who_guesses_text(game.who, words))))
    return [f"{game_name(game.rules, words)}  #{view.id}", details]


def _turns(board: Board, view: ShownGame | None, words: Words, size: BoardSize, most: int) -> list[Text]:
    """The last turns, one per line, with the players where several guess on a board; `view` is None for a daily."""
    hidden = max(0, len(board.turns) - most)
    lines = [Text(phrases.earlier_turns_omitted(words, hidden), _FAINT)] if hidden else []
    several = (
        view if view is not None and board.guesser is None and {*board.players_who_guessed} - {view.viewer} else None
    )
    for number, turn in islice(enumerate(board.turns, 1), hidden, None):
        by = short_name(several.name_of(turn.by), words) if several else ""
        lines.append(_row(number, turn, board.rules, by, size))
    for number, (guess, by) in enumerate(board.pending, len(board.turns) + 1):
        by_name = short_name(several.name_of(by), words) if several else ""
        row = Text.assemble(f"{number:2}  ", _tiles(guess, board.rules, size, size.columns), "  ")
        lines.append(row.append(f"{words(phrases.WAITING)}  {by_name}".rstrip()))
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
    if game.who is not Who.RACE:
        return []
    others = [board for board in game.boards if board.guesser != view.viewer]
    return [
        Text(f"{short_name(view.name_of(board.guesser), words)}  {_progress(board, words)}", _FAINT) for board in others
    ]


def _progress(board: Board, words: Words) -> str:
    last = format_feedback(board.turns[-1].feedback, board.rules) if board.turns else "-"
    return f"{len(board.turns)}  {last}  {tries_left_text(words, board.tries_left)}"


def _keys(symbols: set[int], rules: Rules) -> str:
    return " ".join(rules.alphabet.keys[symbol] for symbol in sorted(symbols))
