"""Rendering views as Block Kit, with a plain text for notifications and screen readers.

Blocks are rich text, which is literal: no name and no guess can become a mention, a link, an emoji or bold. Slack
parses only the plain text, so only there `& < >` are escaped.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import groupby, pairwise, zip_longest
from math import ceil
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from bot.commands.catalogue import BY_NAME
from bot.locales.safe import (
    CHANNEL_END,
    CHANNEL_START,
    PERSON_END,
    PERSON_NAME,
    PERSON_START,
    show_channels,
    show_people,
)
from bot.platforms.common.rendering import ButtonAction, cached_by_buttons, style_of
from bot.platforms.slack.incoming import EncodedPlace
from bot.presenters.views import (
    Block,
    Button,
    Footnote,
    Heading,
    MessageLink,
    Paragraph,
    Preformatted,
    StatusLine,
    Table,
    TimeParagraph,
    View,
    split_rare_buttons,
)

Json: TypeAlias = dict[str, Any]

PRESS, ASK = "press", "ask"
"""Prefixes of action ids: a button that runs a command, and one that opens a form first."""

MAX_TEXT = 3_000
"""Characters of plain text after escaping; Slack refuses 4,000."""

_REMEMBERED_TEXTS = 1_000
"""Most texts of a board are also on the next one."""

MAX_ROWS = 100
"""Rows of a table."""

MAX_CHARACTERS = 12_000
"""Over all blocks of a message, ids and values included; Slack takes about 13,200."""

_BUTTONS_PER_BLOCK = 25
_MAX_LABEL = 75
_OVERFLOW = 5
"""The most options of an overflow menu."""

_FEEDBACK = "answer"
"""The command of the buttons with feedback."""

_MIN_PANEL = 400
_SPAN = re.compile(f"`([^`]+)`|{CHANNEL_START}(.*?){CHANNEL_END}|{PERSON_START}(.*?){PERSON_NAME}(.*?){PERSON_END}")
"""Code, the id of a channel, or the id and the name of a person."""

_CODE = re.compile("`([^`]+)`")
_SLASH_COMMAND = "/hitblow"
_USER = re.compile("[UW][A-Z0-9]+")
_ELLIPSIS = "…"


class Message(Struct, frozen=True):
    """The content of a Slack message."""

    text: str
    blocks: list[Json]

    @property
    def arguments(self) -> dict[str, Any]:
        """The message as arguments of `chat.postMessage`. Links in it are not unfurled."""
        return {"text": self.text, "blocks": self.blocks, "unfurl_links": False, "unfurl_media": False}


def render(
    view: View,
    place: EncodedPlace | None = None,
    *,
    has_tables: bool = False,
    is_direct: bool = False,
    images: Sequence[Json] = (),
) -> Message:
    """The view as a message.

    Args:
        view: what to show.
        place: the one that the buttons are about if it is shown elsewhere.
        has_tables: whether a table may be shown as such. Slack takes one in a message, and none elsewhere.
        is_direct: whether it is shown in direct messages, where commands are typed without `/hitblow`.
        images: blocks with those of the view, which take the place of what they show.
    """
    text, view = notification_text(view, is_direct=is_direct), view.without_drawn_text if images else view
    buttons, length = _buttons(view, place)
    left = MAX_CHARACTERS - length
    others = [block.text for block in view.blocks if not isinstance(block, Preformatted)]
    panels = max(1, len(view.blocks) - len(others))
    share = max(_MIN_PANEL, (left - sum(map(len, others))) // panels)
    shown = [block for block in view.blocks if not isinstance(block, StatusLine) or block.text_with_reply_hint]
    blocks = [*(_block(block, share, is_direct=is_direct) for block in shown), *images, *buttons]
    tables = [block.table for block in view.blocks if isinstance(block, Preformatted) and block.table is not None]
    if has_tables and len(tables) == 1 and len(tables[0].rows) <= MAX_ROWS:
        drawn = [*(_block(block, left, is_direct=is_direct, draws_table=True) for block in view.blocks), *buttons]
        blocks = drawn if _characters(drawn) <= MAX_CHARACTERS else blocks
    return Message(text, blocks)


def _with_commands(text: str, *, is_direct: bool) -> str:
    """The text with each command between backticks as it is typed: after `/hitblow`, except in direct messages."""
    if "`" not in text:
        return text

    def typed(match: re.Match[str]) -> str:
        line = match[1].removeprefix(_SLASH_COMMAND).lstrip()
        if line.partition(" ")[0] not in BY_NAME:
            return match[0]
        return f"`{line}`" if is_direct else f"`{_SLASH_COMMAND} {line}`"

    return _CODE.sub(typed, text)


def without_reply_hint(view: View) -> View:
    """A board without the sentence that replies to it are guesses, for places that cannot be replied to."""
    blocks = (replace(block, reply_hint="") if isinstance(block, StatusLine) else block for block in view.blocks)
    return replace(view, blocks=tuple(blocks))


@cached_by_buttons
def _buttons(view: View, place: EncodedPlace | None) -> tuple[list[Json], int]:
    """The buttons of a view in blocks, and their characters."""
    blocks = action_blocks(view, place)
    return blocks, _characters(blocks)


def split_by_tables(view: View) -> tuple[View, ...]:
    """A view in parts with one table each, the buttons below the last one, because Slack takes one table in a message.

    A part starts with the heading above its table.
    """
    tables = [
        place for place, block in enumerate(view.blocks) if isinstance(block, Preformatted) and block.table is not None
    ]
    if len(tables) < 2:  # noqa: PLR2004  # nothing to divide
        return (view,)
    starts = [
        max((place for place in range(before, table) if isinstance(view.blocks[place], Heading)), default=table)
        for before, table in pairwise(tables)
    ]
    *parts, last = (
        replace(view, blocks=view.blocks[start:end]) for start, end in pairwise((0, *starts, len(view.blocks)))
    )
    return (*(replace(part, buttons=()) for part in parts), last)


def paragraph_block(text: str, *, is_direct: bool = False) -> Json:
    """A paragraph; text between backticks is code."""
    return _line(*_spans(text, is_direct=is_direct) or [_text(" ")])


def _spans(text: str, *, is_direct: bool) -> list[Json]:
    pieces = _SPAN.split(_with_commands(text, is_direct=is_direct))
    spans: list[Json] = []
    for plain, code, channel, user, name in zip_longest(*(pieces[place::5] for place in range(5))):
        if plain:
            spans.append(_text(plain))
        if code:
            spans.append(_text(code, "code"))
        if channel:
            spans.append({"type": "channel", "channel_id": channel})
        if user:
            # a mention, which notifies the person, or a name if the id is none of Slack's
            spans.append({"type": "user", "user_id": user} if _USER.fullmatch(user) else _text(name))
    return spans


def plain_text_object(text: str) -> Json:
    """A text without markup or emoji, for labels and the like."""
    return {"type": "plain_text", "text": text, "emoji": False}


def monospaced_block(text: str) -> Json:
    """A text in a monospaced font."""
    return {"type": "rich_text", "elements": [{"type": "rich_text_preformatted", "elements": [_text(text)]}]}


def notification_text(view: View, *, is_direct: bool = False) -> str:
    """The view for notifications and screen readers, without control sequences and cut to what Slack takes.

    That of a board starts with the news, not with the title.
    """
    blocks = (
        view.blocks
        if view.game is None
        else sorted(view.blocks, key=lambda each: not isinstance(each, Paragraph | StatusLine))
    )
    texts = [block.text for block in blocks]
    pieces = [view.headline, *(text for text in texts if text != view.headline)] if view.headline else texts
    text = _with_commands("\n".join(pieces), is_direct=is_direct)
    while len(escaped := escape(text, quote=False)) > MAX_TEXT:
        text = text[: len(text) * MAX_TEXT // len(escaped)]
    linked = show_channels(escaped, lambda channel: f"<#{channel}>") if CHANNEL_START in escaped else escaped
    if PERSON_START in linked:
        linked = show_people(linked, lambda user, name: f"<@{user}>" if _USER.fullmatch(user) else name)
    return linked if linked.strip() else _ELLIPSIS


def _table_block(table: Table) -> Json:
    """A table. Its cells are literal, so no name in them can become a mention or a link."""
    settings = [{"align": "right" if place in table.right else "left"} for place in range(len(table.rows[0]))]
    rows = [[{"type": "raw_text", "text": cell or " "} for cell in row] for row in table.rows]
    return {"type": "table", "column_settings": settings, "rows": rows}


def _block(block: Block, characters: int, *, is_direct: bool, draws_table: bool = False) -> Json:
    """A block; `characters` is the most that a panel may have."""
    match block:
        case Preformatted(table=Table() as table) if draws_table:
            return _table_block(table)
        case Preformatted():
            return (
                monospaced_block("\n".join(_fitting(block.lines, characters)) or " ")
                if block.names is None
                else _rows(block)
            )
        case Heading():
            return _heading(replace(block, game=""))
        case Paragraph():
            return paragraph_block(block.text, is_direct=is_direct)
        case StatusLine() | Footnote():
            text = block.text if isinstance(block, Footnote) else block.text_with_reply_hint
            text = _with_commands(text, is_direct=is_direct).replace("`", "")  # a context block has no rich text
            return {"type": "context", "elements": [plain_text_object(text[:MAX_TEXT] or " ")]}
    return _moment(block) if isinstance(block, TimeParagraph) else _linked(block)


def _moment(block: TimeParagraph) -> Json:
    before, after = ([_text(part)] if part else [] for part in block.parts)
    at = {
        "type": "date",
        "timestamp": int(block.at.timestamp()),
        "format": "{date_short_pretty} {time}",
        "fallback": f"{block.at:%Y-%m-%d %H:%M} UTC",
    }
    title = [_text(block.title, "bold"), _text(" · ")] if block.title else []
    return _line(*title, *before, at, *after)


@lru_cache(_REMEMBERED_TEXTS)
def _heading(heading: Heading) -> Json:
    """Render a heading. It is cached, because that of a running game does not change, so nobody may modify it."""
    return _line(_text(heading.title, "bold"), *_spans(heading.text_after_title, is_direct=False))


def _rows(block: Preformatted) -> Json:
    """Lines as code, each with what follows it."""
    spans: list[Json] = []
    for line, name in zip(block.lines, block.names or (), strict=True):
        spans += [_text("\n")] * bool(spans)
        spans += [_text(line, "code")] * bool(line)
        spans += [_text(f" {name}" if line else name)] * bool(name)
    return _line(*spans)


def _linked(block: MessageLink) -> Json:
    if block.room is None:
        return paragraph_block(block.text)
    message, path = block.message, block.room.channel
    if message is not None:
        path = f"{message.channel}/p{message.message.replace('.', '')}"
    return _line({"type": "link", "url": f"https://slack.com/archives/{path}", "text": block.text})


@lru_cache(_REMEMBERED_TEXTS)
def _text(text: str, style: str = "") -> Json:
    """A text in a paragraph, perhaps as code or in bold. It is shared, and not to be changed."""
    return {"type": "text", "text": text, **({"style": {style: True}} if style else {})}


def _line(*elements: Json) -> Json:
    """A paragraph of elements."""
    return {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [*elements]}]}


def _fitting(lines: tuple[str, ...], characters: int) -> tuple[str, ...]:
    """The lines or, if they are too long, the title and the last lines."""
    if sum(len(line) + 1 for line in lines) <= characters:
        return lines
    first, kept = lines[0][:characters], []
    left = characters - len(first) - len(_ELLIPSIS) - 2
    for line in reversed(lines[1:]):
        left -= len(line) + 1
        if left < 0:
            break
        kept.append(line)
    return (first, _ELLIPSIS, *reversed(kept))


def _characters(value: object) -> int:
    if isinstance(value, dict):
        return sum(map(_characters, value.values()))
    if isinstance(value, list):
        return sum(map(_characters, value))
    return len(value) if isinstance(value, str) else 0


def action_blocks(view: View, place: EncodedPlace | None) -> list[Json]:
    """The buttons of a view in blocks, feedback apart from the others.

    The place that the buttons are about goes into the ids of the blocks.
    """
    shown, rare = split_rare_buttons(view.buttons)
    groups = [
        _elements_of(group, view.game)
        for _, group in groupby(enumerate(shown), key=lambda numbered: numbered[1].command == _FEEDBACK)
    ]
    is_apart = not shown or shown[-1].command == _FEEDBACK
    groups[len(groups) if is_apart else -1 :] = [
        [*(() if is_apart else groups[-1]), *_overflow(rare, len(shown), view.game)]
    ]
    chunks = [
        elements[start : start + _BUTTONS_PER_BLOCK]
        for elements in groups
        for start in range(0, len(elements), _BUTTONS_PER_BLOCK)
    ]
    return [
        {
            "type": "actions",
            **({"block_id": block_id_about(f"{number}#{view.game}", place)} if place else {}),
            "elements": chunk,
        }
        for number, chunk in enumerate(chunks)
    ]


def block_id_about(name: str, place: EncodedPlace) -> str:
    """The ID of a block whose buttons are about a place; the name is unique in its view."""
    return f"{name}@{place.encode()}"


def with_unique_block_ids(blocks: Sequence[Json]) -> list[Json]:
    """The blocks of several views together; Slack refuses a message or view in which two blocks have the same ID."""
    return [
        {**block, "block_id": f"{number}:{block['block_id']}"} if "block_id" in block else block
        for number, block in enumerate(blocks)
    ]


def place_in_block_id(block_id: str) -> EncodedPlace | None:
    """The place that the buttons of a block are about, None for the one they are in.

    Raises:
        CommandError: the block was made by another version.
    """
    _, _, place = block_id.rpartition("@")
    return EncodedPlace.decode(place) if "@" in block_id and place else None


def _elements_of(numbered: Iterable[tuple[int, Button]], game: str | None) -> list[Json]:
    """Buttons and menus."""
    menus = groupby(numbered, key=lambda each: each[1].menu)
    return [element for _, group in menus for element in _elements(list(group), game)]


def _elements(numbered: Sequence[tuple[int, Button]], game: str | None) -> list[Json]:
    """Buttons, as a menu if they are choices of one."""
    number, first = numbered[0]
    if not first.menu:
        return [_button(number, button, game) for number, button in numbered]
    options = [_option(button, game) for _, button in numbered]
    chosen = [option for option, (_, button) in zip(options, numbered, strict=True) if button.is_chosen]
    return [
        {
            "type": "static_select",
            "action_id": f"{PRESS}:{number}",
            "placeholder": _label(first.menu),
            "options": options,
            **({"initial_option": chosen[0]} if chosen else {}),
        }
    ]


def _overflow(rare: Sequence[Button], number: int, game: str | None) -> Iterator[Json]:
    """Rare buttons in overflow menus of about the same length, as few as possible. Choices of menus stay menus."""
    yield from _elements_of(enumerate((button for button in rare if button.menu), number + len(rare)), game)
    others = [button for button in rare if not button.menu]
    length = ceil(len(others) / ceil(len(others) / _OVERFLOW)) if others else 1
    for start in range(0, len(others), length):
        options = [_option(button, game) for button in others[start : start + length]]
        yield {"type": "overflow", "action_id": f"{PRESS}:{number + start}", "options": options}


def _option(button: Button, game: str | None) -> Json:
    about = {"description": _label(button.about)} if button.about else {}
    return {"text": _label(button.label), "value": ButtonAction.of_button(button, game).encode(), **about}


def _label(text: str) -> Json:
    return plain_text_object(text[:_MAX_LABEL])


def _button(number: int, button: Button, game: str | None) -> Json:
    return {
        "type": "button",
        "action_id": f"{ASK if button.prompts_for else PRESS}:{number}",
        "text": _label(button.label),
        "value": ButtonAction.of_button(button, game).encode(),
        **({"style": style} if (style := style_of(button)) else {}),
    }
