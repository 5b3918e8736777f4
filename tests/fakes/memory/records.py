"""The repositories of results, ratings and leaderboards in memory."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from typing_extensions import override

from bot.model.leaderboards import LeaderboardKey, LeaderboardPage, Order
from bot.model.marks import is_marked
from bot.model.player_records import PlayerRecord
from bot.model.rating_history import PastRating
from bot.model.ratings import RatedGame, Rating
from bot.model.results import Result
from bot.services.records import ports as record_ports
from tests.fakes.memory.rooms_and_players import MemoryRoomSettings
from tests.fakes.memory.stored import MemoryRepository
from tests.fakes.plain_leaderboards import NOBODY, page_of, rating_page_of, record_of, skill_page_of


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
        hidden = {player.id for player in self._work.players.values() if player.hidden}
        asked = (viewer, most, skip, zones, hidden)
        if order is Order.RATING:
            return rating_page_of(self._work.rated_games, self._work.ratings, rooms, key, *asked)
        if order is Order.SKILL:
            return skill_page_of(self._work.results, self._work.marks, rooms, key, *asked)
        return page_of(self._work.results, rooms, key, order, *asked)

    @override
    async def prune(self, before: date, most: int) -> int:
        return 0  # nothing is stored that could be removed


def _without_name(game: RatedGame, player: str) -> RatedGame:
    players = (replace(one, player=None) if one.player == player else one for one in game.players)
    return replace(game, players=tuple(players))
