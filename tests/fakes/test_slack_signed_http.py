"""Signed HTTP requests of the loopback Slack to the unmodified bolt."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from slack_bolt.async_app import AsyncApp
from slack_bolt.response import BoltResponse

from tests.fakes.example_slack_app import client_for, example_app, over_http
from tests.fakes.slack import Channel, LoopbackSlack, NotAcknowledged, SignedHttp, User


@pytest.fixture
def app(slack: LoopbackSlack, ann: User) -> AsyncApp:
    return example_app(client_for(slack, ann.team))


@pytest.fixture
async def http(slack: LoopbackSlack, app: AsyncApp) -> AsyncIterator[SignedHttp]:
    async with over_http(slack, app) as http:
        yield http


@pytest.mark.usefixtures("http")
async def test_an_event_that_gets_an_error_is_retried_three_times(ann: User, games: Channel, app: AsyncApp) -> None:
    seen: list[tuple[str, str, str]] = []

    @app.middleware
    async def refuse(req: Any) -> BoltResponse:
        retry = [req.headers.get(f"x-slack-retry-{name}", [""])[0] for name in ("num", "reason")]
        seen.append((req.body["event_id"], retry[0], retry[1]))
        return BoltResponse(status=500)

    with pytest.raises(NotAcknowledged):
        await ann.say(games, "hello")
    assert [retry[1:] for retry in seen] == [("", ""), *((str(n), "http_error") for n in (1, 2, 3))]
    assert len({event_id for event_id, *_ in seen}) == 1


@pytest.mark.usefixtures("http")
async def test_an_unknown_command_gets_404(ann: User, games: Channel) -> None:
    with pytest.raises(NotAcknowledged) as caught:
        await ann.command(games, "/unknown")
    assert caught.value.status == 404


async def test_the_url_is_verified_by_a_challenge(http: SignedHttp) -> None:
    body = json.dumps({"type": "url_verification", "token": "t", "challenge": "say this"})
    answer = await http.post(body, {"Content-Type": "application/json"})
    assert answer.payload == {"challenge": "say this"}


async def test_an_unreachable_app_does_not_acknowledge(
    slack: LoopbackSlack, ann: User, games: Channel, app: AsyncApp
) -> None:
    async with over_http(slack, app):
        pass
    with pytest.raises(NotAcknowledged, match="dispatch_failed"):
        await ann.command(games, "/board")
