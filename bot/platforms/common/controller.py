"""The controller: what happens to one event of a chat platform, from the person who caused it to the shown reply."""

import logging
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, TypeVar

from cachetools import LRUCache
from msgspec.structs import replace

from bot.commands.command import CommandError
from bot.commands.invocation import Invocation
from bot.handlers.daily import GuessFormContent
from bot.handlers.dispatcher import Dispatcher, refuse, report_unexpected_error
from bot.handlers.request import Request
from bot.locales import Words, words_for
from bot.model.errors import StorageError
from bot.model.rooms import Caller, MessageKey, NewsKey, NewsKind, PlayerKey, RoomKey
from bot.platforms.common.delivery import DeliveryError, Transport
from bot.platforms.common.message_queue import MessageQueue
from bot.platforms.common.rendering import ButtonAction
from bot.presenters.phrases import is_discord_direct_message
from bot.presenters.views import Form, PrivateInputPrompt, Reply, TextFile, View
from bot.services.settings import Languages
from core.errors import CoreError

log = logging.getLogger(__name__)

Key = TypeVar("Key")


@dataclass(eq=False)
class ChatController(ABC):
    """Runs the command of one event and shows its reply. Subclasses say how a platform shows it.

    Args:
        dispatcher: handles requests.
        queue: shows boards.

    Attributes:
        request: of the caller, with the command that is run.
    """

    unanswerable: ClassVar[tuple[type[Exception], ...]] = ()
    """Errors that prevent any reply."""

    dispatcher: Dispatcher
    queue: MessageQueue
    request: Request = field(init=False)

    async def present_result_of(self, work: Awaitable[Reply | None]) -> None:
        """Present the reply that some work returns, if any. Errors are refused or reported by a reference to the log.

        Raises:
            Exception: one of `unanswerable`.
        """
        try:
            if (reply := await work) is not None:
                await self.present(reply)
        except self.unanswerable:
            raise
        except Exception as error:  # noqa: BLE001  # nobody is left without a reply
            await self.identify()
            words = self.request.words
            await self.present(
                refuse(error, words) if isinstance(error, CoreError) else report_unexpected_error(error, words)
            )

    async def press(self, action: ButtonAction) -> Reply | None:
        """Run a button's command, or open the form or keypad for what it asks for, if that is possible."""
        if action.prompts_for is None:
            return await self.run_action(action)
        await self.identify(action.command, action.game)
        try:
            self.request = replace(self.request, invocation=action.invocation_to_show_page_of_form())
        except CommandError as error:
            return refuse(error, self.request.words)
        turns = () if action.opens_keypad else self.turns_on_pressed_board()
        is_guess = action.prompts_for != "feedback"
        form = await self.dispatcher.guess_form(self.request, turns) if is_guess else GuessFormContent()
        if isinstance(form, Reply):
            return form
        await self.open_guess_form(action, form)
        return None

    async def run_action(self, action: ButtonAction, entered: str | None = None) -> Reply:
        """Run the command of a button or of a form, with what was entered into its only field."""
        await self.identify(action.command, action.game)
        try:
            invocation = action.invocation_with(entered)
        except CommandError as error:
            return refuse(error, self.request.words)
        return await self.run(invocation)

    async def run(self, invocation: Invocation) -> Reply:
        """Run a command of the caller, who is known."""
        if invocation.command.uses_solver:
            await self.acknowledge()
        self.request = replace(self.request, invocation=invocation)
        return await self.dispatcher.dispatch(self.request)

    async def present(self, reply: Reply) -> None:
        """Open the form that a reply asks for, send its file, or show its board, note and news."""
        if (form := reply.prompt or reply.form) is not None:
            await self.open_form(form)
        elif reply.file is not None and reply.note is not None:
            await self.send_file_privately(reply.note, reply.file)
        else:
            board = reply.board
            if board is None or not reply.tells_end:
                await self.show(reply)
                return
            await self.show(replace(reply, board=replace(board, images=())))  # at once, and then where people see it
            await self.tell_end(board)

    async def announce(self, channel: str, view: View, words: Words) -> MessageKey | None:
        """Post in another channel of the workspace; None if that was not possible."""
        transport = await self.news_transport_to(channel, words)
        if transport is None:
            return None
        try:
            return await transport.send_news(NewsKey(secrets.token_hex(8), NewsKind.ANNOUNCEMENT), None, view)
        except DeliveryError:
            return None

    @abstractmethod
    async def show_card_if_possible(self, key: NewsKey, view: View) -> bool:
        """Post the card of the room with the bot's own token at once; whether that is possible."""

    def turns_on_pressed_board(self) -> Sequence[str]:
        """The turns on the board whose button was pressed, in lines; empty if the event does not tell."""
        return ()

    async def acknowledge(self) -> None:  # noqa: B027  # most platforms need nothing
        """Tell the platform that the reply takes longer, if it has to know."""

    @abstractmethod
    async def identify(self, command: str = "", game: str | None = None) -> None:
        """Find out who asks where in which language, and begin a request without a command.

        Args:
            command: the name of the command that is to be run, for what has to be asked again for it.
            game: the id of the game of the button that was pressed, which may be played in the channel of a thread.
        """

    @abstractmethod
    async def open_guess_form(self, action: ButtonAction, form: GuessFormContent) -> None:
        """Open the form for the guess that a button asks for."""

    @abstractmethod
    async def open_form(self, form: PrivateInputPrompt | Form) -> None:
        """Open a form, or say why that is not possible."""

    @abstractmethod
    async def send_file_privately(self, note: View, file: TextFile) -> None:
        """Send a note and a file to the caller alone."""

    @abstractmethod
    async def show(self, reply: Reply) -> None:
        """Show the board of a reply to everybody, and its note to those it is for."""

    @abstractmethod
    async def tell_end(self, board: View) -> None:
        """Show the board of an ended game to those who have not seen it change."""

    @abstractmethod
    async def news_transport_to(self, channel: str, words: Words) -> Transport | None:
        """What tells news in another channel of the workspace, None if there is no such channel."""


_CHOICE_SECONDS = 3.0
"""How long it may take until a language chosen in another process is used in this one: cached languages are valid as
long as their version in the storage, which is read at most this often."""

_CACHE_SIZE = 10_000


class ReplyLanguages:
    """Finds the languages in which to reply to callers.

    Private replies use the language the caller has chosen, else the one their client is set to. Public replies use
    the one in the settings of the room or its server, else `public_language` if it is set, else the language the
    platform reports for the room, else the one that the workspace used first.

    Args:
        languages: the stored choices.
        public_language: the operator's setting for public replies.
        clock: monotonic seconds.
    """

    def __init__(
        self, languages: Languages, public_language: str | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._languages = languages
        self._public_language = public_language
        self._clock = clock
        self._chosen: LRUCache[PlayerKey, str] = LRUCache(_CACHE_SIZE)
        self._rooms: LRUCache[RoomKey, str] = LRUCache(_CACHE_SIZE)
        self._public: LRUCache[tuple[str, str], str] = LRUCache(_CACHE_SIZE)
        self._state: tuple[int, str | None] = (languages.changes, None)
        self._check_at = clock()

    async def languages(
        self, caller: Caller, locale: str | None, room_locale: str | None = None
    ) -> tuple[Words, Words]:
        """The languages of private and of public replies to a caller.

        Args:
            caller: who asks where.
            locale: what the caller's client is set to, None if unknown.
            room_locale: what the platform reports for the room, None if it reports nothing.
        """
        own, public = locale, self._public_language or room_locale
        room = caller.room if caller.parent is None else caller.settings_room
        workspace = caller.room.platform, caller.room.workspace
        stored = self._languages
        try:
            _, version = self._state
            if self._clock() >= self._check_at:
                version = await stored.version()
                self._check_at = self._clock() + _CHOICE_SECONDS
            if (stored.changes, version) != self._state:
                self._state = stored.changes, version
                for cache in (self._chosen, self._rooms, self._public):
                    cache.clear()
            if (chosen := self._chosen.get(caller.player)) is None:
                chosen = await self._read(self._chosen, caller.player, stored.chosen_personally_by(caller))
            own = chosen or locale
            if (of_room := self._rooms.get(room)) is None:
                of_room = await self._read(self._rooms, room, stored.of_room(room))
            public = of_room or public
            known = self._public.get(workspace)
            if known is None and self._public_language is None and not is_discord_direct_message(caller.room):
                # Also store a language that the platform reports: posts without a request need it.
                first = stored.ensure_workspace_language(caller, words_for(room_locale or own).code)
                known = await self._read(self._public, workspace, first)
            public = public or known
        except StorageError as error:
            log.warning("languages cannot be read: %s", error)  # the command itself reports it to the caller
        except Exception:  # an unknown language must not prevent the reply
            log.exception("languages cannot be read")
        return words_for(own), words_for(public or locale)

    async def _read(self, cache: LRUCache[Key, str], key: Key, read: Awaitable[str | None]) -> str:
        """A language that is not cached yet, empty for none. It is cached, unless a change was noticed meanwhile."""
        before = self._state
        language = await read or ""
        if before == self._state:
            cache[key] = language
        return language
