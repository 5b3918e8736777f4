"""The storage in memory, and its units of work."""

from asyncio import Lock
from types import TracebackType
from typing import Self

from typing_extensions import override

from bot.model.rooms import RoomKey
from bot.services import ports
from tests.fakes.memory.admission import MemoryAdmission
from tests.fakes.memory.conversations import MemoryConversations, MemoryEvents
from tests.fakes.memory.daily import MemoryDailyChains, MemoryDailyGames, MemoryStreakDays, MemorySummaryPlans
from tests.fakes.memory.games import MemoryDueGames, MemoryGames
from tests.fakes.memory.marks import MemoryMarks
from tests.fakes.memory.messages import MemoryMessages, MemoryNews, MemoryPublishedCommands
from tests.fakes.memory.operations import MemoryOperations
from tests.fakes.memory.privacy import MemoryDepartures, MemoryPersonalData
from tests.fakes.memory.processes import MemoryLeases, MemoryLimits, MemoryProfileVersions
from tests.fakes.memory.records import MemoryLeaderboards, MemoryRatings, MemoryResults
from tests.fakes.memory.rooms_and_players import MemoryPlayers, MemoryRooms, MemoryRoomSettings, MemoryWorkspaces
from tests.fakes.memory.stored import Stored


class Memory:
    """The storage, with some content or none; units of work run one after the other."""

    def __init__(self, content: Stored | None = None) -> None:
        self.stored = content.copy() if content else Stored()
        self.lock = Lock()

    def unit(self, access: ports.Access = ports.Access.CHANGE, room: RoomKey | None = None) -> "MemoryUnit":  # noqa: ARG002  # all take turns
        """A new unit of work."""
        return MemoryUnit(self)


class MemoryUnit(ports.UnitOfWork):
    """Works on a copy, which replaces the original when it is committed."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._work = Stored()

    @override
    async def __aenter__(self) -> Self:
        await self._memory.lock.acquire()
        work = self._work = self._memory.stored.copy()
        self.rooms = MemoryRooms(work)
        self.workspaces = MemoryWorkspaces(work)
        self.room_settings = MemoryRoomSettings(work)
        self.players = MemoryPlayers(work)
        self.personal_data = MemoryPersonalData(work)
        self.departures = MemoryDepartures(work)
        self.games = MemoryGames(work)
        self.due_games = MemoryDueGames(work)
        self.results = MemoryResults(work)
        self.ratings = MemoryRatings(work)
        self.marks = MemoryMarks(work)
        self.leaderboards = MemoryLeaderboards(work)
        self.messages = MemoryMessages(work)
        self.news = MemoryNews(work)
        self.published_commands = MemoryPublishedCommands(work)
        self.conversations = MemoryConversations(work)
        self.daily_chains = MemoryDailyChains(work)
        self.daily_games = MemoryDailyGames(work)
        self.streak_days = MemoryStreakDays(work)
        self.summary_plans = MemorySummaryPlans(work)
        self.events = MemoryEvents(work)
        self.leases = MemoryLeases(work)
        self.shared_limits = MemoryLimits(work)
        self.admission = MemoryAdmission(work)
        self.operations = MemoryOperations(work)
        self.profile_versions = MemoryProfileVersions(work)
        return self

    @override
    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._memory.lock.release()

    @override
    async def commit(self) -> None:
        self._memory.stored = self._work.copy()
