"""Boards of games, as replies to commands and as messages."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.handlers.request import Request
from bot.locales import Words
from bot.model.games import ShownGame
from bot.model.room_settings import Activity
from bot.model.rooms import NewsKind, PendingNews
from bot.presenters.board import code_text, public_board
from bot.presenters.cards import with_picture
from bot.presenters.daily_card import card_view, week_view
from bot.presenters.duels import challenge_board, duel_board, turn_news
from bot.presenters.game_replies import first_feedback
from bot.presenters.home import operator_news, welcome
from bot.presenters.phrases import DISCORD
from bot.presenters.races import own_board, race_board
from bot.presenters.rules import feedback_explained
from bot.presenters.versus import FIRST_CORRECTIONS, contradiction, hosted_board, versus_board, waiting_guess
from bot.presenters.views import AT, Button, Footnote, Heading, Moment, Paragraph, Reply, View
from bot.services.services import Services
from core.errors import CoreError
from core.game.any_game import AnyGame
from core.game.challenges import Challenge
from core.game.duels import Duel
from core.game.feedback import Turn, format_feedback
from core.game.games import Game
from core.game.hosting import HostedGame
from core.game.races import Race
from core.game.rules import Rules


def show_game(
    view: ShownGame, request: Request, turn: Turn | None = None, *, corrections: int = FIRST_CORRECTIONS
) -> Reply:
    """The game's board and a private note.

    Args:
        view: the game as the caller may see it.
        request: the request to reply to.
        turn: the turn that the caller's guess made, if any. The note has its feedback as a sentence, for those who
            cannot see the board.
        corrections: the largest number of corrections of contradictory feedback to list.
    """
    game, rules = view.game, view.game.rules
    note = None
    if turn is not None:
        note = View((Paragraph(f"{code_text(turn.guess, rules)}: {format_feedback(turn.feedback, rules)}"),))
    if isinstance(game, HostedGame):
        return _show_hosted(view, game, request, note, corrections)
    board = _board(view, request.public_words, corrections)
    if isinstance(game, Race):
        return Reply(board, own_board(view, game, request.words))
    is_hidden = game.has_begun and game.hidden and game.outcome is None
    is_own = game.is_solo and game.starter == view.viewer
    return Reply(board, note, note_repeats_board=not is_hidden, is_own=is_own)


def _show_hosted(view: ShownGame, game: HostedGame, request: Request, note: View | None, corrections: int) -> Reply:
    """The board of a hosted game. The note tells the host about contradictions, and others that their guess waits."""
    board = _board(view, request.public_words, corrections)
    asks_caller = game.waits_for == view.viewer
    told = contradiction(view, game, request.words, corrections)
    if told is not None:
        return Reply(board, told, board_asks_caller=asks_caller)
    note = note or waiting_guess(view, game, request.words)
    return Reply(board, note, note_repeats_board=True, board_asks_caller=asks_caller)


async def read_board(services: Services, game: str, words: Words) -> View | None:
    """The current board of a game, None if there is no such game."""
    view = await services.referee.spectate(game)
    return _board(view, words) if view is not None else None


_BOARDS: Mapping[type[AnyGame], Callable[..., View]] = {
    Game: public_board,
    Race: race_board,
    HostedGame: hosted_board,
    Challenge: challenge_board,
    Duel: duel_board,
}
"""What draws the board of a mode."""


def _board(view: ShownGame, words: Words, corrections: int = FIRST_CORRECTIONS) -> View:
    public = view.public
    if isinstance(public, Duel) and public.level is not None:
        return versus_board(view, public, words, corrections)
    board = _BOARDS[type(public)](view, public, words)
    return with_picture(board, view, words) if view.has_news else board


def explain_feedback(reply: Reply, rules: Rules, words: Words, turn: Turn | None = None) -> Reply:
    """The reply with what feedback means, for a player who gets that of a turn, or gives it, for the first time."""
    meant = feedback_explained(rules, words) if turn is None else first_feedback(turn.feedback, rules, words)
    note = reply.note or View(())
    return replace(reply, note=replace(note, blocks=(*note.blocks, Footnote(meant))), note_repeats_board=False)


def show_new_game(view: ShownGame, request: Request) -> Reply:
    """The board of a new game, with an explanation of feedback if the caller has to give it for the first time."""
    reply = show_game(view, request)
    return explain_feedback(reply, view.game.rules, request.words) if view.needs_introduction else reply


async def show_more(view: ShownGame, request: Request, services: Services) -> Reply:
    """Privately, the rare buttons that the caller may press now, and the game's id."""
    words, game = request.words, view.game
    rare = [button for button in _board(view, words).buttons if button.is_rare]
    shown = [button for button in rare if await _is_possible(button, view, request, services)]
    if game.outcome is None and request.caller.room.platform == DISCORD:
        shown.insert(sum(button.command != "giveup" for button in shown), Button(words("Bring down"), "board"))
    until = () if view.turn_ends_at is None else (Moment(words("until {at}", at=AT), view.turn_ends_at),)
    return Reply(note=View((Heading(f"#{view.id}"), *until), tuple(shown), view.id))


async def _is_possible(button: Button, view: ShownGame, request: Request, services: Services) -> bool:
    """Whether a rare button of a board would do something for the caller now."""
    caller, players = request.caller, view.game.players
    try:
        if button.command == "giveup":
            await services.referee.preview_give_up(caller, view.id)
        elif button.command == "hint":
            await services.administration.require(caller, Activity.HINTS)
            await services.analysis.preview_hint(caller, view.id)
    except CoreError:
        return False
    return button.command != "draw" or view.viewer in players


async def read_news(  # noqa: PLR0911  # one for each kind
    services: Services, news: PendingNews, words: Words
) -> View | None:
    """The view of pending news, None if there is nothing to tell any more."""
    match news.key.kind:
        case NewsKind.END:
            return await read_board(services, news.game or "", words)
        case NewsKind.TURN | NewsKind.REMINDER:
            notice = await services.turn_notices.notice(news)
            return turn_news(notice, words) if notice is not None else None
        case NewsKind.OPERATOR:
            announcement = await services.operations.announcement(news)
            return operator_news(announcement, words) if announcement is not None else None
        case NewsKind.CARD | NewsKind.CLOSING:
            card = await services.summaries.card(news)
            return card_view(card, words) if card is not None else None
        case NewsKind.WEEK:
            week = await services.summaries.week(news)
            return week_view(week, words) if week is not None else None
        case NewsKind.WELCOME:
            return welcome(words)
    return None  # somebody's turn has passed, which only takes the place of older news
