"""Views as the text of a message."""

import re
from functools import lru_cache

from bot.locales.safe import CHANNEL_BEGIN, with_channels
from bot.model.messages import MessageKey
from bot.model.rooms import RoomKey
from bot.presenters.views import Block, Footnote, Heading, MessageLink, Moment, Preformatted, View

MAX_CONTENT = 2000
_CODE = re.compile(r"(`[^`\n]*`)")
_MARKUP = re.compile(r"([\\*_~|<>\[\]])")
_LINE_MARKUP = re.compile(r"^(\s*)(#|-|\d+\.)(?=\s|#|$)", re.MULTILINE)
_LINK = re.compile(r"(?<=:)//|(?<=[A-Za-z])\.(?=[A-Za-z])")
_ZERO_WIDTH = "\u200b"
"""A zero-width space: it breaks up what Discord would turn into a mention or a link, and is invisible."""

_REMEMBERED_TEXTS = 1_000
"""Most titles, facts and sentences of a board are also on other boards."""


def content(view: View, most: int = MAX_CONTENT) -> str:
    """The blocks as one text of at most `most` characters; early lines of long panels are left out."""
    blocks = list(view.blocks)
    mention = f"<@{view.mention}> " if view.mention and view.mention.isdecimal() else ""
    text = mention + "\n".join(map(_block, blocks))
    while len(text) > most:
        place = max(range(len(blocks)), key=lambda each: _lines(blocks[each]))
        if _lines(blocks[place]) <= _FEWEST_LINES:
            return text[: most - 1] + "…"
        blocks[place] = _shortened(blocks[place])
        text = mention + "\n".join(map(_block, blocks))
    return text


@lru_cache(_REMEMBERED_TEXTS)
def escape(text: str) -> str:
    """A paragraph in which only our backticks are markup for Discord."""
    parts = _CODE.split(text)  # those at odd places are code
    parts[::2] = map(_escape_plain, parts[::2])
    escaped = "".join(parts)
    if CHANNEL_BEGIN not in escaped:
        return escaped
    return with_channels(escaped, lambda channel: f"<#{channel}>" if channel.isdecimal() else channel)


def _escape_plain(text: str) -> str:
    text = _MARKUP.sub(r"\\\1", text.replace("`", "'"))
    text = _LINE_MARKUP.sub(r"\1\\\2", text)
    text = text.replace("@", f"@{_ZERO_WIDTH}")
    return _LINK.sub(
        lambda found: _ZERO_WIDTH.join(found[0]) if len(found[0]) > 1 else f"{found[0]}{_ZERO_WIDTH}", text
    )


def _block(block: Block) -> str:
    if isinstance(block, Preformatted):
        return "\n".join(("```", *(line.replace("```", "'''") for line in block.lines), "```"))
    if isinstance(block, Footnote):
        return "\n".join(f"-# {line}" for line in escape(block.text).splitlines())
    if isinstance(block, Heading):
        return " · ".join((f"**{escape(block.title)}**", *map(escape, block.details)))
    if isinstance(block, Moment):
        return f"<t:{int(block.at.timestamp())}:R>".join(map(escape, block.parts))
    if isinstance(block, MessageLink) and block.room is not None:
        return f"{escape(block.text)} {_link(block.room, block.message)}"
    return escape(block.text)


def _link(room: RoomKey, message: MessageKey | None) -> str:
    guild = room.workspace if room.workspace.isdecimal() else "@me"
    place = room.channel if message is None else f"{message.channel}/{message.message}"
    return f"https://discord.com/channels/{guild}/{place}"


_FEWEST_LINES = 4
_ELLIPSIS = "…"


def _lines(block: Block) -> int:
    return len(block.lines) if isinstance(block, Preformatted) else 0


def _shortened(block: Block) -> Block:
    """A panel without its earliest line below the title, with a mark in its place."""
    if not isinstance(block, Preformatted):
        return block
    title, *lines = block.lines
    return Preformatted((title, _ELLIPSIS, *lines[2 if lines[0] == _ELLIPSIS else 1 :]))
