"""Boards of games against a hidden secret: the guesses so far, what each was answered, and how it ended."""

from collections.abc import Mapping, Sequence

from bot.presenters.views import Block, Button, Footnote, Paragraph, Preformatted, View
from bot.services.model import GameView
from bot.wording import Words
from bot.wording.columns import align, pad, width
from bot.wording.safe import name
from core.game.codes import Code, example_code, format_code, format_code_ascii
from core.game.commitment import opening
from core.game.feedback import Feedback, Turn, format_feedback
from core.game.games import Board, Game, Who
from core.game.rules import Rules

HIT, BLOW = "●", "○"  # they differ in shape, so that colour is never needed
_HIDDEN = "·"
_TITLE_CELLS = 24


def public_board(view: GameView, game: Game, words: Words) -> View:
    """The game as everybody may see it: the one message of the game."""
    lines = (_title(view, game, words), *turn_lines(game.boards, view.names), *_left(game, words))
    blocks: tuple[Block, ...] = (Preformatted(lines), *_ending(view, game, words))
    if not game.players and game.outcome is None:
        blocks = (*blocks, Paragraph(words.how_to_begin(game.rules, example_code(game.rules))))
    if game.outcome is None:
        blocks = (*blocks, Footnote(words.commitment(view.commitment)))
    return View(blocks, _buttons(game, words), view.id)


def own_board(view: GameView, game: Game, words: Words) -> View:
    """A race as one player sees it: their own guesses, without buttons."""
    own = game.board(view.viewer)
    left = () if own.outcome else (words.tries_left(own.tries_left),)
    blocks: list[Block] = [Preformatted((_title(view, game, words), *turn_lines((own,), view.names), *left))]
    if own.outcome and not game.outcome:
        blocks.append(Paragraph(words.still_racing()))
    return View(tuple(blocks))


def code_text(code: Code, rules: Rules) -> str:
    """A code to look at, and beside pictures its keys, for whoever hears it or sees no colours."""
    keys = f" {format_code_ascii(code, rules)}" if rules.alphabet.pictorial else ""
    return format_code(code, rules) + keys


def marks(feedback: Feedback, rules: Rules) -> str:
    """A feedback as filled and empty dots, always of the same width."""
    return pad(HIT * feedback.hits + BLOW * feedback.blows, rules.positions)


def title(view: GameView, game: str, *about: str) -> str:
    """The first line of a board: what is played, the id, and whatever is special about it."""
    return "  ".join(filter(None, (pad(f"{game}  #{view.id}", _TITLE_CELLS), *about)))


def turn_lines(boards: Sequence[Board], names: Mapping[str, str]) -> Sequence[str]:
    """The turns of some boards, one a line, in aligned columns."""
    numbered = [(number, turn, board.rules) for board in boards for number, turn in enumerate(board.turns, 1)]
    return align([_turn_cells(number, turn, rules, names) for number, turn, rules in numbered], right=[0])


def _title(view: GameView, game: Game, words: Words) -> str:
    return title(view, words.game_name(game.rules), words.describe_rules(game.rules), words.who(game.who))


def _turn_cells(number: int, turn: Turn, rules: Rules, names: Mapping[str, str]) -> tuple[str, ...]:
    hidden = _HIDDEN * width(format_code((0,) * rules.positions, rules))
    guess = code_text(turn.guess, rules) if turn.guess else hidden
    answer = format_feedback(turn.feedback, rules)
    return f"{number:2}", guess, marks(turn.feedback, rules), answer, name(names.get(turn.by, "?"))


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
        Paragraph(words.game_ended(game.outcome, winner, guesses)),
        Footnote(words.secret_revealed(f"`{code_text(game.secret, game.rules)}`", proof)),
    )


def _buttons(game: Game, words: Words) -> tuple[Button, ...]:
    if game.outcome is not None:
        return (Button(words.button("rematch"), "rematch"), Button(words.button("review"), "review"))
    return (
        Button(words.button("guess"), "guess", prompts_for="code"),
        Button(words.button("hint"), "hint"),
        Button(words.button("giveup"), "giveup"),
        Button(words.button("rules"), "rules", {"rules": str(game.rules)}),
    )
