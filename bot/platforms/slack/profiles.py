"""Profiles: the names and locales of people, as Slack reports them."""

import logging
import re
import time
from collections.abc import Callable, Mapping
from typing import Any

from cachetools import TTLCache
from msgspec import Struct

from bot.handlers.request import Request
from bot.model.rooms import PlayerKey, RoomKey
from bot.platforms.common.controller import ReplyLanguages
from bot.platforms.common.intake import logged_storage_errors
from bot.platforms.slack.incoming import PLATFORM_KEY, IncomingRequest
from bot.platforms.slack.limits import FAILURES, describe_error
from bot.services.games.duels import NamedPerson
from bot.services.processes import ProfileVersions

log = logging.getLogger(__name__)

_USER = re.compile(r"[UW][A-Z0-9]{6,}")
_CACHE_SECONDS = 3_600.0
"""How long a profile is remembered, unless Slack reports a change of it to some process."""

_VERSION_SECONDS = 3.0
"""Seconds until a change reported to another process is used in this one."""

_CACHE_SIZE = 10_000

_UNCHANGED = "-"
"""The version of a profile of which no change was noted."""


class Profile(Struct, frozen=True):
    """What Slack reports about somebody; admins and owners of the workspace are moderators."""

    name: str
    locale: str | None
    is_moderator: bool = False
    is_bot: bool = False
    has_left: bool = False


class Profiles:
    """Looks up people for requests. Slack is asked about each person once an hour and after a change.

    Args:
        reply_languages: chooses the languages of replies.
        versions: tells all processes about changes, of which Slack informs one.
        clock: monotonic seconds.
    """

    def __init__(
        self, reply_languages: ReplyLanguages, versions: ProfileVersions, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._reply_languages = reply_languages
        self._stored_versions = versions
        self._profiles: TTLCache[tuple[str, str], tuple[Profile, str]] = TTLCache(_CACHE_SIZE, _CACHE_SECONDS, clock)
        self._versions: TTLCache[tuple[str, str], str] = TTLCache(_CACHE_SIZE, _VERSION_SECONDS, clock)

    async def record_change(self, player: PlayerKey, user: Mapping[str, Any]) -> None:
        """Record that a person's profile has changed; `user` is what Slack reports about them."""
        unknown = None if "locale" in user else user.get("updated")  # the language may have changed
        with logged_storage_errors:  # the profile is asked for again within the hour
            await self._stored_versions.record_change(player, repr((_profile(user, ""), unknown)))
        self._versions.clear()

    async def create_request(self, incoming: IncomingRequest, *, is_fresh: bool = False) -> Request:
        """A request of this person that has no command yet; if it `is_fresh`, Slack is asked in any case."""
        if is_fresh:
            self._profiles.pop((incoming.workspace, incoming.user), None)
        profile = await self._profile_of(incoming, incoming.user) or Profile(incoming.login, None)
        caller = incoming.caller(profile.name, is_moderator=profile.is_moderator)
        words, public_words = await self._reply_languages.languages(caller, profile.locale)
        return Request(caller, words, public_words, received_at=incoming.received_at)

    async def find_person_or_bot(self, incoming: IncomingRequest, user: str) -> NamedPerson | None:
        """The person with a user ID, None if there is none. Slack is asked anew."""
        self._profiles.pop((incoming.workspace, user), None)
        profile = await self._profile_of(incoming, user) if _USER.fullmatch(user) else None
        if profile is None:
            return None
        key, is_self = _player_key(incoming.workspace, user), user == incoming.bot_user
        return NamedPerson(key, profile.name, profile.is_bot, is_self, profile.has_left)

    async def has_left(self, incoming: IncomingRequest, player: PlayerKey) -> bool:
        """Whether somebody's account has been deactivated. Slack is asked anew."""
        person = await self.find_person_or_bot(incoming, player.user)
        return person is not None and person.has_left

    async def _profile_of(self, incoming: IncomingRequest, user: str) -> Profile | None:
        """A person's profile; None if Slack cannot be asked now, in which case nothing is cached."""
        key = (incoming.workspace, user)
        version = self._versions.get(key) or await self._read_version(key)
        profile, known_version = self._profiles.get(key) or (None, None)
        if profile is None or known_version != version:
            profile = await _fetch(incoming, user)
            if profile is not None:
                self._profiles[key] = profile, version
        return profile

    async def _read_version(self, key: tuple[str, str]) -> str:
        """The version of a profile, which is another one after a change."""
        with logged_storage_errors:
            version = self._versions[key] = await self._stored_versions.get(_player_key(*key)) or _UNCHANGED
            return version
        return self._profiles[key][1] if key in self._profiles else _UNCHANGED


def _player_key(workspace: str, user: str) -> PlayerKey:
    return RoomKey(PLATFORM_KEY, workspace, "").player_key(user)


async def _fetch(incoming: IncomingRequest, user: str) -> Profile | None:
    """Ask Slack for a profile; None if that fails, because a reply is possible without it."""
    try:
        response = await incoming.client.users_info(user=user, include_locale=True)
    except FAILURES as error:
        log.warning("users.info: %s", describe_error(error))
        return None
    return _profile(response.get("user") or {}, incoming.login)


def _profile(user: Mapping[str, Any], login: str) -> Profile:
    """The profile of a user as Slack reports it; `login` is their name if it reports none."""
    profile = user.get("profile") or {}
    name = profile.get("display_name") or profile.get("real_name") or user.get("name") or login
    return Profile(
        str(name),
        user.get("locale"),
        bool(user.get("is_admin") or user.get("is_owner")),
        bool(user.get("is_bot")),
        bool(user.get("deleted")),
    )
