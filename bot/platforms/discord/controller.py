"""The controller: runs the command of one interaction and shows its reply.

Boards are shown to everybody, notes and forms to the caller.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from discord import Thread, ui

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.handlers.daily import GuessForm
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import Request
from bot.locales import Words
from bot.model.errors import StorageError
from bot.model.messages import NewsKey, NewsKind, PendingNews
from bot.model.rooms import Caller
from bot.platforms.common.delivery import Board, Delivery, NewsSender
from bot.platforms.common.message_queue import MessageQueue
from bot.platforms.common.rendering import ButtonAction, ImageRenderer
from bot.platforms.discord.interactions import (
    fields_form,
    is_member,
    may_attach,
    message_of,
    message_url,
    option_form,
    panel_lines,
    private_form,
)
from bot.platforms.discord.rendering import ContentRenderer, MessageContent
from bot.platforms.discord.responder import (
    FormTooLate,
    InteractionResponder,
    RespondedElsewhere,
    ResponseFailed,
)
from bot.platforms.discord.settings import PLATFORM_NAME
from bot.platforms.discord.transport import ChannelTransport, DiscordInteractionTransport, open_thread
from bot.presenters import phrases
from bot.presenters.views import Paragraph, Reply, View

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class InteractionController:
    """Runs the command of one interaction and shows its reply.

    Every method raises `ResponseFailed` if Discord does not accept a response. What the command did stands then.

    Args:
        dispatcher: handles requests.
        queue: shows boards.
        news: tells the ends of games.
        responder: responds to the interaction.
        request: the caller, still without a command.
        images: renders images.
        read_news: makes the view of pending news.
    """

    dispatcher: Dispatcher
    queue: MessageQueue
    news: NewsSender
    responder: InteractionResponder
    request: Request
    images: ImageRenderer
    read_news: Callable[[PendingNews, Words], Awaitable[View | None]]

    async def press(self, action: ButtonAction) -> None:
        """Run a button's command, or open the form for the guess that it asks for, if the caller can guess."""
        if action.prompts_for is None:
            await self.run(action.invocation())
            return
        request = self.request.with_invocation(action.look())
        pressed = self.responder.interaction.message
        form = await self.dispatcher.guess_form(request, panel_lines(pressed.content) if pressed else ())
        if isinstance(form, GuessForm):
            await self._open_form(option_form(action, self.request.words, form.turns))
            return
        self.responder.start_timer()
        await self.present(await self._with_pressed_board(form, request), request.invocation)

    async def run(self, invocation: Invocation) -> None:
        """Run a command and present its reply."""
        if invocation.command.uses_solver:
            await self.responder.acknowledge()
        request = replace(self.request, invocation=invocation)
        reply = await self.dispatcher.dispatch(request)
        if reply.board is None:
            reply = await self._with_pressed_board(reply, request)
        await self.present(reply, invocation)

    async def run_in_thread(self, invocation: Invocation) -> None:
        """Start a game in a new thread, which is then its room."""
        opened: list[Thread] = []

        async def open_room() -> Caller:
            opened.append(
                await open_thread(
                    self.responder.interaction, words("Hit & Blow: {player}", player=words.person(caller.name))
                )
            )
            room = replace(caller.room, channel=str(opened[0].id))
            return replace(caller, room=room, parent=caller.parent or caller.room.channel)

        caller, words = self.request.caller, self.request.public_words
        await self.responder.acknowledge()
        reply = await self.dispatcher.dispatch(replace(self.request, invocation=invocation, open_room=open_room))
        if opened and reply.board is not None:
            await self._show_in_thread(opened[0], Board(reply.board, words))
        else:
            await self.present(reply, invocation)

    async def _show_in_thread(self, thread: Thread, board: Board) -> None:
        """Show a board in a thread, and send the caller a link to it."""
        interaction, words = self.responder.interaction, self.request.words
        transport = ChannelTransport(interaction.client, thread.id, interaction.guild_id, self._public)
        is_shown = await self.queue.show(board, transport) is Delivery.DELIVERED
        plain = self._plain(phrases.board_updated(words) if is_shown else phrases.board_not_shown(words, PLATFORM_NAME))
        await self.responder.send_private(replace(plain, text=f"{plain.text}\n{thread.jump_url}"))

    async def present(self, reply: Reply, invocation: Invocation | None = None) -> None:
        """Show each part of a reply to those it is for."""
        if reply.prompt is not None:
            await self._open_form(private_form(reply.prompt, self.request.words))
            return
        if reply.form is not None:
            await self._open_form(fields_form(reply.form))
            return
        if reply.file is not None and reply.note is not None:
            await self.responder.send_file(self._private(reply.note), reply.file)
            return
        if reply.board is not None and reply.board.game is not None:
            await self._present_board(reply, reply.board, reply.board.game, invocation)
        elif reply.note is not None:
            await self._present_note(reply.note, reply, invocation)
        is_unanswered = reply.note is None and self._is_confirmation(invocation)
        if self.responder.is_silent or is_unanswered:
            await self._tell_caller(await self._pointer(reply.board), invocation)
        if reply.news is not None and reply.board is not None:
            await self.news.tell_end(reply.board, reply.news, self._transport())
        if reply.board is not None and not is_member(self.responder.interaction):
            await self._tell_turn(reply.board)

    async def _tell_turn(self, board: View) -> None:
        """Mention the player whose turn it has become, where only a response to the interaction can do that."""
        key = NewsKey(board.game or "", NewsKind.TURN, board.revision)
        words = self.request.public_words
        news = PendingNews(key, board.game, self.request.caller.room, None, words.code)
        try:
            view = await self.read_news(news, words)
        except StorageError as error:
            log.warning("storage: %s", error)
            return
        if view is not None:
            await self.news.tell(key, view, self._transport())

    async def _with_pressed_board(self, reply: Reply, request: Request) -> Reply:
        """The reply with the board whose button was pressed, even if the reply itself is about something else.

        This way every press brings the board up to date, also after a failed edit.
        """
        game = request.invocation.game
        if game is None or self.responder.interaction.message is None or reply.board or reply.prompt:
            return reply
        look = request.with_invocation(Invocation(BY_NAME["board"], game=game))
        return replace(reply, board=(await self.dispatcher.dispatch(look)).board)

    async def _present_board(self, reply: Reply, view: View, game: str, invocation: Invocation | None) -> None:
        """Show a board and its note. A note that repeats the board is only for people who typed the command.

        Such a note is sent first, because the board may have to wait. If that fails, it is tried again after the board.
        """
        is_pressed = self._is_on_board_of(game, invocation)
        note = None if reply.note_repeats_board and is_pressed else reply.note
        is_told = (
            note is not None and reply.note_repeats_board and await self._is_note_accepted(note, reply, invocation)
        )
        await self._deliver(view, invocation, is_pressed=is_pressed)
        if note is not None and not is_told:
            await self._present_note(note, reply, invocation)

    async def _is_note_accepted(self, note: View, reply: Reply, invocation: Invocation | None) -> bool:
        try:
            await self._present_note(note, reply, invocation)
        except RespondedElsewhere:
            raise
        except ResponseFailed as error:
            log.info("a note was not accepted: %s", error.__cause__)
            return False
        return True

    async def _deliver(self, view: View, invocation: Invocation | None, *, is_pressed: bool) -> None:
        """Show a board; where that is impossible, show it to the caller alone and say why."""
        delivery = await self._send(Board(view, self.request.public_words), invocation, is_pressed=is_pressed)
        if delivery is Delivery.DELIVERED:
            return
        words = self.request.words
        if delivery is Delivery.FORBIDDEN:
            await self._show_privately(
                view,
                words(
                    "Only you see this copy: I'm not allowed to edit the board in the channel. Somebody who "
                    "manages the channel can give me View Channel, Send Messages and Read Message History."
                ),
            )
        elif delivery is Delivery.OUT_OF_REACH:
            await self._show_privately(
                view,
                words(
                    "Only you see this copy: I'm not a member here, so I can't edit the board myself. Press a "
                    "button on it to bring it up to date."
                ),
            )
        else:
            await self._say(phrases.board_not_shown(words, PLATFORM_NAME))

    async def _send(self, board: Board, invocation: Invocation | None, *, is_pressed: bool) -> Delivery:
        transport = self._transport()
        if is_pressed and (pressed := message_of(self.responder.interaction)) is not None:
            return await self.queue.respond(board, pressed, transport)
        if invocation is not None and invocation.command.name == "board" and invocation.game is None:
            return await self.queue.move(board, transport)  # typed to see the board here, below newer messages
        return await self.queue.show(board, transport)

    def _transport(self) -> DiscordInteractionTransport:
        render = ContentRenderer(self.request.public_words, self.images)
        return DiscordInteractionTransport(
            self.responder, render, lambda: self._plain(phrases.board_updated(self.request.words))
        )

    async def _show_privately(self, view: View, sentence: str) -> None:
        """Show the board to the caller alone, with a link to the message that shows everybody an older state."""
        content = self._private(replace(view, blocks=(*view.blocks, Paragraph(sentence))))
        await self.responder.send_private(await self._with_link(content, " ", view))

    def _is_on_board_of(self, game: str, invocation: Invocation | None) -> bool:
        if invocation is None or self._is_confirmation(invocation):
            return False
        return (
            invocation.game == game
            and self.responder.interaction.message is not None
            and not invocation.continues_own_board
        )

    def _is_confirmation(self, invocation: Invocation | None) -> bool:
        """Whether the button below a private note about a game was pressed, which the reply replaces."""
        message = self.responder.interaction.message
        is_private = message is not None and message.flags.ephemeral
        return is_private and invocation is not None and invocation.answers_private_note

    async def _open_form(self, form: ui.Modal) -> None:
        try:
            await self.responder.open_form(form)
        except FormTooLate:
            await self._say(phrases.form_too_late(self.request.words))

    async def _present_note(self, view: View, reply: Reply, invocation: Invocation | None) -> None:
        """Send a note. One with buttons is a conversation that continues in its own private message."""
        message = self.responder.interaction.message
        render = self._private if reply.private else self._public
        content = await render.illustrated(view, may_attach=may_attach(self.responder.interaction))
        if not reply.private:
            await self.responder.send_public(content, self._plain(phrases.board_updated(self.request.words)))
        elif view.buttons and (reply.board is None or view.game) and message is not None and message.flags.ephemeral:
            await self.responder.edit_message(content)
        else:
            await self._tell_caller(content, invocation)
        if content.lacks_images:
            await self._add_late_images(view, content, render)

    async def _add_late_images(self, view: View, sent: MessageContent, render: ContentRenderer) -> None:
        """Add images that were not rendered in time to the message that was sent without them."""
        content = await render.fully_illustrated(view)
        if len(content.images) == len(sent.images):
            return
        try:
            await self.responder.replace_sent(content)
        except ResponseFailed as error:
            log.info("late images were not accepted: %s", error.__cause__)

    async def _tell_caller(self, content: MessageContent, invocation: Invocation | None) -> None:
        """Send something private; after a confirmation it replaces the question."""
        if self._is_confirmation(invocation):
            await self.responder.edit_message(content)
        else:
            await self.responder.send_private(content)

    async def _say(self, sentence: str) -> None:
        await self.responder.send_private(self._plain(sentence))

    async def _pointer(self, board: View | None) -> MessageContent:
        """That the board shows the result, with a link to it."""
        return await self._with_link(self._plain(phrases.board_updated(self.request.words)), "\n", board)

    async def _with_link(self, content: MessageContent, separator: str, board: View | None) -> MessageContent:
        """The content followed by a link to the message of a board, if that is known."""
        try:
            message = await self.queue.message_of(board.game) if board is not None and board.game is not None else None
        except StorageError as error:  # what the command did stands
            log.warning("storage: %s", error)
            return content
        if message is None:
            return content
        return replace(content, text=f"{content.text}{separator}{message_url(self.responder.interaction, message)}")

    def _plain(self, sentence: str) -> MessageContent:
        return self._private(View((Paragraph(sentence),)))

    @property
    def _private(self) -> ContentRenderer:
        return ContentRenderer(self.request.words, self.images)

    @property
    def _public(self) -> ContentRenderer:
        return ContentRenderer(self.request.public_words, self.images)
