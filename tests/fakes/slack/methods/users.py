"""`users.*`: people."""

from tests.fakes.loopback import Json
from tests.fakes.slack import payloads
from tests.fakes.slack.methods.caller import Caller, flag, required


def user_info(caller: Caller, args: Json) -> Json:
    """`users.info`; the locale is included only with `include_locale`."""
    user = caller.user(str(required(args, "user")))
    about = payloads.profile(user)
    return {"user": about | ({"locale": user.locale} if flag(args.get("include_locale")) else {})}
