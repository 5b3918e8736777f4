"""The form for a guess: what it shows, and why it is not opened for somebody who cannot guess now."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.handlers.daily import daily
from bot.handlers.request import Request
from bot.presenters.guess_form import last_turns, own_turns, replies_tell_everybody
from bot.presenters.views import Block, Preformatted
from bot.services.services import Services


@dataclass(frozen=True, slots=True)
class GuessForm:
    """The content of the form for a guess.

    Args:
        turns: the last turns that the caller may see, because the form hides the board on phones; none if unknown.
        may_reply: whether the same guess can be made by a reply to the board without telling others a secret.
    """

    turns: tuple[str, ...] = ()
    may_reply: bool = False


async def guess_form(request: Request, services: Services) -> GuessForm:
    """The form for a guess in the daily or the game of a request.

    Raises:
        CoreError: the caller cannot guess there now.
    """
    invocation = request.invocation
    if invocation.command.name == "daily":
        note = (await daily(request, services)).note
        return GuessForm(last_turns(_panel(note.blocks if note else ())))
    view = await services.referee.preview_guess(request.caller, invocation.game)
    return GuessForm(last_turns(own_turns(view, request.words)), not replies_tell_everybody(view.game))


def _panel(blocks: Sequence[Block]) -> tuple[str, ...]:
    return next((block.lines for block in blocks if isinstance(block, Preformatted)), ())
