"""Boards of races: one line per player for everybody, and each player's own guesses for them alone."""

from bot.commands.catalogue import Start
from bot.presenters.board import (
    BLOW,
    HIT,
    command_button,
    end_buttons,
    ending_of,
    game_title,
    guess_buttons,
    hints_given,
    revealed_secret,
    rules_button,
    turn_lines,
)
from bot.presenters.views import Block, Button, Footnote, Paragraph, Preformatted, View
from bot.services.model import GameView
from bot.wording import Words
from bot.wording.columns import align, width
from bot.wording.safe import name, shorten
from core.game.codes import example_code
from core.game.feedback import format_feedback
from core.game.games import Board
from core.game.races import Race, best_feedback

MAX_PLAYERS = 30
"""The most players that a board lists."""

MAX_WIDTH = 34
"""Cells that fit on the screen of a phone."""

_MAX_NAME = 10


def race_board(view: GameView, game: Race, words: Words) -> View:
    """The race as everyone may see it: the leading players in order, with their best feedback."""
    panel = Preformatted((game_title(view, game, words), *_standing(view, game, words)))
    blocks: list[Block] = [panel, *hints_given(view, game, words)]
    if game.outcome is not None:
        ending = ending_of(view, game, words)
        blocks += [Paragraph(ending), *revealed_secret(view, game.secret, words)]
        return View(tuple(blocks), end_buttons(words), view.id, view.revision, ending)
    blocks += [*map(Paragraph, _what_to_do(view, game, words)), Footnote(words.commitment(view.commitment))]
    return View(tuple(blocks), _buttons(game, words), view.id, view.revision, _headline(view, game, words))


def own_board(view: GameView, game: Race, words: Words) -> View | None:
    """The viewer's part of a race, without buttons; None before the start, and after the end if they have none."""
    own = game.board(view.viewer)
    if game.is_waiting or (game.outcome is not None and not own.turns):
        return None
    tries_left = () if own.outcome or game.outcome else (words.tries_left(own.tries_left),)
    blocks: list[Block] = [Preformatted((game_title(view, game, words), *turn_lines((own,), view.names), *tries_left))]
    if own.outcome and not game.outcome:
        blocks.append(Paragraph(words.still_racing()))
    return View(tuple(blocks))


def _standing(view: GameView, game: Race, words: Words) -> tuple[str, ...]:
    """One line per player, the leading one first, narrow enough for a phone."""
    listed = game.standing[:MAX_PLAYERS]
    more = len(game.boards) - len(listed)
    rows = [_cells(number, board, view, words) for number, board in enumerate(listed, 1)]
    without_marks = [row[:3] + row[4:] for row in rows]
    attempts = (align(rows, right=(0, 2)), align(rows, right=(0, 2), gap=1), align(without_marks, right=(0, 2), gap=1))
    lines = next((lines for lines in attempts if max(map(width, lines), default=0) <= MAX_WIDTH), attempts[-1])
    return (*lines, words.more_racing(more)) if more else lines


def _cells(number: int, board: Board, view: GameView, words: Words) -> tuple[str, ...]:
    """Place, name, number of guesses, best feedback as marks and in words, and how the player's part ended."""
    best = best_feedback(board)
    who = shorten(name(view.names.get(board.guesser or "", "?")), _MAX_NAME)
    marks = HIT * best.hits + BLOW * best.blows if best else ""
    feedback = format_feedback(best, board.rules) if best else ""
    result = words.race_result(board.outcome) if board.outcome else ""
    return str(number), who, str(len(board.turns)), marks, feedback, result


def _what_to_do(view: GameView, game: Race, words: Words) -> list[str]:
    """What a running race waits for, and until when it lasts."""
    sentences = []
    if game.is_waiting:
        sentences.append(words.waiting_for_signal(view.names.get(game.starter, "?")))
    elif not game.players:
        sentences.append(words.how_to_begin(game.rules, example_code(game.rules)))
    if view.time_ends_at is not None:
        sentences.append(words.time_ends(game.minutes, view.time_ends_at))
    elif game.minutes:
        sentences.append(words.time_limit(game.minutes))
    return sentences


def _buttons(game: Race, words: Words) -> tuple[Button, ...]:
    first = (
        (Button(words.start_race(), "play", {"start": Start.NOW.value}),)
        if game.is_waiting
        else guess_buttons(game.rules, words)
    )
    return (*first, command_button("giveup", words), rules_button(game.rules, words))


def _headline(view: GameView, game: Race, words: Words) -> str:
    """Who leads a running race."""
    leader = next(iter(game.standing), None)
    best = best_feedback(leader) if leader else None
    if leader is None or best is None:
        return ""
    who = view.names.get(leader.guesser or "", "?")
    return words.race_leader(who, format_feedback(best, game.rules), len(game.boards))
