"""People who play in several places, in the services and in the plain model side by side.

Each sequence has people and places of its own. Every step is one act of somebody, or two at the same instant in two
processes. A process may be killed meanwhile; then the same event is delivered to its successor. Everything that anybody
can see has to be what the model says.
"""

import asyncio
import copy
from collections.abc import Awaitable, Sequence
from datetime import timedelta
from itertools import permutations

from sqlalchemy import Connection, delete
from typing_extensions import override

from bot.model.rooms import Caller, RoomKey
from bot.persistence.tables.records import leaderboards, rating_standings, standings
from bot.services.privacy import DELETION_TIMEOUT, DeletionFinisher
from core.errors import CoreError
from core.game.rules import Rules
from tests.fakes.clock import NOON, FakeClock
from tests.fakes.random_source import FakeRandomSource
from tests.models.killed_processes import Process
from tests.models.person_acts import AGAINST, ALONE, AT_ONCE, BETWEEN, DAILY_RULES, FIRST_DAY, Act, Acts, Step, numbers
from tests.models.person_observations import Observation, Observations
from tests.models.plain import Refused
from tests.models.plain_persons import Persons

PLATFORMS = ("discord", "discord", "discord", "slack", "slack", "console")
"""Where sequences take place, as often as it stands here."""

_HOURS = (1, 5, 11, 24, 30, 49)
"""For how long people may wait."""

_KILLS = 20, 120
"""A process is killed after fewer statements than the first number, in as many of all cases as the second says."""


UNKNOWN = "unknown"
"""What is seen of an act cannot be compared."""


class Site:
    """Two processes over one database, for one sequence after the other.

    Args:
        url: the address of a migrated database.
    """

    def __init__(self, url: str) -> None:
        self.clock = FakeClock()
        self.processes = [Process(url, self.clock, _Dealer("01")) for _ in range(2)]

    @property
    def kills(self) -> int:
        """How often a process was killed."""
        return sum(process.kills for process in self.processes)

    async def start(self) -> None:
        """Play the first daily."""
        self.clock.now = NOON.replace(day=FIRST_DAY.day)
        room = RoomKey("discord", "first", "first")
        first = Caller(room, room.player_key("first"), "first", "first")
        await self.processes[0].services.daily.open_game(first, Rules.parse(DAILY_RULES[0]))

    async def close(self) -> None:
        for process in self.processes:
            await process.database.close()


class PersonSequence:
    """One sequence.

    Args:
        site: where it takes place.
        platform: where everybody is.

    Attributes:
        models: every state that what was seen allows; there can be several after two acts at the same instant.
    """

    def __init__(self, site: Site, platform: str) -> None:
        self._site, self._clock, self._processes = site, site.clock, site.processes
        self._clock.now = NOON
        number = next(numbers)
        self._users = [f"{name}{number}" for name in ("ann", "bob", "cat")]
        self._stranger = f"zoe{number}"
        self._rooms = rooms_on(platform, number)
        self._acts = Acts(self._clock, self._users, self._rooms)
        self.models = [Persons()]

    async def start(self) -> None:
        """Empty the leaderboards of everybody, which all sequences share."""
        await self._processes[0].database.run(_empty_leaderboards)

    async def do(self, step: Step, other: Step | None = None) -> None:
        """Do a step; at the same instant another one, if both can be."""
        if step.act == "wait":
            self._clock.advance(timedelta(hours=_HOURS[step.number % len(_HOURS)]))
        elif other is not None and {step.act, other.act} <= AT_ONCE:
            both = [act for one in (step, other) for act in self._acts.of_step(one, ())]
            await self._do(both, [_kill_after(step), _kill_after(other)])
        else:
            acts = self._acts.of_step(step, [duel.players for model in self.models for duel in model.duels])
            for place, act in enumerate(acts):
                await self._do([act], [_kill_after(step) if place == step.number % len(acts) else None])
        self._clock.advance()

    async def _do(self, acts: Sequence[Act], kills: Sequence[int | None]) -> None:
        """Do one act or two at the same instant, in as many processes that may be killed."""
        killed = [process.kills for process in self._processes]
        outcomes = await asyncio.gather(
            *(
                _outcome(process.call(act.real, kill_after))
                for act, process, kill_after in zip(acts, self._processes, kills, strict=False)
            )
        )
        are_killed = [process.kills > before for process, before in zip(self._processes, killed, strict=True)]
        if len(acts) > 1:  # an event that is delivered again, after the other act, shows what there is after both
            outcomes = [UNKNOWN if is_killed else one for one, is_killed in zip(outcomes, are_killed, strict=True)]
        seen = list(zip(acts, outcomes, strict=True))
        after = [found for model in self.models for found in _after_all(model, seen)]
        assert after, f"{outcomes}, not {[_plain_outcome(act, model) for model in self.models for act in acts]}"
        self.models = after
        if any(act.is_deletion for act in acts) and any(are_killed):
            await self._finish_deletions()
        self._processes.reverse()

    async def _finish_deletions(self) -> None:
        """Let the processes finish what one that was killed has left."""
        self._clock.advance(DELETION_TIMEOUT + timedelta(minutes=1))
        deletions = DeletionFinisher(self._processes[0].unit, self._clock)
        while await deletions.run_step():
            pass

    async def check(self, number: int) -> None:
        """Compare what everybody can see; the number decides from where they look."""
        observations = Observations(self._processes[0], self._clock, (ALONE, AGAINST, BETWEEN))
        for place, user in enumerate((*self._users, self._stranger), number):
            caller = self._acts.caller(user, self._rooms[place % len(self._rooms)])
            self._compare(await observations.person(caller))
            self._compare(await observations.leaderboard(caller, number + 7 * place))
        self._compare(await observations.card(self._rooms[number % len(self._rooms)]))

    def _compare(self, observation: Observation) -> None:
        expected = [observation.plain(model) for model in self.models]
        assert observation.seen in expected, f"{observation.seen}, not {expected}"
        self.models = [model for model, one in zip(self.models, expected, strict=True) if one == observation.seen]


class _Dealer(FakeRandomSource):
    """Every game has an id of its own."""

    @override
    def game_id(self, letters: int) -> str:
        return f"g{next(numbers)}"


def rooms_on(platform: str, number: int) -> Sequence[RoomKey]:
    """Two rooms of one workspace, one room of another one, and one of a third that has nothing to do with them.

    On Discord the last is a direct message. On Slack the first two workspaces belong to one organisation, and a room of
    the second is a direct message.
    """
    one, other, third = f"A{number}", f"B{number}", f"C{number}"
    if platform == "slack":
        one, other = f"E{number}:{one}", f"E{number}:{other}"
    elif platform == "discord":
        third = f"direct:{third}"
    channels = [(one, "C1"), (one, "C2"), (other, "D1" if platform == "slack" else "C1"), (third, "C1")]
    return [RoomKey(platform, workspace, f"{channel}{number}") for workspace, channel in channels]


def _kill_after(step: Step) -> int | None:
    """After how many statements and commits the process of a step is killed, None if it is not."""
    most, cases = _KILLS
    kill_after = step.number // 7 % cases
    return kill_after if kill_after < most else None


async def _outcome(seen: Awaitable[object]) -> object:
    """What is seen of an act, or the name of the error."""
    try:
        return await seen
    except CoreError as error:
        return type(error).__name__


def _plain_outcome(act: Act, model: Persons) -> object:
    try:
        return act.plain(model)
    except Refused as refused:
        return refused.reason


def _after_all(model: Persons, seen: Sequence[tuple[Act, object]]) -> list[Persons]:
    """The states in which acts in some order leave a model, for the orders in which each gives what was seen.

    A single act changes the model itself.
    """
    if len(seen) == 1:
        ((act, outcome),) = seen
        return [model] if _plain_outcome(act, model) == outcome else []
    found = []
    for order in permutations(seen):
        after = copy.deepcopy(model)
        fits = all(_plain_outcome(act, after) == outcome or outcome is UNKNOWN for act, outcome in order)
        states = [after, copy.deepcopy(after)] if fits else []
        if states and order[0][0].is_deletion:  # what people do before their deletion is finished is deleted too
            _plain_outcome(order[0][0], states[1])
        found += [state for state in states if state not in found]
    return found


def _empty_leaderboards(connection: Connection) -> None:
    for table in (rating_standings, standings, leaderboards):
        connection.execute(delete(table))
