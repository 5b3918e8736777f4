"""What people type and choose in a view, as `view.state.values`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.fakes.slack.blocks import Element, elements
from tests.fakes.slack.errors import UnavailableAction

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.fakes.loopback import Json

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
