"""Signed HTTP requests to the app: HMAC-SHA256 over `v0:timestamp:body`.

Source: docs.slack.dev, verifying requests from Slack.
"""

import hashlib
import hmac
import itertools
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from urllib.parse import urlencode

import aiohttp

from tests.fakes.loopback import Clock, Json
from tests.fakes.slack.deliveries import Acknowledgement, Delivery
from tests.fakes.slack.errors import NotAcknowledged

FORM = "application/x-www-form-urlencoded"


class SignedHttp:
    """Posts deliveries to the app.

    Args:
        urls: one for each process of the app; deliveries go to them in turn.
        secret: the app's signing secret.
        clock: gives the timestamps that are signed.

    Attributes:
        sent: how many requests were sent to each URL.
    """

    def __init__(self, urls: Sequence[str], secret: str, clock: Clock) -> None:
        self.urls = urls
        self._turns = itertools.count()
        self.sent: Counter[str] = Counter()
        self._secret = secret
        self._clock = clock
        self._age = 0.0
        self._session = aiohttp.ClientSession()

    @contextmanager
    def signing(self, *, secret: str | None = None, age: float = 0.0) -> Iterator[None]:
        """Sign with another secret, or as `age` seconds ago; apps must refuse more than 300."""
        before = self._secret, self._age
        self._secret, self._age = secret or self._secret, age
        try:
            yield
        finally:
            self._secret, self._age = before

    async def send(self, delivery: Delivery) -> Acknowledgement:
        """Post a payload, as a form or as JSON according to its kind."""
        retry = {"X-Slack-Retry-Num": str(delivery.attempt), "X-Slack-Retry-Reason": delivery.reason}
        content_type, body = _encoded(delivery)
        return await self.post(body, {"Content-Type": content_type} | (retry if delivery.attempt else {}))

    async def post(self, body: str, headers: dict[str, str]) -> Acknowledgement:
        """Sign any body and post it.

        Raises:
            NotAcknowledged: the app responded with an error, or could not be reached.
        """
        url = self.urls[next(self._turns) % len(self.urls)]
        self.sent[url] += 1
        try:
            async with self._session.post(url, data=body, headers=headers | self._signature(body)) as response:
                text = await response.text()
                if not response.ok:
                    raise NotAcknowledged(f"the app answered {response.status}: {text}", response.status)
                return Acknowledgement(_read(text))
        except aiohttp.ClientConnectionError as gone:
            raise NotAcknowledged("dispatch_failed") from gone

    @property
    def url(self) -> str:
        """The first URL."""
        return self.urls[0]

    async def close(self) -> None:
        """Close the connections to the app."""
        await self._session.close()

    def _signature(self, body: str) -> dict[str, str]:
        timestamp = str(int(self._clock.now() - self._age))
        digest = hmac.new(self._secret.encode(), f"v0:{timestamp}:{body}".encode(), hashlib.sha256).hexdigest()
        return {"X-Slack-Request-Timestamp": timestamp, "X-Slack-Signature": f"v0={digest}"}


def _encoded(delivery: Delivery) -> tuple[str, str]:
    if delivery.kind == "slash_commands":
        return FORM, urlencode(delivery.payload)
    if delivery.kind == "interactive":
        return FORM, urlencode({"payload": json.dumps(delivery.payload)})
    return "application/json", json.dumps(delivery.payload)


def _read(text: str) -> Json | None:
    if not text:
        return None
    payload: Json = json.loads(text) if text.startswith("{") else {"text": text}
    return payload
