"""The stack of modals: what opens, what is replaced, what an acknowledgement does to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fakes.slack.basics import Json, Refusal
from tests.fakes.slack.blocks import with_ids
from tests.fakes.slack.limits import check_view
from tests.fakes.slack.surfaces import View

if TYPE_CHECKING:
    from tests.fakes.slack.people import Person

STACK = 3


def opened(person: Person, body: Json) -> View:
    """Open a modal, in place of any that are open."""
    view = new_view(person, body)
    person.views[:] = [view]
    return view


def pushed(person: Person, body: Json) -> View:
    """Open a modal on top of the one on top.

    Raises:
        Refusal: `push_limit_reached` beyond three, `not_found` where nothing is open.
    """
    if not person.views:
        raise Refusal("not_found")
    if len(person.views) >= STACK:
        raise Refusal("push_limit_reached")
    view = new_view(person, body, below=person.views[-1])
    person.views.append(view)
    return view


def changed(view: View, body: Json) -> View:
    """Replace what a view shows; what was filled in stays where the ids stay."""
    check_view(body)
    slack = view.owner.team.slack
    view.body, view.hash, view.errors = body | {"blocks": with_ids(body["blocks"])}, slack.ids.next("hash"), {}
    slack.changed()
    return view


def new_view(person: Person, body: Json, below: View | None = None) -> View:
    """A checked view with the ids the platform gives it, on nobody's stack yet."""
    check_view(body)
    slack = person.team.slack
    identity = slack.ids.next("V")
    whole = body | {"blocks": with_ids(body["blocks"])}
    view = View(identity, person, whole, slack.ids.next("hash"), identity)
    if below:
        view.root_id, view.previous_id = below.root_id, below.id
    slack.changed()
    return view


def after_submitting(person: Person, view: View, acknowledgement: Json) -> None:
    """Do what the acknowledgement of a submission says; an empty one closes the modal."""
    slack = person.team.slack
    try:
        _follow(person, view, acknowledgement)
    except Refusal as wrong:
        slack.problems.append(f"view_submission answered with {wrong.error}: {wrong.details}")
    slack.changed()


def _follow(person: Person, view: View, acknowledgement: Json) -> None:
    action = acknowledgement.get("response_action")
    if action is None:
        person.views.remove(view)
    elif action == "clear":
        person.views.clear()
    elif action == "update":
        changed(view, acknowledgement["view"])
    elif action == "push":
        pushed(person, acknowledgement["view"])
    elif action == "errors":
        _show_errors(view, acknowledgement["errors"])
    else:
        raise Refusal("invalid_response_action", why=[str(action)])


def _show_errors(view: View, errors: dict[str, str]) -> None:
    inputs = {block["block_id"] for block in view.blocks if block["type"] == "input"}
    if strangers := set(errors) - inputs:
        raise Refusal("invalid_errors", why=[f"no input block is called {sorted(strangers)}"])
    view.errors = errors
