"""Messages and modals as plain text, for snapshots that can be reviewed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fakes.discord.components import COMPONENTS_V2, ComponentType

if TYPE_CHECKING:
    from tests.fakes.discord.messages import Message
    from tests.fakes.loopback import Json

_RULE = "─" * 24


def render_message(message: Message) -> str:
    """Return what people see of a message.

    `[ Guess ]` is a button, `( Guess )` a disabled one, `<Pick: one | two>` a select. Containers have a bar on the
    left. An ephemeral message names its reader.
    """
    lines = [f"(only {message.reader} sees this)"] if message.ephemeral else []
    if message.loading:
        return "\n".join([*lines, "(thinking)"])
    lines += message.content.splitlines()
    if not message.flags & COMPONENTS_V2:
        lines += [f"[file: {_description(one, one['filename'])}]" for one in message.attachments]
    lines += _components(message.components)
    return "\n".join(lines)


def render_modal(data: Json) -> str:
    """Return what people see of a modal: its title, then each field with its placeholder and limits."""
    return "\n".join([f"== {data['title']} ==", *_components(data["components"])])


def _with_bar(lines: list[str]) -> list[str]:
    return [f"| {line}".rstrip() for line in lines]


def _components(components: list[Json]) -> list[str]:
    return [line for component in components for line in _component(component)]


def _component(one: Json) -> list[str]:
    kind = one["type"]
    if kind == ComponentType.ROW:
        return [" ".join(_inline(child) for child in one["components"])]
    if kind == ComponentType.TEXT:
        return list(one["content"].splitlines())
    if kind == ComponentType.SECTION:
        return _beside(_components(one["components"]), _inline(one["accessory"]))
    if kind == ComponentType.CONTAINER:
        return _with_bar(_components(one["components"]))
    if kind == ComponentType.LABEL:
        return _label(one)
    return [_RULE if kind == ComponentType.SEPARATOR else _inline(one)]


def _beside(lines: list[str], accessory: str) -> list[str]:
    return [f"{lines[0]}  {accessory}", *lines[1:]]


def _label(one: Json) -> list[str]:
    lines = [one["label"]] + ([f"({one['description']})"] if one.get("description") else [])
    return [*lines, f"  {_inline(one['component'])}"]


def _inline(one: Json) -> str:
    kind = one["type"]
    if kind == ComponentType.BUTTON:
        return _button(one)
    if kind == ComponentType.TEXT_INPUT:
        return _text_input(one)
    if kind == ComponentType.GALLERY:
        return " ".join(f"[image: {_description(item, item['media']['url'])}]" for item in one["items"])
    return _select(one)


def _description(one: Json, otherwise: str) -> str:
    return str(one.get("description") or otherwise)


def _button(one: Json) -> str:
    label = " ".join(part for part in ((one.get("emoji") or {}).get("name"), one.get("label")) if part)
    return f"( {label} )" if one.get("disabled") else f"[ {label} ]"


def _select(one: Json) -> str:
    options = [("*" if option.get("default") else "") + option["label"] for option in one.get("options", ())]
    inside = ": ".join(part for part in (one.get("placeholder") or "", " | ".join(options)) if part)
    return f"<{inside}>" if not one.get("disabled") else f"({inside})"


def _text_input(one: Json) -> str:
    label = f"{one['label']}: " if one.get("label") else ""
    hint = one.get("value") or one.get("placeholder") or ""
    limits = f" {{{one.get('min_length', 0)}-{one.get('max_length', 4000)}}}"
    return f"{label}[{hint:_<8}]{limits}" + ("" if one.get("required", True) else " optional")
