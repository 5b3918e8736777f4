"""The services as one object, which the platforms use."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from bot.model.observer import SILENT, Observer
from bot.model.processes import Clock
from bot.persistence.unit_of_work import UnitOfWorkFactory
from bot.services.admission import Admission
from bot.services.analysis import Analysis
from bot.services.background import DueWork, GameCounts, Maintenance, Scheduler
from bot.services.coach import Coach
from bot.services.daily import Daily
from bot.services.games.duels import Duels
from bot.services.games.hosting import Hosting
from bot.services.games.moves import Expiry
from bot.services.games.opponent import Opponent
from bot.services.games.races import Races
from bot.services.games.referee import Referee
from bot.services.messages import Messages, News, TurnNotices
from bot.services.operations import Operations
from bot.services.privacy import BotWorkspaces, FormerGames, LeftWorkspaces, Privacy, UnfinishedDeletions
from bot.services.processes import Leases, ProfileVersions, PublishedCommands, SharedLimits
from bot.services.randomness import RandomSource
from bot.services.ratings import Marking
from bot.services.records import Records
from bot.services.settings import Administration, Languages, Preferences
from bot.services.solver import Solver
from bot.services.summaries import Summaries, VoidDays


@dataclass(frozen=True, slots=True)
class Services:
    """All services, and the observer to which their callers report."""

    referee: Referee
    opponent: Opponent
    hosting: Hosting
    duels: Duels
    daily: Daily
    races: Races
    void_days: VoidDays
    summaries: Summaries
    coach: Coach
    analysis: Analysis
    records: Records
    messages: Messages
    news: News
    turn_notices: TurnNotices
    languages: Languages
    preferences: Preferences
    administration: Administration
    privacy: Privacy
    bot_workspaces: BotWorkspaces
    published_commands: PublishedCommands
    admission: Admission
    operations: Operations
    scheduler: Scheduler
    observer: Observer
    leases: Leases
    shared_limits: SharedLimits
    profile_versions: ProfileVersions

    @classmethod
    def over(
        cls,
        units: UnitOfWorkFactory,
        clock: Clock,
        random_source: RandomSource,
        solver: Solver,
        observer: Observer = SILENT,
    ) -> Self:
        """Create the services over a storage, a clock, a random source and a solver."""
        admission = Admission(units, clock)
        opponent = Opponent(units, clock, random_source, solver, admission)
        languages = Languages(units, clock)
        summaries = Summaries(units, clock)
        referee = Referee(units, clock, random_source, opponent)
        return cls(
            referee=referee,
            opponent=opponent,
            hosting=Hosting(units, clock, random_source, solver, opponent),
            duels=Duels(units, clock, random_source),
            daily=Daily(units, clock, random_source),
            races=Races(units, clock, random_source),
            void_days=VoidDays(units),
            summaries=summaries,
            coach=Coach(units, clock, solver),
            analysis=Analysis(units, clock, solver, referee),
            records=Records(units, clock),
            messages=Messages(units, clock),
            languages=languages,
            news=News(units, clock),
            turn_notices=TurnNotices(units),
            preferences=Preferences(units, clock),
            administration=Administration(units, clock, languages),
            privacy=Privacy(units, clock),
            bot_workspaces=BotWorkspaces(units, clock),
            published_commands=PublishedCommands(units),
            leases=Leases(units, clock),
            shared_limits=SharedLimits(units, clock),
            profile_versions=ProfileVersions(units, clock),
            admission=admission,
            operations=Operations(units, clock),
            scheduler=Scheduler(
                (summaries, Marking(units, clock, solver), *_maintenance_work(units, clock, observer)),
                is_paused=admission.is_read_only,
            ),
            observer=observer,
        )


def _maintenance_work(units: UnitOfWorkFactory, clock: Clock, observer: Observer) -> Sequence[DueWork]:
    """The scheduled work that removes old rows, ends games and counts them."""
    counts = () if observer is SILENT else (GameCounts(units, observer),)
    return (
        Maintenance(units, clock),
        LeftWorkspaces(units, clock),
        UnfinishedDeletions(units, clock),
        FormerGames(units, clock),
        Expiry(units, clock),
        *counts,
    )
