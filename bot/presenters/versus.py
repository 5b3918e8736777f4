"""Boards of games against the opponent: two secrets, turn about."""

from bot.presenters.board import code_text, title, turn_lines
from bot.presenters.feedback import answer_buttons, repair_buttons, repair_panel
from bot.presenters.views import Block, Button, Footnote, Paragraph, Preformatted, View
from bot.services.model import GameView
from bot.wording import Words
from core.game.commitment import opening
from core.game.feedback import possible_feedbacks
from core.game.versus import OPPONENT, Versus


def versus_board(view: GameView, game: Versus, words: Words) -> View:
    """Both boards, whose turn it is, and how it ended."""
    names = {**view.names, OPPONENT: words.opponent_name()}
    mine, theirs = game.boards
    player = view.names.get(game.starter, "?")
    lines = (
        title(view, words.versus_title(game.level), words.describe_rules(game.rules)),
        words.guesses_of(player),
        *turn_lines((mine,), names),
        words.guesses_of_opponent(),
        *turn_lines((theirs,), names),
    )
    return View((Preformatted(lines), *_state(view, game, words)), _buttons(view, game, words), view.id)


def _state(view: GameView, game: Versus, words: Words) -> tuple[Block, ...]:
    """What is to be done now, or how it ended with the proof."""
    if game.outcome is not None:
        return (Paragraph(words.versus_ended(game.outcome, len(game.player_turns))), *_proof(view, game, words))
    proof = Footnote(words.commitment(view.commitment))
    if view.repairs is not None:
        return (*repair_panel(game.rules, game.opponent_turns, view.repairs, words), proof)
    if game.pending_guess is not None:
        return (Paragraph(words.opponent_guess(f"`{code_text(game.pending_guess, game.rules)}`")), proof)
    return (Paragraph(words.your_turn(view.names.get(game.starter, "?"))), proof)


def _proof(view: GameView, game: Versus, words: Words) -> tuple[Block, ...]:
    if view.nonce is None:
        return ()
    opened = opening(view.id, game.rules, game.secret, view.nonce)
    return (Footnote(words.secret_revealed(f"`{code_text(game.secret, game.rules)}`", opened)),)


def _buttons(view: GameView, game: Versus, words: Words) -> tuple[Button, ...]:
    if game.outcome is not None:
        return (Button(words.button("rematch"), "rematch"), Button(words.button("review"), "review"))
    giving_up = Button(words.button("giveup"), "giveup")
    if view.repairs is not None:
        return (*repair_buttons(len(view.repairs), words), giving_up)
    if game.pending_guess is not None:
        return (*answer_buttons(possible_feedbacks(game.rules), game.rules), giving_up)
    guess, hint = Button(words.button("guess"), "guess", prompts_for="code"), Button(words.button("hint"), "hint")
    if game.player_secret is None and game.opponent_turns:
        return (guess, hint, Button(words.button("undo"), "undo"), giving_up)
    return (guess, hint, giving_up)
