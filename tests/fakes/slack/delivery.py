"""Getting things to the app: once, several times, and again when it does not answer."""

import asyncio
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from tests.fakes.slack.basics import CannotDo, Json, NotAcknowledged

Kind = Literal["slash_commands", "interactive", "events_api"]

EVENT_RETRIES = 3


@dataclass(frozen=True)
class Delivery:
    """One payload on its way; `attempt` is 0 the first time, then what the retry headers say."""

    kind: Kind
    payload: Json
    attempt: int = 0
    reason: str = ""


@dataclass(frozen=True)
class Answer:
    """An acknowledgement, with what it carried."""

    payload: Json | None = None


class Transport(Protocol):
    """A way to the app: Socket Mode or signed HTTP."""

    async def send(self, delivery: Delivery) -> Answer:
        """Deliver and return the acknowledgement.

        Raises:
            NotAcknowledged: it was an error, or nobody was there. (How long to wait is the courier's affair.)
        """


class Nowhere:
    """The transport before a test has chosen one."""

    async def send(self, delivery: Delivery) -> Answer:
        raise CannotDo(f"a {delivery.kind} has nowhere to go: call use_socket_mode() or send_to(url) first")


class Courier:
    """Delivers over whichever transport is in use, as often as it is told to.

    Attributes:
        ack_within: seconds the app has to acknowledge.
        copies: how often each payload is delivered; the later copies count as retries.
        at_once: all copies at the same moment, rather than one after the other's acknowledgement.
        pauses: seconds before each of the three retries of an unacknowledged event (the platform's: 0, 60, 300).
    """

    def __init__(self, ack_within: float) -> None:
        self.ack_within = ack_within
        self.transport: Transport = Nowhere()
        self.copies = 1
        self.at_once = False
        self.pauses = (0.0,) * EVENT_RETRIES

    async def command(self, payload: Json) -> Answer:
        """Deliver a slash command; Slack never tries these again, people do."""
        return await self._deliver(Delivery("slash_commands", payload))

    async def interaction(self, payload: Json) -> Answer:
        """Deliver an action, a submission or a closing."""
        return await self._deliver(Delivery("interactive", payload))

    async def event(self, payload: Json) -> Answer:
        """Deliver an event, again where it is not acknowledged."""
        delivery = Delivery("events_api", payload)
        for pause in self.pauses:
            try:
                return await self._deliver(delivery)
            except NotAcknowledged as failure:
                await asyncio.sleep(pause)
                reason = "http_error" if failure.status else "timeout"
                delivery = replace(delivery, attempt=delivery.attempt + 1, reason=reason)
        return await self._deliver(delivery)

    async def _deliver(self, delivery: Delivery) -> Answer:
        again = (replace(delivery, attempt=delivery.attempt + n, reason="timeout") for n in range(1, self.copies))
        sendings = [self._send(copy) for copy in (delivery, *again)]
        answers = await asyncio.gather(*sendings) if self.at_once else [await sending for sending in sendings]
        return answers[0]

    async def _send(self, delivery: Delivery) -> Answer:
        try:
            async with asyncio.timeout(self.ack_within):
                return await self.transport.send(delivery)
        except TimeoutError as late:
            raise NotAcknowledged("operation_timeout") from late
