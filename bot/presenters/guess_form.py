"""The turns that the form for a guess shows, and whether a reply to the board may stand in for the form."""

from collections.abc import Sequence

from bot.locales import Words
from bot.model.games import AnyGame, GameView
from bot.presenters.board import turn_lines
from bot.presenters.hosting import hosted_lines
from core.game.challenges import Challenge
from core.game.duels import Duel
from core.game.games import Who
from core.game.hosting import HostedGame
from core.game.races import Race

SHOWN_TURNS = 6
"""The most lines of turns that the form shows."""


def own_turns(view: GameView, words: Words) -> Sequence[str]:
    """The turns on the board on which the viewer guesses, in lines. Opponents' guesses do not help to guess."""
    game = view.game
    if isinstance(game, Challenge):
        return ()
    if isinstance(game, HostedGame):
        return hosted_lines(view, game, words)
    is_shared = not isinstance(game, Duel) and game.who is Who.EVERYONE
    return turn_lines(game.board(view.viewer).turns, game.rules, words, view.names if is_shared else None)


def last_turns(lines: Sequence[str]) -> tuple[str, ...]:
    """The last lines, as many as the form shows."""
    return tuple(lines[-SHOWN_TURNS:])


def replies_tell_everybody(game: AnyGame) -> bool:
    """Whether a guess that is typed below the board tells others what they may not know yet."""
    return isinstance(game, Race) or (isinstance(game, Duel) and game.hidden)
