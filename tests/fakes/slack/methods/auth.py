"""`auth.*`, `oauth.*` and `apps.*`: tokens, installations, and the websockets of Socket Mode."""

from tests.fakes.loopback import Json
from tests.fakes.slack.errors import ApiError
from tests.fakes.slack.methods.caller import Caller, required
from tests.fakes.slack.workspaces import Workspace


def test(caller: Caller, _: Json) -> Json:
    """`auth.test`: describe the token."""
    installation, holder = caller.installation, caller.installation.holder
    enterprise = holder.enterprise if isinstance(holder, Workspace) else holder
    about: Json = {
        "url": f"https://{holder.name}.slack.com/",
        "team": holder.name,
        "user": installation.bot_name,
        "team_id": holder.id,
        "user_id": installation.bot_user_id,
        "bot_id": installation.bot_id,
        "is_enterprise_install": enterprise is holder,
    }
    return about | ({"enterprise_id": enterprise.id} if enterprise else {})


def open_connection(caller: Caller, _: Json) -> Json:
    """`apps.connections.open`: return the URL for one websocket."""
    if caller.token != caller.slack.app_token:
        raise ApiError("not_allowed_token_type" if caller.known else "invalid_auth")
    ticket = caller.slack.socket_mode.ticket()
    return {"url": f"{caller.slack.url.replace('http', 'ws', 1)}/link?ticket={ticket}"}


def access(caller: Caller, args: Json) -> Json:
    """`oauth.v2.access`: exchange the code of an approved installation for a bot token, once."""
    _require_client(caller, args)
    consent = caller.slack.consents.pop(str(required(args, "code")), None)
    if consent is None:
        raise ApiError("invalid_code")
    installation, holder = consent.install(), consent.holder
    workspace = holder if isinstance(holder, Workspace) else None
    enterprise = workspace.enterprise if workspace else holder
    return {
        "app_id": caller.slack.app_id,
        "authed_user": {"id": consent.user.id},
        "scope": ",".join(sorted(installation.scopes)),
        "token_type": "bot",
        "access_token": installation.token,
        "bot_user_id": installation.bot_user_id,
        "team": {"id": workspace.id, "name": workspace.name} if workspace else None,
        "enterprise": {"id": enterprise.id, "name": enterprise.name} if enterprise else None,
        "is_enterprise_install": workspace is None,
    }


def _require_client(caller: Caller, args: Json) -> None:
    if args.get("client_id") != caller.slack.client_id:
        raise ApiError("invalid_client_id")
    if args.get("client_secret") != caller.slack.client_secret:
        raise ApiError("bad_client_secret")
