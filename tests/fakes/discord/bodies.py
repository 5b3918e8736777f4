"""What Discord refuses in a message or a modal, beyond what its OpenAPI document can say.

Limits: Discord's documentation, "Message", "Component Reference", "Interactions".
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.fakes.discord import refusals
from tests.fakes.discord.messages import COMPONENTS_V2, Kind, texts, walk
from tests.fakes.discord.refusals import require

if TYPE_CHECKING:
    from tests.fakes.discord.wire import Json

_ROWS = 5
_BUTTONS_IN_A_ROW = 5
_CONTENT = 2000
_EMBED_CHARACTERS = 6000
_V2_COMPONENTS = 40
_V2_CHARACTERS = 4000
_MODAL_COMPONENTS = 5
_LINK, _PREMIUM = 5, 6


def check_message(body: Json) -> None:
    """Raise Refused unless ``body`` is a whole message Discord would show."""
    components: list[Json] = body.get("components") or []
    _check_components(components)
    if (body.get("flags") or 0) & COMPONENTS_V2:
        _check_v2(body, components)
    else:
        _check_v1(body, components)


def _check_v1(body: Json, components: list[Json]) -> None:
    content, embeds = body.get("content") or "", body.get("embeds") or []
    if not (content.strip() or embeds or components or body.get("attachments")):
        raise refusals.empty_message()
    require(len(content) <= _CONTENT, f"content has {len(content)} characters, {_CONTENT} at most")
    total = sum(map(_embed_length, embeds))
    require(total <= _EMBED_CHARACTERS, f"embeds have {total} characters, {_EMBED_CHARACTERS} at most")
    require(len(components) <= _ROWS, f"{len(components)} rows of components, {_ROWS} at most")
    require(all(one["type"] == Kind.ROW for one in components), "only action rows without IS_COMPONENTS_V2")


def _check_v2(body: Json, components: list[Json]) -> None:
    require(not body.get("content") and not body.get("embeds"), "content or embeds beside IS_COMPONENTS_V2")
    if not components:
        raise refusals.empty_message()
    count, length = len(walk(components)), sum(map(len, texts(components)))
    require(count <= _V2_COMPONENTS, f"{count} components, {_V2_COMPONENTS} at most")
    require(length <= _V2_CHARACTERS, f"text displays have {length} characters, {_V2_CHARACTERS} at most")


def _embed_length(embed: Json) -> int:
    parts = [embed.get("title"), embed.get("description")]
    parts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for field in embed.get("fields") or ():
        parts += [field["name"], field["value"]]
    return sum(len(part) for part in parts if part)


def check_modal(data: Json) -> None:
    """Raise Refused unless ``data`` is a modal Discord would open."""
    components: list[Json] = data["components"]
    _check_components(components)
    require(1 <= len(components) <= _MODAL_COMPONENTS, f"a modal of {len(components)} components, 1 to 5 wanted")
    inner = {one["type"] for one in walk(components)}
    require(Kind.BUTTON not in inner, "buttons in a modal")


def _check_components(components: list[Json]) -> None:
    everything = walk(components)
    names = Counter(one["custom_id"] for one in everything if one.get("custom_id"))
    twice = [name for name, count in names.items() if count > 1]
    require(not twice, f"custom_id used twice: {', '.join(twice)}")
    for one in everything:
        _check_component(one)


def _check_component(one: Json) -> None:
    kind = one["type"]
    if kind == Kind.ROW:
        _check_row([child["type"] for child in one["components"]])
    elif kind == Kind.BUTTON:
        _check_button(one)
    elif kind in Kind.SELECTS:
        _check_select(one)


def _check_row(kinds: list[Any]) -> None:
    require(1 <= len(kinds) <= _BUTTONS_IN_A_ROW, f"an action row of {len(kinds)} components, 1 to 5 wanted")
    require(set(kinds) == {Kind.BUTTON} or len(kinds) == 1, "a row holds buttons, or one select, or one text input")


def _check_button(one: Json) -> None:
    if one["style"] == _LINK:
        require(bool(one.get("url")) and not one.get("custom_id"), "a link button has a url and no custom_id")
    elif one["style"] != _PREMIUM:
        require(bool(one.get("custom_id")) and not one.get("url"), "a button has a custom_id and no url")
        require(bool(one.get("label") or one.get("emoji")), "a button has a label or an emoji")


def _check_select(one: Json) -> None:
    least, most = one.get("min_values", 1), one.get("max_values", 1)
    require(least <= most, f"a select of at least {least} and at most {most}")
    if one["type"] == Kind.SELECT:
        values = [option["value"] for option in one["options"]]
        require(len(set(values)) == len(values), "a select offers the same value twice")
        require(most <= len(values), f"a select of at most {most} among {len(values)}")
