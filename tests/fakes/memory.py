"""Storage in memory. It passes the same contract tests as the databases."""

from asyncio import Lock
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import astuple, dataclass, field, fields, replace
from datetime import UTC, date, datetime
from types import TracebackType
from typing import Self

from typing_extensions import override

from bot.services import ports, record_ports
from bot.services.admission_ports import AdmissionEntry, AdmissionKey
from bot.services.conversation import Conversation, Conversations
from bot.services.daily_games import DailyChain, DailyGame
from bot.services.due_games import DueGame, DueGames
from bot.services.leaderboards import LeaderboardKey, LeaderboardPage, Order
from bot.services.marks import Marks, is_marked
from bot.services.model import (
    Claim,
    MessageKey,
    OutdatedBoard,
    Player,
    PlayerKey,
    Room,
    RoomKey,
    StoredGame,
)
from bot.services.news_ports import CLAIM_TIME, NewsKey, PendingNews, StoredNews
from bot.services.operations_ports import Announcement
from bot.services.player_records import PlayerRecord
from bot.services.process_ports import Lease, Limit, PublishedCommands
from bot.services.rating_history import PastRating
from bot.services.ratings import RatedGame, Rating
from bot.services.results import Result
from bot.services.room_settings import RoomSettings, SettingChange, StoredRoomSettings, Summary
from bot.services.summary_plans import SummaryPlan
from core.game.codes import Code
from tests.fakes.memory_admission import MemoryAdmission
from tests.fakes.memory_daily import MemoryDailyChains, MemoryDailyGames, MemoryStreakDays, MemorySummaryPlans
from tests.fakes.memory_marks import MemoryMarks
from tests.fakes.memory_operations import MemoryOperations
from tests.fakes.memory_privacy import MemoryDepartures, MemoryPersonalData
from tests.fakes.memory_processes import MemoryLeases, MemoryLimits, MemoryProfileVersions
from tests.fakes.plain_leaderboards import NOBODY, page_of, rating_page_of, record_of, skill_page_of


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
    doubtful_guesses: dict[tuple[str, str], Code] = field(default_factory=dict)
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


class Memory:
    """The storage, with some content or none; units of work run one after the other."""

    def __init__(self, content: Stored | None = None) -> None:
        self.stored = content.copy() if content else Stored()
        self.lock = Lock()

    def unit(self, access: ports.Access = ports.Access.CHANGE) -> "MemoryUnit":  # noqa: ARG002  # every unit can change
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
        self.doubtful_guesses = MemoryDoubtfulGuesses(work)
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


class MemoryRepository:
    """Base of the repositories: they change the copy of their unit of work."""

    def __init__(self, work: Stored) -> None:
        self._work = work


class MemoryRooms(MemoryRepository, ports.Rooms):
    """The rooms by key."""

    @override
    async def find(self, key: RoomKey) -> Room | None:
        return self._work.rooms.get(key)

    @override
    async def by_id(self, room: str) -> Room | None:
        return next((known for known in self._work.rooms.values() if known.id == room), None)

    @override
    async def ensure(self, key: RoomKey, parent: str | None = None) -> Room:
        if parent is not None:
            self._work.parents[key] = parent
        return self._work.rooms.setdefault(key, Room(f"room{len(self._work.rooms)}", key))

    @override
    async def lock(self, room: str) -> None:
        """Units of work run one after the other anyway."""


class MemoryWorkspaces(MemoryRepository, ports.Workspaces):
    """The languages by platform and workspace."""

    @override
    async def language(self, platform: str, workspace: str, first: str) -> str:
        return self._work.workspaces.setdefault((platform, workspace), first)


class MemoryRoomSettings(MemoryRepository, StoredRoomSettings):
    """The settings by room or workspace, and name."""

    @override
    async def of(self, room: RoomKey) -> RoomSettings:
        stored = await self.changes(room)
        return RoomSettings.from_texts({change.name: change.text for change in stored})

    @override
    async def changes(self, room: RoomKey) -> Sequence[SettingChange]:
        keys = {replace(room, channel=channel) for channel in (room.channel, "", self._work.parents.get(room, ""))}
        stored = [change for (key, _), change in self._work.room_settings.items() if key in keys]
        return sorted(stored, key=lambda change: (change.name, change.channel))

    @override
    async def change(self, room: RoomKey, texts: Mapping[str, str | None], player: str, now: datetime) -> None:
        for name, text in texts.items():
            self._work.room_settings.pop((room, name), None)
            if text is not None:
                self._work.room_settings[room, name] = SettingChange(name, text, room.channel, player, now)

    @override
    async def with_summary(self, platform: str) -> Sequence[RoomKey]:
        stored = self._work.room_settings.items()
        rooms = [room for (room, name), change in stored if name == "summary" and change.text != Summary.OFF]
        return sorted((room for room in rooms if room.platform == platform), key=astuple)


class MemoryPlayers(MemoryRepository, ports.Players):
    """The players by key."""

    @override
    async def ensure(self, key: PlayerKey, name: str) -> Player:
        players = self._work.players
        known = players.get(key) or Player(f"player{len(players)}", key, name)
        players[key] = replace(known, name=name)
        return players[key]

    @override
    async def choose_language(self, player: str, language: str | None) -> None:
        self._change(player, language=language)

    @override
    async def choose_warnings(self, player: str, *, warnings: bool) -> None:
        self._change(player, warnings=warnings)

    @override
    async def choose_mentions(self, player: str, *, mentions: bool) -> None:
        self._change(player, mentions=mentions)

    @override
    async def choose_hidden(self, player: str, *, hidden: bool) -> None:
        self._change(player, hidden=hidden)

    @override
    async def introduce(self, player: str) -> None:
        self._change(player, introduced=True)

    def _change(self, player: str, **values: bool | str | None) -> None:
        for key, known in self._work.players.items():
            if known.id == player:
                self._work.players[key] = replace(known, **values)  # type: ignore[arg-type]  # the callers name the fields

    @override
    async def find(self, platform: str, workspace: str, name: str) -> Player | None:
        here = [
            one for key, one in self._work.players.items() if (key.platform, key.workspace) == (platform, workspace)
        ]
        by_user = next((one for one in here if one.key.user == name), None)
        return by_user or next((one for one in here if one.name == name), None)

    @override
    async def by_id(self, ids: Iterable[str]) -> Mapping[str, Player]:
        wanted = set(ids)
        return {one.id: one for one in self._work.players.values() if one.id in wanted}


class MemoryGames(MemoryRepository, ports.Games):
    """The games by id."""

    @override
    async def add(self, game: StoredGame) -> bool:
        if game.id in self._work.games or await self.in_slot(game.room, game.slot):
            return False
        self._work.games[game.id] = game
        return True

    @override
    async def save(self, game: StoredGame) -> None:
        self._work.games[game.id] = game

    @override
    async def in_slot(self, room: str, slot: str) -> StoredGame | None:
        here = (game for game in self._work.games.values() if (game.room, game.slot) == (room, slot))
        return next((game for game in here if game.ended_at is None), None)

    @override
    async def for_player(self, room: str, player: str) -> StoredGame | None:
        return await self.in_slot(room, player) or await self.in_slot(room, "")

    @override
    async def duels_of(self, room: str, player: str) -> Sequence[StoredGame]:
        here = (game for game in self._work.games.values() if game.room == room and game.ended_at is None)
        return [game for game in here if game.slot.startswith("#") and player in game.game.players]

    @override
    async def get(self, room: str, game: str) -> StoredGame | None:
        found = self._work.games.get(game)
        return found if found and found.room == room else None

    @override
    async def by_id(self, game: str) -> StoredGame | None:
        return self._work.games.get(game)

    @override
    async def latest(self, room: str, player: str) -> StoredGame | None:
        return next(iter(self._visible(room, player)), None)

    @override
    async def ended(self, room: str, player: str, most: int) -> Sequence[StoredGame]:
        return [game for game in self._visible(room, player) if game.ended_at is not None][:most]

    @override
    async def running_with(self, player: str, most: int) -> Sequence[StoredGame]:
        running = (game for game in self._work.games.values() if game.ended_at is None)
        return _newest_first(game for game in running if player in {game.game.starter, *game.game.players})[:most]

    def _visible(self, room: str, player: str) -> Sequence[StoredGame]:
        here = (game for game in self._work.games.values() if game.room == room)
        return _newest_first(game for game in here if not game.slot or player in {game.game.starter, *_duelists(game)})


def _duelists(game: StoredGame) -> Sequence[str]:
    return game.game.players if game.slot.startswith("#") else ()


class MemoryDueGames(MemoryRepository, DueGames):
    """The games themselves."""

    @override
    async def due(self, now: datetime, latest: datetime, most: int) -> Sequence[DueGame]:
        rooms = {room.id: room for room in self._work.rooms.values()}
        due = (game for game in self._work.games.values() if game.check_at and not now < game.check_at <= latest)
        first = sorted(due, key=lambda game: game.check_at or now)[:most]
        return [DueGame(rooms[game.room], game.id) for game in first]

    @override
    async def check_later(self, game: str, at: datetime) -> None:
        self._work.games[game] = replace(self._work.games[game], check_at=at)

    @override
    async def mark_reminded(self, game: str) -> None:
        self._work.games[game] = replace(self._work.games[game], reminded=True)

    @override
    async def count_running(self) -> int:
        return sum(game.ended_at is None for game in self._work.games.values())


class MemoryResults(MemoryRepository, record_ports.Results):
    """The results in a list."""

    @override
    async def add(self, results: Iterable[Result]) -> Sequence[Result]:
        added = []
        for result in results:
            if not any((one.game, one.player) == (result.game, result.player) for one in self._work.results):
                self._work.results.append(replace(result, place=None))
                if is_marked(result):
                    self._work.due_marks[result.game, result.player] = result.ended_at
                added.append(result)
        return added

    @override
    async def of(self, player: str) -> Sequence[Result]:
        return [one for one in self._work.results if one.player == player]

    @override
    async def last_game(self, room: str, player: str) -> str | None:
        here = [one for one in self._work.results if (one.room, one.player) == (room, player)]
        return here[-1].game if here else None

    @override
    async def record(self, player: str) -> PlayerRecord:
        return record_of(await self.of(player))

    @override
    async def forget(self, player: str) -> None:
        self._work.results[:] = [
            replace(one, player=NOBODY) if one.player == player else one for one in self._work.results
        ]
        for key in [key for key in self._work.ratings if key[0] == player]:
            del self._work.ratings[key]
        self._work.rated_games[:] = [_without_name(game, player) for game in self._work.rated_games]
        for marked in (self._work.due_marks, self._work.marks):
            for key in [key for key in marked if key[1] == player]:
                del marked[key]


class MemoryRatings(MemoryRepository, record_ports.Ratings):
    """The ratings by player and rules, and the rated games in a list."""

    @override
    async def of(self, player: str) -> Mapping[str, Rating]:
        own = {rules: rating for (who, rules), rating in self._work.ratings.items() if who == player}
        return dict(sorted(own.items(), key=lambda item: (-item[1].games, item[0])))

    @override
    async def under(self, rules: str, players: frozenset[str]) -> Mapping[str, Rating]:
        return {who: rating for (who, under), rating in self._work.ratings.items() if under == rules and who in players}

    @override
    async def past(self, player: str) -> Sequence[PastRating]:
        return [
            PastRating(game.rules, game.ended_at, Rating(one.before.mu, one.before.sigma))
            for game in self._work.rated_games
            for one in game.players
            if one.player == player
        ]

    @override
    async def add(self, game: RatedGame, after: Mapping[str, Rating]) -> None:
        self._work.rated_games.append(_as_stored(game))
        self._save(game.rules, after)

    @override
    async def change(self, game: RatedGame, after: Mapping[str, Rating]) -> None:
        games = self._work.rated_games
        games[:] = [_as_stored(game) if one.id == game.id else one for one in games]
        self._save(game.rules, after)

    @override
    async def last_number(self) -> int:
        return len(self._work.rated_games)

    @override
    async def games(self, after: int, most: int) -> Mapping[int, RatedGame]:
        return dict(list(enumerate(self._work.rated_games, 1))[after : after + most])

    def _save(self, rules: str, after: Mapping[str, Rating]) -> None:
        self._work.ratings |= {(player, rules): rating for player, rating in after.items()}


def _as_stored(game: RatedGame) -> RatedGame:
    """The game with the ratings before it as they were then, without times."""
    before = [(one, one.before.at(game.ended_at)) for one in game.players]
    players = (replace(one, before=Rating(rating.mu, rating.sigma)) for one, rating in before)
    return replace(game, players=tuple(players))


class MemoryLeaderboards(MemoryRepository, record_ports.Leaderboards):
    """Leaderboards of the results in the list."""

    @override
    async def page(
        self, key: LeaderboardKey, order: Order, viewer: str | None, most: int, skip: int = 0
    ) -> LeaderboardPage:
        rooms = self._work.rooms.values()
        settings = MemoryRoomSettings(self._work)
        zones = {room.id: (await settings.of(room.key)).zone for room in rooms}
        if order is Order.RATING:
            return rating_page_of(self._work.rated_games, self._work.ratings, rooms, key, viewer, most, skip, zones)
        if order is Order.SKILL:
            return skill_page_of(self._work.results, self._work.marks, rooms, key, viewer, most, skip, zones)
        return page_of(self._work.results, rooms, key, order, viewer, most, skip, zones)

    @override
    async def prune(self, before: date, most: int) -> int:
        return 0  # nothing is stored that could be removed


class MemoryMessages(MemoryRepository, ports.Messages):
    """The messages by game."""

    @override
    async def get(self, game: str) -> MessageKey | None:
        return self._work.messages.get(game)

    @override
    async def save(self, game: str, message: MessageKey, language: str) -> None:
        self._work.messages[game] = message
        self._work.message_languages[game] = language
        self._work.claims[game] = None

    @override
    async def claim(self, game: str, replaced: MessageKey | None, now: datetime, expired: datetime) -> Claim:
        is_new = game not in self._work.claims
        claimed_at = self._work.claims.get(game)
        is_held = claimed_at is not None and expired <= claimed_at <= now + (now - expired)
        if self._work.messages.get(game) != replaced or is_held:
            return Claim.TAKEN
        self._work.claims[game] = now
        return Claim.NEW if is_new or (replaced is not None and claimed_at is None) else Claim.RENEWED

    @override
    async def release(self, game: str) -> None:
        self._work.claims[game] = datetime.fromtimestamp(0, UTC)

    @override
    async def shown(self, revisions: Mapping[str, int], settled: Collection[str] = ()) -> Mapping[str, int]:
        for game, revision in revisions.items():
            self._work.shown[game] = max(revision, self._work.shown.get(game, -1))
        return {game: self._work.games[game].revision for game in revisions if game in self._work.games}

    @override
    async def outdated(self, platform: str, most: int) -> Sequence[OutdatedBoard]:
        rooms = {room.id: room.key for room in self._work.rooms.values() if room.key.platform == platform}
        return [
            OutdatedBoard(
                game.id,
                rooms[game.room],
                self._work.messages.get(game.id),
                game.revision,
                self._language(game.id, rooms[game.room]),
                game.ended_at,
            )
            for game in sorted(self._work.games.values(), key=lambda game: (game.moved_at or game.started_at, game.id))
            if game.room in rooms and self._work.shown.get(game.id, -1) < game.revision
        ][:most]

    def _language(self, game: str, room: RoomKey) -> str | None:
        return self._work.message_languages.get(game) or self._work.workspaces.get((room.platform, room.workspace))

    @override
    async def abandon(self, game: str) -> None:
        self._work.shown[game] = self._work.games[game].revision

    @override
    async def game_at(self, message: MessageKey) -> str | None:
        return next((game for game, stored in self._work.messages.items() if stored == message), None)

    @override
    async def was_posted(self, game: str) -> bool:
        return game in self._work.claims


class MemoryNews(MemoryRepository, StoredNews):
    """The news by subject."""

    @override
    async def add(self, key: NewsKey, room: str, game: str | None, now: datetime) -> None:
        self._work.news[key.subject] = (key, room, game, now)
        self._work.news_claims.pop(key, None)

    @override
    async def withdraw(self, subject: str) -> None:
        self._work.news.pop(subject, None)

    @override
    async def claim(self, key: NewsKey, now: datetime, expired: datetime) -> Claim:
        if self._work.news.get(key.subject, (None,))[0] != key or not self._is_free(key, now, expired):
            return Claim.TAKEN
        claim = Claim.RENEWED if key in self._work.news_claims else Claim.NEW
        self._work.news_claims[key] = now
        return claim

    @override
    async def remove(self, key: NewsKey) -> None:
        if self._work.news.get(key.subject, (None,))[0] == key:
            del self._work.news[key.subject]

    @override
    async def pending(
        self, platform: str, now: datetime, expired: datetime, stored_after: datetime, most: int
    ) -> Sequence[PendingNews]:
        rooms = {room.id: room.key for room in self._work.rooms.values() if room.key.platform == platform}
        return [
            PendingNews(key, game, rooms[room], self._work.messages.get(game or ""), self._language(game, rooms[room]))
            for key, room, game, stored_at in sorted(self._work.news.values(), key=lambda each: each[3])
            if room in rooms and stored_at > stored_after and self._is_free(key, now, expired)
            if game is None or game in self._work.messages
        ][:most]

    def _is_free(self, key: NewsKey, now: datetime, expired: datetime) -> bool:
        claimed_at = self._work.news_claims.get(key)
        return claimed_at is None or not expired <= claimed_at <= now + CLAIM_TIME

    def _language(self, game: str | None, room: RoomKey) -> str | None:
        return self._work.message_languages.get(game or "") or self._work.workspaces.get(
            (room.platform, room.workspace)
        )

    @override
    async def prune(self, before: datetime, most: int) -> int:
        old = [key.subject for key, _, _, stored_at in self._work.news.values() if stored_at < before][:most]
        for subject in old:
            del self._work.news[subject]
        return len(old)


class MemoryPublishedCommands(MemoryRepository, PublishedCommands):
    """The digests by application."""

    @override
    async def get(self, application: str) -> str | None:
        return self._work.published_commands.get(application)

    @override
    async def save(self, application: str, digest: str) -> None:
        self._work.published_commands[application] = digest


class MemoryDoubtfulGuesses(MemoryRepository, ports.DoubtfulGuesses):
    """The guesses that players were asked about by game and player."""

    @override
    async def get(self, game: str, player: str) -> Code | None:
        return self._work.doubtful_guesses.get((game, player))

    @override
    async def save(self, game: str, player: str, guess: Code) -> None:
        self._work.doubtful_guesses[game, player] = guess

    @override
    async def remove(self, game: str, player: str) -> None:
        self._work.doubtful_guesses.pop((game, player), None)


class MemoryConversations(MemoryRepository, Conversations):
    """The conversations by room and player."""

    @override
    async def get(self, room: str, player: str) -> Conversation | None:
        return self._work.conversations.get((room, player))

    @override
    async def save(self, conversation: Conversation) -> None:
        self._work.conversations[conversation.room, conversation.player] = conversation

    @override
    async def prune(self, now: datetime, most: int) -> int:
        old = [key for key, each in self._work.conversations.items() if each.expires_at <= now][:most]
        for key in old:
            del self._work.conversations[key]
        return len(old)


class MemoryEvents(MemoryRepository, ports.Events):
    """The ids of handled events."""

    @override
    async def claim(self, event: str, now: datetime) -> bool:
        new = event not in self._work.events
        self._work.events.setdefault(event, now)
        return new

    @override
    async def prune(self, before: datetime, most: int) -> int:
        old = sorted((at, event) for event, at in self._work.events.items() if at < before)[:most]
        for _, event in old:
            del self._work.events[event]
        return len(old)


def _without_name(game: RatedGame, player: str) -> RatedGame:
    players = (replace(one, player=None) if one.player == player else one for one in game.players)
    return replace(game, players=tuple(players))


def _newest_first(games: Iterable[StoredGame]) -> Sequence[StoredGame]:
    return list(games)[::-1]  # they are stored in the order of their beginning
