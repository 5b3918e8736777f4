"""HTTP requests of anybody: those that Slack did not send are refused quietly."""

import asyncio
import io
import logging
import random
from collections.abc import Iterator

import aiohttp
import pytest

from bot.persistence.database import Database
from bot.persistence.tables import slack as slack_tables
from bot.platforms.slack import connections
from bot.platforms.slack.bot import SlackBot
from tests.fakes.slack import NotAcknowledged, SignedHttp, install
from tests.platforms.slack.harness import ConnectionType, Harness

NOW = "1700000000"
SIGNATURE = "v0=" + "0" * 64
TIMESTAMPS = ("", "soon", "-1", "1e9", "9" * 400, "٣", "0x10", NOW, "1.5", " ")
SIGNATURES = ("", "v0=", "v1=ff", SIGNATURE, "é" * 10, "v0=" + "Z" * 64, "x" * 4_000)
TYPES = ("", "application/json", "text/html", "application/x-www-form-urlencoded; charset=klingon", "a/b/c", ";")
BODIES = (b"", b"{", b"[]", b"payload=", b"payload={", b"\xff\xfe", b"{" * 5_000, b"[" * 50_000, b"1", b"a" * 100_000)
ENCODINGS = (None, "gzip", "deflate", "br", "nonsense")


@pytest.fixture
def connection_type() -> ConnectionType:
    return "http"


@pytest.fixture
def installed() -> bool:
    return False


@pytest.fixture
async def signed(harness: Harness, bot: SlackBot) -> SignedHttp:
    return harness.slack.use_http(f"http://127.0.0.1:{bot.port}/slack/events")


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No traceback, and at most one line for each kind of refusal."""
    caplog.set_level(logging.INFO)
    yield
    assert not [record for record in caplog.records if record.exc_info]
    assert len([record for record in caplog.records if record.name.startswith("bot.platforms.slack")]) < 10


async def refuse_all(bot: SlackBot, count: int) -> set[int]:
    """Send malformed requests; returns the statuses of the responses."""
    url, chance = f"http://127.0.0.1:{bot.port}/slack/events", random.Random(7)
    statuses: set[int] = set()

    async def send(session: aiohttp.ClientSession) -> None:
        headers = {"X-Slack-Request-Timestamp": chance.choice(TIMESTAMPS), "Content-Type": chance.choice(TYPES)}
        headers["X-Slack-Signature"] = chance.choice(SIGNATURES)
        if encoding := chance.choice(ENCODINGS):
            headers["Content-Encoding"] = encoding
        async with session.post(url, data=chance.choice(BODIES), headers=headers, compress=False) as response:
            statuses.add(response.status)

    async with aiohttp.ClientSession() as session:
        for _ in range(0, count, 20):
            await asyncio.gather(*(send(session) for _ in range(20)))
    return statuses


async def test_malformed_requests_are_refused(bot: SlackBot) -> None:
    assert await refuse_all(bot, 400) == {400, 401}


@pytest.mark.slow
async def test_ten_thousand_malformed_requests_are_refused(bot: SlackBot) -> None:
    assert await refuse_all(bot, 10_000) == {400, 401}


@pytest.mark.parametrize("sent", [b"\x16\x03\x01\x02", b"POST /slack/events HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n"])
async def test_requests_that_are_not_http_are_refused(bot: SlackBot, sent: bytes) -> None:
    for _ in range(20):
        reader, writer = await asyncio.open_connection("127.0.0.1", bot.port)
        writer.write(sent + b"\r\n\r\n")
        assert b" 400 " in await reader.readline()
        writer.close()


async def test_a_connection_that_is_cut_in_the_body_is_no_error(bot: SlackBot) -> None:
    for _ in range(10):
        _, writer = await asyncio.open_connection("127.0.0.1", bot.port)
        writer.write(b"POST /slack/events HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc")
        await writer.drain()
        await asyncio.sleep(0.01)
        writer.transport.abort()
    await asyncio.sleep(0.1)


async def test_a_body_that_is_too_large_is_refused(bot: SlackBot) -> None:
    url = f"http://127.0.0.1:{bot.port}/slack/events"
    async with aiohttp.ClientSession() as session, session.post(url, data=io.BytesIO(bytes(3_000_000))) as response:
        assert response.status == 413


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("application/json", "{"),
        ("application/json", "[]"),
        ("application/json", "[" * 100_000),
        ("application/json; charset=klingon", "{}"),
        ("text/html", "{}"),
        ("application/x-www-form-urlencoded", "payload={"),
        ("application/x-www-form-urlencoded", "payload=[]"),
        ("application/x-www-form-urlencoded", "{}"),
    ],
)
async def test_signed_bodies_that_cannot_be_read_are_refused(signed: SignedHttp, content_type: str, body: str) -> None:
    with pytest.raises(NotAcknowledged) as refused:
        await signed.post(body, {"Content-Type": content_type})
    assert refused.value.status == 400


async def test_the_check_of_the_certificate_is_answered(bot: SlackBot) -> None:
    url = f"http://127.0.0.1:{bot.port}/slack/events"
    async with aiohttp.ClientSession() as session, session.post(url, data={"ssl_check": "1", "token": "?"}) as response:
        assert response.status == 200


async def test_visits_to_the_install_page_are_limited(
    harness: Harness, bot: SlackBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "_MINUTE", 1e9)  # none ends while the test runs
    url = f"http://127.0.0.1:{bot.port}/slack/install"
    assert (await install(harness.ann, url)).status == 200
    async with aiohttp.ClientSession() as session:
        statuses = []
        for _ in range(100):
            async with session.get(url, allow_redirects=False) as response:
                statuses.append(response.status)
    assert statuses == [302] * statuses.count(302) + [429] * statuses.count(429)
    assert statuses.count(302) <= 20
    database = Database(f"sqlite:///{harness.file}")
    async with database.engine.begin() as connection:
        rows = (await connection.execute(slack_tables.slack_oauth_states.select())).all()
    await database.close()
    assert len(rows) == statuses.count(302)


@pytest.mark.parametrize("query", ["state=%00&code=%00", "state=%ff&code=x", "code=" + "x" * 1_000])
async def test_a_malformed_return_from_slack_is_refused(bot: SlackBot, query: str) -> None:
    url = f"http://127.0.0.1:{bot.port}/slack/oauth_redirect?{query}"
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        assert (response.status, await response.text()) == (400, "The query is malformed.")  # bolt has another text
