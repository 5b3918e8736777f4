"""What Slack sends to the app: commands, interactions and events, with the fields the real ones carry.

Source: docs.slack.dev, interaction payloads and the Events API.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from tests.fakes.slack.surfaces import View

if TYPE_CHECKING:
    from tests.fakes.slack.basics import Json
    from tests.fakes.slack.blocks import Element
    from tests.fakes.slack.people import Person
    from tests.fakes.slack.places import Channel, Grant, Workspace
    from tests.fakes.slack.surfaces import Message

VERIFICATION_TOKEN = "deprecated"  # noqa: S105 - the field every payload still carries, checked by nobody


def command(person: Person, channel: Channel, name: str, text: str) -> Json:
    """A slash command, a flat form."""
    team, slack = person.team, person.team.slack
    form = {
        "token": VERIFICATION_TOKEN,
        "team_id": team.id,
        "team_domain": team.name,
        "channel_id": channel.id,
        "channel_name": channel.name,
        "user_id": person.id,
        "user_name": person.name.lower(),
        "command": name,
        "text": text,
        "api_app_id": slack.app_id,
        "is_enterprise_install": str(_org_wide(team)).lower(),
        "response_url": slack.response_urls.issue(person, channel),
        "trigger_id": slack.triggers.issue(person),
    }
    if team.enterprise:
        form |= {"enterprise_id": team.enterprise.id, "enterprise_name": team.enterprise.name}
    return form


def action(person: Person, where: Message | View, element: Element, chosen: Json) -> Json:
    """`block_actions`: somebody pressed a button or chose from a menu."""
    slack = person.team.slack
    view = where if isinstance(where, View) else None
    about = _from_view(where) if isinstance(where, View) else _from_message(person, where)
    pressed: Json = {
        name: element.body[name] for name in ("type", "action_id", "text", "value") if name in element.body
    }
    pressed |= {"block_id": element.block_id, "action_ts": slack.clock.stamp(), **chosen}
    about |= {"type": "block_actions", "actions": [pressed], "trigger_id": slack.triggers.issue(person, view)}
    return _interaction(person) | about


def submission(person: Person, view: View) -> Json:
    """`view_submission`: a modal sent."""
    about = {"trigger_id": person.team.slack.triggers.issue(person, view), "view": view.payload(), "response_urls": []}
    return _interaction(person) | {"type": "view_submission"} | about


def closing(person: Person, view: View, *, cleared: bool) -> Json:
    """`view_closed`: a modal put away, which is told only where `notify_on_close` asks for it."""
    return _interaction(person) | {"type": "view_closed", "view": view.payload(), "is_cleared": cleared}


def message_event(message: Message, **extra: str) -> Json:
    """`message`: somebody said something where the app listens."""
    event = message.payload() | {"event_ts": message.ts, "channel": message.channel.id}
    event |= {"channel_type": message.channel.type, **extra}
    return envelope(message.channel.team, event)


def message_changed(message: Message, before: Json) -> Json:
    """`message_changed`: somebody, or the app itself, edited a message."""
    return _about_message(message, "message_changed", message=message.payload(), previous_message=before)


def message_deleted(message: Message) -> Json:
    """`message_deleted`: a message is gone."""
    return _about_message(message, "message_deleted", deleted_ts=message.ts, previous_message=message.payload())


def _about_message(message: Message, subtype: str, /, **what: Any) -> Json:  # noqa: ANN401 - whatever the subtype carries
    stamp, channel = message.channel.team.slack.clock.stamp(), message.channel
    event = {"type": "message", "subtype": subtype, "hidden": True, "ts": stamp, "event_ts": stamp}
    event |= {"channel": channel.id, "channel_type": channel.type}
    return envelope(channel.team, event | what)


def home_opened(person: Person, channel: Channel) -> Json:
    """`app_home_opened`, with the Home as it stands, if there is one."""
    stamp = person.team.slack.clock.stamp()
    event: Json = {"type": "app_home_opened", "user": person.id, "channel": channel.id, "tab": "home"}
    event["event_ts"] = stamp
    if person.home:
        event["view"] = person.home.payload()
    return envelope(person.team, event)


def tokens_revoked(team: Workspace, grant: Grant) -> Json:
    """`tokens_revoked`, naming the bot's user."""
    return _farewell(team, grant, {"type": "tokens_revoked", "tokens": {"oauth": [], "bot": [grant.bot_user_id]}})


def app_uninstalled(team: Workspace, grant: Grant) -> Json:
    """`app_uninstalled`, which says no more than its name."""
    return _farewell(team, grant, {"type": "app_uninstalled"})


def envelope(team: Workspace, event: Json) -> Json:
    """What every event comes in; `event_id` stays the same however often it is delivered."""
    slack = team.slack
    enterprise_id = team.enterprise.id if team.enterprise else None
    body = {
        "token": VERIFICATION_TOKEN,
        "team_id": team.id,
        "context_team_id": team.id,
        "context_enterprise_id": enterprise_id,
        "api_app_id": slack.app_id,
        "event": event,
        "type": "event_callback",
        "event_id": slack.ids.next("Ev"),
        "event_time": int(slack.clock.now()),
        "authorizations": [_authorization(team, team.grant)] if team.grant else [],
        "is_ext_shared_channel": False,
    }
    return body | ({"enterprise_id": enterprise_id} if enterprise_id else {})


def escaped(text: str) -> str:
    """Text as people typed it, in the form Slack hands on: only `& < >` escaped."""
    return escape(text, quote=False)


def _farewell(team: Workspace, grant: Grant, event: Json) -> Json:
    """The event of an installation that is no more: no authorizations, and of an org-wide one no workspace."""
    org_wide = grant.holder is not team
    gone = {"authorizations", "team_id", "context_team_id"} if org_wide else {"authorizations"}
    return {name: value for name, value in envelope(team, event).items() if name not in gone}


def _authorization(team: Workspace, grant: Grant) -> Json:
    org_wide = grant.holder is not team
    return {
        "enterprise_id": team.enterprise.id if team.enterprise else None,
        "team_id": None if org_wide else team.id,
        "user_id": grant.bot_user_id,
        "is_bot": True,
        "is_enterprise_install": org_wide,
    }


def _org_wide(team: Workspace) -> bool:
    return team.grant is not None and team.grant.holder is not team


def _interaction(person: Person) -> Json:
    team = person.team
    names = {"id": team.id, "domain": team.name}
    enterprise = None
    if team.enterprise:
        enterprise = {"id": team.enterprise.id, "name": team.enterprise.name}
        names |= {"enterprise_id": team.enterprise.id, "enterprise_name": team.enterprise.name}
    login = person.name.lower()
    return {
        "user": {"id": person.id, "username": login, "name": login, "team_id": team.id},
        "api_app_id": team.slack.app_id,
        "token": VERIFICATION_TOKEN,
        "team": names,
        "enterprise": enterprise,
        "is_enterprise_install": _org_wide(team),
    }


def _from_message(person: Person, message: Message) -> Json:
    ephemeral = message.only_for is not None
    container: Json = {"type": "message", "message_ts": message.ts, "channel_id": message.channel.id}
    container |= {"is_ephemeral": ephemeral} | ({"thread_ts": message.thread_ts} if message.thread_ts else {})
    about: Json = {
        "container": container,
        "channel": {"id": message.channel.id, "name": message.channel.name},
        "state": {"values": {}},
        "response_url": person.team.slack.response_urls.issue(person, message.channel, message),
    }
    return about if ephemeral else about | {"message": message.payload()}


def _from_view(view: View) -> Json:
    return {"container": {"type": "view", "view_id": view.id}, "view": view.payload()}
