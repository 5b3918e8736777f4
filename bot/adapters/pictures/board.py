"""Boards: the guesses so far, what each was answered, and how it ended."""

from collections.abc import Sequence

from bot.adapters.columns import align, pad, width
from bot.adapters.views import Block, Button, Panel, Small, Text, View
from bot.adapters.wording import Words
from bot.adapters.wording.safe import name
from bot.services.model import GameView
from core.codes import Code, example_code, format_code, spell_code
from core.commitment import opening
from core.feedback import Feedback, Turn, format_feedback
from core.game import Board, Game, Who
from core.rules import Rules

HIT, BLOW = "●", "○"  # they differ in shape, so that colour is never needed
_HIDDEN = "·"
_TITLE_CELLS = 24


def public_board(view: GameView, words: Words) -> View:
    """The game as everybody may see it: the one message of the game."""
    return _board(view, view.public, words)


def own_board(view: GameView, words: Words) -> View:
    """A race as one player sees it: their own guesses, without buttons."""
    own = view.game.board(view.viewer)
    left = () if own.outcome else (words.tries_left(own.tries_left),)
    blocks: list[Block] = [Panel((_title(view, words), *_turn_lines((own,), view), *left))]
    if own.outcome and not view.game.outcome:
        blocks.append(Text(words.still_racing()))
    return View(tuple(blocks))


def code_text(code: Code, rules: Rules) -> str:
    """A code to look at, and beside pictures its keys, for whoever hears it or sees no colours."""
    keys = f" {spell_code(code, rules)}" if rules.alphabet.pictorial else ""
    return format_code(code, rules) + keys


def marks(feedback: Feedback, rules: Rules) -> str:
    """A feedback as filled and empty dots, always of the same width."""
    return pad(HIT * feedback.hits + BLOW * feedback.blows, rules.positions)


def _board(view: GameView, game: Game, words: Words) -> View:
    lines = (_title(view, words), *_turn_lines(game.boards, view), *_left(game, words))
    blocks: tuple[Block, ...] = (Panel(lines), *_ending(view, game, words))
    if not game.players and game.outcome is None:
        blocks = (*blocks, Text(words.how_to_begin(example_code(game.rules), words.describe_rules(game.rules))))
    if game.outcome is None:
        blocks = (*blocks, Small(words.commitment(view.commitment)))
    return View(blocks, _buttons(game, words), view.id)


def _title(view: GameView, words: Words) -> str:
    game = view.game
    named = pad(f"{words.game_name(game.rules)}  #{view.id}", _TITLE_CELLS)
    return "  ".join(filter(None, (named, words.describe_rules(game.rules), words.who(game.who))))


def _turn_lines(boards: Sequence[Board], view: GameView) -> Sequence[str]:
    return align(
        [
            _turn_cells(number, turn, board.rules, view)
            for board in boards
            for number, turn in enumerate(board.turns, 1)
        ],
        right=[0],
    )


def _turn_cells(number: int, turn: Turn, rules: Rules, view: GameView) -> tuple[str, ...]:
    hidden = _HIDDEN * width(format_code((0,) * rules.positions, rules))
    guess = code_text(turn.guess, rules) if turn.guess else hidden
    answer = format_feedback(turn.feedback, rules)
    return f"{number:2}", guess, marks(turn.feedback, rules), answer, name(view.names.get(turn.by, "?"))


def _left(game: Game, words: Words) -> tuple[str, ...]:
    """How many tries are left, where that is the same for everybody."""
    if game.outcome is not None or game.who is Who.RACE:
        return ()
    return (words.tries_left(game.board(game.starter).tries_left),)


def _ending(view: GameView, game: Game, words: Words) -> tuple[Block, ...]:
    """How it ended, and the proof; nothing while it runs."""
    if game.outcome is None or view.nonce is None:
        return ()
    longest = max(len(board.turns) for board in game.boards)
    guesses = next((len(board.turns) for board in game.boards if board.outcome is game.outcome), longest)
    winner = view.names.get(game.winner or "", "?")
    proof = opening(view.id, game.rules, game.secret, view.nonce)
    return (
        Text(words.ended(game.outcome, winner, guesses)),
        Small(words.reveal(f"`{code_text(game.secret, game.rules)}`", proof)),
    )


def _buttons(game: Game, words: Words) -> tuple[Button, ...]:
    if game.outcome is not None:
        again = {"rules": str(game.rules), "tries": str(game.tries), "who": game.who.value}
        return (Button(words.button("play"), "play", again),)
    return (
        Button(words.button("guess"), "guess", asks="code"),
        Button(words.button("giveup"), "giveup"),
        Button(words.button("rules"), "rules", {"rules": str(game.rules)}),
    )
