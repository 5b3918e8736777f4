"""Two people act at the same instant in two processes: there is one order, and everybody sees it."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass
from datetime import timedelta

import pytest

from bot.model.games import ShownGame
from bot.model.records import MIN_GAMES
from bot.persistence.database import Database
from bot.services.games.duels import DuelTerms, NamedPerson
from bot.services.records import LeaderboardRequest
from bot.services.services import Services
from core.errors import CoreError
from core.game.any_game import Who
from core.game.codes import format_code
from core.game.duels import Duel
from core.game.games import Game
from core.game.rules import Rules
from core.game.sides import DuelEnding
from tests.fakes.clock import FakeClock
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.solver import InlineSolver
from tests.services.harness import ANN, BOB, CAT, again, caller
from tests.support.daily import code_of

SMALL = Rules.parse("3x10")
CLASSIC, SECRET = Rules.parse("4x10"), "3102"
SECRETS = {ANN: "012", BOB: "987"}


async def outcomes(*acts: Awaitable[object]) -> list[str]:
    """What becomes of acts that start at the same instant: "done" or the name of an error."""
    results = await asyncio.gather(*acts, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException) and not isinstance(result, CoreError):
            raise result
    return [type(result).__name__ if isinstance(result, CoreError) else "done" for result in results]


@dataclass
class Match:
    """Ann and Bob, who reach one database through two processes."""

    one: Services
    other: Services
    clock: FakeClock

    async def meet(self) -> None:
        """Both challenge the other, and one challenge is made."""
        results = await outcomes(
            self.one.duels.challenge(again(ANN), NamedPerson(BOB.player, BOB.name), DuelTerms(SMALL)),
            self.other.duels.challenge(again(BOB), NamedPerson(ANN.player, ANN.name), DuelTerms(SMALL)),
        )
        assert sorted(results) == ["AlreadyChallenged", "done"]

    async def accept(self) -> None:
        """Both hide a secret, Bob twice."""
        results = await outcomes(
            self.one.duels.hide_secret(again(ANN), SECRETS[ANN]),
            self.other.duels.hide_secret(again(BOB), SECRETS[BOB]),
            self.one.duels.hide_secret(again(BOB), SECRETS[BOB]),
        )
        assert sorted(results) == ["NotPossibleNow", "done", "done"]

    async def guess(self) -> None:
        """Both guess, the one whose turn it is twice; guesses alternate, and each that is accepted counts once."""
        view, duel = await self.look()
        mover, waiting = (ANN, BOB) if duel.player_to_move == view.viewer else (BOB, ANN)
        codes = ("345", "346", "347")
        results = await outcomes(
            self.one.referee.guess(again(mover), codes[0], view.id),
            self.other.referee.guess(again(mover), codes[1], view.id),
            self.other.referee.guess(again(waiting), codes[2], view.id),
        )
        assert set(results) <= {"done", "NotYourTurn"}
        _, after = await self.look()
        first, second = ([format_code(turn.guess, SMALL) for turn in side.turns] for side in after.sides)
        assert sorted((*first, *second)) == [
            code for code, result in zip(codes, results, strict=True) if result == "done"
        ]
        assert len(first) - len(second) in {0, 1}

    async def claim(self) -> None:
        """The one who waits claims twice, while the other guesses after all."""
        self.clock.advance(timedelta(hours=49))
        view, duel = await self.look()
        late, waiting = (ANN, BOB) if duel.player_to_move == view.viewer else (BOB, ANN)
        *claims, guessed = await outcomes(
            self.one.duels.claim_win(again(waiting), view.id),
            self.other.duels.claim_win(again(waiting), view.id),
            self.other.referee.guess(again(late), "348", view.id),
        )
        _, after = await self.look(view.id)
        if after.outcome is None:
            assert (claims, guessed) == (["NotPossibleNow"] * 2, "done")
            await self.one.referee.give_up(again(ANN), view.id)
        else:
            assert (sorted(claims), guessed) == (["GameOver", "done"], "GameOver")
            assert after.outcome is DuelEnding.CLAIMED

    async def solve(self) -> None:
        """Both find the secret of a race; one of them wins."""
        race = await self.one.referee.start_game(again(ANN), CLASSIC, who=Who.RACE)
        results = await outcomes(
            self.one.referee.guess(again(ANN), SECRET, race.id), self.other.referee.guess(again(BOB), SECRET, race.id)
        )
        assert sorted(results) == ["FoundByAnother", "done"]
        views = [await services.referee.show_board(again(ANN), race.id) for services in (self.one, self.other)]
        assert views[0] == views[1]
        assert isinstance(views[0].game, Game)
        assert views[0].names[views[0].game.winner or ""] == ("ann" if results[0] == "done" else "bob")

    async def look(self, game: str | None = None) -> tuple[ShownGame, Duel]:
        """The duel as Ann sees it; both processes show the same."""
        view = await self.one.referee.show_board(again(ANN), game)
        assert await self.other.referee.show_board(again(ANN), view.id) == view
        assert isinstance(view.game, Duel)
        return view, view.game


@pytest.fixture
async def match(url: str) -> AsyncIterator[Match]:
    databases = [Database(url) for _ in range(2)]
    clock, chance = FakeClock(), FakeRandomSource()
    one, other = (Services(database.unit, clock, chance, InlineSolver()) for database in databases)
    yield Match(one, other, clock)
    for database in databases:
        await database.close()


async def play_rounds(match: Match, number: int) -> None:
    for _ in range(number):
        await match.meet()
        await match.accept()
        await match.guess()
        await match.claim()
        await match.solve()


@pytest.mark.parametrize(
    ("url", "rounds"),
    [
        ("sqlite", 5),
        pytest.param("sqlite", 100, marks=pytest.mark.slow),
        pytest.param("postgresql", 100, marks=pytest.mark.postgresql),
    ],
    indirect=["url"],
)
async def test_two_who_act_at_once_agree_on_the_order(match: Match, rounds: int) -> None:
    await play_rounds(match, rounds)


@pytest.mark.parametrize("url", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)], indirect=True)
async def test_strangers_who_challenge_each_other_make_one_challenge(match: Match) -> None:
    for number in range(30):
        one, other = caller(f"one-{number}"), caller(f"other-{number}")
        results = await outcomes(
            match.one.duels.challenge(one, NamedPerson(other.player, other.name), DuelTerms(SMALL)),
            match.other.duels.challenge(other, NamedPerson(one.player, one.name), DuelTerms(SMALL)),
        )
        assert sorted(results) == ["AlreadyChallenged", "done"]


@pytest.mark.parametrize("url", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)], indirect=True)
async def test_one_of_those_who_accept_a_challenge_to_anyone_at_once_plays(match: Match) -> None:
    for number in range(10):
        friends = [caller(f"{name} {number}") for name in ("bob", "cat", "dan")]
        view = await match.one.duels.challenge(caller(f"ann {number}"), None, DuelTerms(SMALL), SECRETS[ANN])
        accepted = [
            services.duels.hide_secret(friend, SECRETS[BOB], view.id)
            for friend, services in zip(friends, (match.one, match.other, match.one), strict=True)
        ]
        results = await outcomes(*accepted)
        assert sorted(results) == ["AlreadyAccepted"] * 2 + ["done"]
        started = await match.other.referee.show_board(again(friends[results.index("done")]), view.id)
        assert isinstance(started.game, Duel)
        assert len(started.game.players) == 2
        assert started.viewer in started.game.players


@pytest.mark.slow
@pytest.mark.parametrize("url", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)], indirect=True)
async def test_a_person_who_does_everything_twice_plays_and_shares_one_daily(match: Match) -> None:
    day = match.clock.now.date()
    for number in range(1, 11):
        here, there = (caller("eve", workspace=server, platform="discord") for server in ("1", "2"))
        code = code_of(day, number=number)
        results = await outcomes(
            match.one.daily.give_up(again(here), CLASSIC, is_confirmed=True),
            match.other.daily.guess(again(there), code, CLASSIC),
            match.one.daily.guess(again(there), code, CLASSIC),
            match.other.privacy.delete(again(here)),
        )
        assert results[:3].count("done") <= 1
        players = [again(here), again(there)]
        assert await outcomes(*(match.one.daily.guess(who, code, CLASSIC) for who in players)) != ["done", "done"]
        for rules in (SMALL, Rules.parse("hitblow5")):
            await match.one.daily.guess(again(here), code_of(day, str(rules), number), rules)
        shared = await outcomes(
            match.one.daily.share_result(again(here), SMALL),
            match.other.daily.share_result(again(here), Rules.parse("hitblow5")),
        )
        assert sorted(shared) == ["NotShareable", "done"]
        day += timedelta(days=1)
        match.clock.advance(timedelta(days=1))


@pytest.mark.parametrize("url", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)], indirect=True)
async def test_a_daily_that_is_opened_in_two_servers_at_once_is_one_game(match: Match) -> None:
    for number in range(20):
        here, there = (caller(f"eve {number}", workspace=server, platform="discord") for server in ("1", "2"))
        opened = await asyncio.gather(
            match.one.daily.open_game(here, CLASSIC), match.other.daily.open_game(there, CLASSIC)
        )
        assert opened[0].game == opened[1].game
        guesses = (
            match.one.daily.guess(again(here), "0456", CLASSIC, is_confirmed=True),
            match.other.daily.guess(again(there), "0789", CLASSIC, is_confirmed=True),
        )
        assert await outcomes(*guesses) == ["done", "done"]
        shown = [
            await services.daily.open_game(again(who), CLASSIC)
            for services, who in ((match.one, there), (match.other, here))
        ]
        assert shown[0].game == shown[1].game
        assert {format_code(turn.guess, CLASSIC) for turn in shown[0].game.board.turns} == {"0456", "0789"}


@pytest.mark.parametrize("url", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)], indirect=True)
async def test_a_result_that_is_shared_everywhere_at_once_is_shared_once_in_each_room(match: Match) -> None:
    day = match.clock.now.date()
    for number in range(10):
        here, there = (caller(f"dee {number}", workspace=server, platform="discord") for server in ("1", "2"))
        await match.one.daily.guess(again(here), code_of(day), CLASSIC)
        shares = [
            services.daily.share_result(again(who), CLASSIC)
            for services in (match.one, match.other)
            for who in (here, there)
        ]
        assert await outcomes(*shares) == ["done"] * 4
        for services, who in ((match.one, here), (match.other, there)):
            names = [name for name, _ in await services.daily.games_on_card(again(who), CLASSIC)]
            assert names == [f"dee {each}" for each in range(number + 1)]


@pytest.mark.parametrize("url", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)], indirect=True)
async def test_who_hides_while_a_result_is_stored_is_shown_to_nobody(match: Match) -> None:
    people = caller("shy"), caller("other")
    for number in range(MIN_GAMES + 20):
        for who in people:
            await match.one.referee.start_game(again(who), CLASSIC, who=Who.ME)
        results = (match.one.referee.guess(again(who), SECRET) for who in people)
        is_hidden = number >= MIN_GAMES and number % 2 == 0
        assert (
            await outcomes(*results, match.other.privacy.set_hidden(again(people[0]), hidden=is_hidden)) == ["done"] * 3
        )
        board = await match.one.records.leaderboard(again(people[1]), LeaderboardRequest(CLASSIC))
        if number >= MIN_GAMES:
            assert {entry.name for entry in board.entries} == ({"other"} if is_hidden else {"shy", "other"})


@pytest.mark.parametrize("url", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)], indirect=True)
async def test_thirty_people_race_through_two_processes_and_one_wins(match: Match) -> None:
    people = [caller(f"racer {number}") for number in range(30)]
    race = await match.one.referee.start_game(people[0], CLASSIC, who=Who.RACE)

    async def all_guess(code: str) -> list[str]:
        sides = itertools.cycle((match.one, match.other))
        return await outcomes(*(next(sides).referee.guess(again(who), code, race.id) for who in people))

    assert set(await all_guess("4567")) == {"done"}
    assert sorted(await all_guess(SECRET)) == ["FoundByAnother"] * 29 + ["done"]
    views = [await services.referee.show_board(again(people[0]), race.id) for services in (match.one, match.other)]
    assert views[0] == views[1]
    assert isinstance(views[0].game, Game)
    assert [len(board.turns) for board in views[0].game.boards].count(1) == 29


@pytest.mark.parametrize("url", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)], indirect=True)
async def test_challenges_made_at_once_in_several_rooms_are_limited(match: Match) -> None:
    friends = [caller(f"friend {number}") for number in range(5)]
    made = [
        services.duels.challenge(
            caller("ann", channel=f"room {number}"), NamedPerson(friend.player, friend.name), DuelTerms(SMALL)
        )
        for number, (friend, services) in enumerate(zip(friends, [match.one, match.other] * 3, strict=False))
    ]
    assert sorted(await outcomes(*made)) == ["TooManyChallenges"] * 2 + ["done"] * 3
    for who in (BOB, CAT):
        await match.one.preferences.change(again(who), {"duels": "on"})
    to_each_other = [
        match.one.duels.challenge(caller("bob", channel="lobby"), NamedPerson(CAT.player, CAT.name), DuelTerms(SMALL)),
        match.other.duels.challenge(
            caller("cat", channel="garden"), NamedPerson(BOB.player, BOB.name), DuelTerms(SMALL)
        ),
    ]
    assert sorted(await outcomes(*to_each_other)) == ["AlreadyChallenged", "done"]
