"""Views: the modals on a person's stack, their App Home, and what acknowledgements do to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.fakes.slack.blocks import Element, elements, find_element, with_ids
from tests.fakes.slack.errors import ApiError, UnavailableAction
from tests.fakes.slack.rendering import control_sequences, render_view
from tests.fakes.slack.validation import check_view

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.fakes.loopback import Json
    from tests.fakes.slack.workspaces import User

_PROPERTIES = (
    "type",
    "callback_id",
    "title",
    "submit",
    "close",
    "private_metadata",
    "clear_on_close",
)


@dataclass(eq=False)
class View:
    """A modal or an App Home; `str(view)` renders it.

    Attributes:
        errors: the messages shown at fields, by block id.
        values: what the person filled in, as `view.state.values`.
    """

    id: str
    owner: User
    body: Json
    hash: str
    root_id: str
    errors: dict[str, str] = field(default_factory=dict)
    values: Json = field(default_factory=dict)

    def __str__(self) -> str:
        return render_view(self.body, self.errors)

    @property
    def blocks(self) -> list[Json]:
        blocks: list[Json] = self.body["blocks"]
        return blocks

    @property
    def title(self) -> str:
        return str(self.body.get("title", {}).get("text", ""))

    @property
    def control_sequences(self) -> list[str]:
        """Every mention and link, as Slack writes them."""
        return control_sequences(self.blocks)

    def element(self, name: str) -> Element:
        """Return the element with that label, action id or value, to use after the view has changed."""
        return find_element(self.blocks, name)

    def payload(self) -> Json:
        """Return the view as Slack describes it, with what was filled in."""
        team, slack = self.owner.team, self.owner.team.slack
        given = {name: self.body[name] for name in _PROPERTIES if name in self.body}
        return {
            "callback_id": "",
            "private_metadata": "",
            **given,
            "id": self.id,
            "team_id": team.id,
            "app_id": slack.app_id,
            "app_installed_team_id": team.app_installed_team_id,
            "bot_id": team.bot_id,
            "blocks": self.blocks,
            "hash": self.hash,
            "state": {"values": self.values},
            "root_view_id": self.root_id,
            "previous_view_id": None,
            "external_id": self.body.get("external_id", ""),
        }


def create_view(user: User, body: Json) -> View:
    """Return a new view that is not shown yet.

    Raises:
        ApiError: the view is not valid.
    """
    check_view(body)
    slack = user.team.slack
    view_id = slack.ids.next("V")
    view = View(view_id, user, body | {"blocks": with_ids(body["blocks"])}, slack.ids.next("hash"), view_id)
    slack.changed()
    return view


def open_modal(user: User, body: Json) -> View:
    """Open a modal instead of those that are open."""
    view = create_view(user, body)
    user.views[:] = [view]
    return view


def update_view(view: View, body: Json) -> View:
    """Replace the contents of a Home or of an open modal."""
    check_view(body)
    slack = view.owner.team.slack
    view.body, view.hash, view.errors = body | {"blocks": with_ids(body["blocks"])}, slack.ids.next("hash"), {}
    slack.changed()
    return view


def apply_acknowledgement(user: User, view: View, acknowledgement: Json) -> None:
    """Do what the acknowledgement of a submission says; an empty one closes the modal.

    Slack ignores an invalid acknowledgement; here it is a violation.
    """
    slack = user.team.slack
    try:
        _apply(user, view, acknowledgement)
    except ApiError as error:
        slack.violations.append(f"view_submission acknowledged with {error.error}: {error.details}")
    slack.changed()


def _apply(user: User, view: View, acknowledgement: Json) -> None:
    action = acknowledgement.get("response_action")
    if action is None:
        user.views.remove(view)
    elif action == "errors":
        _show_errors(view, acknowledgement["errors"])
    elif action == "update":
        update_view(view, acknowledgement["view"])
    else:
        raise ApiError("invalid_response_action", why=[str(action)])


def _show_errors(view: View, errors: dict[str, str]) -> None:
    inputs = {block["block_id"] for block in view.blocks if block["type"] == "input"}
    if unknown := set(errors) - inputs:
        raise ApiError("invalid_errors", why=[f"no input block is called {sorted(unknown)}"])
    view.errors = errors


TYPED = {"plain_text_input", "number_input", "email_text_input", "url_text_input"}
ONE_OPTION = {"static_select", "radio_buttons", "external_select"}
MANY_OPTIONS = {"checkboxes", "multi_static_select"}


def state_values(blocks: list[Json], given: Mapping[str, Any]) -> Json:
    """Return the state of all fields.

    Args:
        blocks: the blocks of the view.
        given: what is filled in, by action id, label or block id; other fields keep their initial value.

    Raises:
        UnavailableAction: a field or option does not exist, a required field is empty, a text has the wrong length.
    """
    left = dict(given)
    values: Json = {}
    for element in elements(blocks):
        if element.body["type"] in {"button", "overflow"}:
            continue
        name = next((name for name in (element.action_id, element.label, element.block_id) if name in left), None)
        state = selected(element, left.pop(name)) if name is not None else _initial(element)
        if element.block["type"] == "input" and not element.block.get("optional") and _is_empty(state):
            raise UnavailableAction(f"{element.label!r} must be filled in")
        values.setdefault(element.block_id, {})[element.action_id] = state
    if left:
        raise UnavailableAction(f"no such fields: {sorted(left)}")
    return values


def selected(element: Element, value: Any) -> Json:
    """Return the state of an element after typing or choosing `value`; options are named by value or text."""
    kind = element.body["type"]
    if kind in TYPED:
        return {"type": kind, "value": _typed(element, str(value))}
    if kind in ONE_OPTION | {"overflow"}:
        return {"type": kind, "selected_option": _option(element, value)}
    if kind in MANY_OPTIONS:
        return {"type": kind, "selected_options": [_option(element, one) for one in value]}
    ids = {"users_select": "user", "channels_select": "channel", "conversations_select": "conversation"}
    if kind == "multi_conversations_select":
        return {"type": kind, "selected_conversations": [getattr(one, "id", one) for one in value]}
    if kind in ids:
        return {"type": kind, f"selected_{ids[kind]}": getattr(value, "id", value)}
    raise UnavailableAction(f"the loopback cannot fill in a {kind}")


def _typed(element: Element, text: str) -> str | None:
    low, high = element.body.get("min_length", 0), element.body.get("max_length", 3000)
    if text and not low <= len(text) <= high:
        raise UnavailableAction(f"{element.label!r} takes {low} to {high} characters, not {len(text)}")
    return text or None


def _option(element: Element, wanted: str) -> Json:
    for option in _options(element):
        if wanted in {option["value"], option["text"]["text"]}:
            return option
    there = [option["text"]["text"] for option in _options(element)]
    raise UnavailableAction(f"{element.label!r} has no {wanted!r}; it has {there}")


def _options(element: Element) -> list[Json]:
    groups = element.body.get("option_groups", [])
    return element.body.get("options") or [option for group in groups for option in group["options"]]


def _initial(element: Element) -> Json:
    body, kind = element.body, element.body["type"]
    if kind in TYPED:
        return {"type": kind, "value": body.get("initial_value")}
    if kind in ONE_OPTION:
        return {"type": kind, "selected_option": body.get("initial_option")}
    if kind in MANY_OPTIONS:
        return {"type": kind, "selected_options": body.get("initial_options", [])}
    if kind == "multi_conversations_select":
        return {"type": kind, "selected_conversations": body.get("initial_conversations", [])}
    what = kind.removesuffix("s_select")
    return {"type": kind, f"selected_{what}": body.get(f"initial_{what}")}


def _is_empty(state: Json) -> bool:
    return not [value for name, value in state.items() if name != "type" and value]
