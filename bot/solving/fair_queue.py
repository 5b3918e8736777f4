"""A bounded queue that gives rooms and people equal shares of the solver's time.

It is start-time fair queueing (P. Goyal, H. M. Vin, H. Cheng: Start-time Fair Queuing, SIGCOMM 1996). Every room and
every person has a virtual time: the seconds of the solver that they have used. A question starts at the virtual time of
its room or person, whichever is later, but not before the start of the question that was taken last, so that nobody
saves up time while they ask nothing. The question with the earliest start is taken first.

A full queue drops the newest question of the room that has the most, so that no room can fill it (longest queue drop:
B. Suter, T. V. Lakshman, D. Stiliadis, A. Choudhury: Design considerations for supporting TCP with per-flow queueing,
INFOCOM 1998).
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from types import MappingProxyType
from typing import Generic, TypeAlias, TypeVar

from bot.services.errors import SolverBusy, TooManyQuestions
from bot.services.model import RoomKey
from bot.services.solver import Priority, SolverClient

T = TypeVar("T")
_Flow: TypeAlias = RoomKey | str
"""What gets a share: a room or a person."""

MAX_WAITING = 100
"""Questions that wait at most."""

MAX_PER_PERSON = 3
"""Questions of one person that wait or are answered at most. One of them is answered at a time."""

EXPECTED_SECONDS = 0.5
"""What a question is charged when it is taken; the difference follows once its time is known."""

WEIGHTS = MappingProxyType({Priority.GAME: 4.0, Priority.ADVICE: 1.0, Priority.BACKGROUND: 0.25})
"""The share of a room or person by the priority of their questions: the time that is charged is divided by it."""


@dataclass(eq=False)
class Entry(Generic[T]):
    """A question in the queue.

    Args:
        client: who asks.
        question: what is asked.
        number: in the order of arrival.
    """

    client: SolverClient
    question: T
    number: int = field(default_factory=count().__next__)


class FairQueue(Generic[T]):
    """The questions that wait for the solver, and the people whose question is being answered."""

    def __init__(self, most: int = MAX_WAITING, most_per_person: int = MAX_PER_PERSON) -> None:
        self._most = most
        self._most_per_person = most_per_person
        self._waiting: list[Entry[T]] = []
        self._active: set[str] = set()
        self._now = 0.0
        self._used: dict[_Flow, float] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, client: SolverClient, question: T) -> tuple[Entry[T], Entry[T] | None]:
        """Add a question.

        Returns:
            Its entry, and the entry that was dropped for it, if the queue was full.

        Raises:
            TooManyQuestions: the person has too many questions already.
            SolverBusy: the queue is full, and no other room has more questions in it.
        """
        asked = sum(entry.client.person == client.person for entry in self._waiting) + (client.person in self._active)
        if asked >= self._most_per_person:
            raise TooManyQuestions
        dropped = self._drop_for(client) if len(self._waiting) >= self._most else None
        entry = Entry(client, question)
        self._waiting.append(entry)
        return entry, dropped

    @property
    def active(self) -> int:
        """How many entries are being answered."""
        return len(self._active)

    def discard(self, entry: Entry[T]) -> bool:
        """Remove an entry if it still waits; whether it did."""
        if entry not in self._waiting:
            return False
        self._waiting.remove(entry)
        return True

    def take(self) -> Entry[T] | None:
        """The entry to answer next, of somebody for whom no other one is being answered; None if there is none."""
        ready = [entry for entry in self._waiting if entry.client.person not in self._active]
        if not ready:
            return None
        entry = min(ready, key=self._order)
        self._now = self._start(entry.client)
        self._waiting.remove(entry)
        self._active.add(entry.client.person)
        self._charge(entry.client, EXPECTED_SECONDS)
        return entry

    def finish(self, entry: Entry[T], seconds: float) -> None:
        """Note that an entry was answered, in so many seconds."""
        self._active.remove(entry.client.person)
        self._charge(entry.client, seconds - EXPECTED_SECONDS)
        self._used = {key: used for key, used in self._used.items() if used > self._now}

    def _drop_for(self, client: SolverClient) -> Entry[T]:
        """Remove the newest entry of the room that has the most.

        Raises:
            SolverBusy: that is the client's room, or has no more than it would have then.
        """
        waiting = Counter(entry.client.room for entry in self._waiting)
        room, most = waiting.most_common(1)[0]
        if most <= waiting[client.room] + 1:
            raise SolverBusy
        dropped = max((entry for entry in self._waiting if entry.client.room == room), key=lambda entry: entry.number)
        self._waiting.remove(dropped)
        return dropped

    def _order(self, entry: Entry[T]) -> tuple[float, float, Priority, int]:
        client = entry.client
        own_start = max(self._now, self._used.get(client.person, 0.0))
        return self._start(client), own_start, client.priority, entry.number

    def _start(self, client: SolverClient) -> float:
        return max(self._now, self._used.get(client.room, 0.0), self._used.get(client.person, 0.0))

    def _charge(self, client: SolverClient, seconds: float) -> None:
        cost = seconds / WEIGHTS[client.priority]
        for key in (client.room, client.person):
            self._used[key] = max(self._now, self._used.get(key, self._now)) + cost
