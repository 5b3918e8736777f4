"""The door: every interaction comes in here, is dealt with once, and is finished before the program ends."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from bot.commands.catalogue import Command
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher, fail, refuse
from bot.platforms.common.buttons import Press
from bot.platforms.discord.boards import Boards
from bot.platforms.discord.interactions import Talk, caller_of, public_locale
from bot.platforms.discord.languages import Languages
from bot.platforms.discord.modals import submitted
from bot.platforms.discord.presenter import Visit
from bot.platforms.discord.responder import Answering, Unanswered
from bot.services.services import Services
from bot.wording import words_for
from core.errors import CoreError

log = logging.getLogger(__name__)

_SEEN = 10_000
"""Interactions remembered, so that one delivered again is not answered again; that it counts once is the storage's."""


Purpose: TypeAlias = Callable[[Visit], Awaitable[None]]


class Front:
    """Deals with interactions; no method raises."""

    def __init__(self, services: Services) -> None:
        self._languages = Languages(services.languages)
        self._dispatcher = Dispatcher(services)
        self._boards = Boards(services.messages)
        self._seen: OrderedDict[int, None] = OrderedDict()
        self._open = True
        self._inside = 0
        self._empty = asyncio.Event()
        self._empty.set()

    async def close(self) -> None:
        """Take nothing more, and wait until everything that has been taken is finished."""
        self._open = False
        await self._empty.wait()

    async def command(self, talk: Talk, command: Command, given: Mapping[str, str], *, in_thread: bool) -> None:
        """A slash command, whose game may be wanted in a thread of its own."""

        async def purpose(visit: Visit) -> None:
            invocation = Invocation(command, given)
            await (visit.deal_in_thread(invocation) if in_thread else visit.deal(invocation))

        await self._let_in(talk, purpose)

    async def pressed(self, talk: Talk, text: str) -> None:
        """A button, or a choice in a select."""
        await self._let_in(talk, lambda visit: visit.press(Press.decode(text)), opens_form=_opens_form(text))

    async def submitted(self, talk: Talk) -> None:
        """A form."""
        await self._let_in(talk, lambda visit: visit.submit(*submitted(talk)))

    async def _let_in(self, talk: Talk, purpose: Purpose, *, opens_form: bool = False) -> None:
        if talk.id in self._seen or not self._open:
            return
        self._remember(talk.id)
        self._inside += 1
        self._empty.clear()
        try:
            answering = Answering(talk)
            if not opens_form:
                answering.watch()
            await self._serve(answering, purpose)
        except Unanswered as error:
            log.warning("interaction %s: Discord did not take the answer: %s", talk.id, error.__cause__)
        except Exception:
            log.exception("interaction %s could not be answered", talk.id)
        finally:
            self._inside -= 1
            if not self._inside:
                self._empty.set()

    async def _serve(self, answering: Answering, purpose: Purpose) -> None:
        try:
            visit = await self._visit(answering)
            try:
                await purpose(visit)
            except CoreError as error:
                await visit.show(refuse(error, visit.words))
            except Unanswered:
                raise
            except Exception as error:  # noqa: BLE001  # the last resort, as at the dispatcher
                await visit.show(fail(error, visit.words))
        finally:
            await answering.finish()

    async def _visit(self, answering: Answering) -> Visit:
        """Find out who it is and how to speak to them."""
        talk = answering.talk
        caller = caller_of(talk)
        own = await self._languages.chosen_by(caller) or talk.locale.value
        return Visit(
            self._dispatcher, self._boards, answering, caller, words_for(own), words_for(public_locale(talk) or own)
        )

    def _remember(self, interaction: int) -> None:
        self._seen[interaction] = None
        if len(self._seen) > _SEEN:
            self._seen.popitem(last=False)


def _opens_form(press: str) -> bool:
    """Whether a button opens a form, which only the very first answer can."""
    try:
        return Press.decode(press).asks is not None
    except CoreError:
        return False
