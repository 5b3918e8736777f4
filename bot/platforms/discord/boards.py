"""The one message of each game: posted, edited in place, and posted again where it is no more."""

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass
from enum import Enum, auto
from weakref import WeakValueDictionary

import discord

from bot.platforms.discord.interactions import Talk, is_member
from bot.platforms.discord.responder import Answering, Screen, Unanswered
from bot.platforms.discord.retrying import repeated_once
from bot.services.messages import Messages
from bot.services.model import MessageKey

log = logging.getLogger(__name__)

REMEMBERED = 10_000
"""Messages of games kept at hand; the storage knows them all."""

_GONE = (10003, 10008)  # no such channel, no such message
_FORBIDDEN = (50001, 50013)


class Outcome(Enum):
    """What became of a board."""

    SHOWN = auto()
    GONE = auto()  # its message is no more, or out of reach
    FORBIDDEN = auto()  # the bot lacks a permission
    FAILED = auto()  # Discord did not take it


@dataclass(frozen=True, slots=True)
class Board:
    """A board to show.

    Args:
        game: the id of its game.
        screen: what its message is made of.
        meanwhile: what the caller is shown where they wait for something private.
    """

    game: str
    screen: Screen
    meanwhile: Screen


class Boards:
    """Shows boards. Those of one game follow one another, in the order in which they are given."""

    def __init__(self, messages: Messages) -> None:
        self._messages = messages
        self._known: OrderedDict[str, MessageKey] = OrderedDict()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def of(self, game: str) -> MessageKey | None:
        """Where the game's message is, None if it has none."""
        if (known := self._known.get(game)) is not None:
            self._known.move_to_end(game)
            return known
        post = await self._messages.of(game)
        if post is not None:
            self._keep(game, post)
        return post

    async def press(self, answering: Answering, board: Board) -> Outcome:
        """Update the board whose button was pressed; should another message be the game's by now, that one too."""
        async with self._turn(board.game):
            talk, post = answering.talk, await self.of(board.game)
            here = _message_of(talk)
            try:
                await answering.update(board.screen)
            except Unanswered:
                return await self._edit_or_post(answering, board, post or here)
            if here is not None and here != post:
                before = await self._edit(talk, post, board.screen) if post else Outcome.GONE
                if before is Outcome.GONE:
                    await self._remember(board.game, here)
            return Outcome.SHOWN

    async def show(self, answering: Answering, board: Board) -> Outcome:
        """Bring the game's message up to date; post it if there is none or it cannot be reached."""
        async with self._turn(board.game):
            return await self._edit_or_post(answering, board, await self.of(board.game))

    async def move(self, answering: Answering, board: Board) -> Outcome:
        """Post the board as the last message here, in the place of the one there was."""
        async with self._turn(board.game):
            before = await self.of(board.game)
            await self._post(answering, board)
            if before is not None and is_member(answering.talk):
                await self._delete(answering.talk, before)
            return Outcome.SHOWN

    async def begin(self, thread: discord.Thread, game: str, screen: Screen) -> bool:
        """Post the board of a new game in a thread; whether Discord took it."""
        try:
            sent = thread.send(screen.content, view=screen.controls, suppress_embeds=True)
            message = await repeated_once(sent)
        except (discord.HTTPException, OSError) as error:
            log.warning("the board of a new thread was not taken: %s", error)
            return False
        await self._remember(game, MessageKey(str(thread.id), str(message.id)))
        return True

    def _turn(self, game: str) -> asyncio.Lock:
        return self._turns.setdefault(game, asyncio.Lock())

    async def _edit_or_post(self, answering: Answering, board: Board, post: MessageKey | None) -> Outcome:
        outcome = await self._edit(answering.talk, post, board.screen) if post else Outcome.SHOWN
        if post is None or outcome in {Outcome.GONE, Outcome.FORBIDDEN}:
            await self._post(answering, board)
        return outcome

    async def _edit(self, talk: Talk, post: MessageKey, screen: Screen) -> Outcome:
        if not is_member(talk):
            return Outcome.GONE
        try:
            await repeated_once(_partial(talk, post).edit(content=screen.content, view=screen.controls))
        except (discord.HTTPException, OSError) as error:
            return _outcome(error)
        return Outcome.SHOWN

    async def _post(self, answering: Answering, board: Board) -> None:
        message = await answering.post(board.screen, board.meanwhile)
        await self._remember(board.game, MessageKey(str(answering.talk.channel_id), message))

    async def _delete(self, talk: Talk, post: MessageKey) -> None:
        try:
            await repeated_once(_partial(talk, post).delete())
        except (discord.HTTPException, OSError) as error:
            log.info("the message of a game could not be deleted: %s", error)

    async def _remember(self, game: str, post: MessageKey) -> None:
        self._keep(game, post)
        await self._messages.remember(game, post)

    def _keep(self, game: str, post: MessageKey) -> None:
        self._known[game] = post
        self._known.move_to_end(game)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def _message_of(talk: Talk) -> MessageKey | None:
    return MessageKey(str(talk.channel_id), str(talk.message.id)) if talk.message is not None else None


def _partial(talk: Talk, post: MessageKey) -> discord.PartialMessage:
    client: discord.Client = talk.client
    return client.get_partial_messageable(int(post.channel), guild_id=talk.guild_id).get_partial_message(
        int(post.message)
    )


def _outcome(error: discord.HTTPException | OSError) -> Outcome:
    code = error.code if isinstance(error, discord.HTTPException) else 0
    if code in _GONE:
        return Outcome.GONE
    return Outcome.FORBIDDEN if code in _FORBIDDEN else Outcome.FAILED
