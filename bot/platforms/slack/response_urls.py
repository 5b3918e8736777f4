"""Response URLs, to which messages for people are sent. They come from payloads, so they are checked."""

import logging

from yarl import URL

log = logging.getLogger(__name__)

_HOSTS = ("hooks.slack.com", "hooks.slack-gov.com")


def checked(url: str | None, api_url: str) -> str | None:
    """A response URL if it is an address of Slack's or of the Web API at `api_url`, else None."""
    if url is None or _is_slacks(url, URL(api_url)):
        return url
    log.warning("a response_url is not Slack's")
    return None


def _is_slacks(url: str, api: URL) -> bool:
    try:
        address = URL(url)
    except ValueError:
        return False
    origins = {("https", host, 443) for host in _HOSTS} | {(api.scheme, api.host, api.port)}
    return (address.scheme, address.host, address.port) in origins
