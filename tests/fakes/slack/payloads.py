"""What Slack sends to the app: commands, interactions and events.

Source: docs.slack.dev, interaction payloads and the Events API.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Any

from tests.fakes.slack.blocks import elements
from tests.fakes.slack.views import View

if TYPE_CHECKING:
    from tests.fakes.loopback import Json
    from tests.fakes.slack.blocks import Element
    from tests.fakes.slack.channels import Channel, Message
    from tests.fakes.slack.workspaces import Installation, User, Workspace

VERIFICATION_TOKEN = "deprecated"
_ESCAPED_MENTION = re.compile(r"&lt;(@[UW][A-Z0-9]+)&gt;")


def command(user: User, channel: Channel, name: str, text: str) -> Json:
    """Return a slash command, which is a flat form."""
    team, slack = user.team, user.team.slack
    form = {
        "token": VERIFICATION_TOKEN,
        "team_id": team.id,
        "team_domain": team.name,
        "channel_id": channel.id,
        "channel_name": channel.name,
        "user_id": user.id,
        "user_name": user.name.lower(),
        "command": name,
        "text": text,
        "api_app_id": slack.app_id,
        "is_enterprise_install": str(_org_wide(team)).lower(),
        "response_url": slack.response_urls.issue(user, channel),
        "trigger_id": slack.triggers.issue(user),
    }
    if team.enterprise:
        form |= {"enterprise_id": team.enterprise.id, "enterprise_name": team.enterprise.name}
    return form


def action(user: User, source: Message | View, element: Element, state: Json) -> Json:
    """Return `block_actions`: a button was pressed or a menu item chosen, in a message or a view."""
    slack = user.team.slack
    view = source if isinstance(source, View) else None
    about = _from_view(source) if isinstance(source, View) else _from_message(user, source)
    pressed: Json = {
        name: element.body[name] for name in ("type", "action_id", "text", "value") if name in element.body
    }
    pressed |= {"block_id": element.block_id, "action_ts": slack.clock.timestamp(), **state}
    about |= {"type": "block_actions", "actions": [pressed], "trigger_id": slack.triggers.issue(user, view)}
    return _interaction(user) | about


def shortcut(user: User, callback_id: str) -> Json:
    """Return `shortcut`: a global shortcut was used."""
    slack = user.team.slack
    about = {"callback_id": callback_id, "action_ts": slack.clock.timestamp(), "trigger_id": slack.triggers.issue(user)}
    return _interaction(user) | {"type": "shortcut"} | about


def submission(user: User, view: View) -> Json:
    """Return `view_submission`: a modal was submitted."""
    about: Json = {"trigger_id": user.team.slack.triggers.issue(user, view), "view": view.payload()}
    about["response_urls"] = [_url_of_choice(user, view, each) for each in elements(view.blocks) if _has_url(each)]
    return _interaction(user) | {"type": "view_submission"} | about


def _has_url(element: Element) -> bool:
    return bool(element.body.get("response_url_enabled"))


def _url_of_choice(user: User, view: View, element: Element) -> Json:
    """Return the response URL of a conversation that was chosen in a modal."""
    chosen = view.values[element.block_id][element.action_id]["selected_conversation"]
    channel = next(each for each in user.team.channels if each.id == chosen)
    about = {"block_id": element.block_id, "action_id": element.action_id, "channel_id": chosen}
    return {**about, "response_url": user.team.slack.response_urls.issue(user, channel)}


def message_event(message: Message, **extra: str) -> Json:
    """Return `message`: somebody posted a message."""
    event = message.payload() | {"event_ts": message.ts, "channel": message.channel.id}
    event |= {"channel_type": message.channel.type, **extra}
    return envelope(message.channel.team, event)


def message_changed(message: Message, before: Json) -> Json:
    """Return `message_changed`: somebody, or the app itself, edited a message."""
    return _about_message(message, "message_changed", message=message.payload(), previous_message=before)


def message_deleted(message: Message) -> Json:
    """Return `message_deleted`."""
    return _about_message(message, "message_deleted", deleted_ts=message.ts, previous_message=message.payload())


def _about_message(message: Message, subtype: str, /, **fields: Any) -> Json:
    timestamp, channel = message.channel.team.slack.clock.timestamp(), message.channel
    event = {"type": "message", "subtype": subtype, "hidden": True, "ts": timestamp, "event_ts": timestamp}
    event |= {"channel": channel.id, "channel_type": channel.type}
    return envelope(channel.team, event | fields)


def home_opened(user: User, channel: Channel, tab: str = "home") -> Json:
    """Return `app_home_opened` for a tab, with the Home that the app has published, if any."""
    event: Json = {"type": "app_home_opened", "user": user.id, "channel": channel.id, "tab": tab}
    event["event_ts"] = user.team.slack.clock.timestamp()
    if user.home:
        event["view"] = user.home.payload()
    return envelope(user.team, event)


def profile(user: User) -> Json:
    """Return what Slack reports about a user, without their language."""
    return {
        "id": user.id,
        "team_id": user.team.id,
        "name": user.name.lower(),
        "real_name": user.name,
        "profile": {"display_name": user.name, "real_name": user.name},
        "is_bot": False,
        "is_admin": user.admin,
        "is_owner": False,
        "deleted": user.deactivated,
        "tz": "Asia/Tokyo" if user.locale == "ja-JP" else "Etc/UTC",
        "updated": int(user.team.slack.clock.now()),
    }


def user_change(user: User) -> Json:
    """Return `user_change`."""
    event = {"type": "user_change", "user": profile(user) | {"locale": user.locale}}
    return envelope(user.team, event | {"event_ts": user.team.slack.clock.timestamp()})


def tokens_revoked(team: Workspace, installation: Installation, *users: User) -> Json:
    """Return `tokens_revoked`, about the bot's token or, if there are `users`, about their tokens only."""
    bot = [] if users else [installation.bot_user_id]
    tokens = {"oauth": [user.id for user in users], "bot": bot}
    return _removal(team, installation, {"type": "tokens_revoked", "tokens": tokens})


def app_uninstalled(team: Workspace, installation: Installation) -> Json:
    """Return `app_uninstalled`."""
    return _removal(team, installation, {"type": "app_uninstalled"})


def envelope(team: Workspace, event: Json) -> Json:
    """Return an event as it is delivered; its `event_id` is the same each time."""
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
        "authorizations": [_authorization(team, team.installation)] if team.installation else [],
        "is_ext_shared_channel": False,
    }
    return body | ({"enterprise_id": enterprise_id} if enterprise_id else {})


def escaped(text: str) -> str:
    """Return text that a person typed as Slack sends it: with `& < >` escaped, and mentions such as `<@U1>` as such."""
    return _ESCAPED_MENTION.sub(r"<\1>", escape(text, quote=False))


def mention_event(message: Message, **extra: str) -> Json:
    """Return `app_mention`: somebody posted a message that mentions the app. It has no channel type."""
    event = message.payload() | {"type": "app_mention", "event_ts": message.ts, "channel": message.channel.id, **extra}
    return envelope(message.channel.team, event)


def _removal(team: Workspace, installation: Installation, event: Json) -> Json:
    """Return an event about a removed installation: without authorizations, org-wide also without a workspace."""
    org_wide = installation.holder is not team
    removed = {"authorizations", "team_id", "context_team_id"} if org_wide else {"authorizations"}
    return {name: value for name, value in envelope(team, event).items() if name not in removed}


def _authorization(team: Workspace, installation: Installation) -> Json:
    org_wide = installation.holder is not team
    return {
        "enterprise_id": team.enterprise.id if team.enterprise else None,
        "team_id": None if org_wide else team.id,
        "user_id": installation.bot_user_id,
        "is_bot": True,
        "is_enterprise_install": org_wide,
    }


def _org_wide(team: Workspace) -> bool:
    return team.installation is not None and team.installation.holder is not team


def _interaction(user: User) -> Json:
    team = user.team
    names, enterprise = {"id": team.id, "domain": team.name}, None
    if team.enterprise:
        enterprise = {"id": team.enterprise.id, "name": team.enterprise.name}
        names |= {"enterprise_id": team.enterprise.id, "enterprise_name": team.enterprise.name}
    login = user.name.lower()
    return {
        "user": {"id": user.id, "username": login, "name": login, "team_id": team.id},
        "api_app_id": team.slack.app_id,
        "token": VERIFICATION_TOKEN,
        "team": names,
        "enterprise": enterprise,
        "is_enterprise_install": _org_wide(team),
    }


def _from_message(user: User, message: Message) -> Json:
    ephemeral = message.only_for is not None
    container: Json = {"type": "message", "message_ts": message.ts, "channel_id": message.channel.id}
    container |= {"is_ephemeral": ephemeral} | ({"thread_ts": message.thread_ts} if message.thread_ts else {})
    about: Json = {
        "container": container,
        "channel": {"id": message.channel.id, "name": message.channel.name},
        "state": {"values": {}},
        "response_url": user.team.slack.response_urls.issue(user, message.channel, message),
    }
    return about if ephemeral else about | {"message": message.payload()}


def _from_view(view: View) -> Json:
    return {"container": {"type": "view", "view_id": view.id}, "view": view.payload()}
