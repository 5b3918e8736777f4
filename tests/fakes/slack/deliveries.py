"""Sending commands, interactions and events to the app: once, several times, and again if it does not acknowledge."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from tests.fakes.loopback import Exchange, Json
from tests.fakes.slack.errors import NotAcknowledged, UnavailableAction

if TYPE_CHECKING:
    from tests.fakes.loopback import Network

Kind = Literal["slash_commands", "interactive", "events_api"]

EVENT_RETRIES = 3


@dataclass(eq=False, kw_only=True)
class Call(Exchange):
    """A call of the Web API, a request to a response URL, or a delivery to the app.

    Attributes:
        args: the arguments of the method, or the payload.
        answer: what Slack responded, even if a fault replaced it; None if the call was not processed.
    """

    args: Json
    answer: Json | None = None

    @property
    def method(self) -> str:
        """The Web API's method; another word for the route."""
        return self.route


@dataclass(frozen=True)
class Acknowledgement:
    """The app's acknowledgement, with the payload it carried."""

    payload: Json | None = None


@dataclass(eq=False, kw_only=True)
class Delivery(Call):
    """A payload that is sent to the app.

    Attributes:
        kind: what it is, as Socket Mode calls it.
        attempt: 0 for the first time, then what the retry headers say.
        reason: why it is sent again.
        acknowledgement: what the app sent back in time; None if it did not.
    """

    kind: Kind
    route: str = "events"
    attempt: int = 0
    reason: str = ""
    acknowledgement: Acknowledgement | None = None

    @property
    def payload(self) -> Json:
        """What is sent."""
        return self.args

    @property
    def latency(self) -> float | None:
        """Seconds until the acknowledgement; None if there was none."""
        return None if self.answered_at is None else self.answered_at - self.received_at

    def retry(self, attempts: int, reason: str) -> Delivery:
        """Return the same payload, to be sent again."""
        return Delivery(kind=self.kind, args=self.args, attempt=self.attempt + attempts, reason=reason)


class Transport(Protocol):
    """A way to the app: Socket Mode or signed HTTP."""

    async def send(self, delivery: Delivery) -> Acknowledgement:
        """Deliver a payload and return the acknowledgement, however late.

        Raises:
            NotAcknowledged: the app responded with an error, or could not be reached.
        """


class NoTransport:
    """The transport until a test chooses one."""

    async def send(self, delivery: Delivery) -> Acknowledgement:
        """Raise UnavailableAction."""
        raise UnavailableAction(f"no transport for {delivery.kind}: call use_socket_mode() or use_http(url) first")


class Deliveries:
    """Sends payloads over the transport in use.

    Args:
        network: delays deliveries (direction `request`) and acknowledgements (`response`) of the route `events`.
        ack_within: seconds that the app has to acknowledge, network included.

    Attributes:
        copies: how often each payload is sent; copies after the first count as retries.
        at_once: whether all copies are sent at the same time, or each after the acknowledgement of the one before.
        pauses: seconds before each retry of an event that was not acknowledged; Slack's are 0, 60 and 300.
        log: everything that was sent, oldest first.
    """

    def __init__(self, network: Network[Call], ack_within: float) -> None:
        self._network = network
        self.ack_within = ack_within
        self.transport: Transport = NoTransport()
        self.copies = 1
        self.at_once = False
        self.pauses = (0.0,) * EVENT_RETRIES
        self.log: list[Delivery] = []
        self._late: set[asyncio.Task[Acknowledgement]] = set()

    async def command(self, payload: Json) -> Acknowledgement:
        """Deliver a slash command; Slack does not retry commands."""
        return await self._deliver(Delivery(kind="slash_commands", args=payload))

    async def interaction(self, payload: Json) -> Acknowledgement:
        """Deliver an action, or the submission or closing of a view; Slack does not retry interactions."""
        return await self._deliver(Delivery(kind="interactive", args=payload))

    async def event(self, payload: Json) -> Acknowledgement:
        """Deliver an event, and retry it if it is not acknowledged."""
        delivery = Delivery(kind="events_api", args=payload)
        for pause in self.pauses:
            try:
                return await self._deliver(delivery)
            except NotAcknowledged as failure:
                await asyncio.sleep(pause)
                delivery = delivery.retry(1, "http_error" if failure.status else "timeout")
        return await self._deliver(delivery)

    async def _deliver(self, delivery: Delivery) -> Acknowledgement:
        copies = [delivery, *(delivery.retry(number, "timeout") for number in range(1, self.copies))]
        if self.at_once:
            return (await asyncio.gather(*map(self._send, copies)))[0]
        first, *_ = [await self._send(copy) for copy in copies]
        return first

    async def _send(self, delivery: Delivery) -> Acknowledgement:
        delivery.number = self._network.next_number(delivery.route)
        self.log.append(delivery)
        task = asyncio.create_task(self._transmit(delivery), name="loopback delivery")
        try:
            done, _ = await asyncio.wait({task}, timeout=self.ack_within)
        except asyncio.CancelledError:
            task.cancel()
            raise
        if not done:
            self._abandon(task, delivery)
            raise NotAcknowledged("operation_timeout")
        return task.result()

    async def _transmit(self, delivery: Delivery) -> Acknowledgement:
        await self._network.travel(delivery, "request")
        delivery.processed_at = time.monotonic()
        acknowledgement = await self.transport.send(delivery)
        await self._network.travel(delivery, "response")
        delivery.acknowledgement, delivery.answered_at = acknowledgement, time.monotonic()
        return acknowledgement

    def _abandon(self, task: asyncio.Task[Acknowledgement], delivery: Delivery) -> None:
        """Wait no longer for an acknowledgement; what has not left the network yet still arrives."""
        if delivery.processed_at is not None:
            task.cancel()
            return
        self._late.add(task)
        task.add_done_callback(self._forget)

    def _forget(self, task: asyncio.Task[Acknowledgement]) -> None:
        self._late.discard(task)
        if not task.cancelled():
            task.exception()  # retrieved, so that asyncio does not log it

    async def close(self) -> None:
        """Stop what is still on its way."""
        late = list(self._late)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
