"""The controller of Slack: runs typed lines, and shows the reply to one payload."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from weakref import proxy

from msgspec import structs
from slack_sdk.errors import SlackApiError
from typing_extensions import override

from bot.commands.catalogue import BY_NAME
from bot.commands.command import DailyAction
from bot.commands.invocation import Invocation
from bot.commands.parsing import is_code_attempt
from bot.handlers.daily import GuessFormContent
from bot.handlers.dispatcher import refuse
from bot.handlers.lines import command_with_secret
from bot.locales import Words, words_for
from bot.model.errors import StorageError
from bot.model.rooms import MessageKey, NewsKey
from bot.platforms.common.controller import ChatController
from bot.platforms.common.delivery import Board, DeliveryOutcome
from bot.platforms.common.rendering import ButtonAction
from bot.platforms.slack import modals
from bot.platforms.slack.home import cannot_post_view, greeting, play_button_direct_message
from bot.platforms.slack.incoming import HOME_CHANNEL, EncodedPlace, IncomingRequest, panel_lines
from bot.platforms.slack.limits import FAILURES, SlackRateLimiter, describe_error, is_transient
from bot.platforms.slack.messenger import Messenger
from bot.platforms.slack.profiles import Profiles
from bot.platforms.slack.rendering import Json
from bot.platforms.slack.settings import PLATFORM_NAME
from bot.platforms.slack.transport import SlackTransport
from bot.platforms.slack.typed import MOVES, channel_id_or_none, is_greeting, is_small_talk, reply_to_board_in
from bot.presenters import phrases
from bot.presenters.views import (
    Footnote,
    Form,
    Paragraph,
    PrivateInputPrompt,
    Reply,
    TextFile,
    View,
    is_question,
    private_note,
)

log = logging.getLogger(__name__)

_HELP, _BOARD, _PLAY, _SETTINGS = "help", "board", "play", "settings"
_REOPEN_SECONDS = 0.3

_RECORDED_SECONDS = 20.0
"""Seconds within which a posted board is recorded, even if another process has to do that."""

_RECORD_POLL_SECONDS = 0.3


@dataclass(eq=False)
class SlackController(ChatController):
    """Runs the command of one payload and shows its reply.

    Args:
        dispatcher: handles requests.
        queue: shows boards.
        profiles: makes requests of incoming requests.
        messenger: sends notes and news.
        limiter: of calls.
        incoming: what was read from the payload.
    """

    profiles: Profiles
    messenger: Messenger
    limiter: SlackRateLimiter
    incoming: IncomingRequest
    _is_pressed: bool = field(default=False, init=False)
    _is_line: bool = field(default=False, init=False)
    _looks_for_board: bool = field(default=False, init=False)
    _is_in_modal: bool = field(default=False, init=False)
    _is_slow: bool = field(default=False, init=False)
    is_settled: bool = field(default=True, init=False)
    """Whether what was typed is stored or refused for good, so that Slack need not deliver it again."""

    @override
    async def identify(self, command: str = "", game: str | None = None) -> None:
        request = await self.profiles.create_request(self.incoming, is_fresh=command == _SETTINGS)
        self.request = structs.replace(
            request,
            find_person=partial(self.profiles.find_person_or_bot, self.incoming),
            find_channel=channel_id_or_none,
            announce=partial(ChatController.announce, proxy(self)),  # otherwise they would refer to each other
            show_card=partial(SlackController.show_card_if_possible, proxy(self)),
            has_left=partial(self.profiles.has_left, self.incoming),
            is_alone=self.incoming.is_alone,
        )

    @override
    async def press(self, action: ButtonAction) -> Reply | None:
        self._is_pressed = True
        if not self.incoming.is_from_conversation and action.command == _PLAY:
            await self.identify()
            await self.messenger.send_private(self.incoming, play_button_direct_message(self.request.words))
            return None
        if self.incoming.is_outside_conversations and action.options.get("action") == DailyAction.SHARE:
            await self.identify()
            await self._open(modals.choose_channel_modal(action, self.incoming.place, self.request.words))
            return None
        return await super().press(action)

    async def show_board_without_submitting(self, action: ButtonAction) -> Reply:
        """The board that a submitted guess is about, without making the guess again."""
        await self.identify()
        return await self.run(action.invocation_to_show_page_of_form())

    async def run_line(self, text: str) -> Reply:
        """Run a slash command or a line in a direct message; an empty one asks for help."""
        self._is_line = True
        await self.identify(_SETTINGS if _SETTINGS in text.lower() else "")
        if (command := command_with_secret(text)) is not None:
            return private_note(phrases.secret_in_command_warning(self.request.words, command))
        reply = await self.dispatcher.dispatch_line(self.request, text or _HELP) or Reply()
        self._looks_for_board = text.lower() == _BOARD
        return modals.with_board_in_note(reply) if self._looks_for_board else reply

    async def run_typed_command(self, command: Awaitable[Reply | None], *, is_last_delivery: bool) -> Reply | None:
        """Run what was typed. If the storage fails, record that it is refused, so that no later delivery counts.

        Where that cannot be recorded either, nothing is settled, unless this is the last delivery.
        """
        try:
            reply = await command
        except StorageError as error:
            await self.identify()
            reply = refuse(error, self.request.words)
        if reply is None or not (reply.failed and reply.refused):
            return reply
        try:
            is_refused = await self.dispatcher.services.referee.record_event_handled(self.incoming.event)
        except StorageError:
            self.is_settled = is_last_delivery
            return reply if is_last_delivery else private_note(self.request.words(phrases.NOT_CONFIRMED))
        return reply if is_refused else None

    def not_confirmed_yet_text(self) -> str:
        """What the caller is told while a command takes longer than Slack waits. The outcome follows."""
        self._is_slow = True
        return self.words(phrases.NOT_CONFIRMED)

    @property
    def words(self) -> Words:
        """The caller's language, or English while it is not known."""
        return self.request.words if hasattr(self, "request") else words_for(None)

    async def run_message(self, text: str, *, is_direct: bool) -> Reply | None:
        """Make the move typed as a reply to a board; elsewhere run what is typed in a direct message."""
        try:
            game = await self._game_of_thread(text)
        except StorageError:
            if is_code_attempt(text):
                raise
            return None
        if game is not None:
            return await self._move(text, game)
        if not (is_direct and text):
            return None
        if is_greeting(text):
            await self.identify()
            return Reply(note=greeting(self.request.words, is_direct=True))
        if is_small_talk(text, is_direct=True):
            await self.identify()
            return private_note(self.request.words(phrases.SMALL_TALK))
        return await self.run_line(text)

    async def run_mention(self, text: str) -> Reply | None:
        """Run what was typed with a mention of the bot. Chat about the bot is not answered.

        Slack sends two events about such a text, perhaps to two processes. Both may store its command, which counts
        once; one of them replies.
        """
        is_first = await self.limiter.claim_event(self.incoming.event)
        reply = await self._run_mention(text)
        return reply if reply is None or is_first else Reply(reply.board)

    async def _run_mention(self, text: str) -> Reply | None:
        reply = await self.run_message(text, is_direct=False)
        if reply is not None:
            return reply
        if is_greeting(text):
            await self.identify()
            return Reply(note=greeting(self.request.words, is_direct=False))
        return None if is_small_talk(text) else await self.run_line(text)

    async def _move(self, text: str, game: str) -> Reply | None:
        """Make a move typed below a board. People chat there too, so only an obvious attempt is refused."""
        move = reply_to_board_in(text, game)
        if move is None:
            return None
        await self.identify()
        reply = await self.run(move)
        self._looks_for_board = move.command.name == _BOARD
        if self._looks_for_board:
            return modals.with_board_in_note(reply)
        is_asked = reply.note is not None and is_question(reply.note)
        is_meant = is_asked or is_code_attempt(text) or move.command.name not in MOVES
        return reply if reply.board is not None or reply.failed or is_meant else None

    async def _game_of_thread(self, text: str) -> str | None:
        """The game that is played in a thread, None if there is none.

        A board can be replied to before its message is recorded: Slack's response may be slow, or the process that
        posted it may have ended. A move below a message that is so new waits for that.
        """
        incoming = self.incoming
        if incoming.thread is None:
            return None
        message = MessageKey(incoming.channel, incoming.thread)
        game = await self.queue.game_of(message)
        is_move = is_code_attempt(text) or (reply_to_board_in(text, "") is not None and not is_small_talk(text))
        if not is_move or incoming.thread_seconds > _RECORDED_SECONDS:
            return game
        deadline = time.monotonic() + _RECORDED_SECONDS
        while game is None and time.monotonic() < deadline and not self.limiter.has_ended_waits:
            await self.limiter.sleep(_RECORD_POLL_SECONDS)
            game = await self.queue.game_of(message)
        return game

    @override
    def turns_on_pressed_board(self) -> Sequence[str]:
        return panel_lines(self.incoming.message) if self.incoming.message is not None else ()

    @override
    async def open_guess_form(self, action: ButtonAction, form: GuessFormContent) -> None:
        if form.is_own and await self._show_in_modal(await self.run(action.invocation_to_show_page_of_form())):
            return
        await self._open(modals.guess_modal(action, self.incoming.place, self.request.words, form))

    @override
    async def open_form(self, form: PrivateInputPrompt | Form) -> None:
        words, place = self.request.words, self.incoming.place
        if self.incoming.trigger is None:
            await self.messenger.send_private(self.incoming, modals.form_button_view(form, words))
        elif isinstance(form, PrivateInputPrompt):
            await self._open(modals.private_modal(form, place, words))
        else:
            await self._open(modals.fields_modal(form, place, words))

    @override
    async def send_file_privately(self, note: View, file: TextFile) -> None:
        await self.messenger.send_file_privately(self.incoming, note, file)
        where = Paragraph(self.request.words("The file is in your direct messages with me."))
        await self._show_in_modal(Reply(note=structs.replace(note, blocks=(*note.blocks, where))))

    @override
    async def show(self, reply: Reply) -> None:
        """Show the board to everybody and the note to those it is for, at the same time.

        The note about a new game follows its board, because there is no game where its board cannot be posted.
        """
        board = reply.board if self.incoming.is_from_conversation else None
        is_answer = self._is_pressed and self.request.invocation.answers_private_note
        is_near = not self._is_line or self.incoming.is_direct  # the board may be far up where people type in a channel
        if board is not None and reply.note_repeats_board and is_near and not (self._looks_for_board or is_answer):
            reply = structs.replace(reply, note=None)
        if self._is_slow and board is not None and reply.note is None:
            reply = structs.replace(reply, note=View((Paragraph(self.request.words(phrases.BOARD_UPDATED)),)))
        is_off_channel = self.incoming.view is not None or self.incoming.is_home
        if not self._is_in_modal and (is_off_channel or (reply.is_own and not self.incoming.is_direct)):
            self._is_in_modal = await self._show_in_modal(reply)
        if board is None:
            await self._show_note(reply)
        elif board.revision == 0:
            if await self._show_board(board):
                await self._show_note(reply)
        elif reply.note is None and not self._is_pressed:  # as after most guesses
            await self._show_board(board)
        else:
            await asyncio.gather(self._show_note(reply), self._show_board(board))

    async def modal_showing_reply(self, reply: Reply) -> Json | None:
        """The modal that shows a reply: the board that only the caller plays on or, in a modal or on the Home, others.

        None if it is not for a modal.
        """
        view, words = self.incoming.view, self.request.words
        is_read_here = view is not None or (self.incoming.is_home and reply.note is not None)
        if not (reply.is_own or (is_read_here and reply.private)):
            return None
        shown = await self._shown_in_modal(reply)
        if shown is None:
            return None
        place = self.incoming.place
        if reply.is_own:
            return modals.board_modal(shown, place, words, view)
        return modals.note_modal(shown, place, words, self.request.invocation, view)

    async def _shown_in_modal(self, reply: Reply) -> View | None:
        """The board of a reply in the language of the caller, with what is explained to them; else its note."""
        board, words = reply.board, self.request.words
        if board is None:
            return reply.note
        if words is not self.request.public_words:
            look = Invocation(BY_NAME["board"], game=board.game)
            request = structs.replace(self.request, public_words=words, invocation=look)
            board = (await self.dispatcher.dispatch(request)).board or board
        new = (block for block in (reply.note or View(())).blocks if reply.board and block not in reply.board.blocks)
        told = (block for block in new if isinstance(block, Footnote) or not reply.note_repeats_board)
        return structs.replace(board, blocks=(*board.blocks, *told))

    async def _show_in_modal(self, reply: Reply) -> bool:
        """Show a reply in the modal it came from or, if only the caller plays, in a new one, if that is possible."""
        view, trigger = self.incoming.view, self.incoming.trigger
        if view is None and trigger is None:
            return False
        modal, client = await self.modal_showing_reply(reply), self.incoming.client
        if modal is None:
            return False
        try:
            if view is not None:
                await client.views_update(view_id=view["id"], view=modal)
            else:
                opened = await client.views_open(trigger_id=trigger or "", view=modal)
                self.incoming = replace(self.incoming, view=opened["view"])
                self.messenger.remember_response_url(self.incoming)
        except FAILURES as error:
            log.warning("a modal: %s", describe_error(error))
            return False
        return True

    async def acknowledge_submission(self, reply: Reply) -> Json | None:
        """The modal with which the submission of a board is acknowledged, if there is one for the reply."""
        modal = await self.modal_showing_reply(reply)
        self._is_in_modal = modal is not None
        return modal

    async def _show_note(self, reply: Reply) -> None:
        if self._is_in_modal:
            return
        if reply.is_accepted and self._is_pressed and self.request.invocation.answers_private_note:
            done = reply.note or View((Paragraph(self.request.words(phrases.BOARD_UPDATED)),))
            await self.messenger.send_private(self.incoming, done, replaces_pressed=True)
        elif reply.note is not None:
            if reply.private:
                await self.messenger.send_private(self.incoming, reply.note)
            elif not reply.repeated:  # a repeated event would post a public note twice
                await self._post_note(reply.note, reply)

    async def _post_note(self, view: View, reply: Reply) -> None:
        """Post a note for everybody; where that is not possible, the person alone gets it, or what replaces it."""
        if self.incoming.is_from_conversation and await self.messenger.send_public(self.incoming, view):
            if self.incoming.view is not None:  # what was shared there cannot be shared again
                look = modals.read_action(self.incoming.view["private_metadata"]).invocation_to_show_page_of_form()
                await self._show_in_modal(await self.run(look))
            return
        shown = reply.if_unposted or view
        if not await self._show_in_modal(Reply(note=shown, refused=reply.if_unposted is not None)):
            await self.messenger.send_private(self.incoming, shown)

    async def _show_board(self, view: View) -> bool:
        """Show a board; returns whether its game is still there: it is not if its first board cannot be posted."""
        words, board = self.request.words, Board(view, self.request.public_words)
        transport = self.messenger.transport_to(self.incoming, self.incoming.channel)
        delivery = await self.queue.show(board, transport, force=self._looks_for_board)
        if delivery is DeliveryOutcome.UNPOSTABLE:
            has_game = await self.queue.read_board(board.game, board.words) is not None
            name = await self.incoming.bot_name()
            told = cannot_post_view(words, name)
            if not await self._show_in_modal(Reply(note=structs.replace(told, buttons=()))):
                place = EncodedPlace(self.incoming.workspace, HOME_CHANNEL)
                await self.messenger.send_private(self.incoming, told, place=place)
            return has_game
        if delivery is not DeliveryOutcome.DELIVERED:
            await self.messenger.send_sentence_once_a_minute(
                self.incoming, board.game, phrases.board_not_shown(words, PLATFORM_NAME)
            )
        return True

    @override
    async def tell_end(self, board: View) -> None:
        if self.incoming.is_from_conversation:
            await self.messenger.send_end(self.incoming, Board(board, self.request.public_words))

    @override
    async def show_card_if_possible(self, key: NewsKey, view: View) -> bool:
        return self.incoming.is_from_conversation and await self.messenger.show_card_if_possible(
            self.incoming, key, view
        )

    @override
    async def news_transport_to(self, channel: str, words: Words) -> SlackTransport:
        return self.messenger.transport_to(self.incoming, channel)

    async def _open(self, modal: Json) -> None:
        """Open a modal, or show it in the open one that was used.

        It is tried again after a transient error: the trigger is valid for three seconds.
        """
        client, view, trigger = self.incoming.client, self.incoming.view, self.incoming.trigger or ""
        open_modal = partial(client.views_open, trigger_id=trigger, view=modal)
        if view is not None:
            staying = {**modal, "callback_id": view["callback_id"]}
            open_modal = partial(client.views_update, view_id=view["id"], view=staying)
        try:
            try:
                await open_modal()
            except SlackApiError as error:
                if not is_transient(error):
                    raise
                await self.limiter.sleep(_REOPEN_SECONDS)
                await open_modal()
        except FAILURES as error:
            log.warning("views.open: %s", describe_error(error))
            await self.messenger.send_sentence(self.incoming, self.request.words(phrases.FORM_TOO_LATE))
