"""Every reason why a platform cannot be served is explained in every language, and clocks are compared."""

import asyncio
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta

import pytest

from bot.locales import LANGUAGES
from bot.model.operations import Finding, Severity
from bot.platforms.common import platform
from bot.platforms.common.errors import (
    ExtraNotInstalled,
    IntentsRefused,
    PlatformError,
    PlatformUnreachable,
    PortUnavailable,
    SettingsMissing,
    ShardRangeInvalid,
    ShardsLost,
    TokenKeyInvalid,
    TokenKeyLost,
    TokenRefused,
)
from bot.platforms.common.platform import ApiReply, call_api, compare_clocks, require_library
from tests.locales.latin import latin_outside_code

ERRORS = (
    ExtraNotInstalled("Slack", "slack"),
    SettingsMissing("Discord", (("HITBLOW_DISCORD_TOKEN",),)),
    SettingsMissing("Slack", (("A", "B"), ("C",))),
    TokenRefused("Slack", "HITBLOW_SLACK_BOT_TOKEN"),
    TokenKeyInvalid("Slack", "HITBLOW_SLACK_TOKEN_KEYS"),
    TokenKeyLost("Slack", "HITBLOW_SLACK_TOKEN_KEYS"),
    PortUnavailable("Slack", 3000),
    PlatformUnreachable("Slack"),
    IntentsRefused("Discord"),
    ShardRangeInvalid("Discord", "4-3/16"),
    ShardsLost("Discord", "0-3/16"),
)


def test_every_error_is_tested() -> None:
    assert {type(error) for error in ERRORS} == set(PlatformError.__subclasses__())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_names_the_platform_in_a_sentence(error: PlatformError, language: str) -> None:
    sentence = error.explain(LANGUAGES[language])
    assert error.platform.upper() in sentence.upper()
    assert sentence.endswith((".", "。", "`"))
    assert language == "en" or not latin_outside_code(sentence)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_token_is_named_by_its_setting(language: str) -> None:
    assert "`HITBLOW_TOKEN`" in TokenRefused("Slack", "HITBLOW_TOKEN").explain(LANGUAGES[language])


def test_missing_settings_are_named_with_their_alternatives() -> None:
    assert "set `A` + `B` or `C`" in SettingsMissing("Slack", (("A", "B"), ("C",))).explain(LANGUAGES["en"])


NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
REPLY = ApiReply(200, {"Date": "Wed, 18 Nov 2026 12:00:00 GMT"}, {})


@pytest.mark.parametrize("seconds", [-30, -1, 0, 30])
def test_a_clock_may_be_off_by_a_little(seconds: int) -> None:
    assert compare_clocks("Slack", REPLY, NOON + timedelta(seconds=seconds)) == []


@pytest.mark.parametrize("seconds", [31, -3600])
def test_a_clock_that_is_off_by_more_is_a_problem(seconds: int) -> None:
    [finding] = compare_clocks("Slack", REPLY, NOON + timedelta(seconds=seconds))
    details = {"platform": "Slack", "seconds": str(abs(seconds))}
    assert finding == Finding("clock_wrong", Severity.PROBLEM, details)


@pytest.mark.parametrize("headers", [{}, {"Date": "yesterday"}])
def test_without_a_date_nothing_is_said(headers: dict[str, str]) -> None:
    assert compare_clocks("Slack", ApiReply(200, headers, {}), NOON) == []


async def test_a_platform_that_does_not_respond_is_unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "_TIMEOUT_SECONDS", 0.05)
    connections: list[asyncio.StreamWriter] = []
    async with await asyncio.start_server(lambda _, writer: connections.append(writer), "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(PlatformUnreachable):
            await asyncio.wait_for(call_api("Slack", "GET", f"http://127.0.0.1:{port}", "token"), 10)
        for connection in connections:
            connection.close()
    assert connections


def test_a_library_that_is_missing_is_named_by_its_extra() -> None:
    require_library("pytest", "Discord")
    with pytest.raises(ExtraNotInstalled) as missing:
        require_library("pytest_of_the_past", "Discord")
    assert missing.value.args == ExtraNotInstalled("Discord", "discord").args


@pytest.mark.parametrize(("status", "is_reachable"), [(429, True), (500, False), (503, False)])
async def test_a_platform_whose_server_fails_is_unreachable(status: int, *, is_reachable: bool) -> None:
    async def respond(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        headers = "Content-Type: application/json\r\nContent-Length: 3"
        writer.write(f"HTTP/1.1 {status} Status\r\n{headers}\r\n\r\n[1]".encode())
        writer.close()

    async with await asyncio.start_server(respond, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        with nullcontext() if is_reachable else pytest.raises(PlatformUnreachable):
            reply = await call_api("Slack", "GET", url, "token")
            assert reply.status == status
            assert reply.data == {}
