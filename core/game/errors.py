"""Everything `core` refuses, by the reason a person is wrong.

```
CoreError
├── RulesError
│   ├── UnknownRules        the text names no rules
│   └── RulesOutOfRange     it does, but nobody could play or solve them
├── CodeError
│   ├── UnreadableCode      too long, or with characters that hide what is written
│   ├── WrongLength
│   ├── UnknownSymbol
│   └── RepeatedSymbol
├── FeedbackError
│   ├── UnreadableFeedback
│   └── ImpossibleFeedback
├── HistoryError
│   ├── UnreadableTurn      one turn of a history, with what is wrong inside it
│   └── Contradiction       no code fits these answers
├── GameError
│   ├── GameOver
│   ├── NotYourTurn
│   ├── NotYourGame
│   └── NoPendingGuess     no guess of the opponent's waits for an answer
├── UnknownStrategy         the text names no strategy, or one that cannot be
├── UnknownBonus            the text is no bonus for a guess that may win
└── BookDamaged             the file of a book is not what was shipped
```

An error carries data, never a sentence: what people read is made from it elsewhere, in their language. What somebody
typed stands in it as typed; whoever prints it must make it safe to print.
"""

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.game.rules import Rules  # which raise some of these


class CoreError(Exception):
    """Base of everything this package refuses."""

    def __str__(self) -> str:
        """What a log line shows: the data, not a sentence."""
        return repr(self)

    def __reduce__(self) -> tuple[type["CoreError"], tuple[object, ...]]:
        """Make errors survive the way back from a worker process."""
        return type(self), tuple(getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]  # every leaf is a dataclass


class RulesError(CoreError):
    """The rules themselves."""


@dataclass(eq=False)
class UnknownRules(RulesError):
    """`read` is neither a name nor the notation of rules."""

    read: str


@dataclass(eq=False)
class RulesOutOfRange(RulesError):
    """`quantity` ("positions", "symbols" or "codes") is `value`, outside `low` to `high`."""

    quantity: str
    value: int
    low: int
    high: int


class CodeError(CoreError):
    """A text that was to be a code."""


@dataclass(eq=False)
class UnreadableCode(CodeError):
    """`read` is too long, or holds a character that hides or reorders what is written."""

    read: str
    rules: "Rules"


@dataclass(eq=False)
class WrongLength(CodeError):
    """`read` has `length` symbols, which is not the number of positions."""

    read: str
    length: int
    rules: "Rules"


@dataclass(eq=False)
class UnknownSymbol(CodeError):
    """`symbol` in `read` is none of the symbols in use."""

    read: str
    symbol: str
    rules: "Rules"


@dataclass(eq=False)
class RepeatedSymbol(CodeError):
    """`read` uses `symbol` more than once under rules without repeats."""

    read: str
    symbol: str
    rules: "Rules"


class FeedbackError(CoreError):
    """A text that was to be a feedback."""


@dataclass(eq=False)
class UnreadableFeedback(FeedbackError):
    """`read` is no spelling of a feedback."""

    read: str
    rules: "Rules"


@dataclass(eq=False)
class ImpossibleFeedback(FeedbackError):
    """`hits` and `blows` cannot answer any guess under these rules."""

    hits: int
    blows: int
    rules: "Rules"


class HistoryError(CoreError):
    """The turns of a game, taken together."""


@dataclass(eq=False)
class UnreadableTurn(HistoryError):
    """Turn `number` (from 1), read as `read`: `error` says what is wrong with it; None if it is not two things."""

    number: int
    read: str
    error: CoreError | None
    rules: "Rules"


@dataclass(eq=False)
class Contradiction(HistoryError):
    """After turn `number` (from 1) no code is left that explains every answer."""

    number: int


class GameError(CoreError):
    """A move the game does not allow now."""


@dataclass(eq=False)
class GameOver(GameError):
    """The game, or this player's part in it, has ended."""


@dataclass(eq=False)
class NotYourTurn(GameError):
    """Somebody else is to move first."""


@dataclass(eq=False)
class NotYourGame(GameError):
    """This game is somebody else's."""


@dataclass(eq=False)
class NoPendingGuess(GameError):
    """No guess of the opponent's waits for an answer, or none that could be changed."""


@dataclass(eq=False)
class UnknownStrategy(CoreError):
    """`read` names no strategy."""

    read: str


@dataclass(eq=False)
class UnknownBonus(CoreError):
    """`read` is neither a number such as `2` nor a factor such as `x0.95`."""

    read: str


@dataclass(eq=False)
class BookDamaged(CoreError):
    """The book for `rules` cannot be used; `fault` is "missing", "foreign", "checksum" or "content"."""

    rules: "Rules"
    fault: str
