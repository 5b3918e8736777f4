"""Duels and races that are played at random to their end, over the services and in a plain model of ratings."""

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import pytest

from bot.model.games import ShownGame
from bot.model.ratings import RatedGame, RatedPlayer, Rating
from bot.model.records import LeaderboardKey, LeaderboardPage
from bot.model.rooms import Caller, Room
from bot.persistence.unit_of_work import UnitOfWork
from bot.services.games.duels import DuelTerms, NamedPerson
from bot.services.services import Services
from core.game.any_game import Who
from core.game.boards import Outcome
from core.game.challenges import Challenge
from core.game.duels import Duel
from core.game.rules import Rules
from tests.models.plain_ratings import Skill, after_game
from tests.models.plain_records import rating_page_of
from tests.services.harness import again

RULES = Rules.parse("4x10")
SECRET, WRONG = "3102", "5678"


class Contests:
    """Everything is known to both players here, so a secret is found as soon as chance wants it.

    Attributes:
        games: that are rated.
        skills: of the players, by their ids.

    Args:
        services: of the games.
        chance: decides who wins.
    """

    def __init__(self, services: Services, chance: random.Random) -> None:
        self._services = services
        self._chance = chance
        self.games: list[RatedGame] = []
        self.skills: dict[str, Skill] = defaultdict(Skill)
        self._met: list[tuple[str, str, datetime, float]] = []

    async def play(self, room: str, now: datetime, people: Sequence[Caller]) -> None:
        """Let two people play a duel, and more than two a race, in the room with an id."""
        await (self._race(room, now, people) if len(people) > 2 else self._duel(room, now, *people))

    async def _duel(self, room: str, now: datetime, one: Caller, other: Caller) -> None:
        """Play a duel in which both have the same secret."""
        opponent = NamedPerson(other.player, other.name)
        view = await self._services.duels.challenge(again(one), opponent, DuelTerms(RULES))
        assert isinstance(view.game, Challenge)
        people = dict(zip(view.game.players, (one, other), strict=True))
        for person in people.values():
            view = await self._services.duels.hide_secret(again(person), SECRET, view.id)
        while isinstance(view.game, Duel) and view.game.awaited_player is not None:
            view = await self._guess(people[view.game.awaited_player], view.id, self._chance.choice((SECRET, WRONG)))
        assert isinstance(view.game, Duel)
        winner = view.game.winner
        if not self._have_met_often(view.game.starter, view.game.opponent_of(view.game.starter).player, now):
            self._rate(view.id, room, {player: 1 if winner in {None, player} else 2 for player in people}, now)

    async def _race(self, room: str, now: datetime, people: Sequence[Caller]) -> None:
        """Play a race that the last of the people wins."""
        view = await self._services.referee.start_game(again(people[0]), RULES, who=Who.RACE)
        for person in people:
            view = await self._guess(person, view.id, SECRET if person == people[-1] else WRONG)
        places = {board.turns[0].by: 1 if board.outcome is Outcome.SOLVED else 2 for board in view.game.boards}
        winner = next(player for player, place in places.items() if place == 1)
        rated = [one for one in places if one == winner or not self._have_met_often(winner, one, now)]
        if len(rated) > 1:
            self._rate(view.id, room, {player: places[player] for player in rated}, now)

    async def compare(self, unit: UnitOfWork) -> None:
        """Compare the ratings of everybody."""
        stored = await unit.ratings.of_players(str(RULES), frozenset(self.skills))
        assert {player: (one.points, one.games, one.rated_at) for player, one in stored.items()} == {
            player: (one.points, one.games, one.last) for player, one in self.skills.items()
        }
        for player, rating in stored.items():
            assert (rating.mu, rating.sigma) == pytest.approx((self.skills[player].mu, self.skills[player].sigma))

    def page(self, rooms: Sequence[Room], key: LeaderboardKey, viewer: str, most: int) -> LeaderboardPage:
        """The first page of a leaderboard by rating."""
        ratings = {player: Rating(one.mu, one.sigma, one.games, one.last) for player, one in self.skills.items()}
        return rating_page_of(self.games, ratings, rooms, key, viewer, most)

    async def _guess(self, caller: Caller, game: str, text: str) -> ShownGame:
        return (await self._services.referee.guess(again(caller), text, game, is_confirmed=True)).view

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
