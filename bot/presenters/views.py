"""What people see, before a platform has given it its form.

A view is a few blocks and the buttons under them. Its texts are plain: what stands between backticks is set apart as
code, and nothing else in them means anything, so platforms escape all the rest. Panels are monospaced.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Panel:
    """Lines that are aligned with one another, for a fixed-width font."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Small:
    """A paragraph for the few who look for it; it need not be repeated where it can still be seen."""

    text: str


Block: TypeAlias = Text | Panel | Small


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press.

    Args:
        label: what stands on it.
        command: what it gives.
        options: with these options.
        asks: the option to ask for first, None for none.
        step: how far the conversation had got that it belongs to; pressed later, it counts for nothing.
    """

    label: str
    command: str
    options: Mapping[str, str] = field(default_factory=dict)
    asks: str | None = None
    step: int | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """Something to be asked for where nobody else sees the answer: a secret.

    The answer becomes `Invocation.private` of `command` with `options`.
    """

    text: str
    command: str
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class View:
    """Something to look at; `game` is the id of the game it shows, if it is a board."""

    blocks: tuple[Block, ...]
    buttons: tuple[Button, ...] = ()
    game: str | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What a command answers.

    Args:
        board: the one message of a game, public, to be posted or brought up to date.
        note: what is said beside it.
        private: whether only the caller sees the note.
        failed: whether something broke, rather than being refused.
        echoes: whether the note only repeats, for whoever cannot see the board, what that shows.
        prompt: what to ask the caller for before anything can be answered; nothing else is set then.
    """

    board: View | None = None
    note: View | None = None
    private: bool = True
    failed: bool = False
    prompt: Prompt | None = None
    echoes: bool = False


def note(*paragraphs: str, private: bool = True) -> Reply:
    """A reply of plain paragraphs."""
    return Reply(note=View(tuple(Text(paragraph) for paragraph in paragraphs)), private=private)
