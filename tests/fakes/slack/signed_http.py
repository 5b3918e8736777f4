"""Signed requests to the app under test, as Slack makes them: HMAC-SHA256 over `v0:timestamp:body`.

Source: docs.slack.dev, verifying requests from Slack.
"""

import hashlib
import hmac
import json
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

import aiohttp

from tests.fakes.slack.basics import Clock, Json, NotAcknowledged
from tests.fakes.slack.delivery import Answer, Delivery

FORM = "application/x-www-form-urlencoded"


class SignedHttp:
    """Posts to one URL; within `signing(...)` the signature is wrong or old."""

    def __init__(self, url: str, secret: str, clock: Clock) -> None:
        self.url = url
        self._secret = secret
        self._clock = clock
        self._age = 0.0
        self._session = aiohttp.ClientSession()

    @contextmanager
    def signing(self, *, secret: str | None = None, age: float = 0.0) -> Iterator[None]:
        """Sign with another secret, or as of `age` seconds ago (Slack's limit is 300)."""
        before = self._secret, self._age
        self._secret, self._age = secret or self._secret, age
        try:
            yield
        finally:
            self._secret, self._age = before

    async def send(self, delivery: Delivery) -> Answer:
        """Deliver one payload, as a form or as JSON, whichever its kind goes as."""
        retry = {"X-Slack-Retry-Num": str(delivery.attempt), "X-Slack-Retry-Reason": delivery.reason}
        content_type, body = _encoded(delivery)
        return await self.post(body, {"Content-Type": content_type} | (retry if delivery.attempt else {}))

    async def post(self, body: str, headers: dict[str, str]) -> Answer:
        """Sign any body and post it.

        Raises:
            NotAcknowledged: with the status, where the answer is anything but a success.
        """
        try:
            async with self._session.post(self.url, data=body, headers=headers | self._signature(body)) as response:
                text = await response.text()
                if not response.ok:
                    raise NotAcknowledged(f"the app answered {response.status}: {text}", response.status)
                return Answer(_read(text))
        except aiohttp.ClientConnectionError as gone:
            raise NotAcknowledged("dispatch_failed") from gone

    async def close(self) -> None:
        """Hang up."""
        await self._session.close()

    def _signature(self, body: str) -> dict[str, str]:
        stamp = str(int(self._clock.now() - self._age))
        digest = hmac.new(self._secret.encode(), f"v0:{stamp}:{body}".encode(), hashlib.sha256).hexdigest()
        return {"X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": f"v0={digest}"}


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
