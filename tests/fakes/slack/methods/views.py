"""`views.*`: modals and the App Home."""

from tests.fakes.slack import modals
from tests.fakes.slack.basics import Json, Refusal
from tests.fakes.slack.methods.caller import Caller, need
from tests.fakes.slack.surfaces import View


def open_view(caller: Caller, args: Json) -> Json:
    """Open a modal for whoever's trigger it is."""
    view = need_view(args, "modal")
    trigger = caller.slack.triggers.exchange(str(need(args, "trigger_id")))
    return {"view": modals.opened(trigger.person, view).payload()}


def push(caller: Caller, args: Json) -> Json:
    """Open a modal on top of the one whose button was pressed."""
    view = need_view(args, "modal")
    trigger = caller.slack.triggers.exchange(str(need(args, "trigger_id")))
    return {"view": modals.pushed(trigger.person, view).payload()}


def update(caller: Caller, args: Json) -> Json:
    """Change a modal that is open, or a Home."""
    view = _shown(caller, args)
    _must_match(view, args)
    return {"view": modals.changed(view, need_view(args, view.body["type"])).payload()}


def publish(caller: Caller, args: Json) -> Json:
    """Set somebody's App Home."""
    person = caller.person(str(need(args, "user_id")))
    body = need_view(args, "home")
    if person.home is None:
        person.home = modals.new_view(person, body)
    else:
        _must_match(person.home, args)
        modals.changed(person.home, body)
    return {"view": person.home.payload()}


def need_view(args: Json, kind: str) -> Json:
    """The view to show, of the right kind."""
    view = need(args, "view")
    if not isinstance(view, dict) or view.get("type") != kind:
        raise Refusal("invalid_arguments", why=[f"the view must be a {kind}"])
    return view


def _shown(caller: Caller, args: Json) -> View:
    for person in (person for team in caller.teams for person in team.people):
        for view in (*person.views, *([person.home] if person.home else [])):
            wanted = args.get("view_id"), args.get("external_id")
            if view.id == wanted[0] or (wanted[1] and view.body.get("external_id") == wanted[1]):
                return view
    raise Refusal("not_found")


def _must_match(view: View, args: Json) -> None:
    if args.get("hash") not in {None, "", view.hash}:
        raise Refusal("hash_conflict")
