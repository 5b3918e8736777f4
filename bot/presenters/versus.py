"""Boards of games against the opponent."""

from bot.presenters.board import (
    board_title,
    code_text,
    command_button,
    end_buttons,
    guess_buttons,
    quoted_code,
    revealed_secret,
    turn_lines,
)
from bot.presenters.feedback import FIRST_REPAIRS, feedback_buttons, repair_blocks, repair_buttons
from bot.presenters.views import Block, Button, Footnote, Paragraph, Preformatted, View
from bot.services.model import GameView
from bot.wording import Words
from core.game.codes import Code
from core.game.duels import Duel
from core.game.feedback import format_feedback, possible_feedbacks
from core.game.hosting import HostedGame
from core.game.sides import BOT, DuelOutcome, Ending, Level


def versus_board(view: GameView, game: Duel, words: Words, repairs: int = FIRST_REPAIRS) -> View:
    """The guesses of both sides, and what to do next, with at most `repairs` corrections, or how the game ended."""
    names = {**view.names, BOT: words.opponent_name()}
    player_board, opponent_board = game.boards
    bot_begins = game.sides[0].player == BOT
    lines = (
        board_title(view, words.versus_title(game.level or Level.NORMAL), words.describe_rules(game.rules)),
        words.guesses_of(_player(view, game), first=not bot_begins),
        *turn_lines((player_board,), names),
        words.guesses_of_opponent(first=bot_begins),
        *turn_lines((opponent_board,), names),
    )
    blocks = (Preformatted(lines), *_state(view, game, words, repairs))
    buttons = _buttons(view, game, words, repairs)
    return View(blocks, buttons, view.id, view.revision, _headline(view, game, words))


def versus_ending(view: GameView, game: Duel, words: Words) -> str:
    """How the game ended, for the player."""
    guesses = game.side(game.starter).guesses
    if game.outcome is Ending.STOPPED and game.ended_by is not None:
        return words.ended_by_moderator(view.names.get(game.ended_by, "?"), guesses)
    return words.versus_ended(game.outcome_for(game.starter) or DuelOutcome.RESIGNED, guesses)


def own_secret(view: GameView, words: Words) -> View | None:
    """The viewer's own secret in a running game, None if the bot does not keep one of theirs."""
    secret = own_code(view) if view.game.outcome is None else None
    return View((Paragraph(words.own_secret(quoted_code(secret, view.game.rules))),)) if secret else None


def own_code(view: GameView) -> Code | None:
    """The secret that the viewer has hidden, None if the game does not know one of theirs."""
    game = view.game
    if isinstance(game, HostedGame) and game.starter == view.viewer:
        return game.secret or None
    return game.side(view.viewer).secret if isinstance(game, Duel) and view.viewer in game.players else None


def _state(view: GameView, game: Duel, words: Words, repairs: int) -> tuple[Block, ...]:
    if game.outcome is not None:
        result = Paragraph(versus_ending(view, game, words))
        return (result, *revealed_secret(view, game.side(BOT).secret or (), words))
    return (*_next_step(view, game, words, repairs), Footnote(words.commitment(view.commitment)))


def _next_step(view: GameView, game: Duel, words: Words, repairs: int) -> tuple[Block, ...]:
    if view.repairs is not None:
        return repair_blocks(game.rules, game.side(BOT).turns, view.repairs, words, repairs)
    if game.pending_guess is not None:
        guess = quoted_code(game.pending_guess, game.rules)
        return (Paragraph(words.opponent_guess(guess, *words.feedback_names(game.rules))),)
    return (Paragraph(words.your_turn(_player(view, game))),)


def _buttons(view: GameView, game: Duel, words: Words, repairs: int) -> tuple[Button, ...]:
    if game.outcome is not None:
        return end_buttons(words)
    giveup = command_button("giveup", words)
    if view.repairs is not None:
        return (*repair_buttons(len(view.repairs), words, most=repairs), giveup)
    if game.pending_guess is not None:
        return (*feedback_buttons(possible_feedbacks(game.rules), game.rules), giveup)
    can_undo = game.side(game.starter).secret is None and game.side(BOT).turns
    undo = (command_button("undo", words),) if can_undo else ()
    return (*guess_buttons(game.rules, words), *undo, giveup)


def _headline(view: GameView, game: Duel, words: Words) -> str:
    """What has happened last, unless a paragraph says what to do now."""
    if game.outcome is not None:
        return versus_ending(view, game, words)
    turns, rules = game.side(BOT).turns, game.rules
    if game.pending_guess is not None or not turns:
        return ""
    guess, feedback = code_text(turns[-1].guess, rules), format_feedback(turns[-1].feedback, rules)
    return words.last_turn(words.opponent_name(), len(turns), guess, feedback)


def _player(view: GameView, game: Duel) -> str:
    return view.names.get(game.starter, "?")
