"""Storage that forgets everything when the process ends, and promises otherwise what `bot.services.ports` does."""

from asyncio import Lock
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from types import TracebackType
from typing import Self

from bot.services.model import Conversation, MessageKey, Player, PlayerKey, Result, Room, RoomKey, StoredGame


@dataclass
class Kept:
    """Everything there is; all values in it are frozen, so its copies share them."""

    rooms: dict[RoomKey, Room] = field(default_factory=dict)
    players: dict[PlayerKey, Player] = field(default_factory=dict)
    games: dict[str, StoredGame] = field(default_factory=dict)
    results: list[Result] = field(default_factory=list)
    events: set[str] = field(default_factory=set)
    messages: dict[str, MessageKey] = field(default_factory=dict)
    published_commands: dict[str, str] = field(default_factory=dict)
    workspaces: dict[tuple[str, str], str] = field(default_factory=dict)
    conversations: dict[tuple[str, str], Conversation] = field(default_factory=dict)

    def copy(self) -> "Kept":
        """Something to work on."""
        return Kept(**{each.name: copy(getattr(self, each.name)) for each in fields(self)})


class Memory:
    """The storage; units of work follow one another."""

    def __init__(self) -> None:
        self.kept = Kept()
        self.turn = Lock()

    def unit(self) -> "MemoryUnit":
        """A new unit of work."""
        return MemoryUnit(self)


class MemoryUnit:
    """Works on a copy, which takes the original's place when it is committed."""

    rooms: "MemoryRooms"
    players: "MemoryPlayers"
    games: "MemoryGames"
    results: "MemoryResults"
    events: "MemoryEvents"
    messages: "MemoryMessages"
    published_commands: "MemoryPublishedCommands"
    workspaces: "MemoryWorkspaces"
    conversations: "MemoryConversations"

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._work = Kept()

    async def __aenter__(self) -> Self:
        await self._memory.turn.acquire()
        work = self._work = self._memory.kept.copy()
        self.rooms, self.players, self.games = MemoryRooms(work), MemoryPlayers(work), MemoryGames(work)
        self.results, self.events = MemoryResults(work), MemoryEvents(work)
        self.published_commands, self.workspaces = MemoryPublishedCommands(work), MemoryWorkspaces(work)
        self.messages, self.conversations = MemoryMessages(work), MemoryConversations(work)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._memory.turn.release()

    async def commit(self) -> None:
        """Keep the changes."""
        self._memory.kept = self._work.copy()


class MemoryRooms:
    """Rooms by key."""

    def __init__(self, work: Kept) -> None:
        self._rooms = work.rooms

    async def ensure(self, key: RoomKey) -> Room:
        """Find or make the room."""
        return self._rooms.setdefault(key, Room(f"room{len(self._rooms)}", key))


class MemoryWorkspaces:
    """Languages by workspace."""

    def __init__(self, work: Kept) -> None:
        self._languages = work.workspaces

    async def language(self, platform: str, workspace: str, first: str) -> str:
        """Find or keep the language."""
        return self._languages.setdefault((platform, workspace), first)


class MemoryPlayers:
    """Players by key."""

    def __init__(self, work: Kept) -> None:
        self._players = work.players

    async def ensure(self, key: PlayerKey, name: str) -> Player:
        """Find or make the player, and keep their name up to date."""
        known = self._players.get(key) or Player(f"player{len(self._players)}", key, name)
        self._players[key] = replace(known, name=name)
        return self._players[key]

    async def choose_language(self, player: str, language: str | None) -> None:
        """Keep the language."""
        for key, known in self._players.items():
            if known.id == player:
                self._players[key] = replace(known, language=language)

    async def find(self, platform: str, workspace: str, name: str) -> Player | None:
        """Look for a user id first, then for a name."""
        by_user = self._players.get(PlayerKey(platform, workspace, name))
        here = (one for one in self._players.values() if (one.key.platform, one.key.workspace) == (platform, workspace))
        return by_user or next((one for one in here if one.name == name), None)

    async def by_id(self, ids: Iterable[str]) -> Mapping[str, Player]:
        """Look several players up."""
        wanted = set(ids)
        return {one.id: one for one in self._players.values() if one.id in wanted}


class MemoryGames:
    """Games by id."""

    def __init__(self, work: Kept) -> None:
        self._games = work.games

    async def add(self, game: StoredGame) -> bool:
        """Keep a new game."""
        if game.id in self._games or await self.running(game.room, game.slot):
            return False
        self._games[game.id] = game
        return True

    async def save(self, game: StoredGame) -> None:
        """Keep the game in the place of what it was."""
        self._games[game.id] = game

    async def playing(self, room: str, player: str) -> StoredGame | None:
        """The player's own running game, or else the shared one."""
        return await self.running(room, player) or await self.running(room, "")

    async def running(self, room: str, slot: str) -> StoredGame | None:
        """Find the one that has not ended."""
        here = (game for game in self._games.values() if (game.room, game.slot) == (room, slot))
        return next((game for game in here if game.ended_at is None), None)

    async def get(self, room: str, game: str) -> StoredGame | None:
        """Find by id."""
        found = self._games.get(game)
        return found if found and found.room == room else None

    async def latest(self, room: str, player: str) -> StoredGame | None:
        """Find the newest."""
        theirs = [game for game in self._games.values() if game.room == room and game.slot in {"", player}]
        return max(theirs, key=lambda game: game.started_at, default=None)

    async def ended(self, room: str, player: str, most: int) -> Sequence[StoredGame]:
        """Look through all."""
        theirs = [game for game in self._games.values() if game.room == room and game.slot in {"", player}]
        over = [game for game in theirs if game.ended_at is not None]
        return sorted(over, key=lambda game: game.started_at, reverse=True)[:most]

    async def of(self, player: str, most: int) -> Sequence[StoredGame]:
        """Look through all."""
        running = (game for game in self._games.values() if game.ended_at is None)
        theirs = [game for game in running if player in {game.game.starter, *game.game.players}]
        return sorted(theirs, key=lambda game: game.started_at, reverse=True)[:most]


class MemoryResults:
    """Results in a list."""

    def __init__(self, work: Kept) -> None:
        self._work = work

    async def add(self, results: Iterable[Result]) -> None:
        """Append them."""
        self._work.results.extend(results)

    async def of(self, player: str) -> Sequence[Result]:
        """Look through all."""
        return _oldest_first(one for one in self._work.results if one.player == player)

    async def within(
        self, platform: str, workspace: str | None, room: str | None, rules: str, since: datetime | None
    ) -> Sequence[Result]:
        """Look through all."""
        rooms = {one.id for one in self._work.rooms.values() if _is_within(one, platform, workspace, room)}
        return _oldest_first(
            one
            for one in self._work.results
            if one.room in rooms and one.rules == rules and one.ranked and (since is None or one.ended_at >= since)
        )


class MemoryPublishedCommands:
    """Digests by application."""

    def __init__(self, work: Kept) -> None:
        self._published = work.published_commands

    async def get(self, application: str) -> str | None:
        """Find the digest."""
        return self._published.get(application)

    async def save(self, application: str, digest: str) -> None:
        """Keep it."""
        self._published[application] = digest


class MemoryMessages:
    """Messages by game."""

    def __init__(self, work: Kept) -> None:
        self._messages = work.messages

    async def get(self, game: str) -> MessageKey | None:
        """Find the message."""
        return self._messages.get(game)

    async def save(self, game: str, message: MessageKey) -> None:
        """Keep it."""
        self._messages[game] = message

    async def game_at(self, message: MessageKey) -> str | None:
        """Look through all."""
        return next((game for game, kept in self._messages.items() if kept == message), None)


class MemoryConversations:
    """Conversations by room and player."""

    def __init__(self, work: Kept) -> None:
        self._conversations = work.conversations

    async def get(self, room: str, player: str) -> Conversation | None:
        """Find it."""
        return self._conversations.get((room, player))

    async def save(self, conversation: Conversation) -> None:
        """Keep it."""
        self._conversations[conversation.room, conversation.player] = conversation


class MemoryEvents:
    """Events in a set."""

    def __init__(self, work: Kept) -> None:
        self._events = work.events

    async def claim(self, event: str, now: datetime) -> bool:  # noqa: ARG002  # when, is of no interest here
        """Add it, unless it is there."""
        new = event not in self._events
        self._events.add(event)
        return new


def _oldest_first(results: Iterable[Result]) -> Sequence[Result]:
    return sorted(results, key=lambda result: result.ended_at)


def _is_within(room: Room, platform: str, workspace: str | None, only: str | None) -> bool:
    return room.key.platform == platform and workspace in {None, room.key.workspace} and only in {None, room.id}
