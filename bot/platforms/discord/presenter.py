"""Presenting replies to one Discord interaction."""

from dataclasses import dataclass, replace

from discord import ui

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher
from bot.platforms.common.buttons import Press
from bot.platforms.discord.boards import Board, Boards, Outcome
from bot.platforms.discord.buttons import controls
from bot.platforms.discord.interactions import jump_url
from bot.platforms.discord.modals import ask, ask_secret
from bot.platforms.discord.rendering import content
from bot.platforms.discord.responder import Answering, Screen, TooLate
from bot.platforms.discord.threads import NoThread, open_thread
from bot.presenters.views import Reply, Text, View
from bot.services.model import Caller
from bot.wording import Words

_ASKS_FOR_BOARD = "board"
"""The command by which people ask to see the board where they are now, though it is further up."""


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody at the dispatcher.

    Args:
        dispatcher: that answers.
        boards: where boards are shown.
        answering: the interaction.
        caller: who it is.
        words: theirs.
        public: everybody's here.
    """

    dispatcher: Dispatcher
    boards: Boards
    answering: Answering
    caller: Caller
    words: Words
    public: Words

    async def press(self, press: Press) -> None:
        """Have a button answered, or open the form for what it asks for first; raises as `deal`."""
        if press.asks is not None:
            await self._ask(ask(press, self.words))
        else:
            await self.deal(press.invocation())

    async def submit(self, press: Press, told: str) -> None:
        """Have a form answered; raises as `deal`."""
        await self.deal(press.invocation(told))

    async def deal(self, invocation: Invocation) -> None:
        """Have a command answered, and show the answer.

        Raises:
            CommandError: what was pressed is no such command any more.
            Unanswered: Discord did not take it; the game stands as it was answered.
        """
        if invocation.command.thinks:
            await self.answering.acknowledge()
        reply = await self.dispatcher.dispatch(self.caller, invocation, self.words, self.public)
        await self.show(await self._with_board(reply, invocation), invocation)

    async def deal_in_thread(self, invocation: Invocation) -> None:
        """Have a game begun in a thread of its own, which is then its room.

        Raises:
            RulesError: there are no such rules; no thread has been opened for them.
            Unanswered: Discord did not take it.
        """
        invocation.rules()
        await self.answering.acknowledge()
        try:
            thread = await open_thread(self.answering.talk, self.public.thread_name(self.caller.name))
        except NoThread:
            await self._say(self.words.thread_forbidden())
            return
        there = replace(self.caller, room=replace(self.caller.room, channel=str(thread.id)))
        view = (await self.dispatcher.dispatch(there, invocation, self.words, self.public)).board
        shown = view is not None and await self.boards.begin(thread, view.game or "", self._screen(view, self.public))
        sentence = self.words.on_the_board() if shown else self.words.board_not_taken()
        screen = self._plain(sentence)
        await self.answering.whisper(replace(screen, content=f"{screen.content}\n{thread.jump_url}"))

    async def show(self, reply: Reply, invocation: Invocation | None = None) -> None:
        """Show an answer to whom it is for.

        Raises:
            Unanswered: Discord did not take it.
        """
        if reply.prompt is not None:
            await self._ask(ask_secret(reply.prompt, self.words))
            return
        if reply.board is not None and reply.board.game is not None:
            await self._shown(reply, reply.board, reply.board.game, invocation)
        elif reply.note is not None:
            await self._note(reply.note, reply)
        if self.answering.silent:
            await self.answering.whisper(await self._pointer(reply.board))

    async def _with_board(self, reply: Reply, invocation: Invocation) -> Reply:
        """The reply with the board whose button was pressed, even if it is about something else, or a refusal.

        So every press brings the board up to date, whatever has become of earlier tries to do so.
        """
        if invocation.game is None or self.answering.talk.message is None or reply.board or reply.prompt:
            return reply
        look = Invocation(BY_NAME[_ASKS_FOR_BOARD], game=invocation.game)
        return replace(reply, board=(await self.dispatcher.dispatch(self.caller, look, self.words, self.public)).board)

    async def _shown(self, reply: Reply, view: View, game: str, invocation: Invocation | None) -> None:
        """A board and what is said beside it; an echo is for those who typed, for the board may be far away."""
        pressed = self._is_on_board_of(game, invocation)
        if reply.note is not None and reply.echoes and not pressed:
            await self._note(reply.note, reply)
        await self._board(view, game, invocation)
        if reply.note is not None and not reply.echoes:
            await self._note(reply.note, reply)

    async def _board(self, view: View, game: str, invocation: Invocation | None) -> None:
        board = Board(game, self._screen(view, self.public), self._plain(self.words.on_the_board()))
        if self._is_on_board_of(game, invocation):
            outcome = await self.boards.press(self.answering, board)
        elif invocation is not None and invocation.command.name == _ASKS_FOR_BOARD and invocation.game is None:
            outcome = await self.boards.move(self.answering, board)
        else:
            outcome = await self.boards.show(self.answering, board)
        if outcome is Outcome.FORBIDDEN:
            await self._say(self.words.board_forbidden())
        elif outcome is Outcome.FAILED:
            await self._say(self.words.board_not_taken())

    def _is_on_board_of(self, game: str, invocation: Invocation | None) -> bool:
        return invocation is not None and invocation.game == game and self.answering.talk.message is not None

    async def _ask(self, modal: ui.Modal) -> None:
        try:
            await self.answering.ask(modal)
        except TooLate:
            await self._say(self.words.form_not_opened())

    async def _note(self, view: View, reply: Reply) -> None:
        """A note with buttons is a conversation, which goes on in the private message it is held in."""
        screen = self._screen(view, self.words if reply.private else self.public)
        message = self.answering.talk.message
        if not reply.private:
            await self.answering.post(screen, self._plain(self.words.on_the_board()))
        elif view.buttons and reply.board is None and message is not None and message.flags.ephemeral:
            await self.answering.update(screen)
        else:
            await self.answering.whisper(screen)

    async def _say(self, sentence: str) -> None:
        await self.answering.whisper(self._plain(sentence))

    async def _pointer(self, board: View | None) -> Screen:
        """That the board shows what was asked for, with the way there."""
        post = await self.boards.of(board.game) if board is not None and board.game is not None else None
        where = f"\n{jump_url(self.answering.talk, post.message)}" if post is not None else ""
        plain = self._plain(self.words.on_the_board())
        return Screen(plain.content + where, plain.controls)

    def _plain(self, sentence: str) -> Screen:
        return self._screen(View((Text(sentence),)), self.words)

    def _screen(self, view: View, words: Words) -> Screen:
        return Screen(content(view), controls(view, words.choose_answer()))
