"""The languages in which to reply to callers."""

import logging
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from cachetools import TTLCache

from bot.locales import Words, words_for
from bot.model.errors import StorageError
from bot.model.rooms import Caller, PlayerKey, RoomKey
from bot.presenters.phrases import is_direct
from bot.services.settings import Languages

log = logging.getLogger(__name__)

Key = TypeVar("Key")
Value = TypeVar("Value")


_CHOICE_SECONDS = 3.0
"""How long it may take until a language chosen in another process is used in this one."""

_CACHE_SECONDS = 60.0
"""How long the first language of a workspace is remembered. It does not change."""

_CACHE_SIZE = 10_000


class CallerLookup:
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
        self._chosen: TTLCache[PlayerKey, str | None] = TTLCache(_CACHE_SIZE, _CHOICE_SECONDS, clock)
        self._rooms: TTLCache[RoomKey, str | None] = TTLCache(_CACHE_SIZE, _CHOICE_SECONDS, clock)
        self._changes = languages.changes
        self._public: TTLCache[tuple[str, str], str] = TTLCache(_CACHE_SIZE, _CACHE_SECONDS, clock)

    async def languages(
        self, caller: Caller, locale: str | None, room_locale: str | None = None
    ) -> tuple[Words, Words]:
        """The languages of private and of public replies to a caller.

        Args:
            caller: who asks where.
            locale: what the caller's client is set to, None if unknown.
            room_locale: what the platform reports for the room, None if it reports nothing.
        """
        own = locale
        public = self._public_language or room_locale
        if (known := self._known(caller)) is not None:
            chosen, of_room, first = known
            return words_for(chosen or own), words_for(of_room or public or first or locale)
        try:
            own = await self.chosen_by(caller) or locale
            public = await self._of_room(caller) or public
            if self._public_language is None and not is_direct(caller.room):
                # Also store a language that the platform reports: posts without a request need it.
                first = await self._first_in_workspace(caller, room_locale or own)
                public = public or first
        except StorageError as error:
            log.warning("languages cannot be read: %s", error)  # the command itself reports it to the caller
        except Exception:  # an unknown language must not prevent the reply
            log.exception("languages cannot be read")
        return words_for(own), words_for(public or locale)

    def _known(self, caller: Caller) -> tuple[str | None, str | None, str | None] | None:
        """The languages of a caller, their room's settings and their workspace, None if any has to be read."""
        if self._changes != self._languages.changes:
            return None
        room = caller.room if caller.parent is None else caller.settings_room
        try:
            is_fixed = self._public_language is not None
            first = None if is_fixed else self._public[caller.room.platform, caller.room.workspace]
            return self._chosen[caller.player], self._rooms[room], first
        except KeyError:
            return None

    async def chosen_by(self, caller: Caller) -> str | None:
        """The language a caller has chosen, None if none.

        Raises:
            StorageError: it cannot be read.
        """
        self._discard_changes()
        return await _remembered(self._chosen, caller.player, lambda: self._languages.chosen_by(caller))

    async def choose(self, caller: Caller, language: str | None) -> None:
        """Store a caller's choice; None removes it.

        Raises:
            StorageError: it cannot be stored.
        """
        await self._languages.choose(caller, language)

    async def _of_room(self, caller: Caller) -> str | None:
        """The language that the settings of a caller's room say, None if none."""
        self._discard_changes()
        room = caller.settings_room
        return await _remembered(self._rooms, room, lambda: self._languages.of_room(room))

    def _discard_changes(self) -> None:
        """Drop cached values that this process may have changed."""
        if self._changes != self._languages.changes:
            self._changes = self._languages.changes
            self._chosen.clear()
            self._rooms.clear()

    async def _first_in_workspace(self, caller: Caller, own: str | None) -> str:
        async def read() -> str:
            return await self._languages.public(caller, words_for(own).code)

        return await _remembered(self._public, (caller.room.platform, caller.room.workspace), read)


async def _remembered(cache: TTLCache[Key, Value], key: Key, read: Callable[[], Awaitable[Value]]) -> Value:
    """A cached value, read if it is missing. There is one look-up only, because entries can expire at any time."""
    try:
        return cache[key]
    except KeyError:
        value = cache[key] = await read()
        return value
