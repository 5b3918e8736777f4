"""Where something came from: who did what in which channel, read from Slack's four kinds of payloads."""

import time
from dataclasses import dataclass, field
from typing import Any

from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.services.model import Caller, PlayerKey, RoomKey

PLATFORM = "slack"
_NOWHERE = "-"
"""The channel of what comes from the App Home."""

_LONGEST_ID = 128


@dataclass(frozen=True, slots=True)
class Origin:
    """One thing that somebody did.

    Args:
        client: with the token of the workspace's installation.
        workspace: `TEAM`, or `ENTERPRISE:TEAM`, so that a person in two workspaces is two players.
        channel: where, "-" on the App Home.
        user: who.
        login: what to call them if Slack will not say.
        event: the same for every delivery of it, and for a double click on what can be sent once.
        response_url: good for five answers in half an hour, None where there is none.
        trigger: good for three seconds to open a modal with, None where there is none.
        thread: the first message of the thread it was typed in, None outside.
        replaces: whether its answer is to stand in place of the message that it came from.
        since: when it was taken, by `time.monotonic`.
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
    replaces: bool = False
    since: float = field(default_factory=time.monotonic)

    def caller(self, name: str) -> Caller:
        """The caller, by that name."""
        room, player = RoomKey(PLATFORM, self.workspace, self.channel), PlayerKey(PLATFORM, self.workspace, self.user)
        return Caller(room, player, name, self.event)

    @property
    def in_channel(self) -> bool:
        """Whether it happened in a conversation, not on the App Home."""
        return self.channel != _NOWHERE


def of_command(body: dict[str, Any], context: AsyncBoltContext) -> Origin:
    """A slash command."""
    workspace = _workspace(body, context)
    return Origin(
        _client(context),
        workspace,
        body["channel_id"],
        body["user_id"],
        body.get("user_name", "?"),
        _event(workspace, "command", body["trigger_id"]),
        body.get("response_url"),
        body["trigger_id"],
    )


def of_action(body: dict[str, Any], context: AsyncBoltContext, room: str | None = None) -> Origin:
    """A button or menu; `room` is the channel it is about, if not the one it stands in."""
    workspace, action = _workspace(body, context), body["actions"][0]
    ephemeral = bool(body.get("container", {}).get("is_ephemeral"))
    return Origin(
        _client(context),
        workspace,
        room or body.get("channel", {}).get("id") or _NOWHERE,
        body["user"]["id"],
        _login(body),
        _event(workspace, "action", f"{body['user']['id']}:{action['action_ts']}"),
        body.get("response_url"),
        body.get("trigger_id"),
        replaces=ephemeral,
    )


def of_submission(body: dict[str, Any], context: AsyncBoltContext, channel: str) -> Origin:
    """A modal sent off: once, however often Send was pressed, for the view is the same."""
    workspace, view = _workspace(body, context), body["view"]
    return Origin(
        _client(context),
        workspace,
        channel,
        body["user"]["id"],
        _login(body),
        _event(workspace, "view", f"{view['id']}:{view.get('hash', '')}"),
        trigger=body.get("trigger_id"),
    )


def of_message(body: dict[str, Any], context: AsyncBoltContext) -> Origin:
    """Something typed."""
    workspace, event = _workspace(body, context), body["event"]
    return Origin(
        _client(context),
        workspace,
        event["channel"],
        event["user"],
        event["user"],
        _event(workspace, "message", f"{event['channel']}:{event['ts']}"),
        thread=event.get("thread_ts"),
    )


def of_event(body: dict[str, Any], context: AsyncBoltContext) -> Origin:
    """Any other event of one person: opening the App Home."""
    workspace, user = _workspace(body, context), body["event"]["user"]
    return Origin(_client(context), workspace, _NOWHERE, user, user, _event(workspace, "event", body["event_id"]))


def _workspace(body: dict[str, Any], context: AsyncBoltContext) -> str:
    """The team, within its enterprise; installed for a whole enterprise, only the payload says which team it is."""
    user = body.get("user") or {}
    team = context.team_id or body.get("team_id") or (body.get("team") or {}).get("id") or user.get("team_id") or ""
    return f"{context.enterprise_id}:{team}" if context.enterprise_id else team


def _client(context: AsyncBoltContext) -> AsyncWebClient:
    if context.client is None:  # bolt sets it before any listener is called
        raise LookupError
    return context.client


def _login(body: dict[str, Any]) -> str:
    user = body["user"]
    return str(user.get("name") or user.get("username") or "?")


def _event(workspace: str, kind: str, identity: str) -> str:
    return f"slack:{workspace}:{kind}:{identity}"[:_LONGEST_ID]
