"""Filling in a modal: what people type and choose, as `view.state.values`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.fakes.slack.basics import CannotDo, Json
from tests.fakes.slack.blocks import Element, elements

if TYPE_CHECKING:
    from collections.abc import Mapping

TYPED = {"plain_text_input", "number_input", "email_text_input", "url_text_input"}
ONE_OPTION = {"static_select", "radio_buttons", "external_select"}
MANY_OPTIONS = {"checkboxes", "multi_static_select"}


def filled_in(blocks: list[Json], given: Mapping[str, Any]) -> Json:
    """The state of the fields once `given` (by action id or label) is filled in over what they begin with.

    Raises:
        CannotDo: there is no such field or option, a needed one is empty, or the text is too long or too short.
    """
    left = dict(given)
    values: Json = {}
    for element in elements(blocks):
        if element.body["type"] in {"button", "overflow"}:
            continue
        name = next((name for name in (element.action_id, element.label, element.block_id) if name in left), None)
        state = chosen(element, left.pop(name)) if name is not None else _untouched(element)
        if element.block["type"] == "input" and not element.block.get("optional") and _is_empty(state):
            raise CannotDo(f"{element.label!r} must be filled in")
        values.setdefault(element.block_id, {})[element.action_id] = state
    if left:
        raise CannotDo(f"no such fields: {sorted(left)}")
    return values


def chosen(element: Element, value: Any) -> Json:  # noqa: ANN401 - text, a person, a list: what the element takes
    """The element's state once somebody typed or chose `value`; options go by their value or their text."""
    kind = element.body["type"]
    if kind in TYPED:
        return {"type": kind, "value": _typed(element, str(value))}
    if kind in ONE_OPTION | {"overflow"}:
        return {"type": kind, "selected_option": _option(element, value)}
    if kind in MANY_OPTIONS:
        return {"type": kind, "selected_options": [_option(element, one) for one in value]}
    ids = {"users_select": "user", "channels_select": "channel", "conversations_select": "conversation"}
    if kind in ids:
        return {"type": kind, f"selected_{ids[kind]}": getattr(value, "id", value)}
    raise CannotDo(f"nobody taught the fake to fill in a {kind}")


def _typed(element: Element, text: str) -> str | None:
    low, high = element.body.get("min_length", 0), element.body.get("max_length", 3000)
    if text and not low <= len(text) <= high:
        raise CannotDo(f"{element.label!r} takes {low} to {high} characters, not {len(text)}")
    return text or None


def _option(element: Element, wanted: str) -> Json:
    for option in _options(element):
        if wanted in {option["value"], option["text"]["text"]}:
            return option
    there = [option["text"]["text"] for option in _options(element)]
    raise CannotDo(f"{element.label!r} has no {wanted!r}; it has {there}")


def _options(element: Element) -> list[Json]:
    groups = element.body.get("option_groups", [])
    return element.body.get("options") or [option for group in groups for option in group["options"]]


def _untouched(element: Element) -> Json:
    body, kind = element.body, element.body["type"]
    if kind in TYPED:
        return {"type": kind, "value": body.get("initial_value")}
    if kind in ONE_OPTION:
        return {"type": kind, "selected_option": body.get("initial_option")}
    if kind in MANY_OPTIONS:
        return {"type": kind, "selected_options": body.get("initial_options", [])}
    what = kind.removesuffix("s_select")
    return {"type": kind, f"selected_{what}": body.get(f"initial_{what}")}


def _is_empty(state: Json) -> bool:
    return not [value for name, value in state.items() if name != "type" and value]
