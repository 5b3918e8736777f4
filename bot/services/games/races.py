"""Races: creating them, giving the signal, and their time limit."""

from dataclasses import dataclass, replace

from bot.model.errors import NotARace
from bot.model.games import SHARED_SLOT, ShownGame, StoredGame
from bot.model.processes import Clock
from bot.model.rooms import Caller
from bot.persistence.unit_of_work import UnitOfWorkFactory
from bot.services.base import Service
from bot.services.context import CallContext, open_context
from bot.services.games.time_limits import check_at, end_of_time, is_time_up
from bot.services.randomness import RandomSource
from core.game.any_game import AnyGame
from core.game.boards import DEFAULT_TRIES
from core.game.errors import PartOver
from core.game.races import NO_TIME_LIMIT, Race
from core.game.rules import Rules


@dataclass(frozen=True, slots=True)
class RaceTerms:
    """The terms of a race.

    Args:
        rules: rules of the secret.
        tries: number of guesses allowed for each player, 0 for no limit.
        minutes: the time limit in minutes, 0 for none.
        waits_for_signal: whether nobody may guess before the starter gives a signal.
    """

    rules: Rules
    tries: int = DEFAULT_TRIES
    minutes: int = NO_TIME_LIMIT
    waits_for_signal: bool = False


class Races(Service):
    """The use cases of races, except guessing and giving up, which are the referee's."""

    def __init__(self, units: UnitOfWorkFactory, clock: Clock, random_source: RandomSource) -> None:
        super().__init__(units, clock)
        self._random_source = random_source

    async def create(self, caller: Caller, terms: RaceTerms) -> ShownGame:
        """Create a race in the caller's room.

        Raises:
            GameRunning: the caller has a running game of their own here, or the room has a shared one.
        """
        async with open_context(self._units, self._clock, caller) as context:
            if (shown := await context.shown_before(None)) is not None:
                return shown
            race = Race(
                terms.rules,
                self._random_source.code(terms.rules),
                context.player.id,
                tries=terms.tries,
                minutes=terms.minutes,
                is_waiting=terms.waits_for_signal,
            )
            return await context.start_game(race, self._random_source)

    async def start(self, caller: Caller, game: str | None = None) -> ShownGame:
        """Give the signal that starts the race with that id or, without one, the race that runs here.

        Raises:
            NotARace: the game is not a race.
            GameError: the race does not wait for a signal, or the caller may not give it.
        """
        async with open_context(self._units, self._clock, caller) as context:
            if (shown := await context.shown_before(game)) is not None:
                return shown
            stored = await self._race_to_start(context, game)
            after = _require_race(stored.game).start(context.player.id, is_moderator=caller.is_moderator)
            started = replace(stored, game=after, time_ends_at=end_of_time(after, context.now))
            times = replace(stored, time_ends_at=started.time_ends_at, check_at=check_at(started, context.now))
            return await context.save_move(times, after)

    async def _race_to_start(self, context: CallContext, game: str | None) -> StoredGame:
        """The game with that id or, without one, the shared game of the room, else the one that the caller plays."""
        shared = await context.unit.games.in_slot(context.room.id, SHARED_SLOT) if game is None else None
        return shared or await context.running_game(game)


def require_time_left(stored: StoredGame, context: CallContext) -> None:
    """Check that the time limit of a race has not passed. The race may not have been ended yet.

    Raises:
        PartOver: it has passed.
    """
    if is_time_up(stored, context.now):
        raise PartOver


def _require_race(game: AnyGame) -> Race:
    if not isinstance(game, Race):
        raise NotARace
    return game
