"""Profiles: the names and locales of people, as Slack reports them."""

import logging
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from cachetools import TTLCache

from bot.handlers.request import Request
from bot.platforms.common.callers import CallerLookup
from bot.platforms.slack.api_errors import FAILURES, describe
from bot.platforms.slack.incoming import PLATFORM_KEY, IncomingRequest
from bot.services.duels import Person
from bot.services.model import PlayerKey

log = logging.getLogger(__name__)

_USER = re.compile(r"\b[UW][A-Z0-9]{6,}\b")
_CACHE_SECONDS = 3_600.0
_CACHE_SIZE = 10_000


@dataclass(frozen=True, slots=True)
class Profile:
    """What Slack reports about somebody; admins and owners of the workspace are moderators."""

    name: str
    locale: str | None
    is_moderator: bool = False
    is_bot: bool = False
    has_left: bool = False


class Profiles:
    """Makes requests of incoming requests, asking Slack for each person once an hour.

    Args:
        callers: chooses the languages of replies.
        clock: monotonic seconds.
    """

    def __init__(self, callers: CallerLookup, clock: Callable[[], float] = time.monotonic) -> None:
        self._callers = callers
        self._profiles: TTLCache[tuple[str, str], Profile] = TTLCache(_CACHE_SIZE, _CACHE_SECONDS, clock)

    async def request(self, incoming: IncomingRequest, *, is_fresh: bool = False) -> Request:
        """A request of this person that has no command yet; if it `is_fresh`, Slack is asked in any case."""
        if is_fresh:
            self._profiles.pop((incoming.workspace, incoming.user), None)
        profile = await self._profile(incoming)
        request = await self._callers.request(
            incoming.caller(profile.name, is_moderator=profile.is_moderator), profile.locale
        )
        return request.received(incoming.received_at)

    async def people(self, incoming: IncomingRequest, text: str) -> Mapping[str, Person]:
        """The people whose user IDs are in a text, by ID, without those whom Slack does not know. It is asked again."""
        found = {}
        for user in dict.fromkeys(_USER.findall(text)):
            self._profiles.pop((incoming.workspace, user), None)
            profile = await self._profile_of(incoming, user)
            if profile is not None:
                key = PlayerKey(PLATFORM_KEY, incoming.workspace, user)
                is_self = user == incoming.bot_user
                found[user] = Person(key, profile.name, profile.is_bot, is_self, profile.has_left)
        return found

    async def _profile(self, incoming: IncomingRequest) -> Profile:
        return await self._profile_of(incoming, incoming.user) or Profile(incoming.login, None)

    async def _profile_of(self, incoming: IncomingRequest, user: str) -> Profile | None:
        """A person's profile; None if Slack does not tell now, so that it is asked again next time."""
        key = (incoming.workspace, user)
        if key not in self._profiles:
            profile = await _fetch(incoming, user)
            if profile is None:
                return None
            self._profiles[key] = profile
        return self._profiles[key]


async def _fetch(incoming: IncomingRequest, user: str) -> Profile | None:
    """Ask Slack for a profile; None if that fails, for the person can be answered all the same."""
    try:
        response = await incoming.client.users_info(user=user, include_locale=True)
    except FAILURES as error:
        log.warning("users.info: %s", describe(error))
        return None
    about = response.get("user") or {}
    profile = about.get("profile") or {}
    name = profile.get("display_name") or profile.get("real_name") or about.get("name") or incoming.login
    return Profile(
        str(name),
        about.get("locale"),
        bool(about.get("is_admin") or about.get("is_owner")),
        bool(about.get("is_bot")),
        bool(about.get("deleted")),
    )
