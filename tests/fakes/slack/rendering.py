"""Blocks and views as plain text, for snapshots that can be reviewed.

== Header ==
section text | its fields
( context )
[ Button ]  [ Menu v One | Two ]
Label: [____]
cell | cell
-----
"""

import re
from collections.abc import Callable
from html import unescape

from tests.fakes.loopback import Json

CONTROL = re.compile(r"<[^<>]+>")


def control_sequences(blocks: list[Json], text: str = "") -> list[str]:
    """Return what Slack would act on (`<!channel>`, `<@U1>`, links), which user input must never add."""
    return [form for piece in (text, *_formatted(blocks)) for form in CONTROL.findall(piece)]


def render_blocks(blocks: list[Json], text: str = "") -> str:
    """Return what people see: the blocks, or the text if there are none."""
    shown = [RENDERERS.get(block["type"], _unknown)(block) for block in blocks]
    return "\n".join(shown) if blocks else unescape(text)


def render_view(view: Json, errors: dict[str, str] | None = None) -> str:
    """Return what people see of a modal or Home: title, blocks, errors of fields, and the buttons below."""
    lines = [f"## {view['title']['text']} ##"] if view.get("title") else []
    for block in view["blocks"]:
        lines.append(render_blocks([block]))
        if wrong := (errors or {}).get(block.get("block_id", "")):
            lines.append(f"  ! {wrong}")
    buttons = [f"[ {view[name]['text']} ]" for name in ("close", "submit") if view.get(name)]
    return "\n".join([*lines, "  ".join(buttons)] if buttons else lines)


def _formatted(blocks: object) -> list[str]:
    if isinstance(blocks, list):
        return [piece for block in blocks for piece in _formatted(block)]
    if not isinstance(blocks, dict):
        return []
    own = [str(blocks["text"])] if blocks.get("type") == "mrkdwn" else []
    return own + [piece for value in blocks.values() for piece in _formatted(value)]


def _text(body: Json | None) -> str:
    return "" if not body else unescape(str(body["text"])) if body["type"] == "mrkdwn" else str(body["text"])


def _section(block: Json) -> str:
    lines = [_text(block.get("text")), " | ".join(_text(field) for field in block.get("fields", []))]
    if accessory := block.get("accessory"):
        lines.append(_element(accessory))
    return "\n".join(line for line in lines if line)


def _actions(block: Json) -> str:
    return "  ".join(_element(element) for element in block["elements"])


def _context(block: Json) -> str:
    return f"( {'  '.join(_element(element) for element in block['elements'])} )"


def _input(block: Json) -> str:
    optional = " (optional)" if block.get("optional") else ""
    hint = f"\n  {_text(block['hint'])}" if block.get("hint") else ""
    return f"{_text(block['label'])}{optional}: {_element(block['element'])}{hint}"


def _element(element: Json) -> str:
    kind = element["type"]
    if kind in {"mrkdwn", "plain_text"}:
        return _text(element)
    if kind == "button":
        return f"[ {_text(element['text'])} ]"
    if kind == "image":
        return _image(element)
    return f"[ {_text(element.get('placeholder')) or _initial(element)}{_options(element)} ]"


def _initial(element: Json) -> str:
    chosen = element.get("initial_option")
    return _text(chosen["text"]) if chosen else str(element.get("initial_value", "____"))


def _options(element: Json) -> str:
    options = [_text(option["text"]) for option in element.get("options", [])]
    return f" v {' | '.join(options)}" if options else ""


def _image(block: Json) -> str:
    return f"(image: {block['alt_text']})"


def _rich(body: Json) -> str:
    if "elements" in body:
        return "".join(_rich(element) for element in body["elements"])
    if body.get("type") == "channel":
        return f"<#{body['channel_id']}>"
    return str(body.get("text") or body.get("name") or body.get("user_id") or body.get("url") or "")


def _table(block: Json) -> str:
    return "\n".join(" | ".join(_rich(cell) for cell in row) for row in block["rows"])


def _unknown(block: Json) -> str:
    return f"<{block['type']}>"


RENDERERS: dict[str, Callable[[Json], str]] = {
    "header": lambda block: f"== {_text(block['text'])} ==",
    "section": _section,
    "actions": _actions,
    "context": _context,
    "input": _input,
    "image": _image,
    "rich_text": _rich,
    "table": _table,
    "divider": lambda _: "-----",
    "markdown": lambda block: str(block["text"]),
}
