"""`views.*`: modals and the App Home."""

from tests.fakes.loopback import Json
from tests.fakes.slack.errors import ApiError
from tests.fakes.slack.methods.caller import Caller, required
from tests.fakes.slack.views import View, create_view, open_modal, push_modal, update_view


def open_view(caller: Caller, args: Json) -> Json:
    """Open a modal for the user of a trigger."""
    view = required_view(args, "modal")
    trigger = caller.slack.triggers.exchange(str(required(args, "trigger_id")))
    return {"view": open_modal(trigger.user, view).payload()}


def push(caller: Caller, args: Json) -> Json:
    """Open a modal on top of the open ones."""
    view = required_view(args, "modal")
    trigger = caller.slack.triggers.exchange(str(required(args, "trigger_id")))
    return {"view": push_modal(trigger.user, view).payload()}


def update(caller: Caller, args: Json) -> Json:
    """Replace an open modal, or a Home."""
    view = _shown(caller, args)
    _require_hash(view, args)
    return {"view": update_view(view, required_view(args, view.body["type"])).payload()}


def publish(caller: Caller, args: Json) -> Json:
    """Replace the App Home of a user."""
    user = caller.user(str(required(args, "user_id")))
    body = required_view(args, "home")
    if user.home is None:
        user.home = create_view(user, body)
    else:
        _require_hash(user.home, args)
        update_view(user.home, body)
    return {"view": user.home.payload()}


def required_view(args: Json, kind: str) -> Json:
    """Return the view in the arguments, if it is of that type."""
    view = required(args, "view")
    if not isinstance(view, dict) or view.get("type") != kind:
        raise ApiError("invalid_arguments", why=[f"the view must be a {kind}"])
    return view


def _shown(caller: Caller, args: Json) -> View:
    for user in (user for team in caller.teams for user in team.users):
        for view in (*user.views, *([user.home] if user.home else [])):
            wanted = args.get("view_id"), args.get("external_id")
            if view.id == wanted[0] or (wanted[1] and view.body.get("external_id") == wanted[1]):
                return view
    raise ApiError("not_found")


def _require_hash(view: View, args: Json) -> None:
    if args.get("hash") not in {None, "", view.hash}:
        raise ApiError("hash_conflict")
