"""The caller, room and unit of work of a use case, with what all use cases do: find, view and store games."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto

from msgspec import Struct
from msgspec.structs import replace

from bot.model.errors import GameRunning, NoGameHere, NoSuchGame, NoSuchPlayer, SeveralDuels, TurnTaken
from bot.model.games import LONG_SLOT, SHARED_SLOT, ShownGame, StoredGame
from bot.model.names import player_name
from bot.model.operations import Clock
from bot.model.results import results_of
from bot.model.rooms import Caller, Player, PlayerKey, Room, RoomKey
from bot.persistence.unit_of_work import Access, UnitOfWork, UnitOfWorkFactory
from bot.services.games.moves import SHARED_ALONE, is_stuck, last_move_at, store_move, turn_time_limit, with_time_limits
from bot.services.solver import RandomSource
from core.game.any_game import AnyGame
from core.game.commitment import digest
from core.game.rated import why_unrated
from core.game.sides import UnratedReason

ID_LETTERS = (5, 5, *range(6, 17))
"""The number of letters of a game's id, at each attempt to find a free one. There are 28 million ids of 5 letters."""

SPECTATOR = "?"
"""No player's id; `seen_by(SPECTATOR)` is what everybody may see."""


BEST_OF = 10
"""The least number of games before one that is called the best."""

LATE_AFTER = timedelta(seconds=30)
"""How long after it was sent an event is late. A platform's clock may differ by that much (`MAX_CLOCK_ERROR`)."""


class Intent(Enum):
    """What a caller wants to do, which decides the game that they mean."""

    ANY = auto()
    GUESS = auto()
    """Guess or get a hint. An open challenge does not take precedence over the shared game."""
    SECRET = auto()
    """Hide a secret in a challenge."""
    DRAW = auto()
    """Offer a draw or claim the game, in a duel between people that has started."""


class CallContext(Struct, frozen=True):
    """One caller in one room, within one unit of work.

    Args:
        unit: the unit of work.
        room: the caller's room.
        player: the caller.
        event: the id of the event that caused the call.
        now: the time of the call.
        sent_at: when the caller sent what may be delivered late, None otherwise.
    """

    unit: UnitOfWork
    room: Room
    player: Player
    event: str
    now: datetime
    sent_at: datetime | None = None

    @property
    def is_event_late(self) -> bool:
        """Whether the event was delivered late, so that the caller may not have meant the present turn."""
        return self.sent_at is not None and self.now - self.sent_at > LATE_AFTER

    async def claim_event(self) -> bool:
        """Claim the event; returns False if it was delivered before and has been handled."""
        return await self.unit.events.claim(self.event, self.now)

    async def claim_or_replay(self, game: str | None) -> ShownGame | None:
        """The game to show if the event was delivered before and has been handled; None if it is new, and claimed."""
        if await self.unit.events.claim(self.event, self.now):
            return None
        return await self.view_for_caller(await self.running_or_last_game(game))

    async def start_game(self, game: AnyGame, random_source: RandomSource) -> ShownGame:
        """Store a new game and commit.

        Raises:
            GameRunning: the game's slot is taken, or the caller has a running game of their own in this room. Guesses
                go to one's own game first, so the new game could not be reached.
        """
        await self.require_free(self.player.id)
        stored = await self._add_game(game, random_source)
        view = await self.view_for_caller(stored)
        await self.unit.commit()
        return view

    async def require_free(self, slot: str) -> None:
        """Check that a game can be started in a slot: `SHARED_SLOT`, or a player's id.

        Raises:
            GameRunning: one runs there.
        """
        running = await self.unit.games.in_slot(self.room.id, slot)
        if running is not None and not await self._may_start_beside(running):
            raise self._is_running(running)

    async def _may_start_beside(self, stored: StoredGame) -> bool:
        """Whether the caller may start a second shared game, because others have played this one for so long."""
        takes_part = self.player.id in {stored.game.starter, *stored.game.players}
        if stored.slot != SHARED_SLOT or takes_part or self.now - stored.started_at < SHARED_ALONE:
            return False
        return await self.unit.games.in_slot(self.room.id, LONG_SLOT) is None

    def _is_running(self, stored: StoredGame) -> GameRunning:
        """The refusal to start a game in the slot of another one."""
        game, is_own = stored.game, bool(stored.slot)
        left = None if is_own else game.board(self.player.id).tries_left
        return GameRunning(stored.id, is_own, is_stuck(stored, self.now), game.rules, left)

    async def running_game(self, game: str | None, intent: Intent = Intent.ANY) -> StoredGame:
        """The game to make a move in: the one with that id, else the caller's own, a duel of theirs or a shared one.

        Of several duels it is the one that waits for the caller to do what `intent` says. A game found by its id may
        have ended.

        Raises:
            NoSuchGame: no game of this room has that id.
            NoGameHere: no game runs here.
            SeveralDuels: several duels wait for the caller, or none of several does and there is no shared game.
            TurnTaken: the event was delivered late, and the game was started or changed after it was sent.
        """
        stored = await self._find(game, intent)
        if stored is not None:
            if self.sent_at is not None and self.is_event_late and last_move_at(stored) > self.sent_at:
                raise TurnTaken
            return stored
        if duels := await self.unit.games.duels_of(self.room.id, self.player.id):
            raise SeveralDuels(tuple(duel.id for duel in duels))
        ended = await self.unit.games.latest(self.room.id, self.player.id)
        raise NoGameHere(ended.id if ended else None)

    async def running_or_last_game(self, game: str | None) -> StoredGame:
        """The game to show: the one that `running_game` finds or, if none runs, the last game of the room.

        Raises:
            NoSuchGame: no game of this room has that id.
            NoGameHere: no game was ever started here.
        """
        stored = await self._find(game) or await self.unit.games.latest(self.room.id, self.player.id)
        if stored is None:
            raise NoGameHere
        return stored

    async def make_move(self, game: str | None, intent: Intent, move: Callable[[AnyGame], AnyGame]) -> ShownGame:
        """Make a move in the game that `running_game` finds, and commit, unless the event was handled before."""
        if (shown := await self.claim_or_replay(game)) is not None:
            return shown
        stored = await self.running_game(game, intent)
        return await self.save_move(stored, move(stored.game))

    async def own_running_games(self) -> list[StoredGame]:
        """The running games of this room that the caller plays alone, hosts or plays as a duel."""
        slots = [await self.unit.games.in_slot(self.room.id, slot) for slot in (self.player.id, SHARED_SLOT, LONG_SLOT)]
        alone_or_hosted = [
            stored
            for stored in slots
            if stored is not None and (stored.game.is_played_alone or stored.game.is_host(self.player.id))
        ]
        return [*alone_or_hosted, *await self.unit.games.duels_of(self.room.id, self.player.id)]

    async def record_feedback_explained(self) -> bool:
        """Record, without committing, that feedback is explained to the caller; returns False if it was before."""
        if self.player.introduced:
            return False
        await self.unit.players.record_feedback_explained(self.player.id)
        return True

    async def save_move(self, stored: StoredGame, game: AnyGame, *, is_vote: bool = False) -> ShownGame:
        """Store the game after a move or vote, with its results if that ended it, and commit.

        The view is made before the commit, so that nothing can fail between the commit and the reply.
        """
        after = await store_move(self.unit, stored, game, self.now, is_vote=is_vote)
        view = await shown_game(self.unit, after, self.room.key, self.player, self.now)
        await self.unit.commit()
        return view

    async def view_for_caller(self, stored: StoredGame) -> ShownGame:
        """The game as the caller may see it."""
        return await shown_game(self.unit, stored, self.room.key, self.player, self.now)

    async def _add_game(self, game: AnyGame, random_source: RandomSource) -> StoredGame:
        """Store a game with a free id, which is longer if the first ids drawn are taken."""
        nonce = random_source.nonce()
        for letters in ID_LETTERS:
            stored = StoredGame(random_source.game_id(letters), self.room.id, game, nonce, self.now)
            stored = await with_time_limits(self.unit, self.room, stored, self.now)
            if await self.unit.games.add(stored):
                return stored
            occupant = await self.unit.games.in_slot(self.room.id, stored.slot)
            if occupant is None:
                continue
            if not await self._may_start_beside(occupant):
                raise self._is_running(occupant)
            await self.unit.games.update(replace(occupant, is_beside=True))
        raise RuntimeError(self.room.id)

    async def _find(self, game: str | None, intent: Intent = Intent.ANY) -> StoredGame | None:
        if game is not None:
            stored = await self.unit.games.get(self.room.id, game)
            if stored is None:
                raise NoSuchGame(game)
            return stored
        own, has_duels = await self.unit.games.for_player(self.room.id, self.player.id)
        if not has_duels or (own is not None and own.game.is_played_alone and intent in {Intent.ANY, Intent.GUESS}):
            return own
        duel = await self._duel(intent)
        if own is not None and duel is not None and intent is Intent.GUESS and not duel.game.has_begun:
            return own
        return duel or own

    async def _duel(self, intent: Intent) -> StoredGame | None:
        """The duel that waits for the caller or, without one, their only duel.

        Raises:
            SeveralDuels: several wait for them.
        """
        duels = await self.unit.games.duels_of(self.room.id, self.player.id)
        waiting = [stored for stored in duels if self._waits_for_caller(stored.game, intent)]
        if len(waiting) > 1:
            raise SeveralDuels(tuple(stored.id for stored in waiting))
        found = waiting or duels
        return await self.unit.games.get(self.room.id, found[0].id) if len(found) == 1 else None

    def _waits_for_caller(self, game: AnyGame, intent: Intent) -> bool:
        if not game.has_begun:
            return intent in {Intent.ANY, Intent.SECRET} and game.needs_secret_of(self.player.id)
        return intent is not Intent.SECRET and game.awaited_player == self.player.id


@dataclass(eq=False)
class Service:
    """A group of use cases on the storage.

    Every method raises `StorageError` when the storage fails; then nothing has changed. A method with a `Caller` acts
    for that person in that room; if the caller's event was delivered before, it changes nothing. A method about a game
    raises `NoSuchGame` if no game of the room has the given id and, without an id, `NoGameHere` if there is none.

    Args:
        units: makes units of work.
        clock: the time, which all processes share.
    """

    _units: UnitOfWorkFactory
    _clock: Clock

    @asynccontextmanager
    async def _change(self, access: Access = Access.CHANGE, room: RoomKey | None = None) -> AsyncIterator[UnitOfWork]:
        """Start a unit of work, perhaps in a room, and commit it unless an error ends it."""
        async with self._units(access, room) as unit:
            yield unit
            await unit.commit()

    @asynccontextmanager
    async def _open(self, caller: Caller, other: PlayerKey | None = None) -> AsyncIterator[CallContext]:
        """Start a unit of work for a caller. Their room and player are added if they are new.

        If it is also about another player, both are locked: at the same instant the other may do the same to the
        caller.
        """
        async with self._units(room=caller.room) as unit:
            now = self._clock()
            if other is not None:
                await unit.players.lock({caller.player, other})
            room, player = await unit.rooms.get_or_add_caller(caller, now)
            yield CallContext(unit, room, player, caller.event, now, caller.sent_at)

    @asynccontextmanager
    async def _open_reading(self, caller: Caller) -> AsyncIterator[CallContext | None]:
        """Start a unit of work that only reads, for a caller.

        Yields:
            The context, with the player `SPECTATOR` if the caller is new; None if the room is new.
        """
        async with self._units(Access.READ) as unit:
            room = await unit.rooms.find(caller.room)
            player = await known_player(unit, caller) or Player(
                SPECTATOR, caller.player, player_name(caller.name, caller.player.user)
            )
            yield CallContext(unit, room, player, caller.event, self._clock()) if room else None


async def known_player(unit: UnitOfWork, caller: Caller) -> Player | None:
    """The caller as a stored player, None if they are new."""
    return await unit.players.find_by_key(caller.player, caller.room.workspace)


async def find_named_player(unit: UnitOfWork, caller: Caller, name: str) -> Player:
    """The player of the caller's workspace with that user id or name.

    Raises:
        NoSuchPlayer: there is none.
    """
    player = await unit.players.find_by_name_or_id(caller.room.platform, caller.room.workspace, name)
    if player is None:
        raise NoSuchPlayer(name)
    return player


async def shown_game(
    unit: UnitOfWork, stored: StoredGame, room: RoomKey, viewer: Player | None = None, now: datetime | None = None
) -> ShownGame:
    """A game in a room as a player may see it, or as everybody may; `now` tells whether somebody is late."""
    game, has_ended = stored.game, stored.ended_at is not None
    known = {} if viewer is None else {viewer.id: viewer}
    others = game.named_players - known.keys()
    is_only_named = not has_ended and game.has_begun
    players = known if is_only_named or not others else {**known, **await unit.players.by_id(others, room.workspace)}
    names = {player.id: player.name for player in players.values()}
    if is_only_named and others:  # may be hundreds, for each guess
        names |= await unit.players.names_by_id(others, room.workspace)
    public = game.seen_by(SPECTATOR)
    changed = stored.change_commitment_openings if game.uses else ()
    return ShownGame(
        stored.id,  # positional: CPython 3.11 keeps up to 2,000 tuples of calls with twenty keywords
        public if viewer is None or game.is_same_for_all else game.seen_by(viewer.id),
        public=public,
        viewer=SPECTATOR if viewer is None else viewer.id,
        names=names,
        commitment=game.commitment(stored.id, stored.nonce),
        nonce=stored.nonce if has_ended else None,
        revision=stored.revision,
        has_news=has_ended and stored.end_concerns_others,
        time_ends_at=stored.time_ends_at,
        turn_limit=None if stored.turn_ends_at is None else turn_time_limit(stored),
        turn_ends_at=stored.turn_ends_at,
        is_late=now is not None and stored.turn_ends_at is not None and stored.turn_ends_at <= now,
        turn_time=stored.turn,
        idle=stored.idle,
        unrated=_unrated(stored, players) if has_ended else None,
        changes=tuple(map(digest, changed)),
        change_commitment_openings=changed if has_ended else (),
        is_best=has_ended and await _is_best(unit, stored, players),
        called=None if game.has_begun else await _called(unit, game, players, room),
    )


async def _called(unit: UnitOfWork, game: AnyGame, players: Mapping[str, Player], room: RoomKey) -> str | None:
    """The user id of the person who has yet to accept a challenge, None if nobody has to or may be mentioned."""
    if (called := game.awaited_player) is None or called == game.starter:
        return None
    opponent, settings = players[called], await unit.room_settings.get(room)
    return opponent.key.user if opponent.settings.mentions and settings.mentions else None


def _unrated(stored: StoredGame, players: Mapping[str, Player]) -> UnratedReason | None:
    """Why an ended race or duel is not rated, None if it is."""
    game = stored.game
    winner = players.get(game.winner or "") if game.winner not in game.hinted else None
    is_new = winner is not None and winner.has_new_account(stored.started_at)
    is_between_people = game.has_own_boards and game.level is None
    return why_unrated(game) or (UnratedReason.NEW_ACCOUNT if is_new and is_between_people else None)


async def _is_best(unit: UnitOfWork, stored: StoredGame, players: Mapping[str, Player]) -> bool:
    """Whether a ranked game took fewer guesses than all others of its player, at least `BEST_OF`; not if hidden."""
    winner = players.get(stored.game.winner or "")
    is_ranked = any(
        result.ranked and not result.assisted and result.is_solved_unassisted for result in results_of(stored)
    )
    if winner is None or winner.hidden or not is_ranked:
        return False
    record = (await unit.results.player_record(winner.id)).by_rules.get(str(stored.game.rules))
    if record is None or record.alone.games <= BEST_OF:
        return False
    guesses = len(stored.game.board(winner.id).turns)
    return min(record.alone.distribution.items(), default=None) == (guesses, 1)
