"""The methods of the Web API that the fake knows; any other fails the test."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.fakes.slack.basics import Json
from tests.fakes.slack.methods import chat, connecting, files, looking, views
from tests.fakes.slack.methods.caller import Caller

ANY = ""


@dataclass(frozen=True)
class Method:
    """What answers, and the scope a bot token needs: `ANY` for none in particular, None for no bot token at all."""

    answer: Callable[[Caller, Json], Json]
    scope: str | None = ANY


METHODS = {
    "apps.connections.open": Method(connecting.open_connection, None),
    "apps.uninstall": Method(connecting.uninstall),
    "auth.revoke": Method(connecting.revoke),
    "auth.test": Method(connecting.test),
    "chat.delete": Method(chat.delete, "chat:write"),
    "chat.getPermalink": Method(chat.permalink),
    "chat.postEphemeral": Method(chat.post_ephemeral, "chat:write"),
    "chat.postMessage": Method(chat.post_message, "chat:write"),
    "chat.update": Method(chat.update, "chat:write"),
    "conversations.info": Method(looking.conversation, "channels:read"),
    "conversations.open": Method(looking.open_conversation, "im:write"),
    "files.completeUploadExternal": Method(files.complete, "files:write"),
    "files.getUploadURLExternal": Method(files.upload_url, "files:write"),
    "oauth.v2.access": Method(connecting.access, None),
    "team.info": Method(looking.team, "team:read"),
    "users.info": Method(looking.user, "users:read"),
    "views.open": Method(views.open_view),
    "views.publish": Method(views.publish),
    "views.push": Method(views.push),
    "views.update": Method(views.update),
}

SCOPES = frozenset(
    {method.scope for method in METHODS.values() if method.scope}
    | {"commands", "channels:history", "groups:history", "im:history", "mpim:history"}
)
