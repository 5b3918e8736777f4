"""Requests, the rules that they mean, and the boards and news with which they are answered."""

import time
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from bot.commands.catalogue import BY_NAME
from bot.commands.command import NobodyElseHere
from bot.commands.invocation import Invocation
from bot.locales import Words
from bot.model.games import ShownGame
from bot.model.room_settings import Activity
from bot.model.rooms import Caller, MessageKey, NewsKey, NewsKind, PendingNews
from bot.presenters.boards import code_text, public_board
from bot.presenters.cards import with_board_image
from bot.presenters.daily_card import card_view, week_view
from bot.presenters.duels import challenge_board, duel_board, turn_news
from bot.presenters.game_replies import first_feedback
from bot.presenters.home import operator_news, welcome
from bot.presenters.phrases import DISCORD
from bot.presenters.races import own_board, race_board
from bot.presenters.rules import feedback_explanation
from bot.presenters.versus import (
    FIRST_CORRECTIONS,
    hosted_board,
    own_guess_awaiting_feedback,
    versus_board,
    withheld_feedback_note,
)
from bot.presenters.views import AT, Button, Footnote, Heading, Paragraph, Reply, TimeParagraph, View
from bot.services.cards import daily_rules_in_room
from bot.services.games.duels import HasLeft, NamedPerson
from bot.services.services import Services
from core.errors import CoreError
from core.game.any_game import AnyGame, Who
from core.game.challenges import Challenge
from core.game.duels import Duel
from core.game.feedback import Turn, format_feedback
from core.game.games import Game
from core.game.hosting import HostedGame
from core.game.races import Race
from core.game.rules import Rules


async def do_nothing(*_: object) -> None:
    """The default of `Request.find_person` and `Request.announce`: nobody is found, and nothing is posted."""


def find_no_channel(_named: str) -> str | None:
    """The default of `Request.find_channel`: no channel is found."""
    return None


async def never(*_: object) -> bool:
    """The default of what answers yes or no in a `Request`: no."""
    return False


class Request(Struct, frozen=True):
    """One command from one person.

    Args:
        caller: the person, the room and the event.
        words: the language of private replies: the caller's own.
        public_words: the language of public replies: the room's.
        invocation: the command with its options; `help` by default.
        find_person: finds the person whom the value of an option names, None if the platform does not know them.
        find_channel: finds the id of the channel that the value of an option names, None if there is none.
        announce: posts a view in the channel with an id, in the language of the words; None if that was not possible.
        show_card: posts the card of the room, which pending news is about; returns whether that is possible.
        has_left: asks the platform whether somebody has left the workspace.
        is_alone: asks the platform whether it knows that only the caller and the bot are in the room.
        open_room: opens the room in which the game is to start, or raises a `CommandError`; returns the caller in it.
            None if the game starts in the caller's room.
        reveals_own_secret: whether `board` may show the caller's own secret, because no platform stores the reply.
        usual_players: who may guess in a game that is started without the option `who`.
        received_at: when the event was received, in monotonic seconds.
    """

    caller: Caller
    words: Words
    public_words: Words
    invocation: Invocation = field(default=Invocation(BY_NAME["help"]))
    find_person: Callable[[str], Awaitable[NamedPerson | None]] = do_nothing
    find_channel: Callable[[str], str | None] = find_no_channel
    announce: Callable[[str, View, Words], Awaitable[MessageKey | None]] = do_nothing
    show_card: Callable[[NewsKey, View], Awaitable[bool]] = never
    has_left: HasLeft = never
    is_alone: Callable[[], Awaitable[bool]] = never
    open_room: Callable[[], Awaitable[Caller]] | None = None
    reveals_own_secret: bool = False
    usual_players: Who = Who.EVERYONE
    received_at: float = field(default_factory=time.monotonic)


async def require_others_in_room(request: Request) -> None:
    """Check that somebody else could play in the room.

    Raises:
        NobodyElseHere: the caller is alone with the bot.
    """
    if await request.is_alone():
        raise NobodyElseHere


Handler: TypeAlias = Callable[[Request, Services], Awaitable[Reply]]
"""Handles a request by calling the services, and returns the reply."""


async def rules_in_room(request: Request, services: Services) -> Rules:
    """The rules of the option or, without it, the room's default rules, with the feedback words of the room.

    Rules that name feedback words keep them.

    Raises:
        RulesError: the value is neither a name nor a notation of rules, or the rules are out of range.
    """
    settings = await services.shared_settings.settings_for(request.caller)
    return settings.read_rules(request.invocation.options.get("rules") or None)


def rules_or_numeron(request: Request) -> Rules:
    """The rules of the option or, without it, those of Numer0n, for games with items."""
    return request.invocation.rules() if request.invocation.options.get("rules") else Rules.parse("numeron")


async def daily_rules(request: Request, services: Services) -> Rules:
    """The rules of the option or, without it, the room's default rules, without the feedback words of the room.

    The daily is the same in all rooms, so its rules must not depend on the words of a room. If the room's default rules
    have no daily, they are those of most rooms.

    Raises:
        RulesError: the value is neither a name nor a notation of rules, or the rules are out of range.
    """
    if request.invocation.options.get("rules"):
        return request.invocation.rules()
    return daily_rules_in_room(await services.shared_settings.settings_for(request.caller))


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
    asks_caller = game.awaited_player == view.viewer
    told = withheld_feedback_note(view, game, request.words, corrections)
    if told is not None:
        return Reply(board, told, board_asks_caller=asks_caller)
    note = note or own_guess_awaiting_feedback(view, game, request.words)
    return Reply(board, note, note_repeats_board=True, board_asks_caller=asks_caller)


async def current_board(services: Services, game: str, words: Words) -> View | None:
    """The current board of a game, None if there is no such game."""
    view = await services.referee.public_view(game)
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
    return with_board_image(board, view, words) if view.has_news else board


def with_feedback_explained(reply: Reply, rules: Rules, words: Words, turn: Turn | None = None) -> Reply:
    """The reply with what feedback means, for a player who gets that of a turn, or gives it, for the first time."""
    meant = feedback_explanation(rules, words) if turn is None else first_feedback(turn.feedback, rules, words)
    note = reply.note or View(())
    return replace(reply, note=replace(note, blocks=(*note.blocks, Footnote(meant))), note_repeats_board=False)


def show_new_game(view: ShownGame, request: Request) -> Reply:
    """The board of a new game, with an explanation of feedback if the caller has to give it for the first time."""
    reply = show_game(view, request)
    return with_feedback_explained(reply, view.game.rules, request.words) if view.needs_introduction else reply


async def show_more_buttons(view: ShownGame, request: Request, services: Services) -> Reply:
    """Privately, the rare buttons that the caller may press now, and the game's id."""
    words, game = request.words, view.game
    rare = [button for button in _board(view, words).buttons if button.is_rare]
    shown = [button for button in rare if await _is_possible(button, view, request, services)]
    if game.outcome is None and request.caller.room.platform == DISCORD:
        shown.insert(sum(button.command != "giveup" for button in shown), Button(words("Bring down"), "board"))
    until = () if view.turn_ends_at is None else (TimeParagraph(words("until {at}", at=AT), view.turn_ends_at),)
    return Reply(note=View((Heading(f"#{view.id}"), *until), tuple(shown), view.id))


async def _is_possible(button: Button, view: ShownGame, request: Request, services: Services) -> bool:
    """Whether a rare button of a board would do something for the caller now."""
    caller, players = request.caller, view.game.players
    try:
        if button.command == "giveup":
            await services.referee.preview_give_up(caller, view.id)
        elif button.command == "hint":
            await services.shared_settings.require_permitted(caller, Activity.HINTS)
            await services.analysis.preview_hint(caller, view.id)
    except CoreError:
        return False
    return button.command != "draw" or view.viewer in players


async def news_view(  # noqa: PLR0911  # one for each kind
    services: Services, news: PendingNews, words: Words
) -> View | None:
    """The view of pending news, None if there is nothing to tell any more."""
    match news.key.kind:
        case NewsKind.END:
            return await current_board(services, news.key.subject, words)
        case NewsKind.TURN | NewsKind.REMINDER:
            notice = await services.turn_notices.notice_for(news)
            return turn_news(notice, words) if notice is not None else None
        case NewsKind.OPERATOR:
            announcement = await services.operations.announcement(news)
            return operator_news(announcement, words) if announcement is not None else None
        case NewsKind.CARD | NewsKind.CLOSING:
            card = await services.summaries.card_for(news)
            return card_view(card, words) if card is not None else None
        case NewsKind.WEEK:
            week = await services.summaries.week_for(news)
            return week_view(week, words) if week is not None else None
        case NewsKind.WELCOME:
            return welcome(words)
    return None  # somebody's turn has passed, which only takes the place of older news
