"""Who people are: what to call them, and which language to speak to them and to their workspace."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

import aiohttp
from slack_sdk.errors import SlackApiError

from bot.platforms.slack.remembered import Remembered
from bot.platforms.slack.requests import Origin
from bot.services.errors import StorageError
from bot.services.languages import Languages
from bot.services.model import Caller
from bot.wording import Words, words_for

log = logging.getLogger(__name__)

_PROFILE_SECONDS = 3_600.0
_LANGUAGE_SECONDS = 300.0
"""How long another process may not notice that somebody has chosen a language."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What Slack says of somebody."""

    name: str
    locale: str | None


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody to be answered: privately in `words`, publicly in the workspace's."""

    caller: Caller
    words: Words
    public: Words


class People:
    """Knows people, asking Slack once an hour and the storage every few minutes.

    Args:
        languages: where chosen languages are kept.
        clock: seconds that only go forward.
        language: what to speak in public; where None, the language of whoever used the bot first in the workspace.
    """

    def __init__(self, languages: Languages, clock: Callable[[], float], language: str | None) -> None:
        self._languages = languages
        self._language = language
        self._profiles: Remembered[tuple[str, str], Profile] = Remembered(clock, _PROFILE_SECONDS)
        self._chosen: Remembered[tuple[str, str], str] = Remembered(clock, _LANGUAGE_SECONDS)
        self._public: Remembered[str, str] = Remembered(clock, _LANGUAGE_SECONDS)

    async def guest(self, origin: Origin) -> Guest:
        """Who that is."""
        profile = await self._profile(origin)
        caller = origin.caller(profile.name)
        try:
            chosen = await self._chosen_by(caller, origin)
            public = await self._public_in(caller, chosen or profile.locale, origin)
        except StorageError as error:
            log.warning("languages cannot be read: %s", error)  # the answer itself will say so
            chosen, public = "", profile.locale or ""
        return Guest(caller, words_for(chosen or profile.locale), words_for(public))

    async def choose(self, guest: Guest, language: str | None) -> None:
        """Speak that language to them from now on, None for Slack's.

        Raises:
            StorageError: it could not be kept.
        """
        await self._languages.choose(guest.caller, language)
        self._chosen.forget((guest.caller.player.workspace, guest.caller.player.user))

    async def chosen(self, guest: Guest) -> str | None:
        """The language they have chosen, None for Slack's.

        Raises:
            StorageError: it could not be read.
        """
        return await self._languages.chosen_by(guest.caller)

    async def _profile(self, origin: Origin) -> Profile:
        key = (origin.workspace, origin.user)
        known = self._profiles.get(key)
        if known is None:
            known = await _ask_slack(origin)
            if known is None:
                return Profile(origin.login, None)  # asked again next time
            self._profiles.put(key, known)
        return known

    async def _chosen_by(self, caller: Caller, origin: Origin) -> str:
        key = (origin.workspace, origin.user)
        known = self._chosen.get(key)
        if known is None:
            known = await self._languages.chosen_by(caller) or ""
            self._chosen.put(key, known)
        return known

    async def _public_in(self, caller: Caller, first: str | None, origin: Origin) -> str:
        if self._language is not None:
            return self._language
        known = self._public.get(origin.workspace)
        if known is None:
            known = await self._languages.public(caller, words_for(first).code)
            self._public.put(origin.workspace, known)
        return known


async def _ask_slack(origin: Origin) -> Profile | None:
    """Their name and locale; None if Slack does not say, for then they can still be answered."""
    try:
        answer = await origin.client.users_info(user=origin.user, include_locale=True)
    except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
        log.warning("users.info failed: %s", type(error).__name__)
        return None
    user = answer.get("user") or {}
    profile = user.get("profile") or {}
    name = profile.get("display_name") or profile.get("real_name") or user.get("name") or origin.login
    return Profile(str(name), user.get("locale"))
