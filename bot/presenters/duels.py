"""Boards of challenges and of duels between two people."""

from datetime import timedelta
from itertools import zip_longest

from bot.presenters.board import board_title, code_text, command_button, end_buttons, guess_button, quoted_code
from bot.presenters.views import Block, Button, Footnote, Paragraph, Preformatted, View
from bot.services.model import GameView
from bot.wording import Words
from bot.wording.columns import align
from bot.wording.safe import name
from core.game.challenges import Challenge
from core.game.commitment import duel_opening
from core.game.duels import Duel
from core.game.feedback import Turn, format_feedback
from core.game.rules import Rules
from core.game.sides import Ending


def challenge_board(view: GameView, game: Challenge, words: Words) -> View:
    """Who challenges whom, who has hidden a secret, and what to do next or how the challenge ended."""
    starter, opponent = (_name(view, player) for player in game.players)
    title = board_title(view, words.duel_title(), words.describe_rules(game.rules))
    blocks: list[Block] = [
        Preformatted((title, *words.duel_terms(game.tries, hidden=game.hidden))),
        Paragraph(words.challenged(starter, opponent)),
    ]
    if game.outcome is not None:
        ending = challenge_ending(view, game, words)
        return View((*blocks, Paragraph(ending)), (), view.id, view.revision, ending)
    hidden = [_name(view, player) for player in game.players if game.has_hidden(player)]
    missing = [_name(view, player) for player in game.players if not game.has_hidden(player)]
    blocks.append(Paragraph(words.secrets_missing(hidden, missing, _hours(view))))
    blocks.append(Footnote(words.nonce_commitment(view.commitment)))
    headline = words.challenged(starter, opponent)
    return View(tuple(blocks), _challenge_buttons(game, words), view.id, view.revision, headline)


def duel_board(view: GameView, game: Duel, words: Words) -> View:
    """The guesses of both players side by side, and what to do next or how the duel ended."""
    title = board_title(view, words.duel_title(), words.describe_rules(game.rules))
    table = Preformatted((title, *_rounds(view, game, words)))
    blocks: tuple[Block, ...]
    buttons: tuple[Button, ...]
    if game.outcome is not None:
        blocks, buttons, headline = _result(view, game, words), end_buttons(words), duel_ending(view, game, words)
    else:
        blocks, buttons = _next_step(view, game, words), _duel_buttons(game, words)
        headline = words.your_turn(_name(view, game.waits_for or ""))
    return View((table, *blocks), buttons, view.id, view.revision, headline)


def duel_ending(view: GameView, game: Duel, words: Words) -> str:
    """How a duel ended; empty while it goes on."""
    if game.outcome is None:
        return ""
    winner = game.winner
    if winner is None:
        ended_by = _name(view, game.ended_by) if game.ended_by else ""
        return words.duel_without_winner(game.outcome, game.sides[0].guesses, ended_by)
    loser = game.opponent_of(winner).player
    guesses = game.side(winner).guesses if game.outcome is Ending.SOLVED else 0
    return words.duel_won(game.outcome, _name(view, winner), _name(view, loser), guesses)


def challenge_ending(view: GameView, game: Challenge, words: Words) -> str:
    """How a challenge ended; empty while it is open."""
    if game.outcome is None:
        return ""
    late = game.starter if game.has_hidden(game.opponent) else game.opponent
    return words.challenge_ended(game.outcome, _name(view, game.ended_by or late))


def _rounds(view: GameView, game: Duel, words: Words) -> tuple[str, ...]:
    names = [_name(view, side.player) for side in game.sides]
    if any(side.hidden_turns for side in game.sides):
        return tuple(words.hidden_guesses(who, side.guesses) for who, side in zip(names, game.sides, strict=True))
    first, second = (side.turns for side in game.sides)
    rows = [
        (str(number), *(_turn_text(turn, game.rules) if turn else "" for turn in turns))
        for number, turns in enumerate(zip_longest(first, second), 1)
    ]
    return align([("", *map(name, names)), *rows], right=[0])


def _turn_text(turn: Turn, rules: Rules) -> str:
    return f"{code_text(turn.guess, rules)} {format_feedback(turn.feedback, rules)}"


def _next_step(view: GameView, game: Duel, words: Words) -> tuple[Block, ...]:
    blocks: list[Block] = [Paragraph(words.your_turn(_name(view, game.waits_for or "")))]
    if game.draw_offered_by is not None:
        blocks.append(Paragraph(words.draw_offered(_name(view, game.draw_offered_by))))
    if not game.sides[0].guesses:
        blocks.append(Paragraph(words.duel_begins(_name(view, game.sides[0].player), _hours(view))))
    blocks.append(Footnote(words.duel_commitment(view.commitment)))
    return tuple(blocks)


def _result(view: GameView, game: Duel, words: Words) -> tuple[Block, ...]:
    starter, other = game.side(game.starter), game.opponent_of(game.starter)
    if view.nonce is None or starter.secret is None or other.secret is None:
        return (Paragraph(duel_ending(view, game, words)),)
    opened = duel_opening(view.id, game.rules, starter.secret, other.secret, view.nonce)
    secrets = [(_name(view, side.player), quoted_code(side.secret or (), game.rules)) for side in (starter, other)]
    return (Paragraph(duel_ending(view, game, words)), Footnote(words.secrets_revealed(secrets, opened)))


def _challenge_buttons(game: Challenge, words: Words) -> tuple[Button, ...]:
    label = words.hide_secret() if game.has_hidden(game.opponent) else words.accept()
    leave = words.withdraw() if game.has_hidden(game.opponent) else words.decline()
    return Button(label, "secret"), Button(leave, "giveup")


def _duel_buttons(game: Duel, words: Words) -> tuple[Button, ...]:
    draw = Button(words.accept_draw(), "draw") if game.draw_offered_by else command_button("draw", words)
    return guess_button(game.rules, words), draw, command_button("giveup", words)


def _name(view: GameView, player: str) -> str:
    return view.names.get(player, "?")


def _hours(view: GameView) -> int:
    return round((view.turn_limit or timedelta()) / timedelta(hours=1))
