"""The base of all errors that `core` raises for wrong input.

An error carries data, never a sentence: `bot.presenters.refusals` makes the sentences, in the reader's language. Text
typed by a user is kept as typed, so escape it before you print it.
"""

from inspect import get_annotations
from typing import Any, ClassVar, dataclass_transform


@dataclass_transform(eq_default=False)
class CoreError(Exception):
    """Base class of all errors in `core` that are caused by wrong input.

    A subclass names its data, which its constructor takes, as a dataclass does. It is none, because defining a hundred
    dataclasses would take a twentieth of the time in which the program starts.
    """

    names: ClassVar[tuple[str, ...]] = ()
    """The names of the data, in the order in which the constructor takes them."""

    def __init_subclass__(cls) -> None:
        cls.names = tuple(dict.fromkeys((*cls.names, *get_annotations(cls))))

    def __init__(self, *values: object, **named: object) -> None:
        given = {**dict(zip(self.names, values, strict=False)), **named}
        for name, value in given.items():
            setattr(self, name, value)
        is_complete = all(hasattr(self, name) for name in self.names)  # some have a default
        if len(given) != len(values) + len(named) or not given.keys() <= set(self.names) or not is_complete:
            raise TypeError(type(self), values, named)

    @property
    def data(self) -> dict[str, Any]:
        """The data by name."""
        return {name: getattr(self, name) for name in self.names}

    def __repr__(self) -> str:
        """The data rather than a sentence, for log lines."""
        return f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in self.data.items())})"

    def __str__(self) -> str:
        return repr(self)

    def __reduce__(self) -> tuple[type["CoreError"], tuple[object, ...]]:
        """Let errors survive pickling, for example on their way back from a worker process."""
        return type(self), tuple(self.data.values())
