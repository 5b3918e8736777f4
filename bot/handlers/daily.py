"""The command of the daily, and the form for a guess."""

from collections.abc import Sequence

from cachetools import LRUCache
from msgspec import Struct
from msgspec.structs import replace

from bot.commands.command import DailyAction
from bot.handlers.request import Request, daily_rules, news_view, with_feedback_explained
from bot.model.daily import DailyGameEnded
from bot.model.rooms import is_direct_message
from bot.presenters import daily as presenter, daily_card, game_replies
from bot.presenters.keypad import Keypad, turn_columns
from bot.presenters.phrases import is_terminal
from bot.presenters.views import Reply, View
from bot.services.daily import Daily, ShownDaily
from bot.services.services import Services
from core.game.any_game import Who
from core.game.rules import Rules


async def daily(request: Request, services: Services) -> Reply:
    """Show, guess, give up, share or verify a daily, or list earlier ones. Only a shared result is public."""
    options, caller, words = request.invocation, request.caller, request.words
    action = options.choice("action", DailyAction)
    rules, day = await daily_rules(request, services), options.text("day")
    if action is DailyAction.SHARE:
        return await _share(request, services, rules, day)
    if action in {DailyAction.ARCHIVE, DailyAction.BOARDS, DailyAction.TEXT}:
        return Reply(note=await _read(request, services.daily, action, rules, day))
    if action is DailyAction.GIVE_UP:
        view = await services.daily.give_up(caller, rules, day, is_confirmed=options.is_confirmed)
        is_over = options.is_confirmed
        shown = await _board(view, request, services.daily) if is_over else presenter.give_up_question(view, words)
        return Reply(note=shown, is_own=is_over)
    if guess := options.text("guess"):
        return await _guess(request, services.daily, guess, rules, day)
    view = await services.daily.open_game(caller, rules, day)
    is_board = action is DailyAction.PLAY
    shown = await _board(view, request, services.daily) if is_board else presenter.daily_verification(view, words)
    return Reply(note=shown, is_own=is_board)


async def _guess(request: Request, daily: Daily, guess: str, rules: Rules, day: str) -> Reply:
    """Make a guess, after asking for confirmation if it repeats a turn."""
    confirmed, turn = request.invocation.is_confirmed, request.invocation.turn
    result = await daily.guess(request.caller, guess, rules, day, is_confirmed=confirmed, turn=turn)
    board = await _board(result.view, request, daily)
    if result.repetition is not None:
        board = presenter.with_repeated_guess_question(board, result.view, result.repetition, request.words)
    reply = Reply(note=board, is_own=True)
    return with_feedback_explained(reply, rules, request.words, result.turn) if result.needs_introduction else reply


async def _read(request: Request, daily: Daily, action: DailyAction, rules: Rules, day: str) -> View:
    """The earlier days, how others have played, or the result of an ended game to copy."""
    caller, words = request.caller, request.words
    if action is DailyAction.ARCHIVE:
        return presenter.archive(await daily.archive(caller, rules), rules, words)
    if action is DailyAction.BOARDS:
        return daily_card.boards_view(await daily.games_on_card(caller, rules, day), words)
    return presenter.copyable_result(await daily.ended_game(caller, rules, day))


async def _share(request: Request, services: Services, rules: Rules, day: str) -> Reply:
    """Put the result of an ended game on the card of the room; where there is none, post it for everybody."""
    daily, room = services.daily, request.caller.room
    shared = await daily.share_result(
        request.caller, rules, day, on_card=not (is_terminal(room) or is_direct_message(room))
    )
    card = shared.card
    if shared.news is not None:
        view = await news_view(services, shared.news, request.public_words)
        if view is not None and await request.show_card(shared.news.key, view):
            card = await daily.posted_card(request.caller)
        else:
            await services.news.record_told(shared.news.key, day=shared.view.today)
            shared = replace(shared, news=None)
    if card is not None or shared.news is not None:
        return Reply(note=presenter.result_on_card(room, card, request.words))
    return Reply(
        note=presenter.shared_result(shared.view, request.public_words),
        private=False,
        repeated=not shared.is_new,
        if_unposted=presenter.unposted_result(shared.view.game, request.words) if shared.is_new else None,
    )


async def _board(view: ShownDaily, request: Request, daily: Daily) -> View:
    """The board of a daily; in a terminal, which has no card, with the other people below it."""
    if not is_terminal(request.caller.room):
        return presenter.daily_board(view, request.words)
    board = presenter.daily_board(replace(view, is_on_card=False), request.words)
    return daily_card.with_progress_of_others(
        board, await daily.others_games_on_card(request.caller, view.game), request.words
    )


_CACHE_SIZE = 10_000
"""The number of cached games in which everybody may guess."""


class GuessFormContent(Struct, frozen=True):
    """The content of the form for a guess.

    Args:
        turns: the last turns that the caller may see, because the form hides the board on phones; none if unknown.
        keypad: for the next turn; None if the rules or the turn are not known.
        columns: all turns, as they are shown above the keypad.
        is_own: whether only the caller plays the game.
    """

    turns: tuple[str, ...] = ()
    keypad: Keypad | None = None
    is_own: bool = False
    columns: tuple[str, ...] = ()


class GuessFormFactory:
    """Makes the forms for guesses.

    A running game in which everybody may guess refuses nobody, and its board shows the same turns as the form. Such a
    game is read for its first form only, unless its codes are pictures, which need a keypad for the next turn.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._shared: LRUCache[str, None] = LRUCache(_CACHE_SIZE)

    async def make(self, request: Request, board: Sequence[str]) -> GuessFormContent:
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
            return GuessFormContent(game_replies.last_lines(board))
        view = await self._services.referee.game_before_guess(request.caller, invocation.game)
        game = view.game
        if game.who is Who.EVERYONE and not game.is_between_people and not game.rules.alphabet.pictorial:
            self._shared[view.id] = None
        turns = game_replies.last_lines(game_replies.turn_lines_of_own_board(view, request.words))
        board_ = view.game.board(view.viewer)
        keypad = Keypad(board_.rules, board_.next_turn)
        columns = turn_columns(board_, request.words)
        return GuessFormContent(turns, keypad, view.game.is_solo, columns)

    async def _of_daily(self, request: Request) -> GuessFormContent:
        """The form for a guess in the daily, which may have ended in another room after its board was shown here."""
        rules, day = await daily_rules(request, self._services), request.invocation.text("day")
        view = await self._services.daily.open_game(request.caller, rules, day)
        board = view.game.board
        if board.outcome is not None:
            raise DailyGameEnded(view.game.day, view.game.rules)
        turns = game_replies.last_lines(presenter.daily_board(view, request.words).first_panel_lines)
        columns = turn_columns(board, request.words)
        return GuessFormContent(turns, keypad=Keypad(board.rules, board.next_turn), is_own=True, columns=columns)
