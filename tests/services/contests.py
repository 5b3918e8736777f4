"""Duels and races that are played at random to their end, over the services and in a plain model of ratings."""

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeAlias
from zoneinfo import ZoneInfo

import pytest

from bot.model.games import ShownGame
from bot.model.ratings import RatedGame, RatedPlayer, Rating
from bot.model.records import LeaderboardKey, LeaderboardPage
from bot.model.results import Result
from bot.model.rooms import Caller, Room
from bot.persistence.unit_of_work import UnitOfWork
from bot.services.games.duels import DuelTerms, Person
from bot.services.games.races import RaceTerms
from bot.services.services import Services
from core.game.any_game import Kind
from core.game.boards import DEFAULT_TRIES, Outcome
from core.game.challenges import Challenge
from core.game.duels import Duel
from core.game.rules import Rules
from tests.models.plain_ratings import Skill, after_game
from tests.models.plain_records import rating_page_of

RULES = Rules.parse("4x10")
SECRET, WRONG = "3102", "5678"

Zones: TypeAlias = Mapping[str, ZoneInfo]
"""The time zones of rooms, by their ids."""

CallerIn: TypeAlias = Callable[[str], Caller]
"""A new call of somebody."""


class Contests:
    """Everything is known to both players here, so a secret is found as soon as chance wants it.

    Attributes:
        games: that are rated.
        skills: of the players, by their ids.

    Args:
        services: of the games.
        chance: decides who wins.
        results: gets what counts on leaderboards by other figures too, the results of races.
    """

    def __init__(self, services: Services, chance: random.Random, results: list[Result]) -> None:
        self._services = services
        self._chance = chance
        self._results = results
        self.games: list[RatedGame] = []
        self.skills: dict[str, Skill] = defaultdict(Skill)
        self._met: list[tuple[str, str, datetime, float]] = []

    async def duel(self, room: str, now: datetime, call: CallerIn, one: str, other: str) -> None:
        """Play a duel in the room with an id, in which both have the same secret."""
        opponent = Person(call(other).player, other)
        view = await self._services.duels.challenge(call(one), opponent, DuelTerms(RULES))
        assert isinstance(view.game, Challenge)
        people = dict(zip(view.game.players, (one, other), strict=True))
        for person in people.values():
            view = await self._services.duels.hide_secret(call(person), SECRET, view.id)
        while isinstance(view.game, Duel) and view.game.waits_for is not None:
            view = await self._guess(call(people[view.game.waits_for]), view.id, self._chance.choice((SECRET, WRONG)))
        assert isinstance(view.game, Duel)
        winner = view.game.winner
        if not self._have_met_often(view.game.starter, view.game.opponent_of(view.game.starter).player, now):
            self._rate(view.id, room, {player: 1 if winner in {None, player} else 2 for player in people}, now)

    async def race(self, room: str, now: datetime, call: CallerIn, people: Sequence[str]) -> None:
        """Play a race in the room with an id, which the last of the people wins."""
        view = await self._services.races.create(call(people[0]), RaceTerms(RULES))
        for person in people:
            view = await self._guess(call(person), view.id, SECRET if person == people[-1] else WRONG)
        places = {board.turns[0].by: 1 if board.outcome is Outcome.SOLVED else 2 for board in view.game.boards}
        winner = next(player for player, place in places.items() if place == 1)
        rated = [one for one in places if one == winner or not self._have_met_often(winner, one, now)]
        if len(rated) > 1:
            self._rate(view.id, room, {player: places[player] for player in rated}, now)
        for player, place in places.items():
            outcome = Outcome.SOLVED if place == 1 else Outcome.OUT_OF_TRIES
            self._results.append(
                Result(view.id, room, player, str(RULES), outcome, 1, DEFAULT_TRIES, Kind.RACE, now, place=place)
            )

    def delete(self, player: str) -> None:
        """Remove the name of somebody who has deleted their data; the games of the others stay."""
        self.skills.pop(player, None)
        self.games = [
            replace(
                game, players=tuple(replace(one, player=None) if one.player == player else one for one in game.players)
            )
            for game in self.games
        ]

    async def compare(self, unit: UnitOfWork) -> None:
        """Compare the ratings of everybody."""
        stored = await unit.ratings.under(str(RULES), frozenset(self.skills))
        assert {player: (one.points, one.games, one.rated_at) for player, one in stored.items()} == {
            player: (one.points, one.games, one.last) for player, one in self.skills.items()
        }
        for player, rating in stored.items():
            assert (rating.mu, rating.sigma) == pytest.approx((self.skills[player].mu, self.skills[player].sigma))

    def page(self, rooms: Sequence[Room], key: LeaderboardKey, viewer: str | None, zones: Zones) -> LeaderboardPage:
        """The first five of a leaderboard by rating."""
        ratings = {
            (player, str(RULES)): Rating(one.mu, one.sigma, one.games, one.last) for player, one in self.skills.items()
        }
        return rating_page_of(self.games, ratings, rooms, key, viewer, 5, 0, zones)

    async def _guess(self, caller: Caller, game: str, text: str) -> ShownGame:
        return (await self._services.referee.guess(caller, text, game, is_confirmed=True)).view

    def _have_met_often(self, one: str, other: str, now: datetime) -> bool:
        """Whether two people have met three times in a week, or either of them only the other the last two times."""
        week = [met for met in self._met if met[2] > now - timedelta(days=7)]
        last = [[rival for own, rival, *_ in week if own == player][-2:] for player in (one, other)]
        return sum(met[:2] == (one, other) for met in week) >= 3 or [other, other] == last[0] or [one, one] == last[1]

    def _rate(self, game: str, room: str, places: Mapping[str, int], now: datetime) -> None:
        before, ids = [self.skills[player] for player in places], list(places)
        year = [met for met in self._met if met[2] >= now - timedelta(days=365)]
        taken = [[sum(met[3] for met in year if met[:2] == (one, other)) for other in ids] for one in ids]
        skills, changes = after_game([*places.values()], before, now, taken)
        self._met += [(ids[i], ids[j], now, change) for (i, j), change in changes.items()]
        self.skills |= dict(zip(places, skills, strict=True))
        players = tuple(RatedPlayer(player, place) for player, place in places.items())
        self.games.append(RatedGame(game, room, str(RULES), now, players))
