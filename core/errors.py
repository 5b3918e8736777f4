"""The base of all errors that `core` raises for wrong input.

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
