"""Profiles: the names and locales of people, as Slack reports them."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from cachetools import TTLCache

from bot.handlers.request import Request
from bot.platforms.common.callers import CallerLookup
from bot.platforms.slack.api_errors import FAILURES, describe
from bot.platforms.slack.incoming import IncomingRequest

log = logging.getLogger(__name__)

_CACHE_SECONDS = 3_600.0
_CACHE_SIZE = 10_000


@dataclass(frozen=True, slots=True)
class Profile:
    """What Slack reports about somebody; admins and owners of the workspace are moderators."""

    name: str
    locale: str | None
    is_moderator: bool = False


class Profiles:
    """Makes requests of incoming requests, asking Slack for each person once an hour.

    Args:
        callers: chooses the languages of replies.
        clock: monotonic seconds.
    """

    def __init__(self, callers: CallerLookup, clock: Callable[[], float] = time.monotonic) -> None:
        self._callers = callers
        self._profiles: TTLCache[tuple[str, str], Profile] = TTLCache(_CACHE_SIZE, _CACHE_SECONDS, clock)

    async def request(self, incoming: IncomingRequest) -> Request:
        """A request of this person that has no command yet."""
        profile = await self._profile(incoming)
        request = await self._callers.request(
            incoming.caller(profile.name, is_moderator=profile.is_moderator), profile.locale
        )
        return request.received(incoming.received_at)

    async def _profile(self, incoming: IncomingRequest) -> Profile:
        key = (incoming.workspace, incoming.user)
        if key not in self._profiles:
            profile = await _fetch(incoming)
            if profile is None:
                return Profile(incoming.login, None)  # asked again next time
            self._profiles[key] = profile
        return self._profiles[key]


async def _fetch(incoming: IncomingRequest) -> Profile | None:
    """Ask Slack for a profile; None if that fails, for the person can be answered all the same."""
    try:
        response = await incoming.client.users_info(user=incoming.user, include_locale=True)
    except FAILURES as error:
        log.warning("users.info: %s", describe(error))
        return None
    user = response.get("user") or {}
    profile = user.get("profile") or {}
    name = profile.get("display_name") or profile.get("real_name") or user.get("name") or incoming.login
    return Profile(str(name), user.get("locale"), bool(user.get("is_admin") or user.get("is_owner")))
