"""The controller of Discord: shows the reply to one interaction."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from weakref import proxy

from discord import Thread, ui
from msgspec.structs import replace
from typing_extensions import override

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.handlers.daily import GuessFormContent
from bot.handlers.request import Request
from bot.locales import Words
from bot.model.names import player_name
from bot.model.rooms import Caller, MessageKey, NewsKey, NewsKind, PendingNews
from bot.platforms.common.catch_up import NewsSender
from bot.platforms.common.controller import ChatController, ReplyLanguages
from bot.platforms.common.delivery import Board, DeliveryOutcome
from bot.platforms.common.intake import SendRateLimiter, logged_storage_errors
from bot.platforms.common.rendering import ButtonAction
from bot.platforms.discord import interactions
from bot.platforms.discord.keypad import Pad, pad_message
from bot.platforms.discord.places import can_bot_see_channel, has_left_server, move_leaves_link, open_thread
from bot.platforms.discord.rendering import ContentRenderer, MessageContent, message_url
from bot.platforms.discord.responder import AlreadyResponded, InteractionResponder, RespondedElsewhere, ResponseFailed
from bot.platforms.discord.settings import PLATFORM_NAME
from bot.platforms.discord.transport import ChannelTransport, DiscordInteractionTransport
from bot.presenters import phrases
from bot.presenters.views import Form, MessageLink, Paragraph, PrivateInputPrompt, Reply, TextFile, View

log = logging.getLogger(__name__)


@dataclass(eq=False)
class InteractionController(ChatController):
    """Runs the command of one interaction and shows its reply: boards to everybody, notes and forms to the caller.

    Methods raise `ResponseFailed` if Discord does not accept a response. What the command did stands then.

    Args:
        dispatcher: handles requests.
        queue: shows boards.
        news: tells the ends of games.
        reply_languages: finds the languages of replies.
        renderer: makes the renderer of views in a language.
        read_news: makes the view of pending news.
        limiter: of messages in channels.
        interaction: the interaction.
        responder: responds to it.
    """

    unanswerable = (ResponseFailed,)

    news: NewsSender
    reply_languages: ReplyLanguages
    renderer: Callable[[Words], ContentRenderer]
    read_news: Callable[[PendingNews, Words], Awaitable[View | None]]
    limiter: SendRateLimiter
    interaction: interactions.Interaction
    responder: InteractionResponder
    _is_on_private_note: bool = field(init=False)
    """Whether the pressed button is below a private message other than the board, which can be private itself."""

    @override
    async def identify(self, command: str = "", game: str | None = None) -> None:
        interaction = self.interaction
        is_private = interaction.message is not None and interaction.message.flags.ephemeral
        self._is_on_private_note = is_private and (
            game is None or await self.queue.message_of(game) != interactions.message_of(interaction)
        )
        caller = interactions.caller_of(interaction)
        if game is not None and caller.parent is not None:
            caller = await self.dispatcher.services.turn_notices.caller_outside_thread(caller, game)
        self.request = Request(
            caller,
            *await self.reply_languages.languages(
                caller, interaction.locale.value, (interaction.guild_locale or interaction.locale).value
            ),
            find_person=partial(interactions.person_or_bot_of, interaction),
            find_channel=interactions.channel_id_in,
            announce=partial(ChatController.announce, proxy(self)),  # otherwise they would refer to each other
            show_card=partial(InteractionController.show_card_if_possible, proxy(self)),
            has_left=partial(has_left_server, interaction),
            is_alone=partial(interactions.is_alone, interaction),
        )

    async def press_encoded(self, text: str) -> Reply | None:
        """Run the command of a button, or open its form, by the text that the button carries.

        Raises:
            CommandError: it is no button of ours, or for a command that no longer exists.
        """
        return await self.press(ButtonAction.decode(text))

    async def submit_form(self) -> Reply:
        """Run the command of the submitted form.

        Raises:
            CommandError: it is no form of ours, or for a command that no longer exists.
        """
        text, fields, entered = interactions.read_form(self.interaction)
        action = ButtonAction.decode(text)
        return await self.run_action(action.with_fields(fields) if fields else action, entered)

    async def run_slash_command(self, invocation: Callable[[], Invocation], *, in_new_thread: bool) -> Reply | None:
        """Run a slash command; `in_new_thread` starts its game in a new thread, which is then its room.

        Raises:
            CommandError: the command does not take the options.
        """
        await self.identify()
        return await (self._run_in_thread(invocation()) if in_new_thread else self.run(invocation()))

    async def _run_in_thread(self, invocation: Invocation) -> Reply | None:
        opened: list[Thread] = []

        async def open_room() -> Caller:
            name = words("Hit & Blow: {player}", player=words.person(player_name(caller.name, caller.player.user)))
            opened.append(await open_thread(self.interaction, name))
            room = replace(caller.room, channel=str(opened[0].id))
            return replace(caller, room=room, parent=caller.parent or caller.room.channel)

        caller, words = self.request.caller, self.request.public_words
        await self.acknowledge()
        self.request = replace(self.request, open_room=open_room)
        reply = await self.run(invocation)
        if not opened or reply.board is None:
            return reply
        await self._show_in_thread(opened[0], Board(reply.board, words))
        return None

    async def _show_in_thread(self, thread: Thread, board: Board) -> None:
        """Show a board in a thread, and send the caller a link to it."""
        words = self.request.words
        is_shown = await self.queue.show(board, self._channel(thread.id, self._public)) is DeliveryOutcome.DELIVERED
        told = words("The game is in a new thread:") if is_shown else phrases.board_not_shown(words, PLATFORM_NAME)
        plain = self._plain(told)
        await self.responder.send_private(replace(plain, text=f"{plain.text}\n{thread.jump_url}"))

    @override
    def turns_on_pressed_board(self) -> Sequence[str]:
        return interactions.panel_lines(self.interaction.message) if self.interaction.message is not None else ()

    @override
    async def acknowledge(self) -> None:
        await self.responder.acknowledge()

    @override
    async def open_guess_form(self, action: ButtonAction, form: GuessFormContent) -> None:
        if not action.opens_keypad or form.keypad is None:
            await self._open(interactions.option_form(action, self.request.words, form.turns))
            return
        pad = pad_message(Pad.for_button(action, form.keypad, self.request.words), form.columns)
        await (self.responder.edit_message(pad) if self._is_on_private_note else self.responder.send_private(pad))

    @override
    async def open_form(self, form: PrivateInputPrompt | Form) -> None:
        words = self.request.words
        await self._open(
            interactions.private_form(form, words)
            if isinstance(form, PrivateInputPrompt)
            else interactions.fields_form(form, words)
        )

    async def _open(self, modal: ui.Modal) -> None:
        try:
            await self.responder.open_form(modal)
        except AlreadyResponded:
            await self._say(self.request.words(phrases.FORM_TOO_LATE))

    @override
    async def send_file_privately(self, note: View, file: TextFile) -> None:
        await self.responder.send_file_privately(self._private(note), file)

    @override
    async def show(self, reply: Reply) -> None:
        if reply.board is None:
            reply = await self._with_pressed_board(reply)
        board, note = reply.board, reply.note
        if board is not None and board.game is not None:
            note = await self._show_board(board, board.game, reply)
        if note is not None:
            await self._send_note(note, reply)
        if self.responder.has_sent_no_reply or (reply.note is None and self._is_confirmation):
            await self._tell_caller(await self._pointer(board))
        if board is not None and not interactions.is_bot_member(self.interaction):
            await self._tell_turn(board)

    @override
    async def tell_end(self, board: View) -> None:
        await self.news.tell_end(Board(board, self.request.public_words), self._transport())

    @override
    async def show_card_if_possible(self, key: NewsKey, view: View) -> bool:
        if not interactions.is_bot_member(self.interaction):
            return False
        self.responder.start_timer()
        return await self.news.show_card_if_possible(
            key, view, self._channel(self.interaction.channel_id or 0, self._public)
        )

    @override
    async def news_transport_to(self, channel: str, words: Words) -> ChannelTransport | None:
        if not await can_bot_see_channel(self.interaction, int(channel)):
            return None
        return self._channel(int(channel), self.renderer(words))

    async def _tell_turn(self, board: View) -> None:
        """Mention the next player, where only a response to the interaction can do that."""
        key = NewsKey(board.game or "", NewsKind.TURN, board.revision)
        words = self.request.public_words
        news = PendingNews(key, self.request.caller.room, None, words.code)
        view = None
        with logged_storage_errors:
            view = await self.read_news(news, words)
        if view is not None:  # a press on it could not bring the board up to date
            await self.news.tell(key, replace(view, buttons=()), self._transport())

    async def _with_pressed_board(self, reply: Reply) -> Reply:
        """The reply with the board whose button was pressed, even if the reply itself is about something else.

        This way every press brings the board up to date, also after a failed edit.
        """
        invocation = self.request.invocation
        game = None if invocation.asks_for_more_buttons else invocation.game
        if game is None or self.interaction.message is None:
            return reply
        self.responder.start_timer()
        look = replace(self.request, invocation=Invocation(BY_NAME["board"], game=game))
        return replace(reply, board=(await self.dispatcher.dispatch(look)).board)

    async def _show_board(self, view: View, game: str, reply: Reply) -> View | None:
        """Show a board; returns the note that is still to be sent.

        A note that repeats the board is only for people who typed the command. It is sent first, because the board may
        have to wait. If that fails, it is tried again after the board.
        """
        invocation, note = self.request.invocation, reply.note
        # Unlike the board, a player's own board in a race and the notice of a turn have buttons with a step.
        is_elsewhere = invocation.command.name in {"guess", "hint"} and invocation.step is not None
        is_on_board = invocation.game == game and not is_elsewhere
        pressed = interactions.message_of(self.interaction) if is_on_board and not self._is_on_private_note else None
        if note is not None and reply.note_repeats_board and (pressed or await self._is_note_accepted(note, reply)):
            note = None
        transport, board = self._transport(), Board(view, self.request.public_words)
        # A form for a guess can be refused, too; its invocation shows the board.
        is_asked = invocation.command.name == "board" and not invocation.options and reply.is_accepted
        may_move = is_asked or invocation.game is None
        link = await move_leaves_link(invocation, transport, await self._message_of(view)) if may_move else None
        if link is not None:
            delivery = await self.queue.repost(board, transport, leaves_link=link)
        elif pressed is not None:
            delivery = await self.queue.respond(board, pressed, transport)
        else:
            delivery = await self.queue.show(board, transport)
        if link is None and is_asked and is_on_board and not self._is_confirmation:
            note = View((Paragraph(self.request.words(phrases.BOARD_NOT_MOVED)),))
        if delivery is not DeliveryOutcome.DELIVERED:
            await self._explain(delivery, view)
        return note

    async def _is_note_accepted(self, note: View, reply: Reply) -> bool:
        try:
            await self._send_note(note, reply)
        except RespondedElsewhere:
            raise
        except ResponseFailed as error:
            log.info("a note was not accepted: %s", error.__cause__)
            return False
        return True

    async def _explain(self, delivery: DeliveryOutcome, view: View) -> None:
        """Show a board that could not be delivered to the caller alone, and say why."""
        words = self.request.words
        if delivery is DeliveryOutcome.FORBIDDEN:
            await self._show_privately(
                view,
                words(
                    "Only you see this copy: the channel denies me View Channel, Send Messages or Read Message History."
                ),
            )
        elif delivery is DeliveryOutcome.OUT_OF_REACH:
            await self._show_privately(
                view,
                words("I'm not a member here: a press on the board brings it up to date."),
            )
        else:
            await self._say(phrases.board_not_shown(words, PLATFORM_NAME))

    def _transport(self) -> DiscordInteractionTransport:
        return DiscordInteractionTransport(
            self.interaction.client,
            self.limiter,
            int(self.request.caller.room.channel),
            self.interaction.guild_id,
            self.renderer(self.request.public_words),
            self.responder,
            lambda: self._plain(self.request.words(phrases.BOARD_UPDATED)),
        )

    def _channel(self, channel: int, render: ContentRenderer) -> ChannelTransport:
        """A transport to a channel of the same server with the bot's own token."""
        return ChannelTransport(self.interaction.client, self.limiter, channel, self.interaction.guild_id, render)

    async def _show_privately(self, view: View, sentence: str) -> None:
        """Show the board to the caller alone, with a link to the message that shows everybody an older state."""
        message = await self._message_of(view)
        told = Paragraph(sentence) if message is None else MessageLink(sentence, self.request.caller.room, message)
        await self.responder.send_private(self._private(replace(view, blocks=(*view.blocks, told))))

    @property
    def _is_confirmation(self) -> bool:
        """Whether the pressed button is below a private note about a game; the reply replaces that note."""
        return self._is_on_private_note and self.request.invocation.answers_private_note

    async def _send_note(self, view: View, reply: Reply) -> None:
        """Send a note. One with buttons is a conversation that continues in its own private message.

        A refusal leaves that message as it is, so that its buttons can be pressed again.
        """
        is_continued = self._is_on_private_note and not self.request.invocation.needs_new_message
        render = self._private if reply.private else self._public
        content = await render.render_with_images(view, may_attach=interactions.may_attach(self.interaction))
        if not reply.private:
            await self.responder.send_public(content, self._plain(self.request.words(phrases.BOARD_UPDATED)))
        elif not reply.is_accepted:
            await self.responder.send_private(content)
        elif view.buttons and (reply.board is None or view.game) and is_continued:
            await self.responder.edit_message(content)
        else:
            await self._tell_caller(content)
        if content.lacks_images:
            await self._add_late_images(view, content, render)
        if not reply.private and self.responder.is_kept_private and reply.if_unposted is not None:
            await self.show(Reply(note=reply.if_unposted, refused=True))

    async def _add_late_images(self, view: View, sent: MessageContent, render: ContentRenderer) -> None:
        """Add images that were not rendered in time to the message that was sent without them."""
        content = await render.render_with_images(view, patiently=True)
        if len(content.images) == len(sent.images):
            return
        try:
            await self.responder.replace_sent(content)
        except ResponseFailed as error:
            log.info("late images were not accepted: %s", error.__cause__)

    async def _tell_caller(self, content: MessageContent) -> None:
        """Send something private; after a confirmation it replaces the question."""
        send = self.responder.edit_message if self._is_confirmation else self.responder.send_private
        await send(content)

    async def _say(self, sentence: str) -> None:
        await self.responder.send_private(self._plain(sentence))

    async def _pointer(self, board: View | None) -> MessageContent:
        """A message that says that the board shows the result, with a link to it."""
        content, message = self._plain(self.request.words(phrases.BOARD_UPDATED)), await self._message_of(board)
        if message is None:
            return content
        return replace(content, text=f"{content.text}\n{message_url(self.request.caller.room, message)}")

    async def _message_of(self, board: View | None) -> MessageKey | None:
        """The message of a board, None if it is not known."""
        with logged_storage_errors:  # the command has been executed all the same
            return await self.queue.message_of(board.game) if board is not None and board.game is not None else None
        return None

    def _plain(self, sentence: str) -> MessageContent:
        return self._private(View((Paragraph(sentence),)))

    @property
    def _private(self) -> ContentRenderer:
        return self.renderer(self.request.words)

    @property
    def _public(self) -> ContentRenderer:
        return self.renderer(self.request.public_words)
