"""Installing the app with a browser: its install page, Slack's consent page, and the redirect with a code."""

import re
from dataclasses import dataclass
from html import unescape
from urllib.parse import parse_qs, urlsplit

import aiohttp

from tests.fakes.slack.errors import UnavailableAction
from tests.fakes.slack.workspaces import Enterprise, Installation, User, Workspace


@dataclass(frozen=True)
class Consent:
    """A person's consent, which the app exchanges for a token by its code."""

    user: User
    holder: Workspace | Enterprise
    scopes: frozenset[str]

    def install(self) -> Installation:
        """Install the app."""
        return install_app(self.holder, self.scopes)


@dataclass(frozen=True)
class Page:
    """The page that the browser shows at the end."""

    status: int
    text: str


def install_app(holder: Workspace | Enterprise, scopes: frozenset[str]) -> Installation:
    """Install the app without a browser; an installation that exists keeps its token."""
    slack = holder.slack
    old = holder.own_installation if isinstance(holder, Workspace) else holder.installation
    if old and not old.revoked:
        old.scopes = scopes
        return old
    installation = Installation(slack.ids.next("xoxb-"), holder, scopes, slack.ids.next("UB"), slack.ids.next("B"))
    slack.installations[installation.token] = installation
    if isinstance(holder, Workspace):
        holder.own_installation = installation
    else:
        holder.installation = installation
    return installation


async def install(user: User, install_url: str, *, org_wide: bool = False) -> Page:
    """Visit the app's install page, consent on Slack's, and return to the app's redirect page.

    The app's cookie is passed on explicitly: it is marked `Secure`, but the loopback is plain HTTP.

    Args:
        user: who installs the app, in their workspace.
        install_url: the app's install page.
        org_wide: install in the whole enterprise.
    """
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as browser:
        async with browser.get(install_url, allow_redirects=False) as response:
            state = _authorize_parameters(user, response.headers.get("Location") or await response.text())
            cookie = response.headers.get("Set-Cookie", "").partition(";")[0]
        answer = {"code": _consent(user, _holder(user, org_wide=org_wide), state), **state}
        back = urlsplit(install_url)._replace(path=user.team.slack.redirect_path, query="").geturl()
        query = {name: value for name, value in answer.items() if name != "scope"}
        async with browser.get(back, params=query, headers={"Cookie": cookie}, allow_redirects=False) as response:
            return Page(response.status, await response.text())


def _authorize_parameters(user: User, page: str) -> dict[str, str]:
    """Return the parameters for Slack's consent page, from the redirect or the link on the install page."""
    link = re.search(r"https?://[^\s\"<>]+/authorize\?[^\s\"<>]+", unescape(page))
    asked = parse_qs(urlsplit(link.group()).query) if link else {}
    if asked.get("client_id") != [user.team.slack.client_id]:
        raise UnavailableAction(f"the install page has no link to Slack: {page}")
    return {name: asked[name][0] for name in ("scope", "state") if name in asked}


def _holder(user: User, *, org_wide: bool) -> Workspace | Enterprise:
    if not org_wide:
        return user.team
    if user.team.enterprise is None:
        raise UnavailableAction(f"{user.team.name} belongs to no enterprise")
    return user.team.enterprise


def _consent(user: User, holder: Workspace | Enterprise, asked: dict[str, str]) -> str:
    slack = user.team.slack
    code = slack.ids.next("code")
    slack.consents[code] = Consent(user, holder, frozenset(asked.get("scope", "").split(",")))
    return code
