"""Installing the app with a browser: its install page, Slack's consent page, and the way back with a code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import aiohttp

from tests.fakes.slack.basics import CannotDo
from tests.fakes.slack.places import Enterprise, Grant, Workspace

if TYPE_CHECKING:
    from tests.fakes.slack.people import Person


@dataclass(frozen=True)
class Consent:
    """Somebody's yes, waiting behind a code to be exchanged for a token."""

    person: Person
    holder: Workspace | Enterprise
    scopes: frozenset[str]

    def grant(self) -> Grant:
        """The installation that follows."""
        return granted(self.holder, self.scopes)


@dataclass(frozen=True)
class Page:
    """What the browser shows at the end."""

    status: int
    text: str


def granted(holder: Workspace | Enterprise, scopes: frozenset[str]) -> Grant:
    """Install: a new token, or the same as long as the old installation stands."""
    slack = holder.slack
    old = holder.own_grant if isinstance(holder, Workspace) else holder.grant
    if old and not old.revoked:
        old.scopes = scopes
        return old
    grant = Grant(slack.ids.next("xoxb-"), holder, scopes, slack.ids.next("UB"), slack.ids.next("B"))
    slack.grants[grant.token] = grant
    if isinstance(holder, Workspace):
        holder.own_grant = grant
    else:
        holder.grant = grant
    return grant


async def install(person: Person, install_url: str, *, org_wide: bool = False, refuse: bool = False) -> Page:
    """Go to the app's install page, agree (or refuse) at Slack's, and come back to the app's redirect page.

    The cookie that ties the two visits together is carried over by hand: the app marks it `Secure`, the loopback is
    plain HTTP.
    """
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as browser:
        async with browser.get(install_url, allow_redirects=False) as response:
            state = _asked(person, response.headers.get("Location") or await response.text())
            cookie = response.headers.get("Set-Cookie", "").partition(";")[0]
        holder = _holder(person, org_wide=org_wide)
        asked = {"error": "access_denied", **state} if refuse else {"code": _consent(person, holder, state), **state}
        back = urlsplit(install_url)._replace(path=person.team.slack.redirect_path, query="").geturl()
        query = {name: value for name, value in asked.items() if name != "scope"}
        async with browser.get(back, params=query, headers={"Cookie": cookie}, allow_redirects=False) as response:
            return Page(response.status, await response.text())


def _asked(person: Person, page: str) -> dict[str, str]:
    """What the app asks Slack's consent page for, in the redirect or in the link on its install page."""
    link = re.search(r"https?://[^\s\"<>]+/authorize\?[^\s\"<>]+", unescape(page))
    asked = parse_qs(urlsplit(link.group()).query) if link else {}
    if asked.get("client_id") != [person.team.slack.client_id]:
        raise CannotDo(f"the install page leads nowhere: {page}")
    return {name: asked[name][0] for name in ("scope", "state") if name in asked}


def _holder(person: Person, *, org_wide: bool) -> Workspace | Enterprise:
    if not org_wide:
        return person.team
    if person.team.enterprise is None:
        raise CannotDo(f"{person.team.name} belongs to no enterprise")
    return person.team.enterprise


def _consent(person: Person, holder: Workspace | Enterprise, asked: dict[str, str]) -> str:
    slack = person.team.slack
    code = slack.ids.next("code")
    slack.consents[code] = Consent(person, holder, frozenset(asked.get("scope", "").split(",")))
    return code
