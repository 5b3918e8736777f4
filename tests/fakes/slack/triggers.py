"""Trigger ids: three seconds, one modal, the person whose click it was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.fakes.slack.basics import Clock, Ids, Refusal

if TYPE_CHECKING:
    from tests.fakes.slack.people import Person
    from tests.fakes.slack.surfaces import View

LIFETIME = 3.0


@dataclass
class Trigger:
    """A right to open one modal for `person`; `view` is the modal it was won in, if any."""

    person: Person
    issued: float
    view: View | None
    used: bool = False


class Triggers:
    """Every trigger id given out."""

    def __init__(self, ids: Ids, clock: Clock) -> None:
        self._ids = ids
        self._clock = clock
        self._triggers: dict[str, Trigger] = {}

    def issue(self, person: Person, view: View | None = None) -> str:
        """A new trigger id."""
        trigger_id = self._ids.next("trigger.")
        self._triggers[trigger_id] = Trigger(person, self._clock.now(), view)
        return trigger_id

    def exchange(self, trigger_id: str) -> Trigger:
        """Use a trigger up.

        Raises:
            Refusal: `invalid_trigger_id`, `expired_trigger_id` or `exchanged_trigger_id`.
        """
        trigger = self._triggers.get(trigger_id)
        if trigger is None:
            raise Refusal("invalid_trigger_id")
        if trigger.used:
            raise Refusal("exchanged_trigger_id")
        if self._clock.now() - trigger.issued > LIFETIME:
            raise Refusal("expired_trigger_id")
        trigger.used = True
        return trigger
