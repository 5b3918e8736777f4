"""The base of all errors that `core` raises for wrong input, and an overview of them.

```
CoreError
├── RulesError                  core.game.rules
│   ├── UnknownRules            the text is neither a name nor a notation of rules
│   └── RulesOutOfRange         a number in the rules is outside the supported range
├── CodeError                   core.game.errors
│   ├── UnreadableCode          too long, or contains characters that hide or reorder text
│   ├── WrongLength
│   ├── UnknownSymbol
│   └── RepeatedSymbol
├── FeedbackError
│   ├── UnreadableFeedback
│   └── ImpossibleFeedback
├── HistoryError
│   ├── UnreadableTurn          one turn of a history, with the error found in it
│   └── Contradiction           no code is consistent with the history
├── GameError
│   ├── GameOver
│   │   └── PartOver            one player's part of a race is over, and the race goes on
│   ├── NotYourTurn
│   ├── FeedbackMissing
│   ├── NotPlaying
│   ├── NotYourGame
│   ├── AlreadyVoted            the player has voted to give up before
│   ├── RaceNotStarted
│   ├── RaceStarted
│   ├── NotTheStarter
│   ├── TimeIsUp
│   ├── HostMayNotGuess         the host gets no hints either
│   ├── NotTheHost              only the host gives feedback
│   ├── TooManyPendingGuesses   too many guesses wait for the host's feedback
│   ├── NoPendingGuess          no guess could get this feedback
│   ├── HintsNotAllowed
│   ├── DrawNotPossible
│   ├── DuelNotStarted
│   ├── SecretAlreadyHidden
│   └── OpponentMayStillMove
└── SolverError                 core.solver.errors
    ├── UnknownStrategy
    ├── UnknownBonus
    ├── BookDamaged             the file of a book differs from the one that was shipped
    ├── UnreadableTree          a file is not a strategy tree
    └── IncompleteTree          a strategy tree has no guess for a possible history
```

An error carries data, never a sentence: `bot.presenters.refusals` makes the sentences, in the reader's language. Text
typed by a user is kept as typed, so escape it before you print it.
"""

from dataclasses import fields


class CoreError(Exception):
    """Base class of all errors in `core` that are caused by wrong input."""

    def __str__(self) -> str:
        """The data rather than a sentence, for log lines."""
        return repr(self)

    def __reduce__(self) -> tuple[type["CoreError"], tuple[object, ...]]:
        """Let errors survive pickling, for example on their way back from a worker process."""
        return type(self), tuple(getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]  # every leaf is a dataclass
