"""What operators decide, announce and see, and what processes share: the clock, leases and rate limits."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from enum import Enum, StrEnum
from typing import Self, TypeAlias

from msgspec import Struct, field

from bot.model.errors import ServiceError
from bot.model.rooms import RoomKey

READ_ONLY, COOLDOWN = "read_only", "cooldown"
"""The names of the stored switches. The value of `COOLDOWN` is a number of seconds."""


class NotServed(ServiceError):
    """The operator does not let the caller or their server use the bot."""


class TooFast(ServiceError):
    """The caller's commands follow each other too soon. The next is allowed in `seconds`."""

    seconds: int


class BotIsReadOnly(ServiceError):
    """The operator has switched the bot to read-only mode: games, records and settings cannot change."""


class AdmissionSubjectKind(StrEnum):
    """What an entry of the allow list or block list is about."""

    SERVER = "server"
    PERSON = "person"


class AdmissionListKind(StrEnum):
    """Which list an entry is on."""

    ALLOW = "allow"
    BLOCK = "block"


class AdmissionListEntryKey(Struct, frozen=True):
    """A server or workspace, or a person on all of them, by the platform's own id."""

    platform: str
    subject: AdmissionSubjectKind
    id: str


class AdmissionListEntry(Struct, frozen=True):
    """An entry of the allow list or the block list."""

    key: AdmissionListEntryKey
    decision: AdmissionListKind
    decided_at: datetime


class PaceLimits(Struct, frozen=True):
    """How fast a person may play, unless the operator says otherwise.

    Args:
        cooldown: seconds between their commands, 0 for none.
        guesses: how many guesses a minute they may make in games without a limit of tries, 0 for any number.
    """

    cooldown: float = 0.0
    guesses: int = 0


ANY_PACE = PaceLimits()
CHAT_PACE = PaceLimits(cooldown=1.0, guesses=30)
"""The pace on chat platforms. Nobody types or presses faster for long, and programs that do flood a channel."""


class AdmissionRules(Struct, frozen=True):
    """All that the operator has decided.

    Args:
        decisions: the decisions about servers and persons.
        read_only: whether games, records and settings cannot be changed.
        cooldown: seconds between the commands of a person, 0 for none; None for that of the platform's `PaceLimits`.
    """

    decisions: Mapping[AdmissionListEntryKey, AdmissionListKind]
    read_only: bool = False
    cooldown: float | None = None

    @classmethod
    def from_entries(cls, entries: Sequence[AdmissionListEntry], switches: Mapping[str, str]) -> Self:
        """The rules from what is stored."""
        decisions = {entry.key: entry.decision for entry in entries}
        cooldown = float(switches[COOLDOWN]) if COOLDOWN in switches else None
        return cls(decisions, READ_ONLY in switches, cooldown)

    def serves(self, key: AdmissionListEntryKey) -> bool:
        """Whether a server or person may use the bot.

        If any server of a platform is on the allow list, only those on the list may use it; likewise for persons.
        """
        decision = self.decisions.get(key)
        if decision is None:
            kind = (key.platform, key.subject, AdmissionListKind.ALLOW)
            return all((each.platform, each.subject, of) != kind for each, of in self.decisions.items())
        return decision is AdmissionListKind.ALLOW


NO_RULES = AdmissionRules({})
"""The rules of an operator who has decided nothing."""


class RunningGameEntry(Struct, frozen=True):
    """A running game as the operator sees it, without its secret and its guesses.

    Args:
        id: the game's id.
        room: the room where it is played.
        rules: the notation of the rules.
        last_move_at: when the last move was made or, before the first, when the game started.
    """

    id: str
    room: RoomKey
    rules: str
    last_move_at: datetime


class OperatorAnnouncement(Struct, frozen=True):
    """An announcement of the operator to the players.

    Args:
        id: the announcement's id.
        english: the text in English.
        japanese: the text in Japanese, None if there is only an English one.
    """

    id: str
    english: str
    japanese: str | None = None

    def text(self, language: str) -> str:
        """The text in a language, such as `ja`, or in English."""
        return self.japanese if language == "ja" and self.japanese is not None else self.english


class Severity(Enum):
    """How serious a finding is."""

    OK = "ok"
    NOTE = "note"  # good to know
    PROBLEM = "problem"  # something must be done


class Finding(Struct, frozen=True):
    """The result of one check.

    Args:
        name: the key of its sentence.
        health: how serious it is.
        details: the values in the sentence; never a secret.
    """

    name: str
    health: Severity = Severity.OK
    details: Mapping[str, str] = field(default_factory=dict)


Clock: TypeAlias = Callable[[], datetime]
"""The current time, in UTC."""


LONGEST_LEASE = timedelta(minutes=10)
"""The longest time of a lease. One that ends later was stored by a clock that was ahead, and counts as expired."""


class Lease(Struct, frozen=True):
    """A lease as it is stored.

    Args:
        name: what the holder of the lease does.
        holder: the identity of a process.
        expires_at: when another process may take it over, unless it is renewed.
    """

    name: str
    holder: str
    expires_at: datetime

    def is_expired(self, now: datetime) -> bool:
        """Whether another process may take it over."""
        return not now < self.expires_at <= now + LONGEST_LEASE


class RateLimitState(Struct, frozen=True):
    """A rate limit as it is stored.

    Args:
        name: the name of the limit.
        free_at: when it allows the next request or, if requests are counted, when the next period starts.
        used: the number of requests in the present period, if they are counted.
    """

    name: str
    free_at: datetime
    used: int = 0
