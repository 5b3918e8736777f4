"""Boards of games against a hidden secret, and the parts that all boards share."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from bot.presenters.views import Block, Button, Footnote, Paragraph, Preformatted, View
from bot.services.model import GameView
from bot.wording import Words
from bot.wording.columns import align, pad, width
from bot.wording.safe import name
from core.game.codes import Code, example_code, format_code, format_code_ascii
from core.game.commitment import opening
from core.game.feedback import Feedback, Turn, format_feedback
from core.game.games import Board, Game, Outcome
from core.game.rules import Rules

HIT, BLOW = "●", "○"
"""Marks that differ in shape, so that nobody needs to see colours."""

_HIDDEN = "·"
_TITLE_WIDTH = 24

_REMEMBERED_GUESSES = 10_000
"""Each board shows the guesses of the one before and one more."""


def public_board(view: GameView, game: Game, words: Words) -> View:
    """The game as everyone may see it, with buttons."""
    lines = (game_title(view, game, words), *turn_lines(game.boards, view.names), *_tries_left(game, words))
    blocks: list[Block] = [Preformatted(lines), *hints_given(view, game, words), *giving_up(view, game, words)]
    if game.outcome is not None:
        ending = ending_of(view, game, words)
        blocks += [Paragraph(ending), *revealed_secret(view, game.secret, words)]
        return View(tuple(blocks), end_buttons(words), view.id, view.revision, ending)
    if not game.players:
        blocks.append(Paragraph(words.how_to_begin(game.rules, example_code(game.rules))))
    blocks.append(Footnote(words.commitment(view.commitment)))
    buttons = (*guess_buttons(game.rules, words), command_button("giveup", words), rules_button(game.rules, words))
    return View(tuple(blocks), buttons, view.id, view.revision, headline_of(view, game, words))


def code_text(code: Code, rules: Rules) -> str:
    """A code as text. Pictures are followed by their keys, for screen readers and readers who do not see colours."""
    keys = f" {format_code_ascii(code, rules)}" if rules.alphabet.pictorial else ""
    return format_code(code, rules) + keys


def quoted_code(code: Code, rules: Rules) -> str:
    """A code within a sentence."""
    return f"`{code_text(code, rules)}`"


def feedback_marks(feedback: Feedback, rules: Rules) -> str:
    """Feedback as one mark per hit and blow, padded to the number of positions."""
    return pad(HIT * feedback.hits + BLOW * feedback.blows, rules.positions)


def board_title(view: GameView, game: str, *details: str) -> str:
    """The first line of a board: the name of the game, its id, and details that are not empty."""
    return "  ".join(filter(None, (pad(f"{game}  #{view.id}", _TITLE_WIDTH), *details)))


def turn_lines(boards: Sequence[Board], names: Mapping[str, str]) -> Sequence[str]:
    """One line per turn, with aligned columns."""
    return align(turn_rows(boards, names), right=[0])


def turn_rows(boards: Sequence[Board], names: Mapping[str, str]) -> list[tuple[str, ...]]:
    """One row per turn: number, guess, marks, feedback and player."""
    return [
        _turn_cells(number, turn, board.rules, names) for board in boards for number, turn in enumerate(board.turns, 1)
    ]


def revealed_secret(view: GameView, code: Code, words: Words) -> tuple[Block, ...]:
    """The secret of an ended game, with the text that was committed to; nothing if the viewer may not know it."""
    if view.nonce is None:
        return ()
    rules = view.game.rules
    text = words.secret_revealed(quoted_code(code, rules), opening(view.id, rules, code, view.nonce))
    return (Footnote(text, once=False),)


def command_button(command: str, words: Words, *, step: int | None = None) -> Button:
    """A button that runs a command without options."""
    return Button(words.button(command), command, step=step)


def guess_buttons(rules: Rules, words: Words) -> tuple[Button, Button]:
    """The buttons of a player whose turn it is."""
    return guess_button(rules, words), command_button("hint", words)


def guess_button(rules: Rules, words: Words) -> Button:
    """The button that asks for a guess."""
    return Button(words.button("guess"), "guess", prompts_for="code", example=example_code(rules))


def end_buttons(words: Words) -> tuple[Button, Button]:
    """The buttons of an ended game."""
    return command_button("rematch", words), command_button("review", words)


def rules_button(rules: Rules, words: Words) -> Button:
    """The button that explains the rules."""
    return Button(words.button("rules"), "rules", {"rules": str(rules)})


def game_title(view: GameView, game: Game, words: Words) -> str:
    """The first line of a board."""
    return board_title(view, words.game_name(game.rules), words.describe_rules(game.rules), words.who(game.who))


def _turn_cells(number: int, turn: Turn, rules: Rules, names: Mapping[str, str]) -> tuple[str, ...]:
    return f"{number:2}", *_guess_cells(turn.guess, turn.feedback, rules), name(names.get(turn.by, "?"))


@lru_cache(_REMEMBERED_GUESSES)
def _guess_cells(guess: Code, feedback: Feedback, rules: Rules) -> tuple[str, str, str]:
    """A guess, its marks and its feedback; the guess is hidden if it is empty."""
    hidden = _HIDDEN * width(format_code((0,) * rules.positions, rules))
    shown = code_text(guess, rules) if guess else hidden
    return shown, feedback_marks(feedback, rules), format_feedback(feedback, rules)


def _tries_left(game: Game, words: Words) -> tuple[str, ...]:
    """The number of tries left in a running game."""
    if game.outcome is not None:
        return ()
    return (words.tries_left(game.board(game.starter).tries_left),)


def hints_given(view: GameView, game: Game, words: Words) -> tuple[Block, ...]:
    """Who got hints, if anybody did."""
    names = [view.names.get(player, "?") for player in game.hinted]
    return (Paragraph(words.hints_given(names)),) if names else ()


def giving_up(view: GameView, game: Game, words: Words) -> tuple[Block, ...]:
    """Votes to give up."""
    board = game.board(game.starter)
    if game.outcome is not None or not board.giveup_votes:
        return ()
    names = [view.names.get(player, "?") for player in board.giveup_votes]
    return (Paragraph(words.giveup_votes(names, board.votes_needed)),)


def headline_of(view: GameView, game: Game, words: Words) -> str:
    """What has happened last in a running game."""
    if not game.players:
        return ""
    turns = game.board(game.starter).turns
    turn, rules = turns[-1], game.rules
    name_ = view.names.get(turn.by, "?")
    return words.last_turn(name_, len(turns), code_text(turn.guess, rules), format_feedback(turn.feedback, rules))


def ending_of(view: GameView, game: Game, words: Words) -> str:
    """How the game ended. The number of guesses is that of the winner or, without one, of the longest board."""
    if game.outcome is None:
        return ""
    if game.outcome is Outcome.EXPIRED:
        return words.game_expired()
    if game.outcome is Outcome.OUT_OF_TIME:
        return words.time_is_up()
    longest = max(len(board.turns) for board in game.boards)
    guesses = next((len(board.turns) for board in game.boards if board.outcome is game.outcome), longest)
    quitters = [view.names.get(player, "?") for player in game.quitters]
    if game.outcome is not Outcome.GAVE_UP or not quitters:
        return words.game_ended(game.outcome, view.names.get(game.winner or "", "?"), guesses)
    if {game.starter, *game.players}.issuperset(game.quitters):
        return words.game_given_up(quitters, guesses)
    return words.ended_by_moderator(quitters[-1], guesses)
