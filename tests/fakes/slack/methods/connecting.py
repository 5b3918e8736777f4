"""Tokens: testing, winning and losing them, and the websocket that an app token opens."""

from tests.fakes.slack.basics import Json, Refusal
from tests.fakes.slack.methods.caller import Caller, need
from tests.fakes.slack.places import Workspace


def test(caller: Caller, _: Json) -> Json:
    """`auth.test`: whose token this is."""
    grant, holder = caller.grant, caller.grant.holder
    enterprise = holder.enterprise if isinstance(holder, Workspace) else holder
    about: Json = {
        "url": f"https://{holder.name}.slack.com/",
        "team": holder.name,
        "user": "hitblow",
        "team_id": holder.id,
        "user_id": grant.bot_user_id,
        "bot_id": grant.bot_id,
        "is_enterprise_install": enterprise is holder,
    }
    return about | ({"enterprise_id": enterprise.id} if enterprise else {})


def revoke(caller: Caller, _: Json) -> Json:
    """`auth.revoke`: give the token up."""
    caller.grant.revoked = True
    return {"revoked": True}


def uninstall(caller: Caller, args: Json) -> Json:
    """`apps.uninstall`: give the installation up; the events that follow are for the test to send."""
    _must_be_the_app(caller, args)
    caller.grant.revoked = True
    return {}


def open_connection(caller: Caller, _: Json) -> Json:
    """`apps.connections.open`: where to open one websocket."""
    if caller.token != caller.slack.app_token:
        raise Refusal("not_allowed_token_type" if caller.known else "invalid_auth")
    ticket = caller.slack.socket_mode.ticket()
    return {"url": f"{caller.slack.url.replace('http', 'ws', 1)}/link?ticket={ticket}"}


def access(caller: Caller, args: Json) -> Json:
    """`oauth.v2.access`: exchange the code of an approved installation for a bot token, once."""
    _must_be_the_app(caller, args)
    consent = caller.slack.consents.pop(str(need(args, "code")), None)
    if consent is None:
        raise Refusal("invalid_code")
    grant, holder = consent.grant(), consent.holder
    workspace = holder if isinstance(holder, Workspace) else None
    enterprise = workspace.enterprise if workspace else holder
    return {
        "app_id": caller.slack.app_id,
        "authed_user": {"id": consent.person.id},
        "scope": ",".join(sorted(grant.scopes)),
        "token_type": "bot",
        "access_token": grant.token,
        "bot_user_id": grant.bot_user_id,
        "team": {"id": workspace.id, "name": workspace.name} if workspace else None,
        "enterprise": {"id": enterprise.id, "name": enterprise.name} if enterprise else None,
        "is_enterprise_install": workspace is None,
    }


def _must_be_the_app(caller: Caller, args: Json) -> None:
    if args.get("client_id") != caller.slack.client_id:
        raise Refusal("invalid_client_id")
    if args.get("client_secret") != caller.slack.client_secret:
        raise Refusal("bad_client_secret")
