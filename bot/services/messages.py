"""The messages of boards, news, and the notices to players whose turn it is."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from bot.model.games import ShownGame, StoredGame
from bot.model.room_settings import Permission
from bot.model.rooms import (
    CLAIM_TIME,
    NEWS_LIFETIME,
    Caller,
    CardMessageChange,
    MessageKey,
    NewsClaimResult,
    NewsKey,
    NewsKind,
    OutdatedBoard,
    PendingNews,
    Player,
    PostClaimOutcome,
    RoomKey,
    StoredBoard,
    TurnNoticePlacement,
)
from bot.persistence.unit_of_work import Access, UnitOfWork
from bot.services.context import Service, known_player, shown_game
from bot.services.games.moves import next_check_at
from core.game.sides import BOT

CLAIM_SECONDS = 6
"""How long a claim lasts unless it is renewed. After that, another process may claim the message."""

UNREACHABLE_TIME = timedelta(days=1)
"""How long after the end of a game the bot tries to show its board in a channel that it cannot reach."""


class Messages(Service):
    """The use cases of the messages that show games; each game has at most one."""

    async def message_of(self, game: str) -> MessageKey | None:
        """The message that shows a game, None if there is none."""
        async with self._units(Access.READ) as unit:
            return await unit.messages.get(game)

    async def game_at(self, message: MessageKey) -> str | None:
        """The id of the game that a message shows, None if it shows none."""
        async with self._units(Access.READ) as unit:
            return await unit.messages.game_at(message)

    async def claim(self, game: str, replaced: MessageKey | None) -> PostClaimOutcome:
        """Claim to post the message of a game, so that no other process posts one too.

        Args:
            game: the id of the game.
            replaced: the message that no longer exists, None if there was none.
        """
        now = self._clock()
        async with self._change() as unit:
            claim = await unit.messages.claim(game, replaced, now, now - timedelta(seconds=CLAIM_SECONDS))
            if replaced is not None and claim is not PostClaimOutcome.TAKEN:
                await unit.messages.mark_outdated(game)
            return claim

    async def renew_claim(self, game: str, replaced: MessageKey | None) -> None:
        """Renew this process's claim while posting takes long."""
        now = self._clock()
        async with self._change() as unit:
            await unit.messages.claim(game, replaced, now, now)

    async def release_claim(self, game: str) -> None:
        """End a claim after posting has failed."""
        async with self._change() as unit:
            await unit.messages.release_claim(game)

    async def record_posted(self, game: str, message: MessageKey, language: str) -> None:
        """Record the message that shows a game and its language. It replaces the previous one and ends the claim."""
        async with self._change() as unit:
            await unit.messages.save(game, message, language)

    async def record_shown(self, revisions: Mapping[str, int], settled: Collection[str]) -> Mapping[str, StoredBoard]:
        """Record the visible revisions of games; see `MessageRepository.record_shown`."""
        async with self._change() as unit:
            return await unit.messages.record_shown(revisions, settled)

    async def abandon_long_ended_board(self, board: OutdatedBoard) -> bool:
        """Stop trying to show the end of a game.

        Returns:
            False, without changing anything, if the game has not ended or ended less than `UNREACHABLE_TIME` ago.
        """
        if board.ended_at is None or self._clock() < board.ended_at + UNREACHABLE_TIME:
            return False
        async with self._change() as unit:
            await unit.messages.clear_outdated(board.game)
            return True

    async def remove_game_if_unseen(self, game: str) -> bool:
        """Remove a game whose board cannot be posted, so that every running game can be seen.

        Returns:
            False, without changing anything, if its board was posted, somebody has guessed, or no such game runs.
        """
        async with self._change() as unit:
            found = await unit.games.by_id(game)
            stored = await unit.games.get(found.room, game) if found is not None else None  # locks it
            if (
                stored is None
                or stored.ended_at is not None
                or any(player != BOT for board in stored.game.boards for player in board.players_who_guessed)
                or await unit.messages.get(game) is not None
            ):
                return False
            await unit.news.withdraw(game)
            await unit.games.remove(stored)
            return True

    async def outdated(self, platform: str, most: int = 100) -> Sequence[OutdatedBoard]:
        """At most `most` boards whose message shows an older revision than the stored one, the oldest moves first."""
        async with self._units(Access.READ) as unit:
            return await unit.messages.outdated(platform, most)


class News(Service):
    """The use cases of telling news."""

    async def claim(self, key: NewsKey) -> NewsClaimResult:
        """Claim to tell news. The result is also `TAKEN` if it has been told, or replaced by newer news."""
        now = self._clock()
        async with self._change() as unit:
            claim = await unit.news.claim(key, now, now - CLAIM_TIME)
            if claim is PostClaimOutcome.TAKEN:
                return NewsClaimResult(claim)
            plan = await unit.summary_plans.get(key.subject) if key.kind.is_card else None
            notice = await unit.messages.turn_notice(key.subject)
            if notice is not None or key.kind in {NewsKind.TURN, NewsKind.REMINDER}:
                await unit.messages.start_replacing_turn_notice(key.subject)
        if plan is not None:
            may_return = plan.day is not None and plan.posts <= 1
            return NewsClaimResult(
                claim, plan.message, card=CardMessageChange(plan.day, plan.posted_at is not None, may_return)
            )
        may_have_lost = notice is not None and not notice.message
        return NewsClaimResult(claim, None if may_have_lost else notice, may_have_lost)

    async def record_told(
        self, key: NewsKey, message: MessageKey | None = None, day: date | None = None, *, is_silent: bool = False
    ) -> bool:
        """Record that news has been told, or that there is nothing to tell.

        Args:
            key: identifies the news.
            message: the card, or the notice that is to be deleted after the turn. None for a card that cannot be posted
                or edited, so that the room has none for now.
            day: the day of the card.
            is_silent: whether the notice was edited, which notifies nobody.

        Returns:
            False if newer news has replaced it; then a notice is not recorded, and can be deleted. True if another
            process, which took over the claim, has recorded the same message.
        """
        now = self._clock()
        async with self._change() as unit:
            stored = await unit.games.by_id(key.subject) if is_silent else None
            if stored is not None:  # before the news is locked, as moves do
                await unit.due_games.set_next_check(stored.id, next_check_at(stored, now, is_notice_silent=True))
            is_newest = await unit.news.remove_if_not_replaced(key)
            if key.kind.is_card:
                await _record_card(unit, key.subject, message, day, now)
            elif is_newest:
                await unit.messages.save_turn_notice(key.subject, message, is_silent=is_silent)
            else:
                return message == await unit.messages.turn_notice(key.subject)
        return is_newest

    async def pending(self, platform: str, most: int = 100) -> Sequence[PendingNews]:
        """At most `most` pieces of news of a platform that are yet to be told and that no process is telling."""
        now = self._clock()
        async with self._units(Access.READ) as unit:
            return await unit.news.pending(platform, now, now - CLAIM_TIME, now - NEWS_LIFETIME, most)


async def _record_card(
    unit: UnitOfWork, room: str, message: MessageKey | None, day: date | None, now: datetime
) -> None:
    plan = await unit.summary_plans.get(room)
    if plan is not None and message is None and plan.day == day:
        await unit.summary_plans.update(replace(plan, day=None))
    elif plan is not None and message is not None and message != plan.message:
        await unit.summary_plans.update(plan.with_posted_card(day, message, now))


class TurnNotice(Struct, frozen=True):
    """A notice to a player that it is their turn.

    Args:
        player: the player, who is mentioned.
        view: the game as everybody may see it.
        place: where it is told.
    """

    player: Player
    view: ShownGame
    place: TurnNoticePlacement = TurnNoticePlacement.CHANNEL


class RunningGame(Struct, frozen=True):
    """One of a player's running games.

    Args:
        view: the game as the player may see it.
        room: the room where it is played.
        message: the message that shows it, None if it was never posted.
        is_awaited: whether the game waits for the player.
    """

    view: ShownGame
    room: RoomKey
    message: MessageKey | None
    is_awaited: bool


class TurnNotices(Service):
    """The use cases of telling players about their turn."""

    async def notice_for(self, news: PendingNews) -> TurnNotice | None:
        """The notice for news of a turn; None if it is no longer their turn, or mentions are switched off."""
        async with self._units(Access.READ) as unit:
            stored = await unit.games.by_id(news.key.subject)
            if stored is None or stored.waits_for is None:
                return None
            player = (await unit.players.by_id({stored.waits_for}, news.room.workspace)).get(stored.waits_for)
            settings = await unit.room_settings.get(news.room)
            if player is None or not (player.settings.mentions and settings.mentions):
                return None
            may_open = settings.threads is Permission.EVERYONE
            place = TurnNoticePlacement.BOARD_THREAD if may_open else TurnNoticePlacement.CHANNEL
            if await unit.rooms.is_thread(stored.room):
                place = TurnNoticePlacement.SAME_THREAD
            return TurnNotice(player, await shown_game(unit, stored, news.room), place)

    async def caller_outside_thread(self, caller: Caller, game: str) -> Caller:
        """A caller in a thread as if in its channel, if the game whose button they have pressed is played there.

        Notices are told in threads of boards; threads are rooms of their own otherwise.
        """
        async with self._units(Access.READ) as unit:
            stored = await unit.games.by_id(game)
            room = None if stored is None else await unit.rooms.key_of(stored.room)
        channel = caller.settings_room
        return replace(caller, room=channel, parent=None) if room == channel else caller

    async def running_games(self, caller: Caller, most: int = 10) -> list[RunningGame]:
        """The caller's running games in all rooms of the workspace, at most `most`.

        Those that wait for the caller come first; otherwise the newest come first.
        """
        async with self._units(Access.READ) as unit:
            player = await known_player(unit, caller)
            if player is None:
                return []
            running = await unit.games.running_in_workspace(player.id, caller.room, most)
            games = [await _running_game(unit, player, stored) for stored in running]
            return sorted(games, key=lambda game: not game.is_awaited)


async def _running_game(unit: UnitOfWork, player: Player, stored: StoredGame) -> RunningGame:
    room = await unit.rooms.key_of(stored.room)
    view = await shown_game(unit, stored, room, player)
    return RunningGame(view, room, await unit.messages.get(stored.id), stored.game.awaited_player == player.id)
