"""Forms: several options of a command that are entered together, where a platform has forms."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto


class FieldKind(Enum):
    """How the value of a field is entered."""

    TEXT = auto()
    CHOICE = auto()
    CHANNEL = auto()
    CHANNELS = auto()


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form.

    Args:
        option: the option of the command that it sets.
        label: at most 45 characters.
        kind: how it is entered.
        value: its value now: a text, one of the choices, or ids of channels with commas between them.
        choices: the values that can be chosen, with their labels, if the kind is `CHOICE`.
        hint: what can be entered, at most 100 characters; empty for nothing.
    """

    option: str
    label: str
    kind: FieldKind
    value: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A form that runs a command when it is submitted.

    Args:
        title: at most 24 characters.
        command: the name of the command.
        options: the options of the command that are not fields.
        fields: at most five.
    """

    title: str
    command: str
    options: Mapping[str, str]
    fields: tuple[Field, ...]
