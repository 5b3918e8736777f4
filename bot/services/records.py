"""The use cases of records: what players have done, and leaderboards."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.services.context import known_player
from bot.services.errors import NoSuchPlayer
from bot.services.leaderboards import (
    LeaderboardKey,
    LeaderboardPage,
    Order,
    Period,
    Scope,
    Standing,
    Tally,
    place_in,
)
from bot.services.model import Caller, Player
from bot.services.player_records import PlayerRecord
from bot.services.ports import Access, Clock, UnitOfWork, UnitOfWorkFactory
from bot.services.ratings import Rating
from core.game.rules import Rules
from core.solver.book import shipped_book
from core.solver.book_format import Book
from core.solver.errors import BookDamaged

REVIEWABLE = 5
"""Games that are offered for a review."""

PAGE = 10
"""Players of a leaderboard that are shown at once; the one who asked is added to them."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What there is to tell about a player.

    Args:
        name: of the player.
        record: their games.
        ratings: by rules, those with the most games first; as uncertain as they are now.
        optimal: by rules in `record`, the average number of guesses of the best play that is known.
        reviewable: ids of the player's last games in this room that can be reviewed, newest first; empty for others.
    """

    name: str
    record: PlayerRecord
    ratings: Mapping[str, Rating] = field(default_factory=dict)
    optimal: Mapping[str, float] = field(default_factory=dict)
    reviewable: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """One player on a leaderboard.

    Args:
        rank: from 1; players with the same figure share a rank. None for too few games.
        name: None for a player of another workspace.
        you: whether this is the caller.
        average: guesses for each game. So that one lucky game does not lead, `MIN_GAMES` games at the mean of all
            players are added to the player's own.
        tally: of the games counted.
        rating: on a leaderboard by rating, else None.
    """

    rank: int | None
    name: str | None
    you: bool
    average: float
    tally: Tally
    rating: Rating | None = None


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The best players with at least `MIN_GAMES` games, best first; then the caller if they are not among them.

    A caller with fewer games has no rank.
    """

    rules: Rules
    period: Period
    scope: Scope
    order: Order
    entries: Sequence[LeaderboardEntry]


class Records:
    """The use cases of statistics; none of them changes anything.

    Every method raises `StorageError` when the storage fails.
    """

    def __init__(self, units: UnitOfWorkFactory, clock: Clock) -> None:
        self._units = units
        self._clock = clock

    async def stats(self, caller: Caller, name: str | None = None) -> Statistics:
        """The record of the caller, or of the player of their workspace with that user id or name.

        Raises:
            NoSuchPlayer: there is no such player.
        """
        async with self._units(Access.READ) as unit:
            player = await (_find(unit, caller, name) if name is not None else known_player(unit, caller))
            if player is None:
                return Statistics(caller.name, PlayerRecord())
            record, ratings = await unit.results.record(player.id), await unit.ratings.of(player.id)
            games = await _reviewable(unit, caller, player) if player.key == caller.player else ()
        now = self._clock()
        return Statistics(
            player.name, record, {rules: one.at(now) for rules, one in ratings.items()}, _optimal(record.alone), games
        )

    async def leaderboard(
        self,
        caller: Caller,
        rules: Rules,
        period: Period = Period.ALL,
        scope: Scope = Scope.SERVER,
        order: Order = Order.AVERAGE,
    ) -> Leaderboard:
        """The leaderboard of games under `rules`."""
        now = self._clock()
        day = period.first_day(now.date())
        async with self._units(Access.LONG_READ) as unit:
            you = await known_player(unit, caller)
            room = await unit.rooms.find(caller.room)
            if room is None and scope is Scope.CHANNEL:
                return Leaderboard(rules, period, scope, order, ())
            place = place_in(scope, caller.room, room.id if room else "")
            key = LeaderboardKey(scope, place, str(rules), period, day)
            page = await unit.leaderboards.page(key, order, you.id if you else None, PAGE)
            shown = {standing.player for standing in page.standings}
            players = dict(await unit.players.by_id(shown))
            if you and page.own:
                players[you.id] = you
            rated = frozenset(players) if order is Order.RATING else frozenset()
            ratings = await unit.ratings.under(str(rules), rated) if rated else {}
            ratings = {player: rating.at(now) for player, rating in ratings.items()}
        own = [page.own] if page.own and page.own.player not in shown else []
        entries = [
            _entry(page, standing, players.get(standing.player), caller, ratings.get(standing.player))
            for standing in (*page.standings, *own)
        ]
        return Leaderboard(rules, period, scope, order, entries)


async def _reviewable(unit: UnitOfWork, caller: Caller, player: Player) -> Sequence[str]:
    """The last ended games of a room that the player guessed in."""
    room = await unit.rooms.find(caller.room)
    if room is None:
        return ()
    games = await unit.games.ended(room.id, player.id, 2 * REVIEWABLE)
    return [stored.id for stored in games if player.id in stored.game.players][:REVIEWABLE]


def _optimal(notations: Iterable[str]) -> Mapping[str, float]:
    """The averages of the books for these rules, as far as there are any."""
    books = ((notation, _book(Rules.parse(notation))) for notation in notations)
    return {notation: book.root.total / book.root.candidate_count for notation, book in books if book is not None}


def _book(rules: Rules) -> Book | None:
    try:
        return shipped_book(rules)
    except BookDamaged:
        return None


async def _find(unit: UnitOfWork, caller: Caller, name: str) -> Player:
    player = await unit.players.find(caller.player.platform, caller.player.workspace, name)
    if player is None:
        raise NoSuchPlayer(name)
    return player


def _entry(
    page: LeaderboardPage, standing: Standing, player: Player | None, caller: Caller, rating: Rating | None
) -> LeaderboardEntry:
    is_near = player is not None and player.key.workspace == caller.player.workspace
    return LeaderboardEntry(
        rank=standing.rank,
        name=player.name if player and is_near else None,
        you=player is not None and player.key == caller.player,
        average=page.average(standing.tally),
        tally=standing.tally,
        rating=rating,
    )
