"""The form for a guess: what it shows, and why it is not opened for somebody who cannot guess now."""

from collections.abc import Sequence
from dataclasses import dataclass

from cachetools import LRUCache

from bot.handlers.daily import daily
from bot.handlers.request import Request
from bot.model.games import AnyGame
from bot.presenters.guess_form import last_turns, own_turns, replies_tell_everybody
from bot.presenters.views import Block, Preformatted
from bot.services.services import Services
from core.game.games import Game, Who
from core.game.hosting import HostedGame

_CACHE_SIZE = 10_000
"""How many games are remembered in which everybody may guess."""


@dataclass(frozen=True, slots=True)
class GuessForm:
    """The content of the form for a guess.

    Args:
        turns: the last turns that the caller may see, because the form hides the board on phones; none if unknown.
        may_reply: whether the same guess can be made by a reply to the board without telling others a secret.
    """

    turns: tuple[str, ...] = ()
    may_reply: bool = False


class GuessForms:
    """Makes the forms for guesses.

    A game in which everybody may guess refuses nobody while it runs, and its board shows the turns that the form shows.
    Such a game is read for its first form only.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._shared: LRUCache[str, None] = LRUCache(_CACHE_SIZE)

    async def make(self, request: Request, board: Sequence[str]) -> GuessForm:
        """The form for a guess in the daily or the game of a request.

        Args:
            request: of the caller, about a game.
            board: the turns on the board whose button was pressed, in lines; empty if the platform does not know them.

        Raises:
            CoreError: the caller cannot guess there now.
        """
        invocation = request.invocation
        if invocation.command.name == "daily":
            note = (await daily(request, self._services)).note
            return GuessForm(last_turns(_panel(note.blocks if note else ())))
        if board and invocation.game in self._shared:
            return GuessForm(last_turns(board), may_reply=True)
        view = await self._services.referee.preview_guess(request.caller, invocation.game)
        if _is_open_to_everybody(view.game):
            self._shared[view.id] = None
        return GuessForm(last_turns(own_turns(view, request.words)), not replies_tell_everybody(view.game))


def _is_open_to_everybody(game: AnyGame) -> bool:
    return isinstance(game, Game) and game.who is Who.EVERYONE and not isinstance(game, HostedGame)


def _panel(blocks: Sequence[Block]) -> tuple[str, ...]:
    return next((block.lines for block in blocks if isinstance(block, Preformatted)), ())
