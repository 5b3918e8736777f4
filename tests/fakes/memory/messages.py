"""The repositories of messages, news and published commands in memory."""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime

from typing_extensions import override

from bot.model.messages import Claim, MessageKey, OutdatedBoard
from bot.model.news import CLAIM_TIME, NewsKey, PendingNews, StoredNews
from bot.model.processes import StoredPublishedCommands
from bot.model.rooms import RoomKey
from bot.services.messages.message_ports import StoredMessages
from tests.fakes.memory.stored import MemoryRepository


class MemoryMessages(MemoryRepository, StoredMessages):
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


class MemoryPublishedCommands(MemoryRepository, StoredPublishedCommands):
    """The digests by application."""

    @override
    async def get(self, application: str) -> str | None:
        return self._work.published_commands.get(application)

    @override
    async def save(self, application: str, digest: str) -> None:
        self._work.published_commands[application] = digest
