"""Drawing messages in the manner of Slack's light theme."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from bot.platforms.console.text import wrap
from tests.pictures.shapes import Part, box, code_block, document, moved, stacked, text, text_width

if TYPE_CHECKING:
    from tests.fakes.loopback import Json
    from tests.fakes.slack import Message

WIDTH = 380
_LEFT, _RIGHT, _TOP = 54, 10, 18
_GROUND, _INK, _FAINT, _EDGE = "#ffffff", "#1d1c1d", "#616061", "#bbbabb"
_CODE_LOOK = ("#f8f8f8", "#dddddd", _INK)
_STYLES: Mapping[str | None, tuple[str, str]] = {
    None: (_GROUND, _INK),
    "primary": ("#007a5a", _GROUND),
    "danger": ("#e01e5a", _GROUND),
}
"""The grounds and inks of buttons."""
_SIZE, _SMALL = 15, 14
_BUTTON, _GAP = 32, 8
_WORD_WIDTH = 0.49
"""The mean width of half a cell of text, as a part of the size of the text."""


def draw_slack(messages: Iterable["Message"], title: str, label: str) -> str:
    """Messages of the bot as SVG, one below the other; the label says that it is a drawing."""
    drawn = stacked((_message(message) for message in messages), _TOP)
    height = drawn.height + 2 * _TOP + 14
    note = text(label, WIDTH - _RIGHT, height - 12, _SMALL, fill=_FAINT, text_anchor="end")
    frame = box(0.5, 0.5, WIDTH - 1, height - 1, fill=_GROUND, rx="12", stroke="#dddddd")
    return document(WIDTH, height, f"{frame}{moved(drawn.svg, 0, _TOP)}{note}", title)


def _message(message: "Message") -> Part:
    avatar = box(8, 0, 36, 36, fill="#4a154b", rx="6")
    letter = text("H", 26, 24, 17, fill=_GROUND, text_anchor="middle", font_weight="600")
    name = text("hitblow", _LEFT, 13, _SIZE, fill=_INK, font_weight="700")
    left = _LEFT + text_width("hitblow", _SIZE) + 10
    tag = box(left, 0, 38, 18, fill="#e8e8e8", rx="3") + text(
        "APP", left + 19, 14, _SMALL, fill=_FAINT, text_anchor="middle"
    )
    body = stacked((part for block in message.blocks for part in _block(block)), 6)
    return Part(avatar + letter + name + tag + moved(body.svg, _LEFT, 22), body.height + 22)


def _block(block: "Json") -> Iterator[Part]:
    width = WIDTH - _LEFT - _RIGHT
    if block["type"] == "actions":
        yield _buttons(block["elements"], width)
    elif block["type"] == "rich_text":
        for one in block["elements"]:
            written = "".join(part["text"] for part in one["elements"])
            if one["type"] == "rich_text_preformatted":
                yield code_block(written, width, _CODE_LOOK)
            else:
                bold = [part["text"] for part in one["elements"] if part.get("style", {}).get("bold")]
                yield _paragraph(written, bold, width, _SIZE, _INK)
    elif block["type"] == "context":
        yield _paragraph("\n".join(one["text"] for one in block["elements"]), (), width, _SMALL, _FAINT)
    else:
        raise NotImplementedError(block["type"])


def _paragraph(content: str, bold: Iterable[str], width: float, size: float, fill: str) -> Part:
    rows = [row for line in content.strip().split("\n") for row in wrap(line, int(width / (size * _WORD_WIDTH)))]
    drawn = []
    for at, row in enumerate(rows):
        marked = escape(row)
        for part in bold:
            marked = marked.replace(escape(part), f'<tspan font-weight="700">{escape(part)}</tspan>')
        drawn.append(f'<text x="0" y="{at * (size + 7) + size}" font-size="{size}" fill="{fill}">{marked}</text>')
    return Part("".join(drawn), (size + 7) * len(rows))


def _buttons(elements: "Iterable[Json]", width: float) -> Part:
    drawn, left, top = [], 0.0, 0.0
    for one in elements:
        label = "⋯" if one["type"] == "overflow" else one["text"]["text"]
        wide = text_width(label, 14) + 26
        if left and left + wide > width:
            left, top = 0.0, top + _BUTTON + _GAP
        ground, ink = _STYLES[one.get("style")]
        shape = box(left, top, wide, _BUTTON, fill=ground, rx="6", stroke=ground if one.get("style") else _EDGE)
        drawn.append(
            shape + text(label, left + wide / 2, top + 21, 14, fill=ink, text_anchor="middle", font_weight="600")
        )
        left += wide + _GAP
    return Part("".join(drawn), top + _BUTTON)
