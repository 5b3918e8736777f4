"""Messages and modals as text, for snapshots a person can read in a review."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.fakes.discord.messages import Message
    from tests.fakes.discord.wire import Json

_ROW, _BUTTON, _TEXT_INPUT, _SECTION, _TEXT = 1, 2, 4, 9, 10
_THUMBNAIL, _GALLERY, _FILE, _SEPARATOR, _CONTAINER, _LABEL = 11, 12, 13, 14, 17, 18
_RULE = "─" * 24


def screen(message: Message) -> str:
    """What people see of ``message``.

    ``[ Guess ]`` is a button, ``( Guess )`` a disabled one; ``<Pick: one | two>`` a select; embeds and containers have
    a bar at their left; a private message says who sees it.
    """
    lines = [f"(only {message.reader} sees this)"] if message.private else []
    if message.thinking:
        return "\n".join([*lines, "(thinking)"])
    lines += message.content.splitlines()
    for embed in message.embeds:
        lines += _barred(_embed(embed))
    lines += [f"[file: {_described(one, one['filename'])}]" for one in message.attachments]
    lines += _components(message.components)
    return "\n".join(lines)


def modal_screen(data: Json) -> str:
    """What people see of a modal: its title, then each field with what is wanted in it."""
    return "\n".join([f"== {data['title']} ==", *_components(data["components"])])


def _barred(lines: list[str]) -> list[str]:
    return [f"| {line}".rstrip() for line in lines]


def _embed(embed: Json) -> list[str]:
    lines = [embed["author"]["name"]] if embed.get("author") else []
    lines += [f"**{embed['title']}**"] if embed.get("title") else []
    lines += (embed.get("description") or "").splitlines()
    for field in embed.get("fields") or ():
        lines += [f"{field['name']}:", *_indented(field["value"].splitlines())]
    lines += [f"[image: {embed['image']['url']}]"] if embed.get("image") else []
    return lines + ([embed["footer"]["text"]] if embed.get("footer") else [])


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def _components(components: list[Json]) -> list[str]:
    return [line for component in components for line in _component(component)]


def _component(one: Json) -> list[str]:
    kind = one["type"]
    if kind == _ROW:
        return [" ".join(_inline(child) for child in one["components"])]
    if kind == _TEXT:
        return list(one["content"].splitlines())
    if kind == _SECTION:
        return _beside(_components(one["components"]), _inline(one["accessory"]))
    if kind == _CONTAINER:
        return _barred(_components(one["components"]))
    if kind == _LABEL:
        return _label(one)
    return [_RULE if kind == _SEPARATOR else _inline(one)]


def _beside(lines: list[str], accessory: str) -> list[str]:
    return [f"{lines[0]}  {accessory}", *lines[1:]]


def _label(one: Json) -> list[str]:
    lines = [one["label"]] + ([f"({one['description']})"] if one.get("description") else [])
    return [*lines, f"  {_inline(one['component'])}"]


def _inline(one: Json) -> str:
    kind = one["type"]
    if kind == _BUTTON:
        return _button(one)
    if kind == _TEXT_INPUT:
        return _text_input(one)
    if kind == _GALLERY:
        return " ".join(f"[image: {_described(item, item['media']['url'])}]" for item in one["items"])
    if kind == _THUMBNAIL:
        return f"[image: {_described(one, one['media']['url'])}]"
    if kind == _FILE:
        return f"[file: {one['file']['url']}]"
    return _select(one)


def _described(one: Json, otherwise: str) -> str:
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
