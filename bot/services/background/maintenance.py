"""Removing rows that are no longer needed, so that the storage does not keep growing."""

from datetime import timedelta

from typing_extensions import override

from bot.model.clock import Clock
from bot.model.news import TOLD_FOR
from bot.persistence.unit_of_work import UnitOfWorkFactory
from bot.services.background.scheduler import DueWork

EVENTS_KEPT = timedelta(days=2)
"""How long to remember that an event was handled. Slack redelivers events for up to a day, Discord within a session."""

LEADERBOARDS_KEPT = timedelta(days=14)
"""How long to keep the sums of a day, week, month or season after its end."""

COORDINATION_KEPT = timedelta(hours=6)
"""How long to keep expired leases, free limits, and versions of profiles, which all caches have dropped by then."""

ANNOUNCEMENTS_KEPT = 2 * TOLD_FOR
"""How long to keep the text of an announcement. It is needed as long as the news about it is told."""

STEP = 500
"""Rows of each kind that are removed in one step, so that nobody waits for long."""


class Maintenance(DueWork):
    """Removes old events, news, announcements, conversations, leases, and sums of leaderboards that nobody sees."""

    name = "removing old rows"
    pause = 3600.0

    def __init__(self, units: UnitOfWorkFactory, clock: Clock) -> None:
        self._units = units
        self._clock = clock

    @override
    async def step(self) -> bool:
        """Remove at most `STEP` old rows of each kind."""
        now = self._clock()
        async with self._units() as unit:
            removed = [
                await unit.events.prune(now - EVENTS_KEPT, STEP),
                await unit.leaderboards.prune((now - LEADERBOARDS_KEPT).date(), STEP),
                await unit.news.prune(now - TOLD_FOR, STEP),
                await unit.operations.prune_announcements(now - ANNOUNCEMENTS_KEPT, STEP),
                await unit.conversations.prune(now, STEP),
                await unit.leases.prune(now - COORDINATION_KEPT, STEP),
                await unit.shared_limits.prune(now - COORDINATION_KEPT, STEP),
                await unit.profile_versions.prune(now - COORDINATION_KEPT, STEP),
            ]
            await unit.commit()
        return max(removed) >= STEP
