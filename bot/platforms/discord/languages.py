"""Which language to speak to somebody."""

import time
from collections import OrderedDict

from bot.services.errors import StorageError
from bot.services.languages import Languages as LanguageService
from bot.services.model import Caller, PlayerKey

MOST = 10_000
SECONDS = 60.0
"""How long a choice is taken to stand; one made in another process counts when this is over."""


class Languages:
    """The languages people have chosen, looked up once a minute for each of them."""

    def __init__(self, languages: LanguageService) -> None:
        self._languages = languages
        self._known: OrderedDict[PlayerKey, tuple[str | None, float]] = OrderedDict()

    async def chosen_by(self, caller: Caller) -> str | None:
        """The language somebody has chosen, None for the platform's or if the storage does not say."""
        language, until = self._known.get(caller.player, (None, 0.0))
        if time.monotonic() < until:
            return language
        try:
            language = await self._languages.chosen_by(caller)
        except StorageError:
            return None  # the command itself will say so
        self._known[caller.player] = language, time.monotonic() + SECONDS
        self._known.move_to_end(caller.player)
        if len(self._known) > MOST:
            self._known.popitem(last=False)
        return language
