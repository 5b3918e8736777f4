"""Looking things up: people, workspaces, conversations."""

from tests.fakes.slack.basics import Json, Refusal
from tests.fakes.slack.methods.caller import Caller, flag, need
from tests.fakes.slack.places import Channel


def user(caller: Caller, args: Json) -> Json:
    """`users.info`; the locale comes only with `include_locale`."""
    person = caller.person(str(need(args, "user")))
    about: Json = {
        "id": person.id,
        "team_id": person.team.id,
        "name": person.name.lower(),
        "real_name": person.name,
        "profile": {"display_name": person.name, "real_name": person.name},
        "is_bot": False,
        "is_admin": person.admin,
        "is_owner": False,
        "deleted": False,
        "tz": "Asia/Tokyo" if person.locale == "ja-JP" else "Etc/UTC",
    }
    return {"user": about | ({"locale": person.locale} if flag(args.get("include_locale")) else {})}


def team(caller: Caller, args: Json) -> Json:
    """`team.info`: the workspace of the token, or the one asked for."""
    places = [place for place in caller.teams if args.get("team") in {None, place.id}]
    if not places:
        raise Refusal("team_not_found")
    enterprise = places[0].enterprise
    about: Json = {"id": places[0].id, "name": places[0].name, "domain": places[0].name}
    if enterprise:
        about |= {"enterprise_id": enterprise.id, "enterprise_name": enterprise.name}
    return {"team": about}


def conversation(caller: Caller, args: Json) -> Json:
    """`conversations.info`."""
    return {"channel": _about(caller.channel(args))}


def open_conversation(caller: Caller, args: Json) -> Json:
    """`conversations.open`: the direct message with one person."""
    person = caller.person(str(need(args, "users")))
    return {"channel": _about(person.team.dm(person))}


def _about(channel: Channel) -> Json:
    return {
        "id": channel.id,
        "name": channel.name,
        "is_channel": channel.kind == "channel",
        "is_im": channel.kind == "im",
        "is_mpim": channel.kind == "mpim",
        "is_private": channel.private,
        "is_member": channel.bot,
        "is_archived": channel.archived,
        "context_team_id": channel.team.id,
    }
