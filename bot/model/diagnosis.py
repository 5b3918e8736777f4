"""The findings of `hitblow doctor` about the settings, the database and the platforms."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Health(Enum):
    """How serious a finding is."""

    OK = "ok"
    NOTE = "note"  # good to know
    PROBLEM = "problem"  # something must be done


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check.

    Args:
        name: the key of its sentence.
        health: how serious it is.
        details: the values in the sentence; never a secret.
    """

    name: str
    health: Health = Health.OK
    details: Mapping[str, str] = field(default_factory=dict)
