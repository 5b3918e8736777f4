"""Noticing which workspaces have the bot, so that those that have removed it can be forgotten."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.model.errors import StorageError
from bot.services.privacy.privacy import Departures

log = logging.getLogger(__name__)

SECONDS_BETWEEN = 3_600.0


class Presence:
    """Asks the platform every hour which workspaces have the bot, so that removals are noticed after a downtime.

    Args:
        departures: records them.
        platform: key of the platform.
        present: asks for all workspaces that have the bot; None if the platform does not tell now.
    """

    def __init__(
        self, departures: Departures, platform: str, present: Callable[[], Awaitable[set[str] | None]]
    ) -> None:
        self._departures = departures
        self._platform = platform
        self._present = present

    async def run(self) -> None:
        """Run until cancelled."""
        while True:
            await self.note()
            await asyncio.sleep(SECONDS_BETWEEN)

    async def note(self) -> None:
        """Note which workspaces have the bot now; never raises."""
        try:
            workspaces = await self._present()
            if workspaces is not None:
                await self._departures.note_present(self._platform, workspaces)
        except StorageError as error:
            log.warning("storage: %s", error)
        except Exception:
            log.exception("the workspaces of %s could not be noted", self._platform)
