"""The controller of the keypad: its keys edit its message at once, and a complete code is a guess like any other."""

from collections.abc import MutableMapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from msgspec.structs import replace
from typing_extensions import override

from bot.handlers.daily import GuessFormContent
from bot.platforms.common.delivery import Board, DeliveryOutcome
from bot.platforms.discord.controller import InteractionController
from bot.platforms.discord.interactions import is_bot_member, read_form, text_form
from bot.platforms.discord.keypad import Pad, pad_message
from bot.presenters import phrases
from bot.presenters.keypad import ControlKey, Keypad
from bot.presenters.views import Block, Button, Footnote, Reply, View, is_question
from core.game.codes import parse_code
from core.game.errors import CodeError


@dataclass(eq=False)
class PadController(InteractionController):
    """Handles one key of a keypad, or the form in which the guess is typed instead."""

    _pad: Pad = field(init=False)
    _shown: MutableMapping[int, Pad] = field(init=False)

    async def press_key(self, key: str, pad: Pad, shown: MutableMapping[int, Pad]) -> Reply | None:
        """Press a key.

        Any key also shows the turns that were made meanwhile, or that the game is over. A guess is only for the turn
        that its button has shown.

        Args:
            key: its name.
            pad: as it was when the key was pressed.
            shown: the pads after the last keys, by the ids of their messages. A key can be pressed before its message
                shows what the one before has changed.
        """
        self._shown, self._pad = shown, shown.get(self._message, pad)
        keypad = self._pad.keypad
        if key == ControlKey.GUESS and keypad.is_complete:
            shown[self._message] = pad.with_keypad(
                keypad.emptied_for_turn(keypad.turn + 1)
            )  # a second press finds no code
            is_repeated = keypad.is_repeated and pad.keypad.is_repeated
            self._pad = pad.with_keypad(replace(keypad, turn=pad.keypad.turn, is_repeated=is_repeated))
            await self.identify("guess", self._pad.opening_action.game)
            return await self.run(self._pad.guess_invocation(keypad.code))
        self._pad = shown[self._message] = self._pad.with_keypad(keypad.press(key))
        await self.identify("guess", self._pad.opening_action.game)
        form = await self._read_form()
        if isinstance(form, Reply):
            await self._show_end(form, form)
            return None
        keypad = shown.get(self._message, self._pad).keypad  # after keys that were pressed meanwhile
        if form.keypad is not None and form.keypad.turn > keypad.turn:
            keypad = replace(keypad, turn=form.keypad.turn, is_repeated=False)
        if key == ControlKey.TYPE:
            title, label = phrases.button_label(pad.words, "guess"), pad.opening_action.field_label(pad.words)
            custom_id = self._pad.with_keypad(keypad).custom_id(key)
            await self._open(text_form(custom_id, title, label, form.turns))
        else:
            await self._show_pad(keypad, form.columns or self.turns_on_pressed_board())
        return None

    async def _read_form(self) -> GuessFormContent | Reply:
        """The turns and the next one, or why the person cannot guess now."""
        return await self.dispatcher.guess_form(
            replace(self.request, invocation=self._pad.opening_action.invocation_to_show_page_of_form())
        )

    async def submit_guess_form(self, pad: Pad, shown: MutableMapping[int, Pad]) -> Reply:
        """Guess what was typed into the form of a pad."""
        self._shown, self._pad, (_, _, entered) = shown, pad, read_form(self.interaction)
        with suppress(CodeError):
            typed = parse_code(entered or "", pad.keypad.rules)
            self._pad = pad.with_keypad(replace(pad.keypad, typed=typed, is_repeated=False))
        await self.identify("guess", self._pad.opening_action.game)
        return await self.run(self._pad.guess_invocation(entered or ""))

    @override
    async def show(self, reply: Reply) -> None:
        """Show what a guess has changed: on the pad, which is then ready for the next one, and on the board."""
        form = await self._read_form()
        if isinstance(form, Reply):
            await self._show_end(reply, form)
        else:
            turn = form.keypad.turn if form.keypad is not None else None  # None if the storage is too slow
            after = _after(self._pad.keypad, turn, reply)
            await self._show_pad(after, form.columns or self.turns_on_pressed_board(), *self._told(reply))
        if reply.board is not None:
            await self._show_public(reply.board)

    async def _show_pad(self, keypad: Keypad, columns: Sequence[str], *notes: Block) -> None:
        pad = self._shown[self._message] = self._pad.with_keypad(keypad)
        await self.responder.edit_message(pad_message(pad, columns, *notes))

    async def _show_end(self, reply: Reply, refused: Reply) -> None:
        """Show the board of a game that has ended. If it is not the player's turn, the pad can be opened again.

        A guess that was refused stays on the pad of a game that goes on.
        """
        words, look = self.request.words, self._pad.opening_action.invocation_to_show_page_of_form()
        own = replace(self.request, public_words=words, invocation=look)
        shown, is_daily = await self.dispatcher.dispatch(own), look.command.name == "daily"
        board = (shown.note if is_daily else shown.board) if shown.is_accepted else None
        told = reply.note.blocks if reply.note is not None else ()
        if board is not None and is_daily:
            view = board
        elif board is not None and not _is_running(board):
            view = View(board.blocks if reply.is_accepted else (*told, *board.blocks))
        elif not reply.is_accepted:
            await self._show_pad(_after(self._pad.keypad, None, reply), self.turns_on_pressed_board(), *told)
            return
        else:
            more = refused.note.blocks if refused.note is not None else ()
            again = Button(words("Keypad"), "guess", prompts_for="code", opens_keypad=True)
            view = View((*told, *more), (again,), look.game)
        self._shown.pop(self._message, None)
        await self.responder.edit_message(self._private(view))

    async def _show_public(self, board: View) -> None:
        delivery = await self.queue.show(Board(board, self.request.public_words), self._transport())
        if delivery not in {DeliveryOutcome.DELIVERED, DeliveryOutcome.OUT_OF_REACH}:
            await self._explain(delivery, board)
        if not is_bot_member(self.interaction):
            await self._tell_turn(board)

    def _told(self, reply: Reply) -> Sequence[Block]:
        """What a reply says beside the turns, which the pad shows."""
        blocks = reply.note.blocks if reply.note is not None else ()
        if reply.note is not None and is_question(reply.note):
            return blocks[-2:]  # the question follows the board of a daily
        if not reply.is_accepted:
            return blocks
        is_stale = reply.board is not None and not is_bot_member(self.interaction)
        stale = self.request.words("I'm not a member here: a press on the board brings it up to date.")
        explained = [block for block in blocks if isinstance(block, Footnote)]
        return (*explained, Footnote(stale)) if is_stale else explained

    @property
    def _message(self) -> int:
        """The id of the pad's message."""
        return self.interaction.message.id if self.interaction.message is not None else 0


def _after(keypad: Keypad, turn: int | None, reply: Reply) -> Keypad:
    """The pad after a guess: empty if it was counted."""
    if reply.note is not None and is_question(reply.note):
        return replace(keypad, is_repeated=True)
    if not reply.is_accepted:
        return replace(keypad, turn=turn or keypad.turn, is_repeated=False)
    return keypad.emptied_for_turn(turn or keypad.turn + 1)


def _is_running(board: View) -> bool:
    return any(button.command == "giveup" for button in board.buttons)
