"""Asking Discord whether the bot could be served."""

import re
from collections.abc import AsyncIterator

from bot.model.diagnosis import Finding, Health
from bot.platforms.common.diagnosis import ask_api, compare_clocks
from bot.platforms.common.errors import PlatformUnreachable, TokenRefused
from bot.platforms.discord.settings import PLATFORM_NAME, DiscordSettings

_API = "https://discord.com/api/v10"
_TOKEN = re.compile(r"[\w-]{20,}\.[\w-]{4,}\.[\w-]{20,}")
_OK, _UNAUTHORIZED = 200, 401
_FEW_STARTS = 20


async def diagnose(settings: DiscordSettings) -> AsyncIterator[Finding]:
    """Whether Discord accepts the token and lets the bot connect.

    Raises:
        PlatformError: it does not.
    """
    token, variable = settings.require_token(), settings.variable("token")
    if not _TOKEN.fullmatch(token):
        yield Finding("token_odd", Health.NOTE, {"setting": variable, "platform": PLATFORM_NAME})
    api, authorization = (settings.api_url or _API).rstrip("/"), f"Bot {token}"
    me = await ask_api(PLATFORM_NAME, "GET", f"{api}/users/@me", authorization)
    if me.status == _UNAUTHORIZED:
        raise TokenRefused(PLATFORM_NAME, variable)
    gateway = await ask_api(PLATFORM_NAME, "GET", f"{api}/gateway/bot", authorization)
    if {me.status, gateway.status} != {_OK} or "session_start_limit" not in gateway.data:
        raise PlatformUnreachable(PLATFORM_NAME)
    yield Finding("logged_in", Health.OK, {"platform": PLATFORM_NAME, "user": str(me.data.get("username"))})
    left = int(gateway.data["session_start_limit"]["remaining"])
    if left < _FEW_STARTS:
        yield Finding("few_starts", Health.PROBLEM, {"left": str(left)})
    for finding in compare_clocks(PLATFORM_NAME, me):
        yield finding
