"""What the storage in memory holds."""

from copy import copy
from dataclasses import dataclass, field, fields
from datetime import date, datetime

from bot.model.admission import AdmissionEntry, AdmissionKey
from bot.model.conversations import Conversation
from bot.model.daily_games import DailyChain, DailyGame
from bot.model.games import StoredGame
from bot.model.marks import Marks
from bot.model.messages import MessageKey
from bot.model.news import NewsKey
from bot.model.operations import Announcement
from bot.model.processes import Lease, Limit
from bot.model.ratings import RatedGame, Rating
from bot.model.results import Result
from bot.model.room_settings import SettingChange
from bot.model.rooms import Player, PlayerKey, Room, RoomKey
from bot.model.summary_plans import SummaryPlan


@dataclass
class Stored:
    """Everything that is stored. All values are frozen, so a copy shares them."""

    rooms: dict[RoomKey, Room] = field(default_factory=dict)
    deletions: dict[str, tuple[str, datetime]] = field(default_factory=dict)
    parents: dict[RoomKey, str] = field(default_factory=dict)
    players: dict[PlayerKey, Player] = field(default_factory=dict)
    games: dict[str, StoredGame] = field(default_factory=dict)
    results: list[Result] = field(default_factory=list)
    ratings: dict[tuple[str, str], Rating] = field(default_factory=dict)
    rated_games: list[RatedGame] = field(default_factory=list)
    due_marks: dict[tuple[str, str], datetime] = field(default_factory=dict)
    marks: dict[tuple[str, str], Marks] = field(default_factory=dict)
    events: dict[str, datetime] = field(default_factory=dict)
    messages: dict[str, MessageKey] = field(default_factory=dict)
    message_languages: dict[str, str] = field(default_factory=dict)
    claims: dict[str, datetime | None] = field(default_factory=dict)
    shown: dict[str, int] = field(default_factory=dict)
    news: dict[str, tuple[NewsKey, str, str | None, datetime]] = field(default_factory=dict)
    news_claims: dict[NewsKey, datetime] = field(default_factory=dict)
    published_commands: dict[str, str] = field(default_factory=dict)
    workspaces: dict[tuple[str, str], str] = field(default_factory=dict)
    room_settings: dict[tuple[RoomKey, str], SettingChange] = field(default_factory=dict)
    bot_workspaces: dict[tuple[str, str], datetime | None] = field(default_factory=dict)
    conversations: dict[tuple[str, str], Conversation] = field(default_factory=dict)
    daily_chains: dict[DailyChain, tuple[tuple[int, str], ...]] = field(default_factory=dict)
    daily_games: dict[tuple[str, date, str], DailyGame] = field(default_factory=dict)
    streak_days: dict[tuple[str, date], None] = field(default_factory=dict)
    void_days: dict[date, None] = field(default_factory=dict)
    summary_plans: dict[str, SummaryPlan] = field(default_factory=dict)
    leases: dict[str, Lease] = field(default_factory=dict)
    shared_limits: dict[str, Limit] = field(default_factory=dict)
    profile_versions: dict[str, tuple[str, datetime]] = field(default_factory=dict)
    admission_entries: dict[AdmissionKey, AdmissionEntry] = field(default_factory=dict)
    admission_switches: dict[str, str] = field(default_factory=dict)
    announcements: dict[str, tuple[Announcement, datetime]] = field(default_factory=dict)

    def copy(self) -> "Stored":
        """The same content, to be changed separately."""
        return Stored(**{each.name: copy(getattr(self, each.name)) for each in fields(self)})


class MemoryRepository:
    """Base of the repositories: they change the copy of their unit of work."""

    def __init__(self, work: Stored) -> None:
        self._work = work
