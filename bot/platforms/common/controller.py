"""The controller: what happens to one event of a chat platform, from the person who caused it to the shown reply."""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from bot.commands.errors import CommandError
from bot.commands.invocation import Invocation
from bot.handlers.daily import GuessForm
from bot.handlers.dispatcher import Dispatcher, refuse, report_fault
from bot.handlers.request import Request
from bot.locales import Words
from bot.model.messages import NewsKey, NewsKind
from bot.platforms.common.delivery import DeliveryError, NewsTransport
from bot.platforms.common.message_queue import MessageQueue
from bot.platforms.common.rendering import ButtonAction
from bot.presenters.views import File, Form, Prompt, Reply, View
from core.errors import CoreError


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

    async def answer(self, work: Awaitable[Reply | None]) -> None:
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
            await self.present(refuse(error, words) if isinstance(error, CoreError) else report_fault(error, words))

    async def press(self, action: ButtonAction) -> Reply | None:
        """Run a button's command, or open the form for the guess that it asks for, if the caller can guess."""
        if action.prompts_for is None:
            return await self.submit(action)
        await self.identify(action.command)
        self.request = self.request.with_invocation(action.look())
        form = await self.dispatcher.guess_form(self.request, self.pressed_turns())
        if isinstance(form, Reply):
            return form
        await self.open_guess_form(action, form)
        return None

    async def submit(self, action: ButtonAction, entered: str | None = None) -> Reply:
        """Run the command of a button or of a form, with what was entered into its only field."""
        await self.identify(action.command)
        try:
            invocation = action.invocation(entered)
        except CommandError as error:
            return refuse(error, self.request.words)
        return await self.run(invocation)

    async def run(self, invocation: Invocation) -> Reply:
        """Run a command of the caller, who is known."""
        if invocation.command.uses_solver:
            await self.acknowledge()
        self.request = self.request.with_invocation(invocation)
        return await self.dispatcher.dispatch(self.request)

    async def present(self, reply: Reply) -> None:
        """Open the form that a reply asks for, send its file, or show its board, note and news."""
        if (form := reply.prompt or reply.form) is not None:
            await self.open_form(form)
        elif reply.file is not None and reply.note is not None:
            await self.send_file(reply.note, reply.file)
        else:
            await self.show(reply)
            if reply.news is not None and reply.board is not None:
                await self.tell_end(reply.board, reply.news)

    async def announce(self, channel: str, view: View, words: Words) -> bool:
        """Post in another channel of the workspace; whether that was possible."""
        transport = await self.transport_to(channel, words)
        if transport is None:
            return False
        try:
            await transport.tell(NewsKey(secrets.token_hex(8), NewsKind.ANNOUNCEMENT), None, view)
        except DeliveryError:
            return False
        return True

    def pressed_turns(self) -> Sequence[str]:
        """The turns on the board whose button was pressed, in lines; empty if the event does not tell."""
        return ()

    async def acknowledge(self) -> None:  # noqa: B027  # most platforms need nothing
        """Tell the platform that the reply takes longer, if it has to know."""

    @abstractmethod
    async def identify(self, command: str = "") -> None:
        """Find out who asks in which language, and begin a request without a command.

        Args:
            command: the name of the command that is to be run, for what has to be asked again for it.
        """

    @abstractmethod
    async def open_guess_form(self, action: ButtonAction, form: GuessForm) -> None:
        """Open the form for the guess that a button asks for."""

    @abstractmethod
    async def open_form(self, form: Prompt | Form) -> None:
        """Open a form, or say why that is not possible."""

    @abstractmethod
    async def send_file(self, note: View, file: File) -> None:
        """Send a note and a file to the caller alone."""

    @abstractmethod
    async def show(self, reply: Reply) -> None:
        """Show the board of a reply to everybody, and its note to those it is for."""

    @abstractmethod
    async def tell_end(self, board: View, news: View) -> None:
        """Tell the end of the game that a board shows."""

    @abstractmethod
    async def transport_to(self, channel: str, words: Words) -> NewsTransport | None:
        """What tells news in another channel of the workspace, None if there is no such channel."""
