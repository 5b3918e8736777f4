"""Answering one interaction: in time, once, and each thing where only those see it who may."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeVar

import discord
from discord import ui

from bot.platforms.discord.interactions import Talk
from bot.platforms.discord.retrying import repeated_once

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

PATIENCE = 1.0
"""Seconds after which an interaction is acknowledged, if it has not been answered by then; Discord's own are three."""

FIRST_ANSWER_SECONDS = 2.5
"""For the first answer with its repetition; later it would come to nothing."""

_ALREADY_ANSWERED = 40060


class Unanswered(Exception):
    """Discord did not take the answer: it was down, or it was too late for it."""


class TooLate(Exception):
    """A form was to be opened for an interaction that had been acknowledged."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What a message is made of."""

    content: str
    controls: ui.View


class _State(Enum):
    OPEN = auto()
    PLACEHOLDER = auto()  # "thinking", seen only by the caller; the next thing said to them takes its place
    ACKNOWLEDGED = auto()  # nothing to be seen; the message whose button was pressed can be updated
    ANSWERED = auto()


class Answering:
    """One interaction. What it is acknowledged with is always private, so that nothing private can become public.

    Every method raises `Unanswered` if Discord does not take it.
    """

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self._state = _State.OPEN
        self._lock = asyncio.Lock()
        self._late: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def watch(self) -> None:
        """From now on, acknowledge it when `PATIENCE` is over. No form can be opened after that."""
        self._timer = asyncio.get_running_loop().call_later(PATIENCE, self._acknowledge_late)

    @property
    def silent(self) -> bool:
        """Whether the caller has not been shown anything yet."""
        return self._state in {_State.OPEN, _State.PLACEHOLDER}

    async def acknowledge(self) -> None:
        """Tell Discord that the answer takes longer, unless it knows."""
        async with self._lock:
            if self._state is not _State.OPEN:
                return
            on_message = self.talk.message is not None
            await self._first(lambda: self.talk.response.defer(ephemeral=True, thinking=not on_message))
            self._state = _State.ACKNOWLEDGED if on_message else _State.PLACEHOLDER

    async def ask(self, modal: ui.Modal) -> None:
        """Open a form; only the first answer can.

        Raises:
            TooLate: it has been acknowledged.
        """
        async with self._lock:
            if self._state is not _State.OPEN:
                raise TooLate
            await self._first(lambda: self.talk.response.send_modal(modal))
            self._state = _State.ANSWERED

    async def whisper(self, screen: Screen) -> None:
        """Say something to the caller alone."""
        async with self._lock:
            talk, content, view = self.talk, screen.content, screen.controls
            if self._state is _State.OPEN:
                await self._first(
                    lambda: talk.response.send_message(content, view=view, ephemeral=True, suppress_embeds=True)
                )
            elif self._state is _State.PLACEHOLDER:
                await _taken(talk.edit_original_response(content=content, view=view))
            else:
                await _taken(talk.followup.send(content, view=view, ephemeral=True, suppress_embeds=True))
            self._state = _State.ANSWERED

    async def update(self, screen: Screen) -> None:
        """Change the message whose button was pressed."""
        async with self._lock:
            talk, content, view = self.talk, screen.content, screen.controls
            if self._state is _State.OPEN:
                await self._first(lambda: talk.response.edit_message(content=content, view=view))
            else:
                await _taken(talk.edit_original_response(content=content, view=view))
            self._state = _State.ANSWERED

    async def post(self, screen: Screen, meanwhile: Screen) -> str:
        """Say something to everybody; the id of the message comes back.

        `meanwhile` takes the place of a placeholder, which only the caller sees and which stays theirs.
        """
        if self._state is _State.PLACEHOLDER:
            await self.whisper(meanwhile)
        async with self._lock:
            talk, content, view = self.talk, screen.content, screen.controls
            if self._state is not _State.OPEN:
                sent = await _taken(talk.followup.send(content, view=view, wait=True, suppress_embeds=True))
                return str(sent.id)
            answer = await self._first(lambda: talk.response.send_message(content, view=view, suppress_embeds=True))
            self._state = _State.ANSWERED
            message = answer.message_id if answer is not None else (await _taken(talk.original_response())).id
            return str(message)

    async def finish(self) -> None:
        """Stop waiting for an answer."""
        self._rest()
        if self._late is not None:
            await self._late

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _acknowledge_late(self) -> None:
        self._late = asyncio.create_task(self._acknowledge_quietly(), name="hitblow acknowledges")

    async def _acknowledge_quietly(self) -> None:
        try:
            await self.acknowledge()
        except Unanswered:
            log.warning("interaction %s could not be acknowledged", self.talk.id)

    async def _first(self, answer: Callable[[], Awaitable[Answer]]) -> Answer | None:
        """Give the first answer; None if Discord has it already, from a try whose outcome we were not told."""
        self._rest()
        try:
            async with asyncio.timeout(FIRST_ANSWER_SECONDS):
                return await repeated_once(answer())
        except TimeoutError as error:
            raise Unanswered from error
        except (discord.HTTPException, OSError) as error:
            if isinstance(error, discord.HTTPException) and error.code == _ALREADY_ANSWERED:
                return None
            raise Unanswered from error


async def _taken(request: Awaitable[Answer]) -> Answer:
    try:
        return await repeated_once(request)
    except (discord.HTTPException, OSError) as error:
        raise Unanswered from error
