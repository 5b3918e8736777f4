"""The command of the daily, and the form for a guess."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from cachetools import LRUCache

from bot.commands.command import DailyAction
from bot.handlers.boards import explain_feedback
from bot.handlers.request import Request
from bot.handlers.rules import daily_rules
from bot.model.daily import TODAY, DailyGame
from bot.model.daily_errors import DailyOver
from bot.presenters import daily as presenter
from bot.presenters import daily_results
from bot.presenters.game_replies import last_turns, own_turns, replies_tell_everybody
from bot.presenters.keypad import Keypad
from bot.presenters.views import Reply, View
from bot.services.daily import Daily, ShownDaily
from bot.services.services import Services
from core.game.any_game import AnyGame, Who
from core.game.rules import Rules


async def daily(request: Request, services: Services) -> Reply:
    """Show, guess, give up, share or verify a daily, or list earlier ones. Only a shared result is public."""
    options, caller, words = request.invocation, request.caller, request.words
    action = options.choice("action", DailyAction)
    rules, day = await daily_rules(request, services), options.text("day") or TODAY
    if action is DailyAction.ARCHIVE:
        return Reply(note=presenter.archive(await services.daily.archive(caller, rules), rules, words))
    if action in {DailyAction.SHARE, DailyAction.TEXT}:
        return await (_share if action is DailyAction.SHARE else _text)(request, services.daily, rules, day)
    if action is DailyAction.GIVE_UP:
        view = await services.daily.give_up(caller, rules, day, is_confirmed=options.is_confirmed)
        is_over = options.is_confirmed
        return Reply(note=_board(view, request) if is_over else presenter.give_up_question(view, words), is_own=is_over)
    if (guess := options.text("guess")) is not None:
        return await _guess(request, services.daily, guess, rules, day)
    view = await services.daily.open(caller, rules, day)
    is_board = action is DailyAction.PLAY
    return Reply(note=_board(view, request) if is_board else presenter.daily_verification(view, words), is_own=is_board)


async def _guess(request: Request, daily: Daily, guess: str, rules: Rules, day: str) -> Reply:
    """Make a guess, after asking for confirmation if it repeats a turn."""
    is_confirmed = request.invocation.is_confirmed
    turn = request.invocation.turn
    result = await daily.guess(request.caller, guess, rules, day, is_confirmed=is_confirmed, turn=turn)
    board = _board(result.view, request)
    if result.repetition is not None:
        board = presenter.with_guess_question(board, result.view, result.repetition, request.words)
        return Reply(note=board, is_own=True)
    reply = Reply(note=board, is_own=True)
    return explain_feedback(reply, rules, request.words) if result.needs_introduction else reply


async def _text(request: Request, daily: Daily, rules: Rules, day: str) -> Reply:
    """The result of an ended game, to copy."""
    return Reply(note=daily_results.result_text(await daily.result(request.caller, rules, day)))


async def _share(request: Request, daily: Daily, rules: Rules, day: str) -> Reply:
    """The result of an ended game, posted for everybody."""
    shared, is_new = await daily.share(request.caller, rules, day)
    retract = partial(_retract, request, daily, shared.game) if is_new else None
    return Reply(
        note=daily_results.shared_result(shared, request.public_words),
        private=False,
        repeated=not is_new,
        if_unposted=retract,
    )


async def _retract(request: Request, daily: Daily, game: DailyGame) -> Reply:
    """Undo a share that could not be posted."""
    await daily.retract(request.caller, game.rules, str(game.day))
    return Reply(note=daily_results.unposted_result(game, request.words), refused=True)


def _board(view: ShownDaily, request: Request) -> View:
    return presenter.daily_board(view, request.words, request.caller.room)


_CACHE_SIZE = 10_000
"""The number of cached games in which everybody may guess."""


@dataclass(frozen=True, slots=True)
class GuessForm:
    """The content of the form for a guess.

    Args:
        turns: the last turns that the caller may see, because the form hides the board on phones; none if unknown.
        may_reply: whether the same guess can be made by a reply to the board without telling others a secret.
        keypad: for the next turn; None if the rules or the turn are not known.
        is_own: whether only the caller plays the game.
    """

    turns: tuple[str, ...] = ()
    may_reply: bool = False
    keypad: Keypad | None = None
    is_own: bool = False


class GuessForms:
    """Makes the forms for guesses.

    A running game in which everybody may guess refuses nobody, and its board shows the same turns as the form. Such a
    game is read for its first form only, unless its codes are pictures, which need a keypad for the next turn.
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
            return await self._of_daily(request)
        if board and invocation.game in self._shared:
            return GuessForm(last_turns(board), may_reply=True)
        view = await self._services.referee.preview_guess(request.caller, invocation.game)
        if _has_form_from_board(view.game):
            self._shared[view.id] = None
        turns, board_ = last_turns(own_turns(view, request.words)), view.game.board(view.viewer)
        keypad = Keypad(board_.rules, board_.next_turn)
        return GuessForm(turns, not replies_tell_everybody(view.game), keypad, view.game.is_solo)

    async def _of_daily(self, request: Request) -> GuessForm:
        """The form for a guess in the daily, which may have ended in another room after its board was shown here."""
        rules, day = await daily_rules(request, self._services), request.invocation.text("day") or TODAY
        view = await self._services.daily.open(request.caller, rules, day)
        board = view.game.board
        if board.outcome is not None:
            raise DailyOver(view.game.day, view.game.rules)
        turns = last_turns(_board(view, request).panel)
        return GuessForm(turns, keypad=Keypad(board.rules, board.next_turn), is_own=True)


def _has_form_from_board(game: AnyGame) -> bool:
    return game.who is Who.EVERYONE and not game.is_between_people and not game.rules.alphabet.pictorial
