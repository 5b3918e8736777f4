"""`views.*`: modals and the App Home."""

from tests.fakes.loopback import Json
from tests.fakes.slack.errors import ApiError
from tests.fakes.slack.methods.caller import Caller, required
from tests.fakes.slack.views import View, create_view, open_modal, update_view


def open_view(caller: Caller, args: Json) -> Json:
    """Open a modal for the user of a trigger."""
    view = required_view(args, "modal")
    trigger = caller.slack.triggers.exchange(str(required(args, "trigger_id")))
    return {"view": open_modal(trigger.user, view).payload()}


def publish(caller: Caller, args: Json) -> Json:
    """Replace the App Home of a user."""
    user, body = caller.user(str(required(args, "user_id"))), required_view(args, "home")
    if user.home is None:
        user.home = create_view(user, body)
    else:
        _require_hash(user.home, args)
        update_view(user.home, body)
    return {"view": user.home.payload()}


def update(caller: Caller, args: Json) -> Json:
    """Replace the contents of an open modal."""
    body, view_id = required_view(args, "modal"), str(required(args, "view_id"))
    shown = (view for team in caller.teams for user in team.users for view in user.views)
    view = next((view for view in shown if view.id == view_id), None)
    if view is None:
        raise ApiError("not_found")
    _require_hash(view, args)
    return {"view": update_view(view, body).payload()}


def required_view(args: Json, kind: str) -> Json:
    """Return the view in the arguments, if it is of that type."""
    view = required(args, "view")
    if not isinstance(view, dict) or view.get("type") != kind:
        raise ApiError("invalid_arguments", why=[f"the view must be a {kind}"])
    return view


def _require_hash(view: View, args: Json) -> None:
    if args.get("hash") not in {None, "", view.hash}:
        raise ApiError("hash_conflict")
