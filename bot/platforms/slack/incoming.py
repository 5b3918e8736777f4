"""Incoming requests: who did what in which channel, read from Slack's payloads."""

import hashlib
import logging
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Self

from msgspec import Struct
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.commands.command import UnknownCommand
from bot.model.rooms import Caller, PlayerKey, RoomKey
from bot.platforms.slack.limits import FAILURES

log = logging.getLogger(__name__)

PLATFORM_KEY = "slack"
"""Names the platform in keys of rooms, players and events."""

HOME_CHANNEL = "-"
"""The channel of what comes from the App Home."""

DEFAULT_BOT_NAME = "hitblow"
"""The name of the bot's user in the manifest."""

_MAX_EVENT = 128
_PLACE = re.compile(r"([A-Za-z0-9:]*/)?([A-Z0-9]+|-)")
_DIRECT = re.compile("D[A-Z0-9]+")
_RESPONSE_URLS = ("https://hooks.slack.com/", "https://hooks.slack-gov.com/")
_ORGANISATION = "E"
"""IDs of organisations start with it, those of workspaces with `T`."""

Body = dict[str, Any]


def is_direct(channel: str) -> bool:
    """Whether a channel is one of direct messages."""
    return channel.startswith("D")


class PlaceInOtherWorkspace(Exception):
    """A payload of one workspace names a place in another."""


class EncodedPlace(Struct, frozen=True):
    """The place that a modal or a button on the App Home is about, which is encoded in their ids.

    Args:
        workspace: `TEAM` or `ENTERPRISE:TEAM`, None in what an earlier version has sent.
        channel: the channel's ID, `HOME_CHANNEL` on the App Home.
    """

    workspace: str | None
    channel: str

    def encode(self) -> str:
        """The place as `WORKSPACE/CHANNEL`."""
        return f"{self.workspace}/{self.channel}"

    @classmethod
    def decode(cls, text: str) -> Self:
        """Read what `encode` wrote, or a channel's ID alone.

        Raises:
            UnknownCommand: it is neither.
        """
        if _PLACE.fullmatch(text) is None:
            raise UnknownCommand(text, None)
        workspace, _, channel = text.rpartition("/")
        return cls(workspace or None, channel)


@dataclass(frozen=True, slots=True)
class IncomingRequest:
    """A command, press, message or form of one person.

    Args:
        client: with the token of the workspace's installation.
        workspace: `TEAM`, or `ENTERPRISE:TEAM`.
        channel: where, `HOME_CHANNEL` on the App Home.
        user: who.
        login: a name for them if Slack reports none.
        event: the same for every delivery, and for double clicks on what can be submitted once.
        response_url: takes five responses within half an hour, None where there is none.
        trigger: opens a modal within three seconds, None where there is none.
        thread: first message of the thread it was typed in, None outside threads.
        thread_seconds: how old that message was.
        sent_at: when it was typed, None for what Slack delivers once.
        is_ephemeral: whether it came from an ephemeral message, which a response replaces.
        is_home: whether it came from the App Home.
        direct: on the App Home, the channel of the person's direct messages with the app; None if it is not known.
        view: the modal that it came from, as Slack describes it, if its reply is shown there.
        message: the message whose button was pressed, as Slack describes it, None if it does not.
        bot_user: the bot's own user ID in the workspace, None if unknown.
        received_at: in monotonic seconds.
    """

    client: AsyncWebClient
    workspace: str
    channel: str
    user: str
    login: str
    event: str
    response_url: str | None = field(default=None, repr=False)
    trigger: str | None = field(default=None, repr=False)
    thread: str | None = None
    thread_seconds: float = 0.0
    sent_at: datetime | None = None
    is_ephemeral: bool = False
    is_home: bool = False
    direct: str | None = None
    view: Body | None = field(default=None, repr=False)
    message: Body | None = field(default=None, repr=False)
    bot_user: str | None = None
    received_at: float = field(default_factory=time.monotonic)

    def caller(self, name: str, *, is_moderator: bool = False) -> Caller:
        """The caller under this name."""
        room = RoomKey(PLATFORM_KEY, self.workspace, self.channel)
        player = PlayerKey(PLATFORM_KEY, self.workspace.partition(":")[0], self.user)
        return Caller(room, player, name, self.event, is_moderator, is_moderator, sent_at=self.sent_at)

    @property
    def place(self) -> EncodedPlace:
        """Where it happened."""
        return EncodedPlace(self.workspace, self.channel)

    async def is_alone(self) -> bool:
        """Whether it happened in the person's direct messages with the app, the only ones that the app can read."""
        if not self.is_direct:
            return False
        try:
            await self.client.conversations_history(channel=self.channel, limit=1)
        except FAILURES:
            return False
        return True

    async def bot_name(self) -> str:
        """The name by which people of the workspace invite the bot."""
        try:
            return str((await self.client.auth_test())["user"])
        except (*FAILURES, KeyError):
            return DEFAULT_BOT_NAME

    @property
    def is_direct(self) -> bool:
        """Whether it happened in direct messages."""
        return is_direct(self.channel)

    @property
    def is_outside_conversations(self) -> bool:
        """Whether it happened on the App Home, or in a modal that was opened there or by the shortcut."""
        return not self.is_from_conversation or (self.is_direct and (self.view is not None or self.is_home))

    @property
    def is_from_conversation(self) -> bool:
        """Whether it happened in a conversation rather than on the App Home."""
        return self.channel != HOME_CHANNEL


def read_command(body: Body, context: AsyncBoltContext) -> IncomingRequest:
    """Read a slash command."""
    workspace = _workspace(body, context)
    return IncomingRequest(
        context.client,
        workspace,
        body["channel_id"],
        body["user_id"],
        body.get("user_name", "?"),
        _event(workspace, "command", body["trigger_id"]),
        safe_url_or_none(body.get("response_url"), context.client.base_url),
        body["trigger_id"],
        bot_user=context.bot_user_id,
    )


def read_action(body: Body, context: AsyncBoltContext, place: EncodedPlace | None = None) -> IncomingRequest:
    """Read a button or menu; `place` is the one it is about if its block names one.

    Raises:
        PlaceInOtherWorkspace: the place is in another workspace.
    """
    place = place or EncodedPlace(None, (body.get("channel") or {}).get("id") or HOME_CHANNEL)
    workspace, action, user = _workspace_of(place, body, context), body["actions"][0], body["user"]
    view = body.get("view") or {}
    digest = hashlib.sha256(user["id"].encode()).hexdigest()[:16]  # no id is kept in an event
    return IncomingRequest(
        context.client,
        workspace,
        place.channel,
        user["id"],
        user.get("name") or user.get("username") or "?",
        _event(workspace, "action", f"{digest}:{action['action_ts']}"),
        safe_url_or_none(body.get("response_url"), context.client.base_url),
        body.get("trigger_id"),
        is_ephemeral=bool(body.get("container", {}).get("is_ephemeral")),
        is_home=view.get("type") == "home",
        direct=_direct(view.get("private_metadata")) if view else None,
        view=view if view.get("type") == "modal" else None,
        message=body.get("message"),
    )


def read_submission(body: Body, context: AsyncBoltContext, place: EncodedPlace) -> IncomingRequest:
    """Read a submitted modal about a place. Several clicks on Send are one event, for the view is the same.

    Raises:
        PlaceInOtherWorkspace: the place is in another workspace.
    """
    workspace, view, user = _workspace_of(place, body, context), body["view"], body["user"]
    chosen: Body = next(iter(body.get("response_urls") or ()), {})  # a conversation
    return IncomingRequest(
        context.client,
        workspace,
        place.channel,
        user["id"],
        user.get("name") or user.get("username") or "?",
        _event(workspace, "view", f"{view['id']}:{view.get('hash', '')}"),
        safe_url_or_none(chosen["response_url"], context.client.base_url) if chosen else None,
        trigger=body.get("trigger_id"),
    )


def read_message(body: Body, context: AsyncBoltContext) -> IncomingRequest:
    """Read a typed message, from any event about it."""
    workspace, event = _workspace(body, context), body["event"]
    thread = event.get("thread_ts")
    return IncomingRequest(
        context.client,
        workspace,
        event["channel"],
        event["user"],
        event["user"],
        _event(workspace, "message", f"{event['channel']}:{event['ts']}"),
        thread=thread,
        thread_seconds=float(event["ts"]) - float(thread) if thread else 0.0,
        sent_at=datetime.fromtimestamp(float(event["ts"]), UTC),
        bot_user=context.bot_user_id,
    )


def read_home_opened(body: Body, context: AsyncBoltContext) -> IncomingRequest:
    """Read that somebody opened the App Home."""
    workspace, user = _workspace(body, context), body["event"]["user"]
    event = _event(workspace, "event", body["event_id"])
    direct = _direct(body["event"].get("channel"))
    return IncomingRequest(context.client, workspace, HOME_CHANNEL, user, user, event, is_home=True, direct=direct)


def _direct(channel: str | None) -> str | None:
    """The channel if it is one of direct messages."""
    return channel if channel and _DIRECT.fullmatch(channel) else None


def read_shortcut(body: Body, context: AsyncBoltContext) -> IncomingRequest:
    """Read a global shortcut, which is used in no channel."""
    workspace, user = _workspace(body, context), body["user"]
    event = _event(workspace, "shortcut", body["trigger_id"])
    login = user.get("name") or user.get("username") or "?"
    return IncomingRequest(
        context.client, workspace, HOME_CHANNEL, user["id"], login, event, trigger=body["trigger_id"]
    )


def read_user_change(body: Body, context: AsyncBoltContext) -> tuple[PlayerKey, Body]:
    """Read that somebody's profile has changed: who, and what Slack reports about them now."""
    user: Body = body["event"]["user"]
    return RoomKey(PLATFORM_KEY, _workspace(body, context), HOME_CHANNEL).player_key(user["id"]), user


def _workspace_of(place: EncodedPlace, body: Body, context: AsyncBoltContext) -> str:
    """The workspace of the place that a payload is about.

    In a channel that workspaces share, a form can name another workspace than the button that opened it, beside the
    person's. Where a whole organisation has installed the bot, payloads need not name the workspace in which the person
    acts, so only the organisations are compared.

    Raises:
        PlaceInOtherWorkspace: the payload is not authorised for it.
    """
    authorised = _workspace(body, context)
    if place.workspace in {None, authorised}:
        return authorised
    if place.workspace == _key((body.get("team") or {}).get("id"), context):
        return place.workspace
    if context.is_enterprise_install and place.workspace.startswith(f"{context.enterprise_id}:"):
        return place.workspace
    raise PlaceInOtherWorkspace


def _workspace(body: Body, context: AsyncBoltContext) -> str:
    """The workspace that a payload comes from, within its organisation.

    In an organisation-wide installation some fields name the organisation instead, or nothing. The person's own
    workspace comes last, because people of an organisation can be in other workspaces of it.
    """
    parts = {name: body.get(name) or {} for name in ("view", "team", "message", "user")}
    authorizations = body.get("authorizations") or [{}]
    named = (
        parts["view"].get("app_installed_team_id"),
        authorizations[0].get("team_id"),
        body.get("team_id"),
        parts["team"].get("id"),
        parts["message"].get("team"),
        parts["view"].get("team_id"),
        parts["user"].get("team_id"),
    )
    team = next((team for team in named if team and not team.startswith(_ORGANISATION)), "")
    return _key(team, context)


def _key(team: str | None, context: AsyncBoltContext) -> str:
    return f"{context.enterprise_id}:{team}" if context.enterprise_id else str(team)


def _event(workspace: str, kind: str, identity: str) -> str:
    return f"{PLATFORM_KEY}:{workspace}:{kind}:{identity}"[:_MAX_EVENT]


def safe_url_or_none(url: str | None, api_url: str) -> str | None:
    """A response URL if it is an address of Slack's or of the Web API at `api_url`, else None."""
    scheme, _, rest = api_url.partition("://")
    if url is None or url.startswith((*_RESPONSE_URLS, f"{scheme}://{rest.partition('/')[0]}/")):
        return url
    log.warning("a response_url is not Slack's")
    return None


def panel_lines(message: Body) -> Sequence[str]:
    """The lines of the first panel of a message as Slack describes it, or of its rows; empty if it has neither."""
    rich = [each for block in message.get("blocks") or () if block["type"] == "rich_text" for each in block["elements"]]
    spans = next((each["elements"] for each in rich if each["type"] == "rich_text_preformatted"), ())
    if spans:
        is_text = all(span["type"] == "text" for span in spans)
        return "".join(span["text"] for span in spans).splitlines() if is_text else ()
    rows = next((each["elements"] for each in rich if _is_code(each["elements"][0])), ())
    return [span["text"] for span in rows if _is_code(span)]


def _is_code(span: Body) -> bool:
    return bool(span.get("style", {}).get("code"))
