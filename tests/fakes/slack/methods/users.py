"""`users.*` and `team.*`: people and workspaces."""

from tests.fakes.loopback import Json
from tests.fakes.slack import payloads
from tests.fakes.slack.errors import ApiError
from tests.fakes.slack.methods.caller import Caller, flag, required


def user_info(caller: Caller, args: Json) -> Json:
    """`users.info`; the locale is included only with `include_locale`."""
    user = caller.user(str(required(args, "user")))
    about = payloads.profile(user)
    return {"user": about | ({"locale": user.locale} if flag(args.get("include_locale")) else {})}


def team_info(caller: Caller, args: Json) -> Json:
    """`team.info`: describe the workspace of the token, or the one in `team`."""
    teams = [team for team in caller.teams if args.get("team") in {None, team.id}]
    if not teams:
        raise ApiError("team_not_found")
    enterprise = teams[0].enterprise
    about: Json = {"id": teams[0].id, "name": teams[0].name, "domain": teams[0].name}
    if enterprise:
        about |= {"enterprise_id": enterprise.id, "enterprise_name": enterprise.name}
    return {"team": about}
