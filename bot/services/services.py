"""The services as one object, which the platforms use."""

from bot.model.observer import SILENT, Observer
from bot.model.operations import ANY_PACE, Clock, PaceLimits
from bot.persistence.unit_of_work import UnitOfWorkFactory
from bot.services import background
from bot.services.admission import Admission
from bot.services.analysis import Analysis
from bot.services.coach import Coach
from bot.services.daily import Daily
from bot.services.games.duels import Duels
from bot.services.games.hosting import Hosting
from bot.services.games.opponent import OpponentGames
from bot.services.games.referee import Referee
from bot.services.messages import Messages, News, TurnNotices
from bot.services.operations import Operations
from bot.services.privacy import (
    BotWorkspaceRecorder,
    DeletionFinisher,
    FormerGameDeleter,
    LeftWorkspaceDeletion,
    Privacy,
)
from bot.services.processes import Leases, ProfileVersions, PublishedCommands, SharedLimits
from bot.services.records import Records
from bot.services.settings import Languages, PersonalPreferences, SharedSettings
from bot.services.solver import RandomSource, Solver
from bot.services.summaries import Summaries

_BACKGROUND = (
    background.OldRowRemoval,
    LeftWorkspaceDeletion,
    DeletionFinisher,
    FormerGameDeleter,
    background.UnneededCheckPostponer,
    background.GameExpiry,
)
"""Work in the background that needs only the storage and the clock."""


class Services:
    """All services.

    Args:
        units: makes units of work on the storage.
        clock: the clock.
        random_source: draws secrets, ids and nonces.
        solver: answers questions of the opponent and the coach.
        observer: the services and their callers report to it.
        pace: how fast a person may play.
    """

    def __init__(  # noqa: PLR0913  # several services need each of them
        self,
        units: UnitOfWorkFactory,
        clock: Clock,
        random_source: RandomSource,
        solver: Solver,
        observer: Observer = SILENT,
        *,
        pace: PaceLimits = ANY_PACE,
    ) -> None:
        self.admission = Admission(units, clock, pace=pace)
        self.opponent = OpponentGames(units, clock, random_source, solver, self.admission)
        self.languages = Languages(units, clock)
        self.summaries = Summaries(units, clock)
        self.referee = Referee(units, clock, random_source, self.opponent, self.admission)
        self.hosting = Hosting(units, clock, random_source, solver, self.opponent)
        self.duels = Duels(units, clock, random_source)
        self.daily = Daily(units, clock, random_source)
        self.coach = Coach(units, clock, solver)
        self.analysis = Analysis(units, clock, solver, self.referee)
        self.records = Records(units, clock)
        self.messages = Messages(units, clock)
        self.news = News(units, clock)
        self.turn_notices = TurnNotices(units, clock)
        self.preferences = PersonalPreferences(units, clock, self.languages)
        self.shared_settings = SharedSettings(units, clock, self.languages)
        self.privacy = Privacy(units, clock)
        self.bot_workspaces = BotWorkspaceRecorder(units, clock)
        self.published_commands = PublishedCommands(units, clock)
        self.leases = Leases(units, clock)
        self.shared_limits = SharedLimits(units, clock)
        self.profile_versions = ProfileVersions(units, clock)
        self.operations = Operations(units, clock)
        work: list[background.ScheduledWork] = [self.summaries, background.BackgroundGameReview(units, clock, solver)]
        work += [make(units, clock) for make in _BACKGROUND]
        if observer is not SILENT:
            work.append(background.RunningGameCount(units, observer))
        self.scheduler = background.Scheduler(work, is_paused=self.admission.is_read_only)
        self.observer = observer
