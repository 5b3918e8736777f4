"""The operator's decisions for the whole bot: who may use it, how often, and whether anything may be changed."""

import asyncio
import math
import time
from collections.abc import Callable, Sequence
from hashlib import sha256

from cachetools import LRUCache

from bot.model import operations
from bot.model.errors import StorageError
from bot.model.rooms import Caller, PlayerKey
from bot.persistence.unit_of_work import Access, UnitOfWork, UnitOfWorkFactory
from bot.services.context import Service
from bot.services.processes import count_request

CACHE_SECONDS = 3.0
"""How long a process caches the operator's decisions. A new decision applies everywhere after this time."""

BURST = 5
"""The number of commands that a person may send at once before the cooldown applies."""

_MINUTE = 60.0

_PEOPLE = 100_000
"""The largest number of people whose last commands are kept."""


class Admission(Service):
    """The use cases of admitting callers and, for the operator, of deciding whom to admit.

    Every method raises `StorageError` when the storage fails, unless it can use cached decisions.
    """

    def __init__(
        self,
        units: UnitOfWorkFactory,
        clock: operations.Clock,
        monotonic: Callable[[], float] = time.monotonic,
        pace: operations.PaceLimits = operations.ANY_PACE,
    ) -> None:
        super().__init__(units, clock)
        self.pace = pace
        self._monotonic = monotonic
        self._rules = operations.AdmissionRules({})
        self._read_at = -math.inf
        self._reading = asyncio.Lock()
        self._last_commands: LRUCache[PlayerKey, tuple[float, str]] = LRUCache(_PEOPLE)
        """When the next command of each person is due, in monotonic seconds, and the event of their last one."""

    async def cached_rules(self) -> operations.AdmissionRules:
        """The rules, at most `CACHE_SECONDS` old, or the last known ones while the storage fails."""
        if self._monotonic() >= self._read_at + CACHE_SECONDS:
            async with self._reading:
                if self._monotonic() >= self._read_at + CACHE_SECONDS:
                    try:
                        self._rules = await self.stored_rules()
                    except StorageError:
                        if self._read_at == -math.inf:
                            raise
                    self._read_at = self._monotonic()
        return self._rules

    async def require_served(self, caller: Caller) -> None:
        """Check that the operator lets a caller use the bot where they are.

        Raises:
            NotServed: the server or the caller may not use it.
        """
        rules, room = await self.cached_rules(), caller.room
        subjects = {
            operations.AdmissionSubjectKind.SERVER: room.workspace,
            operations.AdmissionSubjectKind.PERSON: caller.player.user,
        }
        if not all(
            rules.serves(operations.AdmissionListEntryKey(room.platform, subject, id_))
            for subject, id_ in subjects.items()
        ):
            raise operations.NotServed

    async def require_cooldown(self, caller: Caller, *, is_guess: bool = False) -> None:
        """Count a command of the caller, and check that it does not follow earlier ones too soon.

        Each process counts by itself. Somebody who gives several commands within seconds is also counted in the
        database, so that many processes do not allow more than one; guesses are not, which their games limit.

        Raises:
            TooFast: it follows too soon.
        """
        chosen = (await self.cached_rules()).cooldown
        interval = self.pace.cooldown if chosen is None else chosen
        if self._count_command(caller, interval) and not is_guess:
            async with self._change() as unit:
                name = _limit_name("commands", caller.player)
                wait = await count_request(unit, name, self._clock(), interval, BURST)
            if wait:
                raise operations.TooFast(math.ceil(wait))

    def _count_command(self, caller: Caller, interval: float) -> bool:
        """Count a command of the caller in this process, and check that it follows earlier ones by `interval` seconds.

        This is the generic cell rate algorithm (ITU-T I.371). Several commands of the same event count once.

        Returns:
            Whether another command was counted within the time of `BURST` commands.

        Raises:
            TooFast: it follows too soon, and is not counted.
        """
        if not interval:
            return False
        person, now = caller.player, self._monotonic()
        due_at, event = self._last_commands.get(person, (now, ""))
        if event == caller.event:
            return False
        free_at = max(now, due_at)
        if (wait := free_at - now - (BURST - 1) * interval) > 0:
            raise operations.TooFast(math.ceil(wait))
        self._last_commands[person] = free_at + interval, caller.event
        return bool(event) and now < due_at + (BURST - 1) * interval

    async def count_guess(self, unit: UnitOfWork, player: PlayerKey) -> None:
        """Count a guess of a player in a game without a limit of tries, in all processes.

        A third of the guesses of a minute may be made at once; the others follow one another in equal times. They are
        not limited if the operator wants no cooldown.

        Raises:
            TooFast: the player has made too many within a minute. The guess is not counted.
        """
        if not self.pace.guesses or self._rules.cooldown == 0:
            return
        at_once = max(1, self.pace.guesses // 3)
        interval = _MINUTE / max(1, self.pace.guesses - at_once)
        if wait := await count_request(unit, _limit_name("guesses", player), self._clock(), interval, at_once):
            raise operations.TooFast(math.ceil(wait))

    async def is_read_only(self) -> bool:
        """Whether games, records and settings may not be changed."""
        return (await self.cached_rules()).read_only

    async def entries(self) -> Sequence[operations.AdmissionListEntry]:
        """All entries of both lists."""
        async with self._units(Access.READ) as unit:
            return await unit.admission.entries()

    async def stored_rules(self) -> operations.AdmissionRules:
        """All that the operator has decided, as it is stored."""
        async with self._units(Access.READ) as unit:
            return operations.AdmissionRules.from_entries(
                await unit.admission.entries(), await unit.admission.switches()
            )

    async def decide(self, key: operations.AdmissionListEntryKey, decision: operations.AdmissionListKind) -> None:
        """Add a server or person to the allow list or block list, and remove them from the other list."""
        async with self._change() as unit:
            await unit.admission.save(operations.AdmissionListEntry(key, decision, self._clock()))

    async def remove_from_lists(self, key: operations.AdmissionListEntryKey) -> bool:
        """Remove a server or person from their list; returns False if they are on none."""
        async with self._change() as unit:
            return await unit.admission.remove(key)

    async def set_read_only(self, *, read_only: bool) -> None:
        """Store whether games, records and settings may not be changed."""
        await self._switch(operations.READ_ONLY, "on" if read_only else None)

    async def set_cooldown(self, seconds: float) -> None:
        """Store the seconds between the commands of a person, 0 for none."""
        await self._switch(operations.COOLDOWN, str(seconds))

    async def _switch(self, name: str, value: str | None) -> None:
        async with self._change() as unit:
            await unit.admission.set_switch(name, value, self._clock())


def _limit_name(counted: str, player: PlayerKey) -> str:
    """The name of a limit that outlives the deletion of a player, and does not name them."""
    return f"{counted}:{sha256(repr(player).encode()).hexdigest()}"
