"""Drawing messages in the manner of Discord's dark theme."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from bot.platforms.console.text import wrap
from tests.fakes.discord.components import ComponentType
from tests.pictures.shapes import MONO, Part, box, code_block, disc, document, moved, number, stacked, text, text_width

if TYPE_CHECKING:
    from tests.fakes.discord import Message
    from tests.fakes.loopback import Json

WIDTH = 380
_LEFT, _RIGHT, _TOP = 50, 8, 18
_GROUND, _RAISED, _CODE = "#313338", "#2b2d31", "#1e1f22"
_INK, _FAINT, _LINK = "#f2f3f5", "#b5bac1", "#7fa8ff"
_STYLES = {1: "#5865f2", 2: "#4e5058", 3: "#248046", 4: "#da373c", 5: "#4e5058"}
_BLURPLE, _WHITE, _EDGE = "#5865f2", "#ffffff", "#4e5058"
_CODE_LOOK = (_CODE, _EDGE, _INK)
_SIZE, _SMALL = 15, 14
_PADDING = 10
_BUTTON, _GAP = 34, 8
_WORD_WIDTH, _CODE_WIDTH = 0.49, 0.55
"""The mean width of a character of text and of code, as a part of the size of the text."""

_HEADING = re.compile(r"^(#{1,3}) +")
_INLINE = re.compile(r"\*\*(?P<bold>.+?)\*\*|`(?P<code>[^`]+)`|(?P<mention>@\w+)")
_MENTION = re.compile(r"<@!?(\d+)>")
_COMMAND = re.compile(r"<(/[^:>]+):\d+>")
_TIME = re.compile(r"<t:(\d+):R>")
_FENCE = re.compile(r"```\w*\n(.*?)\n?```", re.DOTALL)
_ROOT = re.compile(r"<svg[^>]*>")
_SIZES = re.compile(r'<svg[^>]* width="(\d+)" height="(\d+)"')


@dataclass(frozen=True, slots=True)
class Line:
    """A message, and what somebody did to get it, such as `/hitblow play`.

    Args:
        message: as the bot sent it.
        asked: the name of the person and the command; empty if nobody asked.
    """

    message: "Message"
    asked: tuple[str, str] | None = None


class DiscordScreen:
    """Draws a conversation.

    Args:
        pictures: the drawing of each image, by its text alternative.
        names: of people, by their ids.
        time: writes a moment in Unix seconds as Discord would, such as "in 12 hours".
        labels: say that it is a drawing, and below private messages who sees them.
    """

    def __init__(
        self,
        pictures: Mapping[str, str],
        names: Mapping[int, str],
        time: Callable[[int], str],
        labels: tuple[str, str],
    ) -> None:
        self._pictures = pictures
        self._names = names
        self._time = time
        self._label, self._private_label = labels
        self._kinds: dict[int, Callable[[Json, float], Part]] = {
            ComponentType.TEXT: lambda one, width: self._written(one["content"], width),
            ComponentType.ROW: self._row,
            ComponentType.CONTAINER: self._container,
            ComponentType.GALLERY: self._gallery,
            ComponentType.SECTION: self._section,
            ComponentType.SEPARATOR: lambda _, width: Part(box(0, 8, width, 1, fill=_STYLES[2]), 17),
        }

    def draw(self, lines: Sequence[Line], title: str) -> str:
        """The messages as SVG, one below the other."""
        drawn = stacked((self._message(line) for line in lines), _TOP)
        height = drawn.height + 2 * _TOP + 14
        label = text(self._label, WIDTH - _RIGHT, height - 14, _SMALL, fill=_FAINT, text_anchor="end")
        content = f"{box(0, 0, WIDTH, height, fill=_GROUND, rx='12')}{moved(drawn.svg, 0, _TOP)}{label}"
        return document(WIDTH, height, content, title)

    def _message(self, line: Line) -> Part:
        asked = Part("", 0)
        if line.asked:
            name, command = line.asked
            parts = f'<tspan fill="{_INK}">{escape(name)}</tspan> · <tspan fill="{_LINK}">{escape(command)}</tspan>'
            asked = Part(f'<text x="{_LEFT}" y="12" font-size="{_SMALL}" fill="{_FAINT}">{parts}</text>', 22)
        head = _avatar("H") + text("hitblow", _LEFT, 14, _SIZE, fill=_INK, font_weight="600")
        left = _LEFT + text_width("hitblow", _SIZE) + 10
        tag = text("APP", left + 20, 14.5, _SMALL, fill=_WHITE, text_anchor="middle")
        head += box(left, 0, 40, 19, fill=_BLURPLE, rx="4") + tag
        body = stacked(self._contents(line.message), 6)
        below = self._private() if line.message.ephemeral else Part("", 0)
        content = moved(head, 0, asked.height) + moved(body.svg, _LEFT, asked.height + 24)
        height = asked.height + 24 + body.height
        return Part(asked.svg + content + moved(below.svg, _LEFT, height), max(height + below.height, 44))

    def _private(self) -> Part:
        return Part(text(self._private_label, 0, 16, _SMALL, fill=_FAINT), 20)

    def _contents(self, message: "Message") -> Iterator[Part]:
        width = WIDTH - _LEFT - _RIGHT
        if message.content:
            yield self._written(message.content, width)
        yield from self._parts(message.components, width)

    def _parts(self, components: "Iterable[Json]", width: float) -> Iterator[Part]:
        for one in components:
            yield self._kinds[one["type"]](one, width)

    def _written(self, content: str, width: float) -> Part:
        """Text with Discord's formatting."""
        content = _MENTION.sub(lambda found: f"@{self._names[int(found[1])]}", content)
        content = _COMMAND.sub(r"`\1`", content)  # code is not wrapped
        content = _TIME.sub(lambda found: self._time(int(found[1])), content)
        pieces = _FENCE.split(content)
        blocks = (
            code_block(piece, width, _CODE_LOOK) if at % 2 else _paragraph(piece, width)
            for at, piece in enumerate(pieces)
        )
        return stacked((block for block in blocks if block.height), 6)

    def _row(self, one: "Json", width: float) -> Part:
        """Buttons, which are wrapped as on a phone, or a select."""
        drawn, left, top = [], 0.0, 0.0
        for child in one["components"]:
            label = _label(child)
            wide = width if child["type"] != ComponentType.BUTTON else text_width(label, 14) + 30
            if left and left + wide > width:
                left, top = 0.0, top + _BUTTON + _GAP
            drawn.append(moved(_control(child, label, wide), left, top))
            left += wide + _GAP
        return Part("".join(drawn), top + _BUTTON)

    def _container(self, one: "Json", width: float) -> Part:
        inner = stacked(self._parts(one["components"], width - 2 * _PADDING), 8)
        height = inner.height + 2 * _PADDING - 4
        accent = f"#{one['accent_color']:06x}" if one.get("accent_color") is not None else _STYLES[2]
        frame = box(0, 0, width, height, fill=accent, rx="8") + box(4, 0, width - 4, height, fill=_RAISED, rx="6")
        return Part(frame + moved(inner.svg, _PADDING, _PADDING - 2), height)

    def _gallery(self, one: "Json", width: float) -> Part:
        return stacked((_picture(self._pictures[item["description"]], width) for item in one["items"]), 6)

    def _section(self, one: "Json", width: float) -> Part:
        label = _label(one["accessory"])
        wide = text_width(label, 14) + 30
        written = stacked(self._parts(one["components"], width - wide - _GAP), 6)
        control = moved(_control(one["accessory"], label, wide), width - wide, 0)
        return Part(written.svg + control, max(written.height, _BUTTON))


def _avatar(letter: str) -> str:
    return disc(25, 17, 17, fill=_BLURPLE) + text(
        letter, 25, 23, 17, fill=_WHITE, text_anchor="middle", font_weight="600"
    )


def _paragraph(content: str, width: float) -> Part:
    return stacked((_text_line(line, width) for line in content.strip("\n").split("\n") if line.strip()), 0)


def _text_line(line: str, width: float) -> Part:
    """A line of text, wrapped."""
    heading = _HEADING.match(line)
    size: float = 18 if heading else _SIZE
    fill, weight = _INK, ' font-weight="700"' if heading else ""
    line = _HEADING.sub("", line)
    if line.startswith("-# "):
        line, size, fill = line.removeprefix("-# "), _SMALL, _FAINT
    step = size + 7
    lines = wrap(_divided(line, int(width / (size * _CODE_WIDTH))), int(width / (size * _WORD_WIDTH)), tick_cells=2)
    drawn = (
        f'<text x="0" y="{number(at * step + size)}" font-size="{number(size)}" fill="{fill}"{weight}>'
        f"{''.join(_inline(row))}</text>"
        for at, row in enumerate(lines)
    )
    return Part("".join(drawn), step * len(lines))


def _divided(line: str, characters: int) -> str:
    """A line in which every text in the monospaced font has at most so many characters."""
    pattern, starts = rf"`([^`]{{{characters + 1},}})`", range(0, len(line), characters)
    return re.sub(
        pattern, lambda found: " ".join(f"`{part}`" for at in starts if (part := found[1][at : at + characters])), line
    )


def _inline(row: str) -> Iterator[str]:
    end = 0
    for found in _INLINE.finditer(row):
        yield escape(row[end : found.start()])
        end = found.end()
        if found["bold"]:
            yield f'<tspan font-weight="700">{"".join(_inline(found["bold"]))}</tspan>'
        elif found["code"] and not found["code"].startswith("/"):
            yield f'<tspan font-family="{MONO}" font-size="0.9em" fill="#e3e5e8">{escape(found["code"])}</tspan>'
        else:
            yield f'<tspan fill="{_LINK}">{escape(found["code"] or found["mention"])}</tspan>'
    yield escape(row[end:])


def _label(one: "Json") -> str:
    if one["type"] == ComponentType.BUTTON:
        return " ".join(part for part in ((one.get("emoji") or {}).get("name"), one.get("label")) if part)
    chosen = [option["label"] for option in one.get("options", ()) if option.get("default")]
    return f"{chosen[0] if chosen else one.get('placeholder') or ''}  ▾"


def _control(one: "Json", label: str, width: float) -> str:
    """A button or a select of a width in pixels."""
    if one["type"] != ComponentType.BUTTON:
        return box(0, 0, width, _BUTTON, fill=_CODE, rx="6", stroke=_EDGE) + text(label, 12, 22, 14, fill=_FAINT)
    faint = ' opacity="0.5"' if one.get("disabled") else ""
    shape = box(0, 0, width, _BUTTON, fill=_STYLES[one["style"]], rx="6")
    inside = text(label, width / 2, 22, 14, fill=_WHITE, text_anchor="middle", font_weight="500")
    return f"<g{faint}>{shape}{inside}</g>"


def _picture(svg: str, width: float) -> Part:
    """An image of the bot, which is as wide as on a phone."""
    sizes = _SIZES.search(svg)
    assert sizes
    wide, high = map(int, sizes.groups())
    height = width * high / wide
    place = f'<svg width="{number(width)}" height="{number(height)}" viewBox="0 0 {wide} {high}"'
    return Part(_ROOT.sub(f"{place}>", svg, count=1), height)
