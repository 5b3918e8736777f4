"""What a search aims at, and how hard it tries."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, repeat

FORBIDDEN = 10_000_000
"""The toll of a guess that must not be needed: one is worse than many that are dreaded."""

DREADED = 1_000
"""The toll of a guess that is to be needed by as few secrets as can be."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search aims at, and how hard it tries; as it stands, for the least total until that is proven.

    Args:
        width: guesses tried at sets of more than `thorough` candidates; None for all that could be better.
        thorough: candidates up to which all such guesses are tried whatever the width.
        stride: at sets of up to sixty candidates, only every so manieth code and the candidates themselves are tried.
        worst: guesses that no secret may need more than, None for any number.
        seldom: whether to aim first of all at as few secrets as can be that need `worst` guesses.
    """

    width: int | None = None
    thorough: int = 30
    stride: int = 1
    worst: int | None = None
    seldom: bool = False

    @property
    def exhaustive(self) -> bool:
        """Whether nothing is left out that could be better."""
        return self.width is None and self.stride == 1

    @property
    def tolls(self) -> tuple[int, ...]:
        """What each secret pays for the first guess and those that follow, never falling; the last goes on."""
        if self.worst is None:
            return (1,)
        if self.seldom:
            return (1,) * (self.worst - 1) + (DREADED, FORBIDDEN)
        return (1,) * self.worst + (FORBIDDEN,)

    def tolls_from(self, turn: int) -> Iterator[int]:
        """The tolls of the guess of this number, from 1, and all after it."""
        tolls = self.tolls
        return chain(tolls[turn - 1 :], repeat(tolls[-1]))
