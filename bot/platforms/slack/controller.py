"""From something that somebody did on Slack to what they see: the dispatcher's reply, given its place."""

import asyncio
import logging
from collections.abc import Awaitable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from slack_sdk.errors import SlackApiError

from bot.commands.catalogue import BY_NAME
from bot.commands.errors import CommandError
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher, fail, refuse
from bot.platforms.common.buttons import Press
from bot.platforms.slack.boards import Boards, Shown
from bot.platforms.slack.messenger import FAILURES, Notes
from bot.platforms.slack.modals import asking, prompting
from bot.platforms.slack.profiles import Guest, People
from bot.platforms.slack.requests import Origin
from bot.platforms.slack.typed import is_attempt, move_in, tells_secret
from bot.presenters.views import Panel, Reply, View
from bot.services.errors import StorageError
from bot.services.messages import Messages
from bot.services.model import MessageKey
from bot.wording import Words

if TYPE_CHECKING:
    from collections.abc import Coroutine

log = logging.getLogger(__name__)

_HELP, _BOARD = "help", "board"


class Answering:
    """Answers what people do."""

    def __init__(
        self, dispatcher: Dispatcher, messages: Messages, people: People, boards: Boards, notes: Notes
    ) -> None:
        self._dispatcher = dispatcher
        self._messages = messages
        self._people = people
        self._boards = boards
        self._notes = notes

    async def safely(self, origin: Origin, work: Awaitable[None]) -> None:
        """Do something and, should it fail in a way nobody thought of, say so with the reference it is logged by."""
        try:
            await work
        except Exception as error:  # noqa: BLE001  # the last resort: nobody is left without an answer
            guest = await self._people.guest(origin)
            await self.deliver(origin, guest, fail(error, guest.words))

    async def line(self, origin: Origin, text: str) -> None:
        """Answer a slash command, or a line typed to the bot alone; an empty one is a question for help."""
        guest = await self._people.guest(origin)
        if tells_secret(text):
            await self._notes.say(origin, guest.words.secret_typed("/hitblow versus"))
            return
        reply = await self._dispatcher.dispatch_line(guest.caller, text or _HELP, guest.words, guest.public) or Reply()
        if text.lower() == _BOARD:
            reply = replace(reply, note=reply.board or reply.note)  # the message may have moved far up
        await self.deliver(origin, guest, reply)

    async def press(self, origin: Origin, press: Press) -> None:
        """Answer a button that does something."""
        guest = await self._people.guest(origin)
        await self.deliver(origin, guest, await self._pressed(guest, press))

    async def ask(self, origin: Origin, press: Press) -> None:
        """Open the form of a button that asks for something first."""
        guest = await self._people.guest(origin)
        await self._open(origin, guest.words, asking(press, origin.channel, guest.words))

    async def told(self, origin: Origin, press: Press, typed: str) -> tuple[Guest, Reply]:
        """Have what was told in a form answered; nothing is shown yet."""
        guest = await self._people.guest(origin)
        return guest, await self._pressed(guest, press, typed)

    async def thread(self, origin: Origin, text: str) -> bool:
        """Answer a guess or an answer typed as a reply to a board; False if it was typed elsewhere."""
        if origin.thread is None:
            return False
        try:
            game = await self._messages.game_at(MessageKey(origin.channel, origin.thread))
        except StorageError as error:
            if is_attempt(text):
                guest = await self._people.guest(origin)
                await self.deliver(origin, guest, refuse(error, guest.words))
            return True
        if game is not None and (move := move_in(text, game)):  # people talk there, too
            await self._move(origin, move, text)
        return game is not None

    async def _move(self, origin: Origin, move: Invocation, text: str) -> None:
        """Make a move typed below a board; what only looked like one goes unanswered."""
        guest = await self._people.guest(origin)
        reply = await self._dispatcher.dispatch(guest.caller, move, guest.words, guest.public)
        if reply.board is not None or reply.failed or is_attempt(text):
            await self.deliver(origin, guest, reply)

    async def deliver(self, origin: Origin, guest: Guest, reply: Reply) -> None:
        """Show a reply: the board to all, the note to whom it is for, both at once."""
        if reply.prompt is not None:
            await self._open(origin, guest.words, prompting(reply.prompt, origin.channel, guest.words))
            return
        showing: list[Coroutine[Any, Any, None]] = []
        if reply.note is not None:
            say = self._notes.whisper if reply.private or not origin.in_channel else self._notes.announce
            showing.append(say(origin, reply.note))
        if reply.board is not None and origin.in_channel:
            showing.append(self._show_board(origin, guest, reply.board))
        await asyncio.gather(*showing)

    async def _pressed(self, guest: Guest, press: Press, typed: str | None = None) -> Reply:
        try:
            invocation = press.invocation(typed)
        except CommandError as error:
            return refuse(error, guest.words)
        return await self._dispatcher.dispatch(guest.caller, invocation, guest.words, guest.public)

    async def _show_board(self, origin: Origin, guest: Guest, board: View) -> None:
        async def look() -> View | None:
            again = Invocation(BY_NAME["board"], game=board.game)
            return (await self._dispatcher.dispatch(guest.caller, again, guest.words, guest.public)).board

        shown = await self._boards.show(origin.client, origin.channel, board, origin.since, look)
        if shown is not Shown.SHOWN:
            await self._notes.say(origin, _why_not(shown, guest.words))

    async def _open(self, origin: Origin, words: Words, modal: dict[str, Any]) -> None:
        try:
            await origin.client.views_open(trigger_id=origin.trigger or "", view=modal)
        except FAILURES as error:
            reason = error.response.get("error") if isinstance(error, SlackApiError) else type(error).__name__
            log.warning("views.open: %s", reason)
            await self._notes.say(origin, words.form_too_late())


def _why_not(shown: Shown, words: Words) -> str:
    if shown is Shown.NOT_A_MEMBER:
        return words.not_a_member()
    return words.no_such_channel() if shown is Shown.NO_SUCH_CHANNEL else words.not_shown()


def sentences(view: View | None) -> str:
    """A view in one piece of plain text, as errors in a form are."""
    blocks = view.blocks if view else ()
    return "\n".join("\n".join(block.lines) if isinstance(block, Panel) else block.text for block in blocks)
