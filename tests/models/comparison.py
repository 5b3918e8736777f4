"""The services and the plain model side by side: every act happens in both, and everybody has to see the same."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from itertools import count, cycle
from typing import Any, ClassVar

from hypothesis.stateful import RuleBasedStateMachine
from sqlalchemy import Connection, delete
from typing_extensions import override

from bot.model.games import ShownGame
from bot.model.rooms import Caller, PlayerKey, RoomKey
from bot.persistence.database import Database
from bot.persistence.tables.games import games
from bot.services.background import GameExpiry
from bot.services.games.duels import NamedPerson
from bot.services.services import Services
from core.errors import CoreError
from core.game.hidden import HiddenText
from tests.fakes.clock import NOON, FakeClock
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.solver import InlineSolver
from tests.models.comparable_views import ComparableViews, statistics
from tests.models.model import Model
from tests.models.plain import BOT, CODES, Refused
from tests.models.plain_duels import TwoSides
from tests.models.plain_results import Game

PEOPLE = ("ann", "bob", "cat")
EVE = "eve"
"""She plays nothing, but looks at everything."""

ROOMS = ("lobby", "garden")

_numbers = count()
"""For workspaces and events, which no two runs share."""


_TABLES_OF_GAMES = [
    table for table in reversed(games.metadata.sorted_tables) if table is games or "game_id" in table.columns
]


class Dealer(FakeRandomSource):
    """Deals ids and nonces that are known before. Who starts a duel depends on them, so each run has the same."""

    def __init__(self) -> None:
        super().__init__()
        self.dealt_nonce = self.dealt_id = ""
        self._ids = count()

    def deal_game(self, number: int) -> None:
        """Draw a new id, and a nonce made of a number."""
        self.dealt_id, self.dealt_nonce = f"m{next(self._ids)}", f"{number:064x}"

    @override
    def nonce(self) -> HiddenText:
        return HiddenText(self.dealt_nonce)

    @override
    def game_id(self, letters: int) -> str:
        return self.dealt_id


class Comparison(RuleBasedStateMachine):
    """People in two rooms; each run has a workspace of its own in the database.

    Attributes:
        runner: of the event loop of the database.
        database: for the services; the games of the run before are deleted.
        is_slow: whether only one of the people looks at the game after each act, and the others at the end.
        names: what people call themselves at present.
        stored_names: what they called themselves when they last did something.
    """

    runner: ClassVar[asyncio.Runner]
    database: ClassVar[Database]
    is_slow: ClassVar[bool]

    def __init__(self) -> None:
        super().__init__()
        self.runner.run(self.database.run(_delete_games))
        self.clock, self.dealer = FakeClock(), Dealer()
        self.services = Services(self.database.unit, self.clock, self.dealer, InlineSolver())
        self._expiry = GameExpiry(self.database.unit, self.clock)
        self.model = Model(NOON)
        self.latest = NOON
        self.names = {player: player for player in (*PEOPLE, EVE)}
        self.stored_names = dict(self.names)
        self._agrees = True
        self.handled: list[Callable[[], Awaitable[object]]] = []
        self._viewers = cycle(self.names)
        self._workspace = f"w{next(_numbers)}"
        self._views = ComparableViews(self.runner.run(self._meet()))

    async def _meet(self) -> dict[str, str]:
        async with self.database.unit() as unit:
            players = [
                await unit.players.get_or_add(self.person(player).key, self._workspace, player) for player in self.names
            ]
            await unit.commit()
        return {player.id: player.name for player in players}

    def person(self, player: str) -> NamedPerson:
        """Somebody as the opponent of a duel."""
        return NamedPerson(PlayerKey("chat", self._workspace, player.upper()), self.names[player])

    def caller(self, player: str, room: str, *, is_moderator: bool = False) -> Caller:
        """Somebody in a room, in a new event."""
        key, event = RoomKey("chat", self._workspace, room), f"{self._workspace} {next(_numbers)}"
        return Caller(key, self.person(player).key, self.names[player], event, is_moderator)

    def act(
        self,
        caller: Caller,
        real: Callable[[Caller], Awaitable[Any]],
        plain: Callable[[], Game],
        *,
        is_stored: bool = True,
    ) -> Any:
        """Let somebody act in the services and in the model; what the services return, or None if they refuse.

        If the act is not stored, nothing of it is, nor a new name of theirs.
        """
        self._agrees = False
        result = self.runner.run(self._act(caller, real, plain, is_stored=is_stored))
        self._agrees = True
        if result is not None:
            self.handled.append(lambda: real(caller))
        return result

    async def _act(
        self,
        caller: Caller,
        real: Callable[[Caller], Awaitable[Any]],
        plain: Callable[[], Game],
        *,
        is_stored: bool,
    ) -> Any:
        result, error = None, None
        try:
            result = await real(caller)
        except CoreError as raised:
            error = type(raised).__name__
        game, expected = self._plainly(plain)
        assert error == expected, f"{error}, not {expected}"
        if game is not None:
            if is_stored and getattr(result, "repetition", None) is None:  # a question stores nothing
                self.stored_names[caller.player.user.lower()] = caller.name
            await self._after_move(caller, game, result)
        return result

    def _plainly(self, plain: Callable[[], Game]) -> tuple[Game | None, str | None]:
        """The game after the act in the model, or why it is refused."""
        try:
            return plain(), None
        except Refused as refused:
            return None, refused.reason

    async def _after_move(self, caller: Caller, game: Game, result: object) -> None:
        player = caller.player.user.lower()
        if isinstance(game, TwoSides) and game.waits_for() == BOT:
            self._adopt_move_of_bot(game, await self._look(game, player))
        if isinstance(result, ShownGame):
            assert self._views.view(result) == self.model.shown(game, player)
        await self._compare(game)

    def _adopt_move_of_bot(self, game: TwoSides, view: ShownGame) -> None:
        """Make the bot's guess in the model too; the bot guesses as soon as it can."""
        if not game.fitting():
            assert view.corrections is not None
            return
        shown = self._views.view(view)
        turns = next(side["turns"] for side in shown["sides"] if side["player"] == BOT)
        guess = shown["pending"] or turns[-1][1]
        assert guess in (game.fitting() if game.level == "hard" else CODES[game.rules])
        game.guess(BOT, guess)
        self.model.moved(game)

    async def _look(self, game: Game, player: str) -> ShownGame:
        return await self.services.referee.show_board(self.caller(player, game.room), game.id)

    async def _compare(self, touched: Game) -> None:
        """Everybody looks at a game that has changed, and one of them at the newest; over a slow database, at one."""
        if self.is_slow:
            await self._compare_for(next(self._viewers), touched)
            return
        for player in self.names:
            await self._compare_for(player, touched)
        newest = next(reversed(self.model.games.values()))
        if newest is not touched:
            await self._compare_for(next(self._viewers), newest)

    async def _compare_for(self, player: str, game: Game) -> None:
        view = await self._look(game, player)
        assert self._views.view(view) == self.model.shown(game, player)
        assert self._views.view(view, public=True) == self.model.shown(game, "")
        names, expected = self._views.names(view), {**self.stored_names, player: self.names[player]}
        assert names == {shown: expected[shown] for shown in names}

    async def _compare_everything(self, viewers: Collection[str]) -> None:
        for game in self.model.games.values():
            for player in viewers:
                await self._compare_for(player, game)
        for player in PEOPLE:
            found = await self.services.records.player_stats(self.caller(player, ROOMS[0]))
            assert statistics(found.record) == self.model.statistics(player)

    async def _deliver_again(self, act: Callable[[], Awaitable[object]]) -> None:
        with suppress(CoreError):  # it may have nothing to show any more
            await act()
        await self._compare_everything([next(self._viewers)] if self.is_slow else self.names)

    def deliver_again(self, number: int) -> None:
        """Deliver an event again that was handled before: nothing changes."""
        self.runner.run(self._deliver_again(self.handled[-1 - number % len(self.handled)]))

    def expire(self) -> None:
        """Let a process look which games have expired."""

        async def step() -> None:
            await self._expiry.run_step()
            for game in self.model.expire():
                await self._compare(game)

        self.runner.run(step())

    @override
    def teardown(self) -> None:
        if self._agrees:
            self.runner.run(self._compare_everything(self.names))


def _delete_games(connection: Connection) -> None:
    for table in _TABLES_OF_GAMES:
        connection.execute(delete(table))
