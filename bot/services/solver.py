"""What services are given to decide by: the solver, as they need it, and the source of all random values."""

import secrets
from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Protocol, Self

from msgspec import Struct
from msgspec.structs import astuple

from bot.model.errors import NoSuchCorrection
from bot.model.rooms import Caller, RoomKey
from core.errors import CoreError
from core.game.codes import Code
from core.game.commitment import NONCE_BYTES
from core.game.hidden import HiddenCode, HiddenText
from core.game.items import Entry, Item, Use
from core.game.rules import Rules
from core.game.sides import Level
from core.solver.corrections import Correction
from core.solver.strategies import Strategy

if TYPE_CHECKING:
    from core.solver.coach import Advice
    from core.solver.review import GuessCheck, Review


class Priority(IntEnum):
    """How urgent a question to the solver is, the most urgent first."""

    GAME = 0
    """A running game waits for the result, and with it perhaps several players."""

    ADVICE = 1
    """One person waits for advice."""

    BACKGROUND = 2
    """Nobody waits."""


class SolverRequesterKey(Struct, frozen=True):
    """Who asks the solver. People and rooms get equal shares of its time.

    Args:
        person: identifies a person wherever they are, or a kind of background work.
        room: the room where they ask.
        priority: how urgent the question is.
    """

    person: str
    room: RoomKey
    priority: Priority

    @classmethod
    def for_caller(cls, caller: Caller, priority: Priority = Priority.ADVICE) -> Self:
        """The requester for a caller."""
        return cls("/".join(astuple(caller.player)), caller.room, priority)

    @classmethod
    def background(cls, work: str) -> Self:
        """The requester for background work, which is named `work`."""
        return cls(work, RoomKey("", "", work), Priority.BACKGROUND)


class Solver(Protocol):
    """The solver. It is given rules and histories, never a game, so no secret can reach it.

    Every method has a time limit (see `bot.solving.tasks.TIME_LIMIT`) and returns the best result found by then.
    All but `is_consistent` and `corrections` raise `Contradiction` if no code fits the history. Every method raises
    `SolverUnavailable` if the solver has too many questions, or does not answer in time.
    """

    async def advise(  # noqa: PLR0913, PLR0917  # a requester and the five parts of a question
        self,
        requester: SolverRequesterKey,
        rules: Rules,
        history: Sequence[Entry],
        strategy: Strategy,
        top: int,
        lies: int,
    ) -> "Advice":
        """The best `top` guesses by a strategy, if up to `lies` (0 or 1) turns of the history have wrong feedback."""

    async def check(
        self, requester: SolverRequesterKey, rules: Rules, history: Sequence[Entry], guess: Code
    ) -> "GuessCheck":
        """Compare a guess with the best one."""

    async def review(self, requester: SolverRequesterKey, rules: Rules, turns: Sequence[Entry]) -> "Review":
        """The skill and luck of each turn."""

    async def move(
        self, requester: SolverRequesterKey, rules: Rules, history: Sequence[Entry], level: Level, seed: int
    ) -> Code:
        """The opponent's guess; the same seed gives the same guess."""

    async def choose_use(  # a requester and the parts of a question
        self,
        requester: SolverRequesterKey,
        histories: Sequence[Sequence[Entry]],
        items: Sequence[Item],
        level: Level,
        seed: int,
    ) -> Use | None:
        """The item that the opponent uses before its call, if any; the same seed gives the same.

        The histories are the opponent's and the player's; the items are those that may be used now.
        """

    async def choose_position_after_player_used_double(
        self, requester: SolverRequesterKey, history: Sequence[Entry]
    ) -> int:
        """The position that the opponent, who has this history, names when the player uses DOUBLE."""

    async def is_consistent(self, requester: SolverRequesterKey, rules: Rules, history: Sequence[Entry]) -> bool:
        """Whether a code fits the history."""

    async def corrections(
        self, requester: SolverRequesterKey, rules: Rules, history: Sequence[Entry]
    ) -> Sequence[Correction]:
        """The corrections that make a contradictory history consistent, likeliest first."""


def chosen_correction(corrections: Sequence[Correction], choice: int, if_none: type[CoreError]) -> Correction:
    """The correction with the number `choice`, from 1.

    Raises:
        NoSuchCorrection: there is none with this number.
        CoreError: `if_none`, if there are no corrections.
    """
    if not 1 <= choice <= len(corrections):
        raise NoSuchCorrection(len(corrections)) if corrections else if_none
    return corrections[choice - 1]


_ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # without 0, 1, i, l and o, which are easily confused
_RANDOM = secrets.SystemRandom()


class RandomSource:
    """Draws random values from the operating system's generator, which cannot be predicted."""

    def code(self, rules: Rules) -> Code:
        """A secret. All codes are equally likely."""
        symbols = range(rules.symbols)
        if rules.repeats:
            return HiddenCode(_RANDOM.choices(symbols, k=rules.positions))
        return HiddenCode(_RANDOM.sample(symbols, rules.positions))

    def nonce(self) -> HiddenText:
        """256 random bits as 64 hexadecimal digits."""
        return HiddenText(secrets.token_hex(NONCE_BYTES))

    def coin(self) -> bool:
        """True or False, equally likely."""
        return bool(secrets.randbits(1))

    def seed(self) -> int:
        """A seed for something that need not be secret."""
        return secrets.randbits(64)

    def game_id(self, letters: int) -> str:
        """An id of this length for people to read and type."""
        return "".join(_RANDOM.choices(_ID_LETTERS, k=letters))
