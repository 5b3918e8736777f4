"""Trigger ids: each opens one modal for one person within three seconds."""

from dataclasses import dataclass

from tests.fakes.loopback import Clock
from tests.fakes.slack.clock import Ids
from tests.fakes.slack.errors import ApiError
from tests.fakes.slack.views import View
from tests.fakes.slack.workspaces import User

LIFETIME = 3.0


@dataclass
class Trigger:
    """The right to open a modal.

    Attributes:
        view: the view in which the person acted, if any.
    """

    user: User
    issued: float
    view: View | None
    used: bool = False


class Triggers:
    """All trigger ids."""

    def __init__(self, ids: Ids, clock: Clock) -> None:
        self._ids = ids
        self._clock = clock
        self._triggers: dict[str, Trigger] = {}

    def issue(self, user: User, view: View | None = None) -> str:
        """Return a new trigger id."""
        trigger_id = self._ids.next("trigger.")
        self._triggers[trigger_id] = Trigger(user, self._clock.now(), view)
        return trigger_id

    def exchange(self, trigger_id: str) -> Trigger:
        """Use up a trigger id.

        Raises:
            ApiError: `invalid_trigger_id`, `expired_trigger_id` or `exchanged_trigger_id`.
        """
        trigger = self._triggers.get(trigger_id)
        if trigger is None:
            raise ApiError("invalid_trigger_id")
        if trigger.used:
            raise ApiError("exchanged_trigger_id")
        if self._clock.now() - trigger.issued > LIFETIME:
            raise ApiError("expired_trigger_id")
        trigger.used = True
        return trigger
