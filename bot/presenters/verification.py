"""What the private replies of a board's buttons show: its commitment, and all its turns."""

from bot.locales import Words
from bot.model.games import GameView
from bot.presenters import phrases
from bot.presenters.board import board_title, panel, turn_lines
from bot.presenters.rules import describe_rules, game_name
from bot.presenters.versus import BOT_NAME
from bot.presenters.views import Block, Button, Heading, Paragraph, View
from core.game.challenges import Challenge
from core.game.commitment import duel_opening, opening, verify
from core.game.duels import Duel
from core.game.hosting import HostedGame
from core.game.sides import BOT

PAGE = 50
"""Turns that are shown at once; more do not fit into a message."""


def verification(view: GameView, words: Words) -> View:
    """The commitment of a running game, or whether it holds, with a line to check it."""
    text = _opening(view)
    blocks: list[Block]
    if text is not None:
        holds = verify(text, view.commitment)
        checked = (
            words(
                "Checked: the secret was not changed. The SHA-256 from the start, `{commitment}`, is that of "
                "this text:",
                commitment=view.commitment,
            )
            if holds
            else words(
                "This does not fit: `{commitment}`, the SHA-256 from the start, is not that of this text:",
                commitment=view.commitment,
            )
        )
        line = words("To check it yourself, paste this into a shell: `{line}`", line=f"printf %s '{text}' | sha256sum")
        blocks = [Paragraph(checked), Paragraph(f"`{text}`"), Paragraph(line)]
    elif view.game.outcome is not None or (isinstance(view.game, HostedGame) and view.game.in_head):
        blocks = [Paragraph(words("There is nothing to verify: I don't keep a secret in this game."))]
    elif isinstance(view.game, Challenge):
        blocks = [Paragraph(phrases.nonce_commitment(words, view.commitment))]
    else:
        is_duel = isinstance(view.game, Duel) and view.game.level is None
        explained = (
            words(
                "Both secrets were hidden before the first guess. The SHA-256 below is that of both with a "
                "random number: it tells nothing about them, but would not fit others. The challenger begins "
                "if it starts with 0 to 7."
            )
            if is_duel
            else words(
                "The secret was chosen before the first guess. The SHA-256 below is that of the secret with "
                "a random number: it tells nothing about the secret, but would not fit another one. After "
                "the end, Verify (`board verify:on`) checks it."
            )
        )
        blocks = [Paragraph(explained), Paragraph(phrases.commitment(words, view.commitment, of_both=is_duel))]
    return View((Heading(phrases.verify_button(words), (f"#{view.id}",)), *blocks))


def all_turns(view: GameView, first: int, words: Words) -> View:
    """The turns of the viewer's board, or of both boards of a duel, from the number `first` on."""
    game = view.game
    boards = game.boards if isinstance(game, Duel) else (game.board(view.viewer),)
    most = PAGE // len(boards)
    blocks: list[Block] = [board_title(view, game_name(game.rules, words), describe_rules(game.rules, words))]
    for board in boards:
        who = BOT_NAME if board.guesser == BOT else view.name_of(board.guesser)
        names = view.names if board.guesser is None else None
        if len(boards) > 1 and board.turns:
            blocks.append(Heading(who or phrases.former_player(words)))
        blocks += panel(turn_lines(board.turns, game.rules, words, names, range(first, first + most)))
    later = first + most
    is_more = any(len(board.turns) >= later for board in boards)
    more = (Button(words("From turn {first}", first=later), "board", {"turn": str(later)}),) if is_more else ()
    return View(tuple(blocks), more, view.id)


def _opening(view: GameView) -> str | None:
    """The text that was committed to, None while the game runs and if there is none."""
    game = view.game
    if view.nonce is None or isinstance(game, Challenge):
        return None
    if isinstance(game, HostedGame) and game.in_head:
        return None
    if not isinstance(game, Duel):
        return opening(view.id, game.rules, game.secret, view.nonce)
    own, other = game.side(game.starter).secret, game.opponent_of(game.starter).secret
    if game.level is not None:
        return None if other is None else opening(view.id, game.rules, other, view.nonce)
    return None if own is None or other is None else duel_opening(view.id, game.rules, own, other, view.nonce)
