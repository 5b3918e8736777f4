"""The services over a database, people who call them, and games that they have finished."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Row, Table

from bot.model.games import GuessResult, ShownGame
from bot.model.results import Result
from bot.model.rooms import Caller, RoomKey
from bot.persistence.database import Database
from bot.persistence.unit_of_work import Access
from bot.services.records import LeaderboardEntry
from bot.services.services import Services
from core.game.any_game import AnyGame, GameKind, Who
from core.game.boards import DEFAULT_TRIES, Outcome
from core.game.codes import Code, format_code, parse_code
from core.game.rules import Rules
from tests.fakes.clock import NOON, FakeClock
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.solver import InlineSolver
from tests.support.storage import rows

CLASSIC = Rules.parse("4x10")
SECRET = parse_code("0123", CLASSIC)
WRONG = "4567"

_events = count()


def caller(name: str = "ann", channel: str = "lobby", workspace: str = "club", platform: str = "chat") -> Caller:
    """A call in a new event; the caller's user id is their name in capitals."""
    player = RoomKey(platform, workspace, "").player_key(name.upper())
    return Caller(RoomKey(platform, workspace, channel), player, name, f"event {next(_events)}")


def again(previous: Caller) -> Caller:
    """The same player in the same room, in a new event."""
    return replace(previous, event=f"event {next(_events)}")


ANN = caller("ann")
BOB = caller("bob")
CAT = caller("cat")


@dataclass
class Harness:
    """The services with their fakes. The methods call them in a new event each time."""

    database: Database
    clock: FakeClock = field(default_factory=FakeClock)
    random_source: FakeRandomSource = field(default_factory=FakeRandomSource)
    solver: InlineSolver = field(default_factory=InlineSolver)

    def __post_init__(self) -> None:
        self.services = Services(self.database.unit, self.clock, self.random_source, self.solver)
        self.referee, self.opponent = self.services.referee, self.services.opponent
        self.duels, self.daily = self.services.duels, self.services.daily
        self.coach, self.analysis = self.services.coach, self.services.analysis
        self.records = self.services.records

    async def rows(self, table: Table) -> Sequence[Row[Any]]:
        """All rows of a table."""
        return await rows(self.database, table)

    async def stored(self, game: str) -> AnyGame:
        """A game as it is stored."""
        async with self.database.unit(Access.READ) as unit:
            found = await unit.games.by_id(game)
        assert found is not None
        return found.game

    async def guesses(self, game: str) -> list[Code]:
        """The guesses that are stored of a game."""
        return [turn.guess for board in (await self.stored(game)).boards for turn in board.turns]

    async def play(
        self,
        who: Caller = ANN,
        may_guess: Who = Who.EVERYONE,
        secret: Code = SECRET,
        rules: Rules = CLASSIC,
        tries: int = DEFAULT_TRIES,
    ) -> ShownGame:
        """Start a game with this secret."""
        self.random_source.deal(format_code(secret, rules))
        return await self.referee.start_game(again(who), rules, tries, may_guess)

    async def guess(self, who: Caller, text: str, game: str | None = None) -> GuessResult[ShownGame]:
        """Guess, even if the guess repeats a turn."""
        return await self.referee.guess(again(who), text, game, is_confirmed=True)

    async def give_up(self, who: Caller, game: str | None = None) -> ShownGame:
        """Give up."""
        return await self.referee.give_up(again(who), game)

    async def board(self, who: Caller, game: str | None = None) -> ShownGame:
        """Look at the game."""
        return await self.referee.show_board(again(who), game)

    async def finish(self, who: Caller = ANN, guesses: int = 1, rules: Rules = CLASSIC, *, solved: bool = True) -> None:
        """Play a game of one's own to its end, in so many guesses; one not solved is given up after them."""
        view = await self.play(who, Who.ME, rules=rules, secret=tuple(range(rules.positions)), tries=0)
        wrong = "".join(str(rules.symbols - 1 - place) for place in range(rules.positions))
        right = "".join(str(place) for place in range(rules.positions))
        for _ in range(guesses - 1 if solved else guesses):
            await self.guess(who, wrong, view.id)
        if solved:
            await self.guess(who, right, view.id)
        else:
            await self.give_up(who, view.id)
        self.clock.advance()


def result(guesses: int, outcome: Outcome = Outcome.SOLVED, *, tries: int = 12, ranked: bool = True) -> Result:
    return Result("game", "room", "ann", "4x10", outcome, guesses, tries, GameKind.SOLO, NOON, ranked)


async def finish(harness: Harness, who: Caller, *games: int) -> None:
    """Solve games, each in the given number of guesses."""
    for guesses in games:
        await harness.finish(who, guesses)


def ranks_and_names(entries: Sequence[LeaderboardEntry]) -> list[tuple[int | None, str | None]]:
    return [(entry.rank, entry.name) for entry in entries]
