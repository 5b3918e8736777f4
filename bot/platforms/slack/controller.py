"""The controller: runs the commands that people give on Slack and shows the replies."""

import asyncio
import logging
import time
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from slack_sdk.errors import SlackApiError

from bot.commands.errors import CommandError
from bot.commands.parsing import is_attempt
from bot.commands.secrecy import command_with_secret
from bot.handlers.dispatcher import Dispatcher, refuse, report_fault
from bot.handlers.request import Request
from bot.locales import Words
from bot.model.errors import StorageError
from bot.model.messages import MessageKey, NewsKey, NewsKind
from bot.platforms.common.delivery import UNPOSTABLE, Board, Delivery, DeliveryError
from bot.platforms.common.intake import RateLimiter
from bot.platforms.common.message_queue import MessageQueue
from bot.platforms.common.rendering import ButtonAction
from bot.platforms.slack.home import play_here
from bot.platforms.slack.incoming import IncomingRequest
from bot.platforms.slack.limits import FAILURES, describe, is_transient
from bot.platforms.slack.messenger import Messenger
from bot.platforms.slack.modals import channel_in, fields_modal, is_small_talk, move_in, option_modal, private_modal
from bot.platforms.slack.profiles import Profiles
from bot.platforms.slack.settings import PLATFORM_NAME
from bot.platforms.slack.transport import SlackTransport
from bot.presenters import phrases
from bot.presenters.views import Button, Form, Paragraph, Prompt, Reply, View, is_question, note

log = logging.getLogger(__name__)

_HELP, _BOARD, _DUEL, _PLAY, _SETTINGS = "help", "board", "duel", "play", "settings"
_REOPEN_SECONDS = 0.3

_RECORDED_SECONDS = 20.0
"""How soon after it is posted a board is recorded, even if another process has to do that."""

_RECORD_POLL_SECONDS = 0.3


@dataclass(frozen=True, slots=True)
class Result:
    """The reply to a request, to be presented.

    Args:
        request: who asked.
        reply: to be presented.
        looks_for_board: whether the person could not find the board.
        replaces_note: whether the button of a private note about a game was pressed, which the reply replaces.
    """

    request: Request
    reply: Reply
    looks_for_board: bool = False
    replaces_note: bool = False


class Controller:
    """Runs commands and presents their replies.

    Args:
        dispatcher: handles requests.
        profiles: makes requests of incoming requests.
        queue: shows boards.
        messenger: sends notes and news.
        limiter: of messages in channels.
    """

    def __init__(
        self,
        dispatcher: Dispatcher,
        profiles: Profiles,
        queue: MessageQueue,
        messenger: Messenger,
        limiter: RateLimiter,
    ) -> None:
        self._dispatcher = dispatcher
        self._profiles = profiles
        self._queue = queue
        self._messenger = messenger
        self._limiter = limiter

    async def guarded(self, incoming: IncomingRequest, work: Awaitable[None]) -> None:
        """Do some work; report an unexpected error to the person by the reference it is logged with."""
        try:
            await work
        except Exception as error:  # noqa: BLE001  # nobody is left without a reply
            request = await self._profiles.request(incoming)
            await self._present(incoming, Result(request, report_fault(error, request.words)))

    async def run_line(self, incoming: IncomingRequest, text: str) -> Result:
        """Run a slash command or a line in a direct message; an empty one asks for help."""
        request = await self._request(incoming, is_fresh=_SETTINGS in text.lower())
        if (command := command_with_secret(text)) is not None:
            return Result(request, note(phrases.secret_typed(request.words, f"/hitblow {command}")))
        if _DUEL in text.lower():
            request = replace(request, find_person=(await self._profiles.people(incoming, text)).get)
        reply = await self._dispatcher.dispatch_line(request, text or _HELP) or Reply()
        if text.lower() != _BOARD:
            return Result(request, reply)
        return Result(request, _with_board_as_note(reply), looks_for_board=True)

    async def press(self, incoming: IncomingRequest, action: ButtonAction) -> Result | None:
        """Run a button's command, or open the modal for what it asks for."""
        request = await self._request(incoming, is_fresh=action.command == _SETTINGS)
        if incoming.is_home and action.command == _PLAY:
            return Result(request, Reply(note=play_here(request.words)))
        if not action.prompts_for:
            try:
                invocation = action.invocation()
            except CommandError as error:
                return Result(request, refuse(error, request.words))
            reply = await self._dispatcher.dispatch(request.with_invocation(invocation))
            return Result(request, reply, replaces_note=invocation.answers_private_note)
        form = await self._dispatcher.guess_form(request.with_invocation(action.look()))
        if isinstance(form, Reply):
            return Result(request, form)
        await self._open(incoming, request.words, option_modal(action, incoming.place, request.words, form))
        return None

    async def submit(self, incoming: IncomingRequest, action: ButtonAction, entered: str | None) -> Result:
        """Run the command of a submitted modal."""
        request = await self._request(incoming, is_fresh=action.command == _SETTINGS)
        return Result(request, await self._run(request, action, entered))

    async def run_message(self, incoming: IncomingRequest, text: str, *, is_direct: bool) -> Result | None:
        """Make the move typed as a reply to a board; elsewhere run what is typed in a direct message."""
        try:
            game = await self._game_of_thread(incoming, text)
        except StorageError as error:
            request = await self._profiles.request(incoming)
            return Result(request, refuse(error, request.words)) if is_attempt(text) else None
        if game is not None:
            return await self._move(incoming, text, game)
        if not (is_direct and text):
            return None
        if is_small_talk(text):
            request = await self._profiles.request(incoming)
            return Result(request, note(phrases.small_talk(request.words)))
        return await self.run_line(incoming, text)

    async def present_result(self, incoming: IncomingRequest, work: Awaitable[Result | None]) -> None:
        """Present the reply of a command when it is there."""
        result = await work
        if result is not None:
            await self._present(incoming, result)

    async def _request(self, incoming: IncomingRequest, *, is_fresh: bool) -> Request:
        """A request that has no command yet; if it is `is_fresh`, Slack is asked again who manages the workspace."""
        request = await self._profiles.request(incoming, is_fresh=is_fresh)
        return replace(
            request,
            find_channel=channel_in,
            announce=partial(self._announce, incoming),
            has_left=partial(self._profiles.has_left, incoming),
            is_alone=incoming.is_alone,
        )

    async def _announce(self, incoming: IncomingRequest, channel: str, view: View, _words: Words) -> bool:
        """Post in another channel of the workspace; whether that was possible."""
        try:
            await SlackTransport(incoming.client, channel, self._limiter).tell(
                NewsKey("", NewsKind.ANNOUNCEMENT), None, view
            )
        except DeliveryError:
            return False
        return True

    async def _game_of_thread(self, incoming: IncomingRequest, text: str) -> str | None:
        """The game that is played in a thread, None if there is none.

        A board can be replied to before its message is recorded: Slack's response may be slow, or the process that
        posted it may have ended. A move below a message that is so new waits for that.
        """
        if incoming.thread is None:
            return None
        message = MessageKey(incoming.channel, incoming.thread)
        game = await self._queue.game_of(message)
        is_move = is_attempt(text) or (move_in(text, "") is not None and not is_small_talk(text))
        if not is_move or incoming.thread_seconds > _RECORDED_SECONDS:
            return game
        deadline = time.monotonic() + _RECORDED_SECONDS
        while game is None and time.monotonic() < deadline and not self._limiter.is_released:
            await self._limiter.pause(_RECORD_POLL_SECONDS)
            game = await self._queue.game_of(message)
        return game

    async def _present(self, incoming: IncomingRequest, result: Result) -> None:
        """Open the form that a reply asks for, send its file, or show its board and note."""
        reply, words = result.reply, result.request.words
        if (form := reply.prompt or reply.form) is not None:
            if incoming.trigger is None:
                await self._messenger.send_private(incoming, _form_offer(form, words))
                return
            if isinstance(form, Prompt):
                await self._open(incoming, words, private_modal(form, incoming.place, words))
            else:
                await self._open(incoming, words, fields_modal(form, incoming.place, words))
        elif reply.file is not None and reply.note is not None:
            await self._messenger.send_file(incoming, reply.note, reply.file)
        else:
            await self._show(incoming, result)

    async def _show(self, incoming: IncomingRequest, result: Result) -> None:
        """Show the board to everybody and the note to those it is for, at the same time.

        The note about a new game follows its board, because there is no game where its board cannot be posted.
        """
        board = result.reply.board if incoming.in_channel else None
        if board is None:
            await self._show_note(incoming, result)
        elif board.revision == 0:
            if await self._show_board(incoming, result, board):
                await self._show_note(incoming, result)
        else:
            await asyncio.gather(self._show_note(incoming, result), self._show_board(incoming, result, board))
            if result.reply.news is not None:
                await self._messenger.send_end(incoming, board, result.reply.news)

    async def _show_note(self, incoming: IncomingRequest, result: Result) -> None:
        request, reply = result.request, result.reply
        if result.replaces_note:
            done = reply.note or View((Paragraph(phrases.board_updated(request.words)),))
            await self._messenger.send_private(incoming, done, replaces_pressed=True)
        elif reply.note is not None:
            is_private = reply.private or not incoming.in_channel
            send = self._messenger.send_private if is_private else self._messenger.send_public
            if is_private or not reply.repeated:  # otherwise it is posted twice
                await send(incoming, reply.note)

    async def _move(self, incoming: IncomingRequest, text: str, game: str) -> Result | None:
        """Make a move typed below a board. People chat there too, so only an obvious attempt is refused."""
        move = move_in(text, game)
        if move is None:
            return None
        request = await self._profiles.request(incoming)
        reply = await self._dispatcher.dispatch(request.with_invocation(move))
        is_asked = reply.note is not None and is_question(reply.note)
        if reply.board is not None or reply.failed or is_asked or is_attempt(text):
            return Result(request, reply)
        return None

    async def _run(self, request: Request, action: ButtonAction, entered: str | None) -> Reply:
        try:
            invocation = action.invocation(entered)
        except CommandError as error:
            return refuse(error, request.words)
        return await self._dispatcher.dispatch(request.with_invocation(invocation))

    async def _show_board(self, incoming: IncomingRequest, result: Result, view: View) -> bool:
        """Show a board; returns whether its game is still there: it is not if its first board cannot be posted."""
        transport, words = SlackTransport(incoming.client, incoming.channel, self._limiter), result.request.words
        board = Board(view, result.request.public_words)
        delivery = await self._queue.show(board, transport, force=result.looks_for_board)
        if delivery in UNPOSTABLE:
            has_game = await self._queue.read_board(board.game, board.words) is not None
            await self._messenger.say(incoming, _cannot_post(words, await incoming.bot_name(), has_game=has_game))
            return has_game
        if delivery is not Delivery.DELIVERED:
            await self._messenger.say(incoming, phrases.board_not_shown(words, PLATFORM_NAME))
        return True

    async def _open(self, incoming: IncomingRequest, words: Words, modal: dict[str, Any]) -> None:
        """Open a modal; after a transient error once more, for the trigger is valid for three seconds."""
        open_modal = partial(incoming.client.views_open, trigger_id=incoming.trigger or "", view=modal)
        try:
            try:
                await open_modal()
            except SlackApiError as error:
                if not is_transient(error):
                    raise
                await self._limiter.pause(_REOPEN_SECONDS)
                await open_modal()
        except FAILURES as error:
            log.warning("views.open: %s", describe(error))
            await self._messenger.say(incoming, phrases.form_too_late(words))


def _form_offer(form: Prompt | Form, words: Words) -> View:
    """A button that opens a form, for typed messages, which cannot open one."""
    button = Button(words("Open the form"), form.command, form.options)
    game = form.game if isinstance(form, Prompt) else None
    return View((Paragraph(words("This needs a form. Press the button to open it.")),), (button,), game)


def _with_board_as_note(reply: Reply) -> Reply:
    """The reply with the board in the note, because its message may be far up."""
    if reply.board is None:
        return reply
    more = reply.note.blocks if reply.note is not None and not reply.note_repeats_board else ()
    return replace(reply, note=replace(reply.board, blocks=(*reply.board.blocks, *more)))


def _cannot_post(words: Words, bot: str, *, has_game: bool) -> str:
    """The bot cannot post the board in a conversation; `has_game` is whether the game runs all the same."""
    if has_game:
        return words(
            "Slack doesn't let me post here. In a channel, also a private one, add me with `/invite @{bot}`; "
            "then `/hitblow board` shows the game, which is also on my Home tab. "
            "In a conversation that I can't be added to, play in a direct message to me.",
            bot=bot,
        )
    return words(
        "Slack doesn't let me post here, so no game was started. In a channel, also a private one, add me with "
        "`/invite @{bot}`; then start the game again. "
        "In a conversation that I can't be added to, play in a direct message to me.",
        bot=bot,
    )
