"""The methods of the Web API that the loopback has; calling another one is a violation."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.fakes.loopback import Json
from tests.fakes.slack.methods import auth, chat, conversations, files, users, views
from tests.fakes.slack.methods.caller import Caller

ANY = ""


@dataclass(frozen=True)
class Method:
    """A method of the Web API.

    Attributes:
        answer: returns the response, without `ok`.
        scope: the scope that a bot token needs, `ANY` for a bot token without a scope, None for no bot token.
    """

    answer: Callable[[Caller, Json], Json]
    scope: str | None = ANY


METHODS = {
    "apps.connections.open": Method(auth.open_connection, None),
    "auth.test": Method(auth.test),
    "chat.delete": Method(chat.delete, "chat:write"),
    "chat.postEphemeral": Method(chat.post_ephemeral, "chat:write"),
    "chat.postMessage": Method(chat.post_message, "chat:write"),
    "chat.update": Method(chat.update, "chat:write"),
    "conversations.history": Method(conversations.history),
    "conversations.replies": Method(conversations.replies),
    "files.completeUploadExternal": Method(files.complete, "files:write"),
    "files.getUploadURLExternal": Method(files.upload_url, "files:write"),
    "oauth.v2.access": Method(auth.access, None),
    "users.info": Method(users.user_info, "users:read"),
    "views.open": Method(views.open_view),
    "views.publish": Method(views.publish),
    "views.update": Method(views.update),
}

SCOPES = frozenset(
    {method.scope for method in METHODS.values() if method.scope}
    | {"commands", "app_mentions:read", "channels:history", "groups:history", "im:history", "mpim:history"}
)
"""The scopes of an installation made by a test."""
